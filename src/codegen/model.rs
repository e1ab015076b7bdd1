//! The checked model: what the definitions say, with every name resolved.
//!
//! `resolve` makes it, or reports every mistake and makes nothing; `plan` reads it. Later stages
//! have no error path for bad definitions, because a [`TypeId`] or a [`Path`] cannot dangle.
//!
//! It is plain data, to be read from [`Model`] downwards; whoever generates something else from the same definitions
//! (schemas, documentation) starts here:
//!
//! ```
//! use apimachinery::codegen::Config;
//! use apimachinery::codegen::model::Body;
//!
//! let model = Config::new("tests/golden/conversion/api-defs").load()?;
//! let group = model.groups.iter().find(|group| group.module == "store").expect("the group");
//! let kind = &group.versions[0].kinds[0];
//! let Body::Struct(item) = &model.types[kind.ty.0].body else { panic!("a kind is a struct") };
//! let fields: Vec<_> = item.fields.iter().map(|field| &*field.name).collect();
//! assert_eq!((&*kind.name, fields), ("Item", vec!["metadata", "spec", "status"]));
//! # Ok::<(), apimachinery::codegen::Error>(())
//! ```

use std::collections::BTreeMap;

/// Everything that one run of the generator knows.
#[derive(Debug, Default)]
pub struct Model {
    /// The groups of the definitions, sorted by module name.
    pub groups: Vec<Group>,
    /// All types of all groups; a [`TypeId`] is an index into it.
    pub types: Vec<Type>,
}

/// The index of a type in [`Model::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub usize);

/// Where something was written, for headers and comments: a file below the definitions' root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Relative path with forward slashes, such as `apps/v1.yaml`.
    pub file: String,
    /// 1-based line.
    pub line: usize,
}

/// An API group.
#[derive(Debug)]
pub struct Group {
    /// The API group, `""` for core.
    pub name: String,
    /// Rust module, folder and proto package: `core`, `apps`, `meta`.
    pub module: String,
    /// The versions in order of preference; the first is the storage version.
    pub versions: Vec<Version>,
    /// The hub's types of this group by type name; a peer's hub type is listed here, too.
    pub hub: BTreeMap<String, TypeId>,
    /// Resources that are not stored in the first version, with the version that they are stored in.
    pub storage: BTreeMap<String, String>,
    /// True for a group that another crate generated (the built-in index): it is referred to,
    /// never rendered.
    pub external: bool,
}

/// One version of a group.
#[derive(Debug)]
pub struct Version {
    /// `v1`, `v1beta1` …; `internal` for the version that holds the hub types which differ from
    /// their base (it has types and no kinds, and is the last of the group's versions).
    pub name: String,
    /// Documentation of the module.
    pub doc: String,
    /// The files that define it, sorted.
    pub files: Vec<String>,
    /// The registered kinds, in order of definition, lists included (each right behind its item).
    pub kinds: Vec<Kind>,
    /// The types declared in this version, in order of definition.
    pub types: Vec<TypeId>,
    /// How types of this version become hub types and back; types without an entry move as they
    /// are. Keyed by the version's type.
    pub conversions: BTreeMap<TypeId, Conversion>,
    /// The defaulting steps of a type as it is used in this version.
    pub defaults: BTreeMap<TypeId, Vec<Step>>,
}

/// A registered kind.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The kind, such as `Deployment`.
    pub name: String,
    /// Its type in this version.
    pub ty: TypeId,
    /// Its hub type; `None` where no kind of the version converts (`conversion: none`) or for
    /// unversioned kinds.
    pub hub: Option<TypeId>,
    /// Documentation.
    pub doc: String,
    /// Names at the endpoint; `None` for a kind without endpoint.
    pub resource: Option<Resource>,
    /// True for the generated `<Kind>List`.
    pub is_list: bool,
    /// Same type in every version.
    pub unversioned: bool,
    /// Known and converted, but offered?
    pub served: bool,
    /// Can be read from the parameters of a URL.
    pub query: bool,
    /// Parts of the object with an endpoint of their own.
    pub subresources: Subresources,
    /// Columns of a table besides name and age.
    pub columns: Vec<Column>,
    /// Life cycle.
    pub lifecycle: Lifecycle,
    /// Field selectors besides `metadata.name` and `metadata.namespace`: accepted label to the
    /// hub's label (the same text where it is not renamed).
    pub selectable: Vec<(String, String)>,
    /// Where it is declared.
    pub source: Source,
}

