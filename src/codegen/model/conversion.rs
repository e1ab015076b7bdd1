//! Conversions between types of a version and hub types.

use super::{Literal, Path, Source, TypeId};

/// The rules of conversion between a type of a version and its hub type. The hub type is the internal type through
/// which all versions are converted.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Conversion {
    /// The hub type. For rules that modify a value in place, it is the version's own type. Models returned by
    /// [`Config::load`](crate::codegen::Config::load) always have it.
    pub hub: Option<TypeId>,
    /// The rules for the fields, in order of execution. Every field of either side is covered by exactly one of: a
    /// rule, a rule for a struct that contains the field, or `functions`.
    pub rules: Vec<Rule>,
    /// The fields covered by a pair of hand-written functions, which runs after the rules. `None` without such a pair.
    pub functions: Option<Functions>,
    /// The name of the annotation that stores all fields without a counterpart in the other type, or `None` if there is
    /// none. Only kinds have it.
    pub preserve: Option<String>,
}

/// The fields that are converted by a pair of hand-written functions for a type, one for each direction.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Functions {
    /// The fields of the version's type that the functions convert.
    pub version: Vec<Path>,
    /// The fields of the hub type that the functions convert.
    pub hub: Vec<Path>,
    /// The fields of either type that may not survive a round trip, even if the functions do not convert them.
    pub drops: Vec<Dropped>,
}

/// A field that may not survive a round trip through hand-written functions, as declared in the definitions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Dropped {
    /// The type that has the field: the version's or the hub's.
    pub side: Side,
    /// The path of the field in the type of this side.
    pub field: Path,
    /// The reason for the loss, in words for users.
    pub reason: String,
}

/// A rule of a conversion: either written in the definitions, or implied by equal field names.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rule {
    /// The effect of the rule on its fields.
    pub action: Action,
    /// The location of the rule in the definitions. For a rule that is implied by equal names, the location of the
    /// field.
    pub source: Source,
}

/// The effect of a conversion rule. Each rule has an effect in both directions. Paths are relative to the version's
/// type or to the hub type.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Action {
    /// Moves the value between a field of the version and one of the hub, and converts nested types. Unset structs on
    /// the path to the target are created if the value is not empty.
    Move {
        /// The path of the field in the version's type.
        from: Path,
        /// The path of the field in the hub type, to or from which the value is moved.
        to: Path,
        /// The optional field that corresponds to a zero value of the plain field. Set if exactly one of the two fields
        /// is optional, otherwise `None`.
        empty: Option<Empty>,
    },
    /// Moves a string, or a list or map of strings, between the fields, and replaces each string according to a table.
    /// Strings that are not in the table are moved unchanged.
    Values {
        /// The path of the field in the version's type.
        from: Path,
        /// The path of the field in the hub type, to or from which the value is moved.
        to: Path,
        /// The optional field that corresponds to a zero value of the plain field. Set if exactly one of the two fields
        /// is optional, otherwise `None`.
        empty: Option<Empty>,
        /// Pairs of a value in the version and a value in the hub. The mapping is one to one.
        pairs: Vec<(String, String)>,
        /// The values that the field of the other side does not support, or `None` if it supports all. They are moved
        /// unchanged and reported as lost.
        unsupported: Option<Unsupported>,
    },
    /// Moves the value between the fields and converts it to another representation, such as a number of seconds to a
    /// duration.
    Transform {
        /// The path of the field in the version's type.
        from: Path,
        /// The path of the field in the hub type, to or from which the value is moved.
        to: Path,
        /// The optional field that corresponds to a zero value of the plain field. Set if exactly one of the two fields
        /// is optional, otherwise `None`.
        empty: Option<Empty>,
        /// The conversion between the two representations.
        transform: Transform,
        /// The reason why a value of a side for which [`Transform::loses`] is true may not survive a round trip, in
        /// words for users. `None` if the conversion is exact, or if other values are errors.
        reason: Option<String>,
    },
    /// Converts the value with the hand-written functions `<name>_to_hub(value)` and `<name>_from_hub(value)`.
    Function {
        /// The path of the field in the version's type.
        from: Path,
        /// The path of the field in the hub type, to or from which the value is moved.
        to: Path,
        /// The name of the functions without the suffixes `_to_hub` and `_from_hub`.
        name: String,
        /// The reason why a value may not survive a round trip, in words for users, or `None` if all values do.
        reason: Option<String>,
    },
    /// Treats a field of the version as an alias of another field of the version, which another rule moves. When
    /// converting to the hub, the alias is used if the other field is empty. When converting from the hub, both fields
    /// are set to the same value.
    Alias {
        /// The path of the alias in the version's type.
        alias: Path,
        /// The path in the version's type of the field to which the alias is equivalent.
        of: Path,
        /// If set, `of` is a list, and the alias corresponds to its first item, or to the field at this path in the
        /// first item if the path is not empty. If `None`, the alias corresponds to `of` itself.
        item: Option<Path>,
    },
    /// Sets an unset optional field to an empty value when an object is converted to its side.
    MakePresent {
        /// The type that has the field: the version's or the hub's. It is `There` for a rule that modifies a value in
        /// place, for which both are the same object.
        side: Side,
        /// The path of the field in the type of this side.
        field: Path,
    },
    /// Stores the value of a field without a counterpart in an annotation or label of the object on the other side, and
    /// restores it from there.
    Annotation {
        /// The type that has the field: the version's or the hub's.
        side: Side,
        /// The path of the field in the type of this side.
        field: Path,
        /// The name of the annotation or label.
        key: String,
        /// The value for which no annotation is written, and to which the field is set if the annotation is missing.
        /// `None` if the field has no `set` rule.
        set: Option<Literal>,
        /// If set, the value is stored in a label instead of an annotation. The reason why values that are not valid
        /// values of labels are lost.
        label: Option<String>,
    },
    /// Splits a string into several fields of the other side, and joins them.
    Split {
        /// The side that has the string.
        side: Side,
        /// The field with the string.
        text: Path,
        /// The fields of the other side, which are strings or integers.
        parts: Vec<Path>,
        /// The text between two parts.
        separator: String,
        /// The reason why some values are lost, such as parts that contain the separator.
        reason: String,
    },
    /// Converts a field to an entry of a map of the other side.
    Entry {
        /// The side that has the map.
        side: Side,
        /// The map.
        map: Path,
        /// The key of the entry.
        key: String,
        /// The field of the other side.
        field: Path,
        /// The mapping of a zero value of a plain field: no entry, or an entry with the zero value.
        empty: Option<Empty>,
        /// True if the map contains strings and the field has another type.
        as_text: bool,
    },
    /// Sets a field that only one side has to a fixed value, when an object is converted to that side.
    Set {
        /// The type that has the field: the version's or the hub's.
        side: Side,
        /// The path of the field in the type of this side.
        field: Path,
        /// The value to which the field is set.
        value: Literal,
        /// The reason why any other value of the field is lost in a conversion to the other side, in words for users,
        /// or `None` if other values are preserved in an annotation.
        reason: Option<String>,
    },
    /// Drops the value of a field that has no counterpart.
    Drop {
        /// The type that has the field: the version's or the hub's.
        side: Side,
        /// The path of the field in the type of this side.
        field: Path,
        /// The reason for the loss, in words for users.
        reason: String,
    },
}

