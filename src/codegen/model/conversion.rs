//! Conversions between types of a version and hub types.

use super::{Literal, Path, Source, TypeId};

/// The conversion between a type of a version and its hub type.
#[derive(Clone, Debug, Default)]
pub struct Conversion {
    /// The hub type. Equal to the version's own type for rules that modify a value in place.
    pub hub: Option<TypeId>,
    /// The rules for the fields, in order of execution. Every field of either side is covered by exactly one of: a
    /// rule, a rule for a struct that contains the field, or `functions`.
    pub rules: Vec<Rule>,
    /// The fields covered by a pair of hand-written functions, which runs after the rules. `None` without such a pair.
    pub functions: Option<Functions>,
    /// The annotation that stores all fields without a counterpart (kinds only).
    pub preserve: Option<String>,
}

/// The fields covered by a pair of hand-written functions for a type.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    /// The covered fields of the version.
    pub version: Vec<Path>,
    /// The covered fields of the hub.
    pub hub: Vec<Path>,
    /// The fields of either side, covered or not, that may not survive a round trip.
    pub drops: Vec<Dropped>,
}

/// A field that may not survive a round trip through hand-written functions.
#[derive(Clone, Debug)]
pub struct Dropped {
    /// The side that has the field.
    pub side: Side,
    /// The field.
    pub field: Path,
    /// The reason for the loss.
    pub reason: String,
}

/// A rule of a conversion: either written in the definitions, or implied by equal field names.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The action.
    pub action: Action,
    /// The location of the rule. For an implied rule, the location of the field.
    pub source: Source,
}

/// The effect of a conversion rule on a field. Paths are relative to the version's type or to the hub type.
#[derive(Clone, Debug)]
pub enum Action {
    /// Moves the value and converts nested types. `empty` is set if exactly one side is optional. Unset structs on the
    /// path to the target are created if the value is not empty.
    Move {
        /// The field of the version.
        from: Path,
        /// The field of the hub.
        to: Path,
        /// The mapping of zero values between a plain and an optional field.
        empty: Option<Empty>,
    },
    /// Replaces a string, or each string in a list or map, according to a table. Strings that are not in the table are
    /// moved unchanged.
    Values {
        /// The field of the version.
        from: Path,
        /// The field of the hub.
        to: Path,
        /// The mapping of zero values between a plain and an optional field.
        empty: Option<Empty>,
        /// Pairs of a value in the version and a value in the hub. The mapping is one to one.
        pairs: Vec<(String, String)>,
        /// The values that the other side does not support. They are moved unchanged and reported as lost.
        unsupported: Option<Unsupported>,
    },
    /// Converts the value to another representation.
    Transform {
        /// The field of the version.
        from: Path,
        /// The field of the hub.
        to: Path,
        /// The mapping of zero values between a plain and an optional field.
        empty: Option<Empty>,
        /// The conversion.
        transform: Transform,
        /// The reason why a value of a side for which [`Transform::loses`] is true may not survive a round trip.
        reason: Option<String>,
    },
    /// Converts the value with the hand-written functions `<name>_to_hub(value)` and `<name>_from_hub(value)`.
    Function {
        /// The field of the version.
        from: Path,
        /// The field of the hub.
        to: Path,
        /// The name without the suffix.
        name: String,
        /// The reason why a value may not survive a round trip, if so.
        reason: Option<String>,
    },
    /// Treats a field of the version as an alias of another field of the version, which another rule moves. When
    /// converting to the hub, the alias is used if the other field is empty. When converting from the hub, both fields
    /// are set to the same value.
    Alias {
        /// The alias.
        alias: Path,
        /// The other field.
        of: Path,
        /// If set, the alias corresponds to the first item of the list `of`, or to the field at this path in the first
        /// item if the path is not empty.
        item: Option<Path>,
    },
    /// Sets an unset optional field to an empty value when an object is converted to its side.
    MakePresent {
        /// The side that has the field. `There` for a rule in place, for which both sides are the same object.
        side: Side,
        /// The field.
        field: Path,
    },
    /// Stores the value in an annotation of the object on the other side.
    Annotation {
        /// The side that has the field.
        side: Side,
        /// The field.
        field: Path,
        /// The key of the annotation.
        key: String,
        /// For a field with `set`: the value that requires no annotation.
        set: Option<Literal>,
    },
    /// Sets a field that only one side has, when an object is converted to that side.
    Set {
        /// The side that has the field.
        side: Side,
        /// The field.
        field: Path,
        /// The value.
        value: Literal,
        /// The reason why any other value is lost.
        reason: Option<String>,
    },
    /// Drops the value.
    Drop {
        /// The side that has the field.
        side: Side,
        /// The field.
        field: Path,
        /// The reason for the loss.
        reason: String,
    },
}

/// A conversion of a value between two representations. The direction follows from the side that it names.
#[derive(Clone, Debug, PartialEq)]
pub enum Transform {
    /// Replaces values according to a table of values in the version and in the hub. At least one of the fields is a
    /// boolean or an integer. Other values are errors, or lost if the rule has a reason.
    Values(Vec<(Literal, Literal)>),
    /// A number of units and a duration.
    Duration {
        /// The side of the duration.
        side: Side,
        /// The length of a unit in nanoseconds.
        nanos: i64,
    },
    /// A number of units and a quantity.
    Quantity {
        /// The side of the quantity.
        side: Side,
        /// The suffix of the unit, such as `m` or `Mi`; empty for 1.
        suffix: String,
    },
    /// An integer in the version, and in the hub its product with this factor.
    Scale(i64),
    /// An integer and its decimal notation.
    Decimal {
        /// The side of the text.
        side: Side,
    },
    /// A value and a list of one item.
    List {
        /// The side of the list.
        side: Side,
    },
    /// A list of structs with two fields, and a map.
    Entries {
        /// The side of the list.
        side: Side,
        /// The type of the items.
        item: TypeId,
        /// The index of the field with the key.
        key: usize,
        /// The index of the field with the value.
        value: usize,
    },
    /// A list of texts such as `key=value`, and a map.
    Texts {
        /// The side of the list.
        side: Side,
        /// The text between key and value.
        separator: String,
    },
    /// A map in which keys are renamed: pairs of the key in the version and the key in the hub.
    Keys(Vec<(String, String)>),
    /// Converts each item of a list, or each value of a map.
    Items(Box<Transform>),
}

impl Transform {
    /// True if values of `side` can lack an exact counterpart. The rule then has a reason, which is optional for
    /// [`Transform::Values`].
    #[must_use]
    pub fn loses(&self, side: Side) -> bool {
        match self {
            Transform::Decimal { .. } | Transform::Keys(_) => false,
            Transform::Values(_) => true,
            Transform::Scale(_) => side == Side::There,
            Transform::Duration { side: lossy, .. }
            | Transform::Quantity { side: lossy, .. }
            | Transform::List { side: lossy }
            | Transform::Entries { side: lossy, .. }
            | Transform::Texts { side: lossy, .. } => side == *lossy,
            Transform::Items(inner) => inner.loses(side),
        }
    }
}

/// The values of enums that the enum of the other side lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The values of the version that the hub does not support.
    pub version: Vec<String>,
    /// The values of the hub that the version does not support.
    pub hub: Vec<String>,
    /// The reason why the other side does not support them.
    pub reason: String,
}

/// A side of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The version.
    Here,
    /// The hub.
    There,
}

/// The mapping of a zero value of a plain field to an optional field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Empty {
    /// The optional field is unset.
    Absent,
    /// The optional field is set to the zero value.
    Present,
}