/// The names of a resource at its endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Plural, `deployments`.
    pub plural: String,
    /// Singular, `deployment`.
    pub singular: String,
    /// Short names, `deploy`.
    pub short_names: Vec<String>,
    /// Categories, `all`.
    pub categories: Vec<String>,
    /// In a namespace or of the cluster.
    pub namespaced: bool,
}

/// Parts of an object with an endpoint of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subresources {
    /// `/status`
    pub status: bool,
    /// `/scale`
    pub scale: Option<Scale>,
}

/// What the endpoint `/scale` reads and writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Fields of the object, as simple JSON paths.
    Paths {
        /// Wanted copies.
        spec_replicas: String,
        /// Copies there are.
        status_replicas: String,
        /// Selector of the copies, as text.
        label_selector: Option<String>,
    },
    /// Functions make a value of this type.
    Type(TypeId),
}

/// A column of a table of objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its title.
    pub name: String,
    /// `string`, `integer`, `number`, `boolean` or `date`.
    pub ty: String,
    /// A format of OpenAPI.
    pub format: Option<String>,
    /// Its meaning.
    pub description: Option<String>,
    /// 0 is always shown, others in wide tables.
    pub priority: u64,
    /// Where its value stands.
    pub json_path: String,
}

/// Releases in which a kind came and went; texts such as `1.16`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lifecycle {
    /// First release that served it.
    pub introduced: Option<String>,
    /// First release that warned of it.
    pub deprecated: Option<String>,
    /// First release without it.
    pub removed: Option<String>,
    /// What to use instead, as `(group, version, kind)`.
    pub replacement: Option<(String, String, String)>,
    /// What clients are told, in place of the usual sentence.
    pub warning: Option<String>,
}

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

/// What a value must keep to; schemas are made from it, codecs do not look at it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Least number.
    pub minimum: Option<f64>,
    /// Greatest number.
    pub maximum: Option<f64>,
    /// The minimum itself is too little.
    pub exclusive_minimum: bool,
    /// The maximum itself is too much.
    pub exclusive_maximum: bool,
    /// The number divides by this one.
    pub multiple_of: Option<f64>,
    /// Fewest characters.
    pub min_length: Option<u64>,
    /// Most characters.
    pub max_length: Option<u64>,
    /// A regular expression in the syntax of RE2.
    pub pattern: Option<String>,
    /// A named format of OpenAPI.
    pub format: Option<String>,
    /// Fewest items of a list.
    pub min_items: Option<u64>,
    /// Most items of a list.
    pub max_items: Option<u64>,
    /// Fewest entries of a map.
    pub min_properties: Option<u64>,
    /// Most entries of a map.
    pub max_properties: Option<u64>,
    /// Set once, never changed.
    pub immutable: bool,
    /// Why the field should not be used any more.
    pub deprecated: Option<String>,
    /// Rules in CEL.
    pub validations: Vec<Validation>,
}

/// A rule in CEL.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validation {
    /// The expression.
    pub rule: String,
    /// What a user reads when it is false.
    pub message: Option<String>,
    /// An expression that makes that message.
    pub message_expression: Option<String>,
    /// The machine-readable reason.
    pub reason: Option<String>,
    /// The field to blame.
    pub field_path: Option<String>,
}

/// List and map markers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merge {
    /// `atomic`, `set` or `map`.
    pub list_type: Option<String>,
    /// Keys of a list of type `map`.
    pub list_map_keys: Vec<String>,
    /// `granular` or `atomic`.
    pub map_type: Option<String>,
    /// Strategic merge patch.
    pub patch_strategy: Option<String>,
    /// Key of a strategic merge patch.
    pub patch_merge_key: Option<String>,
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
    /// `any`: a value of any type, which Protobuf cannot say
    Value,
}

/// A way down through structs: each step is the index of a field in the struct that the steps
/// before lead to. A step enters optional structs and inline ones alike.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Path(pub Vec<usize>);

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