/// A conversion of a value between two representations, one in the version and one in the hub. A variant with a `side`
/// states which of the two has the first-named representation.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Transform {
    /// Replaces values according to a table of values in the version and in the hub. At least one of the fields is a
    /// boolean or an integer. Other values are errors, or lost if the rule has a reason.
    Values(Vec<(Literal, Literal)>),
    /// Converts between a number of units, such as seconds, and a duration.
    Duration {
        /// The side whose field is a duration. The field of the other side is an integer.
        side: Side,
        /// The length of the integer's unit in nanoseconds.
        nanos: i64,
    },
    /// Converts between a number of units, such as mebibytes, and a quantity.
    Quantity {
        /// The side whose field is a quantity. The field of the other side is an integer.
        side: Side,
        /// The suffix of the integer's unit, such as `m` or `Mi`; empty for units of 1.
        suffix: String,
    },
    /// Multiplies an integer in the version by this factor to get the integer in the hub.
    Scale(i64),
    /// Converts between an integer and its text in decimal notation.
    Decimal {
        /// The side whose field is a string. The field of the other side is an integer.
        side: Side,
    },
    /// Converts between a single value and a list that contains only this value.
    List {
        /// The side whose field is a list.
        side: Side,
    },
    /// Converts between a list of structs with a key and a value, and a map.
    Entries {
        /// The side whose field is a list.
        side: Side,
        /// The type of the list's items, a struct.
        item: TypeId,
        /// The index in the item's struct of the field that contains the key.
        key: usize,
        /// The index in the item's struct of the field that contains the value.
        value: usize,
    },
    /// Converts between a list of texts such as `key=value`, and a map.
    Texts {
        /// The side whose field is a list.
        side: Side,
        /// The text between key and value, such as `=`.
        separator: String,
    },
    /// Renames keys of a map. Each pair contains the key in the version and the key in the hub.
    Keys(Vec<(String, String)>),
    /// Applies this conversion to each item of a list, or to each value of a map.
    Items(Box<Transform>),
}

impl Transform {
    /// Returns true if the field of `side` can have values that the field of the other side cannot represent, such as a
    /// duration with a fraction of a second. The rule then has a reason, which is optional for [`Transform::Values`].
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

/// The values of two enums, one of the version and one of the hub, that only one of them has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The values of the version that the hub does not support.
    pub version: Vec<String>,
    /// The values of the hub that the version does not support.
    pub hub: Vec<String>,
    /// The reason why the other side does not support them, in words for users.
    pub reason: String,
}

/// One of the two types of a conversion: the version's or the hub's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The version's type.
    Here,
    /// The hub type.
    There,
}

impl Side {
    /// Returns the one of two paths, in the version's type and in the hub type, that is on this side.
    pub(crate) fn path<'p>(self, from: &'p Path, to: &'p Path) -> &'p Path {
        match self {
            Side::Here => from,
            Side::There => to,
        }
    }
}

/// The value of an optional field that corresponds to the zero value of a plain field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Empty {
    /// The zero value of the plain field corresponds to an unset optional field.
    Absent,
    /// The zero value of the plain field corresponds to an optional field that is set to the zero value.
    Present,
}
