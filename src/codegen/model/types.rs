//! Types: structs and their fields, named texts, other names.

use super::{Limits, Merge, Source};

/// The index of a type in [`Model::types`](super::Model::types).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub usize);

/// A declared type.
#[derive(Debug)]
pub struct Type {
    /// The name as written: `DeploymentSpec`.
    pub name: String,
    /// Module of its group.
    pub group: String,
    /// Its version, or `internal`.
    pub version: String,
    /// Documentation, empty where nothing is said.
    pub doc: String,
    /// What it is.
    pub body: Body,
    /// The type that this one equals in every respect (fields, names, numbers, presence, field
    /// types): both are one Rust type, and this one is a re-export. Never a chain.
    pub same_as: Option<TypeId>,
    /// True if a value of it can hold another value of it.
    pub recursive: bool,
    /// What its values must keep to.
    pub limits: Limits,
    /// Where it is declared.
    pub source: Source,
}

/// What a type is.
#[derive(Debug)]
pub enum Body {
    /// A struct.
    Struct(Struct),
    /// A named text: `closed` if other values are errors of the author, known values in order.
    Text {
        /// Known values.
        values: Vec<String>,
        /// `enum` rather than `values`.
        closed: bool,
    },
    /// A name for another type, such as a list or map (`ResourceList`), or a scalar.
    Alias(TypeRef),
}

/// A struct's fields.
#[derive(Clone, Debug, Default)]
pub struct Struct {
    /// The fields in JSON order.
    pub fields: Vec<Field>,
    /// True for a kind or a list: `type_meta` (kind, apiVersion) comes first, outside `fields`.
    pub has_type_meta: bool,
    /// Names of fields of which exactly one is set.
    pub one_of: Vec<String>,
    /// In JSON it is one of its fields, told by the kind of the value.
    pub union: bool,
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// JSON name; for an inline field the name that it would have.
    pub name: String,
    /// Number on the wire; `None` where the version has no `.proto`.
    pub number: Option<u32>,
    /// Its type, without optionality.
    pub ty: TypeRef,
    /// `*T` in Go: `Option<T>`.
    pub optional: bool,
    /// An optional message behind a `Box`.
    pub boxed: bool,
    /// When JSON leaves it out.
    pub omit: Omit,
    /// Its fields stand in the parent's JSON object.
    pub inline: bool,
    /// Documentation.
    pub doc: String,
    /// What server-side apply and patches know about it.
    pub merge: Merge,
    /// What its value must keep to.
    pub limits: Limits,
    /// Where it is declared.
    pub source: Source,
}

/// When JSON leaves a field out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Omit {
    /// Never: `null` or the zero value is written.
    Never,
    /// Go's `omitempty`: absent, zero scalar, empty text, list or map; never a plain struct.
    Empty,
    /// Go's `omitzero`.
    Zero,
}

/// A reference to a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeRef {
    /// A scalar of the language.
    Scalar(Scalar),
    /// A type that the runtime has built in.
    Leaf(Leaf),
    /// A declared type.
    Named(TypeId),
    /// A list.
    List(Box<TypeRef>),
    /// A map with text keys.
    Map(Box<TypeRef>),
}

/// The scalars.
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

/// The built-in types with rules of their own, all in the runtime's module `meta`.
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
    /// `any`: a value of any type, which Protobuf cannot say
    Value,
}

impl Leaf {
    /// All of them.
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

    /// The name in `meta.v1`, where there is one, and in the runtime's module `meta`.
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

/// A way down through structs: each step is the index of a field in the struct that the steps
/// before lead to. A step enters optional structs and inline ones alike.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Path(pub Vec<usize>);
