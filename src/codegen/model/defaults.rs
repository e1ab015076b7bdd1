//! Defaulting steps.

use super::{Path, Source};

/// A step of the defaulting of a type. The steps of a type run in order.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Step {
    /// The conditions under which the step runs: all of them must be met. The step always runs if there are none.
    pub conditions: Vec<Condition>,
    /// The fields to set, with their values, in order. A field is set only if it is an optional field that is unset, a
    /// list or map that is nil, or any other field that is empty.
    pub set: Vec<(Path, Literal)>,
    /// If true, empty lists and maps are treated as unset, like nil ones. If false, only nil ones are.
    pub or_empty: bool,
    /// The fields to copy, as pairs of target and source. A target that is set is not changed.
    pub copy: Vec<(Path, Path)>,
    /// If true, the step calls the hand-written function `set_defaults_<type>`.
    pub function: bool,
    /// The location of the step in the definitions, or `None` if it is not written there.
    pub source: Option<Source>,
}

/// A condition for a defaulting step. Paths are relative to the type.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Condition {
    /// The field at the path has one of these values.
    Is(Path, Vec<Literal>),
    /// The field at the path is set. An optional field is set even if its value is empty; any other field is set if it
    /// is not empty.
    Present(Path),
    /// The field at the path is unset, the opposite of `Present`.
    Absent(Path),
    /// The feature gate of this name is enabled.
    Gate(String),
}

/// A value of a field in the definitions, such as a default. The variant is the one for the type of the field.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Literal {
    /// A boolean, `true` or `false`.
    Bool(bool),
    /// An integer, without a fraction.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// A string; also the text of a time, duration or quantity.
    Text(String),
    /// A list, with its items.
    List(Vec<Literal>),
    /// A struct, as pairs of field index and value in the order of the fields. Fields that are not contained have their
    /// zero value.
    Struct(Vec<(usize, Literal)>),
    /// A map, as pairs of key and value.
    Map(Vec<(String, Literal)>),
}

impl Literal {
    /// Returns true for `false`, 0 and an empty string, list or map.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Literal::Bool(value) => !value,
            Literal::Int(value) => *value == 0,
            Literal::Float(value) => *value == 0.0,
            Literal::Text(text) => text.is_empty(),
            Literal::List(items) => items.is_empty(),
            Literal::Struct(fields) => fields.is_empty(),
            Literal::Map(entries) => entries.is_empty(),
        }
    }
}
