//! Methods of label selectors.

use super::meta::v1::{LabelSelector, LabelSelectorRequirement};
use crate::conversion::Error;
use crate::field::{List, Map, Str};
use crate::meta::labels::{self, Operator, Requirement};
use crate::wire::quote::quote;

impl LabelSelector {
    /// Parses a selector in the text format of kubectl, such as `app=web,tier in (back,front)`. Counterpart of
    /// `ParseToLabelSelector`.
    ///
    /// Requirements with `=` or `==` become `match_labels`, all others `match_expressions`, sorted by key. Neither of
    /// the two fields is nil afterwards, even if it is empty.
    ///
    /// ```
    /// use apimachinery::apis::meta::v1::LabelSelector;
    ///
    /// let selector = LabelSelector::parse("app=web,tier in (back,front)").unwrap();
    /// assert_eq!(selector.match_labels["app"], "web");
    /// assert_eq!(selector.match_expressions[0].operator, "In");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a valid selector, or uses an operator that label selectors do not have:
    /// `!=`, `<`, `>`.
    pub fn parse(text: &str) -> Result<LabelSelector, Error> {
        let wrong = |error| Error::new(format!("couldn't parse the selector string \"{text}\": {error}"));
        let mut selector = LabelSelector { match_labels: Map::from([("", Str::EMPTY); 0]), ..Default::default() };
        selector.match_expressions = List::from([]);
        for Requirement { key, operator, mut values } in labels::parse(text).map_err(wrong)? {
            match expression(operator).map_err(Error::new)? {
                None => drop(selector.match_labels.insert(key, values.pop().unwrap_or_default().into())),
                Some(operator) => selector.match_expressions.push(LabelSelectorRequirement {
                    key: key.into(),
                    operator: operator.into(),
                    values: values.into_iter().map(Str::from).collect(),
                }),
            }
        }
        Ok(selector)
    }

    /// Returns a selector that requires each of the labels to have the given value, or `None` if the map is nil.
    /// Counterpart of `SetAsLabelSelector`.
    ///
    /// ```
    /// use apimachinery::apis::meta::v1::LabelSelector;
    /// use apimachinery::meta::Map;
    ///
    /// let selector = LabelSelector::from_labels(&Map::from([("app", "web".into())]));
    /// assert_eq!(LabelSelector::format(selector.as_ref()), "app=web");
    /// ```
    #[must_use]
    pub fn from_labels(labels: &Map<Str>) -> Option<LabelSelector> {
        (!labels.is_nil()).then(|| LabelSelector { match_labels: labels.clone(), ..Default::default() })
    }

    /// Converts the selector to a map from labels to required values, the format of selectors in older types such as
    /// ReplicationController. Counterpart of `LabelSelectorAsMap`.
    ///
    /// ```
    /// use apimachinery::apis::meta::v1::LabelSelector;
    ///
    /// let labels = LabelSelector::parse("app=web,tier in (back)").unwrap().as_map().unwrap();
    /// assert_eq!(labels["tier"], "back");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if an expression has an operator other than `In`, or does not have exactly one value.
    pub fn as_map(&self) -> Result<Map<Str>, Error> {
        let mut labels = self.match_labels.clone();
        labels.make();
        for LabelSelectorRequirement { key, operator, values } in &self.match_expressions {
            let quoted = quote(operator);
            let value = match (&**operator, &values[..]) {
                ("In", [value]) => Ok(value),
                ("In", _) => Err(format!(
                    "operator {quoted} without a single value cannot be converted into the old label selector format"
                )),
                ("NotIn" | "Exists" | "DoesNotExist", _) => {
                    Err(format!("operator {quoted} cannot be converted into the old label selector format"))
                }
                _ => Err(format!("{quoted} is not a valid selector operator")),
            };
            labels.insert(key.clone(), value.map_err(Error::new)?.clone());
        }
        Ok(labels)
    }

    /// Formats a selector as human-readable text, such as `app=web,tier in (back,front)`. Returns `<none>` if it is
    /// `None` or empty, and `<error>` if it is invalid. Counterpart of `FormatLabelSelector`.
    ///
    /// ```
    /// use apimachinery::apis::meta::v1::LabelSelector;
    ///
    /// assert_eq!(LabelSelector::format(None), "<none>");
    /// let selector = LabelSelector::parse("tier in (front,back),app=web").unwrap();
    /// assert_eq!(LabelSelector::format(Some(&selector)), "app=web,tier in (back,front)");
    /// ```
    #[must_use]
    pub fn format(selector: Option<&LabelSelector>) -> String {
        let text = selector.map_or_else(|| Ok(String::new()), |selector| selector.requirements().map(labels::to_text));
        match text {
            Ok(text) if text.is_empty() => "<none>".to_owned(),
            Ok(text) => text,
            Err(_) => "<error>".to_owned(),
        }
    }

    fn requirements(&self) -> Result<Vec<Requirement>, String> {
        let label = |(key, value): (&Str, &Str)| Requirement::new(key, Operator::Equals, vec![value.to_string()]);
        let expression = |expression: &LabelSelectorRequirement| {
            let values = expression.values.iter().map(Str::to_string).collect();
            Requirement::new(&expression.key, comparison(&expression.operator)?, values)
        };
        self.match_labels.iter().map(label).chain(self.match_expressions.iter().map(expression)).collect()
    }
}

/// Returns the operator of an expression, or `None` for a label with one value.
fn expression(operator: Operator) -> Result<Option<&'static str>, String> {
    Ok(match operator {
        Operator::Equals | Operator::DoubleEquals => None,
        Operator::In => Some("In"),
        Operator::NotIn => Some("NotIn"),
        Operator::Exists => Some("Exists"),
        Operator::DoesNotExist => Some("DoesNotExist"),
        Operator::GreaterThan | Operator::LessThan => {
            return Err(format!("{} isn't supported in label selectors", quote(operator.name())));
        }
        Operator::NotEquals => {
            return Err(format!("{} is not a valid label selector operator", quote(operator.name())));
        }
    })
}

fn comparison(operator: &str) -> Result<Operator, String> {
    match operator {
        "In" => Ok(Operator::In),
        "NotIn" => Ok(Operator::NotIn),
        "Exists" => Ok(Operator::Exists),
        "DoesNotExist" => Ok(Operator::DoesNotExist),
        other => Err(format!("{} is not a valid label selector operator", quote(other))),
    }
}
