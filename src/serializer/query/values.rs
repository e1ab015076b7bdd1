use std::fmt;
use std::str::FromStr;

use super::escape::{escape, unescape};
use crate::order::sort_by;
use crate::wire::quote::quote;

/// A set of query parameters, each with its values in order. Counterpart of Go's `url.Values`. [`str::parse`] decodes
/// the query of a URL, and [`to_string`](ToString::to_string) encodes it. Adding a new parameter takes O(n) in the
/// worst case; to build a large set, parse it or collect it from an iterator.
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
pub struct Values(Vec<(String, Vec<String>)>);

impl Values {
    /// Returns the first value of the parameter `name`, or `None` if the parameter does not exist. A parameter without
    /// a value, as in `?watch`, has the empty value.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.all(name).first().map(String::as_str)
    }

    /// Returns all values of the parameter `name` in the order in which they were added. The slice is empty if there is
    /// no such parameter.
    #[must_use]
    pub fn all(&self, name: &str) -> &[String] {
        match self.find(name) {
            Ok(at) => &self.0[at].1,
            Err(_) => &[],
        }
    }

    /// Appends a value to the parameter `name`, which is added if it does not exist.
    pub fn add(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.values_of(name.into()).push(value.into());
    }

    /// Sets the parameter `name` to a single value, which replaces all existing ones. Adds the parameter if it does not
    /// exist.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        *self.values_of(name.into()) = vec![value.into()];
    }

    /// Removes the parameter `name` and returns its values, which are empty if it does not exist.
    pub fn remove(&mut self, name: &str) -> Vec<String> {
        match self.find(name) {
            Ok(at) => self.0.remove(at).1,
            Err(_) => Vec::new(),
        }
    }

    /// Returns true if the set contains no parameters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the parameters with their values, ordered by the bytes of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.0.iter().map(|(name, values)| (name.as_str(), values.as_slice()))
    }

    /// Parses the query of a URL, without the leading `?`, and drops parameters that are invalid, as Go's HTTP server
    /// does. A parameter is invalid if it contains a semicolon or a malformed `%` escape. [`str::parse`] returns an
    /// error for them.
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
        let (mut pairs, mut first_error) = (Vec::new(), None);
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match parse_pair(pair) {
                Ok(pair) => pairs.push(pair),
                Err(error) => {
                    first_error.get_or_insert(error);
                }
            }
        }
        (Values::of(pairs), first_error)
    }

    /// Groups pairs by name; values of the same name keep their order.
    fn of(mut pairs: Vec<(String, String)>) -> Values {
        sort_by(&mut pairs, &|(a, _), (b, _)| a.cmp(b));
        let mut values = Vec::new();
        for (name, value) in pairs {
            match values.last_mut() {
                Some((last, values)) if *last == name => Vec::push(values, value),
                _ => values.push((name, vec![value])),
            }
        }
        Values(values)
    }

    /// Returns the index of a parameter, or the index at which it has to be inserted.
    fn find(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.as_str().cmp(name))
    }

    /// Returns the values of a parameter, which is inserted without values if it is new.
    fn values_of(&mut self, name: String) -> &mut Vec<String> {
        let at = self.find(&name).unwrap_or_else(|at| {
            self.0.insert(at, (name, Vec::new()));
            at
        });
        &mut self.0[at].1
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

/// Parses a query without its leading `?`, as Go's `url.ParseQuery` does.
impl FromStr for Values {
    type Err = ParseError;

    fn from_str(query: &str) -> Result<Self, ParseError> {
        let (values, first_error) = Values::parse(query);
        first_error.map_or(Ok(values), Err)
    }
}

/// Formats the query without a leading `?`, with parameters sorted by name, as Go's `Values.Encode` does.
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
        Values::of(pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}

/// The error returned by [`str::parse`] if a query contains a semicolon or a malformed `%` escape. The messages are
/// identical to the messages of Go's `net/url`.
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
