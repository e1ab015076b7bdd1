//! What a Go type is on the wire: presence, list or map, and what it is made of.

use super::facts::Facts;
use super::leaf;

/// A Go type by package path and name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TypeName {
    /// Import path of the package.
    pub(crate) package: String,
    /// Name in the package.
    pub(crate) name: String,
}

impl TypeName {
    /// A name as it stands in the facts: `Name` of this package, or `path.Name` of another.
    pub(crate) fn parse(text: &str, package: &str) -> TypeName {
        let (package, name) = text.rsplit_once('.').unwrap_or((package, text));
        TypeName { package: package.to_owned(), name: name.to_owned() }
    }

    /// Whether it is this type.
    pub(crate) fn is(&self, package: &str, name: &str) -> bool {
        self.package == package && self.name == name
    }
}

/// What a value is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    /// A scalar, by its name in `.proto`.
    Scalar(&'static str),
    /// A type that the runtime has built in.
    Leaf(&'static str),
    /// A struct of the facts.
    Struct(TypeName),
}

/// How many values there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Many {
    /// One.
    One,
    /// A list.
    List,
    /// A map with texts as keys.
    Map,
}

impl Many {
    /// The type of so many values in the definition language.
    pub(crate) fn of(self, base: &str) -> String {
        match self {
            Many::One => base.to_owned(),
            Many::List => format!("list<{base}>"),
            Many::Map => format!("map<{base}>"),
        }
    }
}

/// A Go type, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// A pointer: absent and zero differ.
    pub(crate) optional: bool,
    /// One, list or map.
    pub(crate) many: Many,
    /// What each value is.
    pub(crate) base: Base,
    /// The name of a scalar, list or map that has one (`RestartPolicy`, `ResourceList`).
    pub(crate) named: Option<TypeName>,
}

impl Shape {
    fn one(base: Base) -> Shape {
        Shape { optional: false, many: Many::One, base, named: None }
    }

    /// Makes a list or map of values of this shape, which itself must be neither.
    fn many(self, many: Many) -> Result<Shape, String> {
        match self.many {
            _ if self.optional => Err("a list or map of pointers has no form in .proto".to_owned()),
            Many::One => Ok(Shape { many, ..self }),
            _ => Err("a list or map within a list or map has no form in .proto".to_owned()),
        }
    }
}

/// Reads a Go type as it stands in the facts of a package.
///
/// # Errors
/// A type that the facts lack or that `.proto` cannot express, in words.
pub(crate) fn shape(facts: &Facts, package: &str, text: &str) -> Result<Shape, String> {
    resolve(facts, package, text, 0)
}

/// Follows names of names; Go forbids circles, facts that have one must not hang us.
const DEEPEST_ALIAS: usize = 16;

fn resolve(facts: &Facts, package: &str, text: &str, depth: usize) -> Result<Shape, String> {
    if depth > DEEPEST_ALIAS {
        return Err(format!("`{text}` is a name for itself"));
    }
    match text {
        "[]byte" => return Ok(Shape::one(Base::Scalar("bytes"))),
        "interface" => return Ok(Shape::one(Base::Leaf(leaf::ANY))),
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
        _ => Err("a pointer to a pointer, list or map has no form in .proto".to_owned()),
    }
}

fn text_key(key: &Shape) -> Result<(), String> {
    match (key.optional, key.many, &key.base) {
        (false, Many::One, Base::Scalar("string")) => Ok(()),
        _ => Err("the keys of a map must be texts".to_owned()),
    }
}

fn named(facts: &Facts, name: TypeName, depth: usize) -> Result<Shape, String> {
    if let Some(leaf) = leaf::leaf(&name) {
        return Ok(Shape::one(Base::Leaf(leaf)));
    }
    if leaf::is_text(&name) {
        return Ok(Shape::one(Base::Scalar("string")));
    }
    let unknown = || format!("the facts have no type `{}` in {}", name.name, name.package);
    let package = facts.package(&name.package).ok_or_else(unknown)?;
    if package.structs.contains_key(&name.name) {
        return Ok(Shape::one(Base::Struct(name)));
    }
    let fact = package.types.get(&name.name).ok_or_else(unknown)?;
    if fact.base == "[]string" {
        return Ok(Shape::one(Base::Leaf(leaf::STRING_LIST)));
    }
    let base = resolve(facts, &name.package, &fact.base, depth + 1)?;
    match is_name(&fact.base) {
        true => Ok(base),
        false => Ok(Shape { named: Some(name), ..base }),
    }
}

/// A name for a name or a struct says nothing of its own: so Kubernetes moves types between versions.
fn is_name(base: &str) -> bool {
    let compound = base.starts_with(['*', '[']) || base.starts_with("map[");
    !compound && scalar(base).is_none()
}
