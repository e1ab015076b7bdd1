use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::escape::{escape, unescape};
use crate::wire::quote::quote;

/// Query parameters, each with its values in order: Go's `url.Values`.
///
/// ```
/// use apimachinery::serializer::query::Values;
///
/// let mut values: Values = "labelSelector=app%3Dweb&limit=10&limit=20".parse()?;
/// assert_eq!(values.get("labelSelector"), Some("app=web"));
/// assert_eq!(values.all("limit"), ["10", "20"]);
/// values.add("fieldSelector", "spec.nodeName=a b");
/// assert_eq!(values.to_string(), "fieldSelector=spec.nodeName%3Da+b&labelSelector=app%3Dweb&limit=10&limit=20");
///
/// values.set("limit", "5");
/// assert_eq!(values.remove("limit"), ["5"]);
/// assert_eq!(values.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["fieldSelector", "labelSelector"]);
/// assert!(!values.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values(BTreeMap<String, Vec<String>>);

impl Values {
    /// The first value of a parameter.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.all(name).first().map(String::as_str)
    }

    /// All values of a parameter.
    #[must_use]
    pub fn all(&self, name: &str) -> &[String] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    /// Adds a value to those of a parameter.
    pub fn add(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.entry(name.into()).or_default().push(value.into());
    }

    /// Replaces the values of a parameter.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.insert(name.into(), vec![value.into()]);
    }

    /// Takes a parameter out, with its values.
    pub fn remove(&mut self, name: &str) -> Vec<String> {
        self.0.remove(name).unwrap_or_default()
    }

    /// True if there are no parameters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The parameters with their values, by the bytes of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.0.iter().map(|(name, values)| (name.as_str(), values.as_slice()))
    }

    /// Reads what can be read of a query and ignores the rest, as Go's server does.
    ///
    /// ```
    /// use apimachinery::serializer::query::Values;
    ///
    /// assert_eq!(Values::parse_lax("a=%zz&b=1;c&d=2").to_string(), "d=2");
    /// ```
    #[must_use]
    pub fn parse_lax(query: &str) -> Values {
        Values::parse(query).0
    }

    fn parse(query: &str) -> (Values, Option<ParseError>) {
        let (mut values, mut first_error) = (Values::default(), None);
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match parse_pair(pair) {
                Ok((name, value)) => values.add(name, value),
                Err(error) => {
                    first_error.get_or_insert(error);
                }
            }
        }
        (values, first_error)
    }
}

fn parse_pair(pair: &str) -> Result<(String, String), ParseError> {
    if pair.contains(';') {
        return Err(ParseError("invalid semicolon separator in query".into()));
    }
    let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
    let bad_escape = |text: String| ParseError(format!("invalid URL escape {}", quote(&text)).into());
    Ok((unescape(name).map_err(bad_escape)?, unescape(value).map_err(bad_escape)?))
}

/// Reads a query without its `?`, as Go's `url.ParseQuery`.
impl FromStr for Values {
    type Err = ParseError;

    fn from_str(query: &str) -> Result<Self, ParseError> {
        let (values, first_error) = Values::parse(query);
        first_error.map_or(Ok(values), Err)
    }
}

/// Writes a query without `?`, the parameters sorted by their names, as Go's `Values.Encode`.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut query = String::new();
        for (name, values) in self.iter() {
            for value in values {
                if !query.is_empty() {
                    query.push('&');
                }
                escape(&mut query, name);
                query.push('=');
                escape(&mut query, value);
            }
        }
        f.write_str(&query)
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Values {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        let mut values = Values::default();
        pairs.into_iter().for_each(|(name, value)| values.add(name, value));
        values
    }
}

/// Why a text is no query, in Go's words.
///
/// ```
/// use apimachinery::serializer::query::Values;
///
/// let error = "a=%zz".parse::<Values>().unwrap_err();
/// assert_eq!(error.to_string(), "invalid URL escape \"%zz\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError(Box<str>);

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseError {}
