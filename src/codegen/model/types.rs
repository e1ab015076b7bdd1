//! Types: structs and their fields, named strings, and aliases.

use super::{Limits, Merge, Source};

/// The index of a type in [`Model::types`](super::Model::types).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub usize);

/// A type that the definitions declare: a struct, a named string or an alias.
#[derive(Debug)]
pub struct Type {
    /// The name in the definitions, such as `DeploymentSpec`.
    pub name: String,
    /// The module name of its group.
    pub group: String,
    /// Its version, or `internal`.
    pub version: String,
    /// The documentation; empty if there is none.
    pub doc: String,
    /// The content of the declaration.
    pub body: Body,
    /// The type to which this one is identical in every respect: fields, names, numbers, presence and field types. Both
    /// are one Rust type, and this one is a re-export. The `same_as` of that type is `None`.
    pub same_as: Option<TypeId>,
    /// True if a value of this type can contain another value of this type.
    pub recursive: bool,
    /// The constraints on its values.
    pub limits: Limits,
    /// The location of its declaration.
    pub source: Source,
}

/// The content of a type declaration.
#[derive(Debug)]
pub enum Body {
    /// A struct.
    Struct(Struct),
    /// A named string type.
    Text {
        /// The known values, in order of definition.
        values: Vec<String>,
        /// True if the definitions can use no other values. Corresponds to `enum` instead of `values` in the
        /// definitions.
        closed: bool,
    },
    /// An alias for another type, such as a list, a map (`ResourceList`) or a scalar.
    Alias(TypeRef),
}

/// The fields of a struct.
#[derive(Clone, Debug, Default)]
pub struct Struct {
    /// The fields in JSON order.
    pub fields: Vec<Field>,
    /// True for a kind or a list, which has `type_meta` (`kind` and `apiVersion`) before the fields in `fields`.
    pub has_type_meta: bool,
    /// The names of fields of which exactly one must be set.
    pub one_of: Vec<String>,
    /// True for a union: its JSON representation is the value of one of its fields. The JSON type of the value
    /// determines the field.
    pub union: bool,
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The JSON name. For an inline field, the name that it would have if it were not inline.
    pub name: String,
    /// The Protobuf field number; `None` if the version has no `.proto` file.
    pub number: Option<u32>,
    /// The type, without optionality.
    pub ty: TypeRef,
    /// True for an optional field: `Option<T>` in Rust, `*T` in Go.
    pub optional: bool,
    /// True for an optional message that is stored in a `Box`.
    pub boxed: bool,
    /// The condition under which JSON omits the field.
    pub omit: Omit,
    /// True if the fields of its value are part of the parent's JSON object.
    pub inline: bool,
    /// The documentation.
    pub doc: String,
    /// The markers for server-side apply and strategic merge patches.
    pub merge: Merge,
    /// The constraints on its value.
    pub limits: Limits,
    /// The location of its declaration.
    pub source: Source,
}

/// The condition under which JSON omits a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Omit {
    /// The field is never omitted: an unset field is encoded as `null` or as the zero value.
    Never,
    /// Go's `omitempty`: the field is omitted if it is unset, a zero scalar, or an empty string, list or map. A plain
    /// struct is never omitted.
    Empty,
    /// Go's `omitzero`: the field is omitted if its value is the zero value, which includes structs.
    Zero,
}

/// A reference to a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeRef {
    /// A scalar of the definition language.
    Scalar(Scalar),
    /// A type that is built into the runtime.
    Leaf(Leaf),
    /// A declared type.
    Named(TypeId),
    /// A list.
    List(Box<TypeRef>),
    /// A map with string keys.
    Map(Box<TypeRef>),
}

/// A scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// `bool`
    Bool,
    /// `i32`
    Int32,
    /// `i64`
    Int64,
    /// `f64`
    Double,
    /// `Str`
    String,
    /// `Bytes`
    Bytes,
}

/// A built-in type with its own encoding rules, defined in the runtime's module `meta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// `meta.v1.Time`
    Time,
    /// `meta.v1.MicroTime`
    MicroTime,
    /// `meta.v1.Duration`
    Duration,
    /// `meta.v1.Quantity`
    Quantity,
    /// `meta.v1.IntOrString`
    IntOrString,
    /// `meta.v1.RawExtension`
    RawExtension,
    /// `meta.v1.FieldsV1`
    FieldsV1,
    /// `meta.v1.StringList`
    StringList,
    /// `meta.v1.JSON`
    Json,
    /// `any`: a value of any type, which has no Protobuf representation
    Value,
}

impl Leaf {
    /// All built-in types.
    pub const ALL: [Leaf; 10] = [
        Leaf::Time,
        Leaf::MicroTime,
        Leaf::Duration,
        Leaf::Quantity,
        Leaf::IntOrString,
        Leaf::RawExtension,
        Leaf::FieldsV1,
        Leaf::StringList,
        Leaf::Json,
        Leaf::Value,
    ];

    /// Returns the name of the type in the runtime's module `meta`, which is also its name in `meta.v1`. The type `any`
    /// has no name in `meta.v1`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Leaf::Time => "Time",
            Leaf::MicroTime => "MicroTime",
            Leaf::Duration => "Duration",
            Leaf::Quantity => "Quantity",
            Leaf::IntOrString => "IntOrString",
            Leaf::RawExtension => "RawExtension",
            Leaf::FieldsV1 => "FieldsV1",
            Leaf::StringList => "StringList",
            Leaf::Json => "JSON",
            Leaf::Value => "Value",
        }
    }
}

/// A path through nested structs. Each element is the index of a field in the struct that the preceding elements lead
/// to; optional and inline structs are entered like any other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Path(pub Vec<usize>);
