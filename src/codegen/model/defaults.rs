//! Defaulting steps.

use super::{Path, Source};

/// A step of the defaulting of a type.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// The conditions. The step runs only if all of them are met.
    pub conditions: Vec<Condition>,
    /// The fields to set, with their values, in order. A field is set only if it is an optional field that is unset, a
    /// list or map that is nil, or any other field that is empty.
    pub set: Vec<(Path, Literal)>,
    /// True if lists and maps of length 0 are treated as unset, like nil ones.
    pub or_empty: bool,
    /// The fields to copy if the target is unset, as pairs of target and source.
    pub copy: Vec<(Path, Path)>,
    /// True if the step calls the hand-written function `set_defaults_<type>`.
    pub function: bool,
    /// The location of the step.
    pub source: Option<Source>,
}

/// A condition of a defaulting step.
#[derive(Clone, Debug)]
pub enum Condition {
    /// The field has one of these values.
    Is(Path, Vec<Literal>),
    /// The optional field is set, even to an empty value; any other field is not empty.
    Present(Path),
    /// The opposite of `Present`: the optional field is unset; any other field is empty.
    Absent(Path),
    /// The feature gate is enabled.
    Gate(String),
}

/// The literal default value of a field. The variant matches the type of the field.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// A string; also the text of a time, duration or quantity.
    Text(String),
    /// A list.
    List(Vec<Literal>),
    /// A struct, as pairs of field index and value in field order. Other fields are zero.
    Struct(Vec<(usize, Literal)>),
    /// A map.
    Map(Vec<(String, Literal)>),
}
