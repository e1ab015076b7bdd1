//! Types: structs and their fields, string enums, and aliases.

use super::{Limits, Merge, Source};

/// The index of a type in [`Model::types`](super::Model::types).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub usize);

/// A type that the definitions declare: a struct, a string enum or an alias.
#[derive(Debug)]
#[non_exhaustive]
pub struct Type {
    /// The name in the definitions, such as `DeploymentSpec`.
    pub name: String,
    /// The name of the module of its group, such as `apps`.
    pub group: String,
    /// The version that declares it, such as `v1`, or `internal` for hub types.
    pub version: String,
    /// The documentation; empty if there is none.
    pub doc: String,
    /// The content of the type: the fields of a struct, the values of a string enum, or the target of an alias.
    pub body: Body,
    /// The type to which this one is identical in every respect: fields, names, numbers, presence and field types. Both
    /// are one Rust type, and this one is a re-export. The `same_as` of that type is `None`.
    pub same_as: Option<TypeId>,
    /// If true, a value of this type can contain another value of this type, directly or in nested values.
    pub recursive: bool,
    /// The constraints on values of this type, in addition to those of the fields that use it.
    pub limits: Limits,
    /// The location of the declaration in the definitions.
    pub source: Source,
}

/// The content of a type declaration: a struct, a string enum or an alias.
#[derive(Debug)]
pub enum Body {
    /// A struct, with its fields.
    Struct(Struct),
    /// A string enum, such as a restart policy, with its known values.
    Text {
        /// The known values, in order of definition.
        values: Vec<String>,
        /// If true, the definitions can use only the known values (`enum` instead of `values`). Codecs accept other
        /// values in either case.
        closed: bool,
    },
    /// An alias for another type, such as a list, a map (`ResourceList`) or a scalar.
    Alias(TypeRef),
}

/// The fields of a struct and rules about them.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Struct {
    /// The fields, in the order in which JSON encodes them.
    pub fields: Vec<Field>,
    /// If true, the struct is a kind or a list kind, which has `kind` and `apiVersion` before the fields in `fields`.
    pub has_type_meta: bool,
    /// The names of fields of which exactly one must be set; empty for structs without such a rule.
    pub one_of: Vec<String>,
    /// The field that names the member of `one_of` that is set.
    pub discriminator: Option<Discriminator>,
    /// If true, the struct is a union: its JSON representation is the value of one of its fields, and the JSON type of
    /// the value determines the field.
    pub union: bool,
}

/// A string field that names the member of a union that is set.
#[derive(Clone, Debug, PartialEq)]
pub struct Discriminator {
    /// The name of the field.
    pub field: String,
    /// The value for each member of [`Struct::one_of`], in the same order. Other values of the field belong to no member.
    pub values: Vec<String>,
}

/// A field of a struct: its names, type, presence and documentation.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Field {
    /// The JSON name. For an inline field, the name that it would have if it were not inline.
    pub name: String,
    /// The Protobuf field number, or `None` if the version has no `.proto` file.
    pub number: Option<u32>,
    /// The type of the value. Optional fields have the type of the value that can be set.
    pub ty: TypeRef,
    /// If true, the field is optional: `Option<T>` in Rust, `*T` in Go.
    pub optional: bool,
    /// If true, the field is optional and its value is stored in a `Box`.
    pub boxed: bool,
    /// The condition under which JSON omits the field.
    pub omit: Omit,
    /// If true, the value is a struct whose fields are part of the parent's JSON object.
    pub inline: bool,
    /// The documentation of the field; empty if there is none.
    pub doc: String,
    /// The markers that control merging by server-side apply and strategic merge patches.
    pub merge: Merge,
    /// The constraints on the value of the field.
    pub limits: Limits,
    /// The location of the declaration in the definitions.
    pub source: Source,
}

/// The condition under which JSON, YAML and CBOR omit a field.
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

/// A reference to a type, as used by fields and aliases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeRef {
    /// A scalar type, such as `int32`.
    Scalar(Scalar),
    /// A type that is built into the runtime, such as a time or a quantity.
    Leaf(Leaf),
    /// A type that the definitions declare, given by its index in the model.
    Named(TypeId),
    /// A list with items of this type.
    List(Box<TypeRef>),
    /// A map with string keys and values of this type.
    Map(Box<TypeRef>),
}

/// A scalar type of the definition language, with its Rust type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scalar {
    /// A boolean; `bool` in Rust.
    Bool,
    /// A 32-bit signed integer; `i32` in Rust.
    Int32,
    /// A 64-bit signed integer; `i64` in Rust.
    Int64,
    /// A floating-point number; `f64` in Rust.
    Double,
    /// A string; `Str` in Rust.
    String,
    /// A byte string, which is base64 in JSON; `Bytes` in Rust.
    Bytes,
}

/// A built-in type with its own encoding rules, defined in the runtime's module `meta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Leaf {
    /// A point in time with seconds, `meta.v1.Time`.
    Time,
    /// A point in time with microseconds, `meta.v1.MicroTime`.
    MicroTime,
    /// A span of time, `meta.v1.Duration`.
    Duration,
    /// An amount of a resource, `meta.v1.Quantity`.
    Quantity,
    /// An integer or a string, `meta.v1.IntOrString`.
    IntOrString,
    /// An object of any kind, `meta.v1.RawExtension`.
    RawExtension,
    /// A set of fields that a field manager owns, `meta.v1.FieldsV1`.
    FieldsV1,
    /// A list of strings that is a separate message in Protobuf, `meta.v1.StringList`.
    StringList,
    /// Any JSON value as text, `meta.v1.JSON`.
    Json,
    /// Any JSON value in decoded form, which has no Protobuf representation. Its name in the definitions is `any`.
    Value,
}

impl Leaf {
    /// All built-in types, in the order of the variants.
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

    /// Returns the name of the type in `meta.v1`. The type `any` has none there; its name is `Value`.
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

    /// Returns the name of the Rust type in the runtime's module `meta`, which can differ from [`Leaf::name`].
    #[must_use]
    pub const fn rust_name(self) -> &'static str {
        match self {
            Leaf::Json => "Json",
            other => other.name(),
        }
    }
}

/// A path through nested structs. Each element is the index of a field in the struct that the preceding elements lead
/// to; optional and inline structs are entered like any other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Path(pub Vec<usize>);
