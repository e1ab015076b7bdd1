//! Go types and their Protobuf counterparts: presence, list or map, and the type of the values.

use crate::facts::Facts;

/// A Go type by package path and name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TypeName {
    /// The import path of the package.
    pub(crate) package: String,
    /// The name within the package.
    pub(crate) name: String,
}

impl TypeName {
    /// Parses a name from the facts: `Name` in the given package, or `path.Name` in another one.
    pub(crate) fn parse(text: &str, package: &str) -> TypeName {
        let (package, name) = text.rsplit_once('.').unwrap_or((package, text));
        TypeName { package: package.to_owned(), name: name.to_owned() }
    }

    /// True if this is the type `name` of `package`.
    pub(crate) fn is(&self, package: &str, name: &str) -> bool {
        self.package == package && self.name == name
    }
}

/// The type of a single value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    /// A scalar, by its name in `.proto`.
    Scalar(&'static str),
    /// A built-in type of the runtime.
    Leaf(&'static str),
    /// A struct from the facts.
    Struct(TypeName),
}

/// The multiplicity of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Many {
    /// A single value.
    One,
    /// A list of values.
    List,
    /// A map with string keys.
    Map,
}

impl Many {
    /// Returns the type in the definition language, for values of type `base`.
    pub(crate) fn of(self, base: &str) -> String {
        match self {
            Many::One => base.to_owned(),
            Many::List => format!("list<{base}>"),
            Many::Map => format!("map<{base}>"),
        }
    }
}

/// A resolved Go type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// True for a pointer, which distinguishes unset from zero.
    pub(crate) optional: bool,
    /// A single value, a list or a map.
    pub(crate) many: Many,
    /// The type of each value.
    pub(crate) base: Base,
    /// The name of a named scalar, list or map, such as `RestartPolicy` or `ResourceList`.
    pub(crate) named: Option<TypeName>,
}

impl Shape {
    fn one(base: Base) -> Shape {
        Shape { optional: false, many: Many::One, base, named: None }
    }

    /// Turns this shape into a list or map of values. The shape itself must be neither.
    fn many(self, many: Many) -> Result<Shape, String> {
        match self.many {
            _ if self.optional => Err(".proto cannot express a list or map of pointers".to_owned()),
            Many::One => Ok(Shape { many, ..self }),
            _ => Err(".proto cannot express a list or map of lists or maps".to_owned()),
        }
    }
}

/// Resolves a Go type from the facts of a package.
///
/// # Errors
///
/// Returns an error if the facts do not contain the type, or `.proto` cannot express it.
pub(crate) fn shape(facts: &Facts, package: &str, text: &str) -> Result<Shape, String> {
    resolve(facts, package, text, 0)
}

/// The maximum number of aliases to follow. Go forbids cyclic aliases, but malformed facts must not cause an endless
/// recursion.
const DEEPEST_ALIAS: usize = 16;

fn resolve(facts: &Facts, package: &str, text: &str, depth: usize) -> Result<Shape, String> {
    if depth > DEEPEST_ALIAS {
        return Err(format!("type alias `{text}` refers to itself"));
    }
    match text {
        "[]byte" => return Ok(Shape::one(Base::Scalar("bytes"))),
        "interface" => return Ok(Shape::one(Base::Leaf(ANY))),
        _ => {}
    }
    if let Some(target) = text.strip_prefix('*') {
        return pointer(resolve(facts, package, target, depth + 1)?);
    }
    if let Some(item) = text.strip_prefix("[]") {
        return resolve(facts, package, item, depth + 1)?.many(Many::List);
    }
    if let Some((key, value)) = text.strip_prefix("map[").and_then(|rest| rest.split_once(']')) {
        text_key(&resolve(facts, package, key, depth + 1)?)?;
        return resolve(facts, package, value, depth + 1)?.many(Many::Map);
    }
    match scalar(text) {
        Some(scalar) => Ok(Shape::one(Base::Scalar(scalar))),
        None => named(facts, TypeName::parse(text, package), depth),
    }
}

fn scalar(text: &str) -> Option<&'static str> {
    Some(match text {
        "string" => "string",
        "bool" => "bool",
        "int32" => "int32",
        "int64" => "int64",
        "float64" => "double",
        _ => return None,
    })
}

