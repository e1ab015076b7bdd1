//! Type references: `optional list<core.v1.Toleration>`.

use super::document::{Shape, TypeExpr};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Word;
use crate::codegen::model::{Leaf, Scalar, TypeRef};

/// Parses a type reference. An invalid one is reported and becomes [`Shape::Bad`].
pub(crate) fn read(word: &Word, report: &mut Report) -> TypeExpr {
    let text = word.text.trim();
    let (optional, rest) = match text.strip_prefix("optional ") {
        Some(rest) => (true, rest.trim()),
        None => (false, text),
    };
    let shape = shape(rest, DEEPEST).unwrap_or_else(|reason| {
        let message = format!("invalid type `{text}`: {reason}");
        let help = "write the name of a type, as in `Port`, `list<Port>`, `map<Port>` or `optional Port`";
        report.add(error("bad-type", word.span, message).help(help));
        Shape::Bad
    });
    TypeExpr { optional, shape, span: word.span }
}

/// The maximum nesting depth of lists and maps, which limits the recursion.
const DEEPEST: usize = 8;

fn shape(text: &str, depth: usize) -> Result<Shape, &'static str> {
    let inner = |text| match depth.checked_sub(1) {
        Some(depth) => shape(text, depth).map(Box::new),
        None => Err("lists and maps are nested too deeply"),
    };
    if let Some(item) = inside(text, "list<")? {
        return inner(item).map(Shape::List);
    }
    if let Some(value) = inside(text, "map<")? {
        if value.contains(',') {
            return Err("a map has strings as keys, so only the type of its values is written");
        }
        return inner(value).map(Shape::Map);
    }
    match builtin(text) {
        Some(shape) => Ok(shape),
        None if text.starts_with("optional ") => Err("items of lists and maps cannot be optional"),
        None if is_name(text) => Ok(Shape::Name(text.to_owned())),
        None => Err("expected a name or a scalar"),
    }
}

fn inside<'a>(text: &'a str, open: &str) -> Result<Option<&'a str>, &'static str> {
    match text.strip_prefix(open) {
        None => Ok(None),
        Some(rest) => rest.strip_suffix('>').map(|inner| Some(inner.trim())).ok_or("missing `>` at the end"),
    }
}

/// The keywords for built-in types.
pub(crate) const BUILTIN: [(&str, Shape); 13] = [
    ("bool", Shape::Scalar(Scalar::Bool)),
    ("int32", Shape::Scalar(Scalar::Int32)),
    ("int64", Shape::Scalar(Scalar::Int64)),
    ("double", Shape::Scalar(Scalar::Double)),
    ("string", Shape::Scalar(Scalar::String)),
    ("bytes", Shape::Scalar(Scalar::Bytes)),
    ("time", Shape::Leaf(Leaf::Time)),
    ("microtime", Shape::Leaf(Leaf::MicroTime)),
    ("duration", Shape::Leaf(Leaf::Duration)),
    ("quantity", Shape::Leaf(Leaf::Quantity)),
    ("intOrString", Shape::Leaf(Leaf::IntOrString)),
    ("object", Shape::Leaf(Leaf::RawExtension)),
    ("any", Shape::Leaf(Leaf::Value)),
];

fn builtin(text: &str) -> Option<Shape> {
    BUILTIN.into_iter().find(|(word, _)| *word == text).map(|(_, shape)| shape)
}

/// Returns the keyword for a built-in type, if there is one.
pub(crate) fn word(ty: &TypeRef) -> Option<&'static str> {
    let is = |shape: &Shape| match (shape, ty) {
        (Shape::Scalar(a), TypeRef::Scalar(b)) => a == b,
        (Shape::Leaf(a), TypeRef::Leaf(b)) => a == b,
        _ => false,
    };
    BUILTIN.into_iter().find(|(_, shape)| is(shape)).map(|(word, _)| word)
}

/// Returns the built-in type with this full name, such as `meta.v1.Time`. The type `any` has no full name.
pub(crate) fn leaf(full_name: &str) -> Option<Leaf> {
    let name = full_name.strip_prefix("meta.v1.")?;
    Leaf::ALL.into_iter().find(|leaf| leaf.name() == name && *leaf != Leaf::Value)
}

/// Returns true if the text consists of up to three identifiers, separated by dots.
fn is_name(text: &str) -> bool {
    text.split('.').count() <= 3 && text.split('.').all(is_identifier)
}

/// Returns true if the text is an ASCII letter followed by ASCII letters, digits and underscores.
pub(crate) fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codegen::files::Span;

    fn check(text: &str, expected: &str) {
        let mut report = Report::default();
        let expr = read(&Word { text: text.into(), span: Span::default() }, &mut report);
        let found = if report.is_empty() { format!("{} {:?}", expr.optional, expr.shape) } else { "mistake".into() };
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn reads_references() {
        check("int32", "false Scalar(Int32)");
        check("optional duration", "true Leaf(Duration)");
        check("optional list<Port>", r#"true List(Name("Port"))"#);
        check("map<list<core.v1.Toleration>>", r#"false Map(List(Name("core.v1.Toleration")))"#);
        check("list<optional Port>", "mistake");
        check("list<Port", "mistake");
        check("int32?", "mistake");
        check("list<any>", "false List(Leaf(Value))");
        check(&"list<".repeat(10_000), "mistake");
        check(&format!("{}int32{}", "map<".repeat(9), ">".repeat(9)), "mistake");
        check("a.b.c.d", "mistake");
    }
}
