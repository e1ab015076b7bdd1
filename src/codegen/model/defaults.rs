//! What is filled in.

use super::{Path, Source};

/// One step of defaulting.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// The step runs only if all of these hold.
    pub conditions: Vec<Condition>,
    /// Fields to fill, in order.
    pub set: Vec<(Path, Literal)>,
    /// For lists, maps: length 0 counts as absent, too.
    pub or_empty: bool,
    /// Fields to fill from others, `(to, from)`.
    pub copy: Vec<(Path, Path)>,
    /// Call the hand-written `set_defaults_<type>`.
    pub function: bool,
    /// Where it was written.
    pub source: Option<Source>,
}

/// A condition of a defaulting step.
#[derive(Clone, Debug)]
pub enum Condition {
    /// The field has one of these values.
    Is(Path, Vec<Literal>),
    /// The field is there and not empty.
    Present(Path),
    /// The field is absent or empty.
    Absent(Path),
    /// The feature gate is on.
    Gate(String),
}

/// A literal, already checked against the type of its field.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// `true`, `false`
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// Text; also of times, durations and quantities.
    Text(String),
    /// A list.
    List(Vec<Literal>),
    /// A struct: field index to value, in field order. Empty: the struct, empty.
    Struct(Vec<(usize, Literal)>),
    /// A map.
    Map(Vec<(String, Literal)>),
}