fn pointer(target: Shape) -> Result<Shape, String> {
    match target.many {
        Many::One if !target.optional => Ok(Shape { optional: true, ..target }),
        _ => Err(".proto cannot express a pointer to a pointer, list or map".to_owned()),
    }
}

fn text_key(key: &Shape) -> Result<(), String> {
    match (key.optional, key.many, &key.base) {
        (false, Many::One, Base::Scalar("string")) => Ok(()),
        _ => Err("invalid map key: expected a string type".to_owned()),
    }
}

fn named(facts: &Facts, name: TypeName, depth: usize) -> Result<Shape, String> {
    if let Some(leaf) = leaf(&name) {
        return Ok(Shape::one(Base::Leaf(leaf)));
    }
    if is_text(&name) {
        return Ok(Shape::one(Base::Scalar("string")));
    }
    let unknown = || format!("the facts contain no type `{}` in package {}", name.name, name.package);
    let package = facts.package(&name.package).ok_or_else(unknown)?;
    if package.structs.contains_key(&name.name) {
        return Ok(Shape::one(Base::Struct(name)));
    }
    let fact = package.types.get(&name.name).ok_or_else(unknown)?;
    if fact.base == "[]string" {
        return Ok(Shape::one(Base::Leaf(STRING_LIST)));
    }
    let base = resolve(facts, &name.package, &fact.base, depth + 1)?;
    match is_name(&fact.base) {
        true => Ok(base),
        false => Ok(Shape { named: Some(name), ..base }),
    }
}

/// True if a type only refers to another type by name. Kubernetes uses such aliases to move types between versions, so
/// they get no name in the definitions.
fn is_name(base: &str) -> bool {
    let compound = base.starts_with(['*', '[']) || base.starts_with("map[");
    !compound && scalar(base).is_none()
}

/// The leaf messages: Go package, Go name, and the name in `api-defs/apimachinery/meta.proto`, which declares and
/// documents them.
const LEAVES: [(&str, &str, &str); 9] = [
    ("k8s.io/apimachinery/pkg/apis/meta/v1", "Time", "Time"),
    ("k8s.io/apimachinery/pkg/apis/meta/v1", "MicroTime", "MicroTime"),
    ("k8s.io/apimachinery/pkg/apis/meta/v1", "Duration", "Duration"),
    ("k8s.io/apimachinery/pkg/apis/meta/v1", "FieldsV1", "FieldsV1"),
    ("k8s.io/apimachinery/pkg/api/resource", "Quantity", "Quantity"),
    ("k8s.io/apimachinery/pkg/util/intstr", "IntOrString", "IntOrString"),
    ("k8s.io/apimachinery/pkg/runtime", "RawExtension", "RawExtension"),
    ("k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1", "JSON", "JSON"),
    ("k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1", "JSON", "JSON"),
];

/// The type of named lists of strings, such as `Verbs` and `ExtraValue`, which are separate messages in Protobuf.
pub(crate) const STRING_LIST: &str = "StringList";

/// The type of an empty interface (`interface` in the facts): a value of any type, which Protobuf cannot represent.
pub(crate) const ANY: &str = "any";

/// Named string types whose packages contain no API types, and which are therefore not part of the facts.
const TEXTS: [(&str, &str); 2] =
    [("k8s.io/apimachinery/pkg/types", "UID"), ("k8s.io/apimachinery/pkg/types", "NodeName")];

/// Returns the leaf message of a Go type, if it is one.
pub(crate) fn leaf(go: &TypeName) -> Option<&'static str> {
    let found = LEAVES.iter().find(|(package, name, _)| go.is(package, name));
    found.map(|(_, _, leaf)| *leaf)
}

/// True if a Go type is a string without an entry in the facts.
pub(crate) fn is_text(go: &TypeName) -> bool {
    TEXTS.iter().any(|(package, name)| go.is(package, name))
}

/// Returns the name of a built-in type in the definition language.
pub(crate) fn word(leaf: &str) -> String {
    match leaf {
        "IntOrString" => "intOrString".to_owned(),
        "RawExtension" => "object".to_owned(),
        "FieldsV1" | "JSON" | STRING_LIST => format!("meta.v1.{leaf}"),
        time => time.to_lowercase(),
    }
}
