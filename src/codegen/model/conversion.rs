//! How types of a version become hub types and back.

use super::{Literal, Path, Source, TypeId};

/// How one type of a version becomes its hub type and back.
#[derive(Clone, Debug, Default)]
pub struct Conversion {
    /// The hub type. Equal to the version's own type for rules in place.
    pub hub: Option<TypeId>,
    /// What happens to the fields, in the order in which it happens. Every field of either side
    /// is answered by exactly one of these, by `functions`, or by a rule on the way to it.
    pub rules: Vec<Rule>,
    /// A pair of functions runs after the rules. `None`: no pair; the paths are what it answers for.
    pub functions: Option<Functions>,
    /// All fields without a place are kept in this annotation (kinds only).
    pub preserve: Option<String>,
}

/// The fields that a pair of functions on a type answers for.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    /// Fields of the version.
    pub version: Vec<Path>,
    /// Fields of the hub.
    pub hub: Vec<Path>,
    /// Fields of either side, answered for or not, that may come back changed.
    pub drops: Vec<Dropped>,
}

/// A field that functions do not bring back as it was.
#[derive(Clone, Debug)]
pub struct Dropped {
    /// The side whose field it is.
    pub side: Side,
    /// The field.
    pub field: Path,
    /// Why.
    pub reason: String,
}

/// One rule of a conversion: a line that somebody wrote, or the one that goes without saying.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What it does.
    pub action: Action,
    /// Where it was written; the field's own place for a rule that goes without saying.
    pub source: Source,
}

/// What a rule does. "Here" is the version, "there" the hub.
#[derive(Clone, Debug)]
pub enum Action {
    /// The value moves; nested types are converted on the way. `empty` is needed where one side
    /// is optional and the other plain. Structs on the way are made when the value is not empty.
    Move {
        /// Here.
        from: Path,
        /// There.
        to: Path,
        /// What an empty plain value means.
        empty: Option<Empty>,
    },
    /// The value is replaced by the table, others pass.
    Values {
        /// Here.
        from: Path,
        /// There.
        to: Path,
        /// What an empty plain value means.
        empty: Option<Empty>,
        /// Pairs (here, there), one to one.
        pairs: Vec<(String, String)>,
    },
    /// `<name>_to_hub(value)` and `<name>_from_hub(value)`.
    Function {
        /// Here.
        from: Path,
        /// There.
        to: Path,
        /// The name without the suffix.
        name: String,
        /// Why a value may come back changed.
        reason: Option<String>,
    },
    /// A second name, in the version, of a field that another rule moves: used when the first is
    /// empty; gets the first's value on the way back.
    Alias {
        /// The second name, here.
        alias: Path,
        /// The first name, here.
        of: Path,
        /// The alias is the first item of the list `of` (or the field of the first item, if a
        /// path is given below it).
        item: Option<Path>,
    },
    /// An absent optional value becomes present and empty when an object arrives on its side.
    MakePresent {
        /// The side whose field it is. In place, where both sides are one object, `There`.
        side: Side,
        /// The field.
        field: Path,
    },
    /// Kept in an annotation of the object on the other side.
    Annotation {
        /// The side that has the field.
        side: Side,
        /// The field.
        field: Path,
        /// The key.
        key: String,
        /// For a field of the hub with `set`: the value that needs no annotation.
        set: Option<Literal>,
    },
    /// A hub field that this version lacks gets this value.
    Set {
        /// There.
        field: Path,
        /// The value.
        value: Literal,
        /// Why another value is lost.
        reason: Option<String>,
    },
    /// Lost, for a reason.
    Drop {
        /// The side that has the field.
        side: Side,
        /// The field.
        field: Path,
        /// Why.
        reason: String,
    },
}

/// One of the two sides of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The version.
    Here,
    /// The hub.
    There,
}

/// What an empty value on the plain side means on the optional side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Empty {
    /// Nothing.
    Absent,
    /// A value that is empty.
    Present,
}
