use std::fmt;

use super::valid::{key_mistakes, value_mistakes};
use crate::order::sort_by;
use crate::wire::quote::quote;

/// A single condition of a selector.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Requirement {
    /// The key of the label.
    pub(crate) key: String,
    /// The operator that compares the label with the values.
    pub(crate) operator: Operator,
    /// The values to compare with. If they were parsed from text, they are sorted and distinct.
    pub(crate) values: Vec<String>,
}

/// An operator of a requirement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    /// `!key`
    DoesNotExist,
    /// `key`
    Exists,
    /// `key=value`
    Equals,
    /// `key==value`
    DoubleEquals,
    /// `key!=value`
    NotEquals,
    /// `key in (a,b)`
    In,
    /// `key notin (a,b)`
    NotIn,
    /// `key>1`
    GreaterThan,
    /// `key<1`
    LessThan,
}

impl Operator {
    /// Returns the name of the operator in error messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Operator::DoesNotExist => "!",
            Operator::Exists => "exists",
            Operator::Equals => "=",
            Operator::DoubleEquals => "==",
            Operator::NotEquals => "!=",
            Operator::In => "in",
            Operator::NotIn => "notin",
            Operator::GreaterThan => "gt",
            Operator::LessThan => "lt",
        }
    }
}

impl Requirement {
    /// Creates a requirement after validating its key and values.
    ///
    /// # Errors
    ///
    /// All errors found, formatted like upstream's list of field errors.
    pub(crate) fn new(key: &str, operator: Operator, values: Vec<String>) -> Result<Requirement, String> {
        let mut mistakes = Vec::new();
        check_key("key", key).unwrap_or_else(|mistake| mistakes.push(mistake));
        count_mistake(operator, &values).into_iter().for_each(|mistake| mistakes.push(mistake));
        for (at, value) in values.iter().enumerate() {
            let wrong = value_mistakes(value);
            if !wrong.is_empty() {
                mistakes.push(format!("values[{at}][{key}]: Invalid value: {}: {}", quote(value), wrong.join("; ")));
            }
        }
        match &mistakes[..] {
            [] => Ok(Requirement { key: key.to_owned(), operator, values }),
            [mistake] => Err(mistake.clone()),
            mistakes => Err(format!("[{}]", mistakes.join(", "))),
        }
    }
}

/// Validates a key; `field` is the field path that upstream's message contains.
pub(super) fn check_key(field: &str, key: &str) -> Result<(), String> {
    match key_mistakes(key) {
        mistakes if mistakes.is_empty() => Ok(()),
        mistakes => Err(format!("{field}: Invalid value: {}: {}", quote(key), mistakes.join("; "))),
    }
}

/// Checks that the number and type of the values match the operator.
fn count_mistake(operator: Operator, values: &[String]) -> Option<String> {
    let all = || format!("[{}]", values.iter().map(|value| quote(value)).collect::<Vec<_>>().join(","));
    let wrong = |reason: &str| Some(format!("values: Invalid value: {}: {reason}", all()));
    match operator {
        Operator::In | Operator::NotIn if values.is_empty() => {
            wrong("for 'in', 'notin' operators, values set can't be empty")
        }
        Operator::Exists | Operator::DoesNotExist if !values.is_empty() => {
            wrong("values set must be empty for exists and does not exist")
        }
        Operator::GreaterThan | Operator::LessThan => {
            let (at, value) = values.iter().enumerate().find(|(_, value)| value.parse::<i64>().is_err())?;
            let reason = "for 'Gt', 'Lt' operators, the value must be an integer";
            Some(format!("values[{at}]: Invalid value: {}: {reason}", quote(value)))
        }
        _ => None,
    }
}

/// Formats the requirement as in a selector, with sorted values.
impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut values = self.values.clone();
        sort_by(&mut values, &Ord::cmp);
        let (key, values) = (&self.key, values.join(","));
        match self.operator {
            Operator::DoesNotExist => write!(f, "!{key}"),
            Operator::Exists => f.write_str(key),
            Operator::Equals | Operator::DoubleEquals | Operator::NotEquals => {
                write!(f, "{key}{}{values}", self.operator.name())
            }
            Operator::In | Operator::NotIn => write!(f, "{key} {} ({values})", self.operator.name()),
            Operator::GreaterThan => write!(f, "{key}>{values}"),
            Operator::LessThan => write!(f, "{key}<{values}"),
        }
    }
}

/// Formats a selector, with its requirements sorted by key.
pub(crate) fn to_text(mut requirements: Vec<Requirement>) -> String {
    sort_by(&mut requirements, &|left, right| left.key.cmp(&right.key));
    requirements.iter().map(Requirement::to_string).collect::<Vec<_>>().join(",")
}
