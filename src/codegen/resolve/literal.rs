//! Conversion of YAML values to values of a type.

use super::formats;
use super::tree::Tree;
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Word;
use crate::codegen::load::yaml::{Node, Value};
use crate::codegen::model::{Body, Leaf, Limits, Literal, Scalar, TypeId, TypeRef};

/// Reads a value for a field of this type and limits, and reports mistakes.
///
/// Patterns are not checked, because no regular expressions run at build time.
pub(crate) fn read(
    tree: &Tree<'_>,
    ty: &TypeRef,
    limits: &Limits,
    node: &Node,
    report: &mut Report,
) -> Option<Literal> {
    if tree.is_broken(ty) {
        return None;
    }
    let literal = value(tree, ty, node, report)?;
    check_limits(&literal, limits, node, report);
    if let TypeRef::Named(id) = ty {
        check_limits(&literal, &tree.get(*id).limits, node, report);
        check_enum(tree, *id, &literal, node, report);
    }
    Some(literal)
}

fn value(tree: &Tree<'_>, ty: &TypeRef, node: &Node, report: &mut Report) -> Option<Literal> {
    match tree.base(ty) {
        TypeRef::Scalar(kind) => scalar(*kind, node).or_else(|| wrong(tree, ty, node, report)),
        TypeRef::Leaf(kind) => leaf(*kind, node).or_else(|| wrong(tree, ty, node, report)),
        TypeRef::List(item) => list(tree, item, node, report)?.or_else(|| wrong(tree, ty, node, report)),
        TypeRef::Map(item) => map(tree, item, node, report)?.or_else(|| wrong(tree, ty, node, report)),
        TypeRef::Named(id) => structure(tree, *id, node, report)?.or_else(|| wrong(tree, ty, node, report)),
    }
}

fn wrong<T>(tree: &Tree<'_>, ty: &TypeRef, node: &Node, report: &mut Report) -> Option<T> {
    let shown = tree.show(tree.base(ty));
    let message = format!("expected a value of type `{shown}`");
    report.add(error("wrong-literal", node.span, message).help(remedy(tree.base(ty))));
    None
}

/// Returns a help text that describes values of a type.
fn remedy(ty: &TypeRef) -> &'static str {
    match ty {
        TypeRef::Scalar(Scalar::Bool) => "write `true` or `false`",
        TypeRef::Scalar(Scalar::Int32) => "write a signed 32-bit integer, such as `8080`",
        TypeRef::Scalar(Scalar::Int64) => "write a signed 64-bit integer, such as `1099511627776`",
        TypeRef::Scalar(Scalar::Double) => "write a number, such as `0.5`",
        TypeRef::Scalar(Scalar::String) => "write a string, in quotes if YAML reads it as another type",
        TypeRef::Scalar(Scalar::Bytes) => "write base64, such as `c2VjcmV0`",
        TypeRef::Leaf(Leaf::Time) => {
            "write a time in RFC 3339 format, in whole seconds, such as `2018-03-01T09:00:00Z`"
        }
        TypeRef::Leaf(Leaf::MicroTime) => "write a time in RFC 3339 format, such as `2018-03-01T09:00:00.000000Z`",
        TypeRef::Leaf(Leaf::Duration) => "write numbers with units, such as `1h30m`",
        TypeRef::Leaf(Leaf::Quantity) => "write a number with an optional suffix, such as `500m` or `2Gi`",
        TypeRef::Leaf(Leaf::IntOrString) => "write an integer or a string, such as `8080` or `25%`",
        TypeRef::Leaf(_) => "set it in a function: `- fn: true`",
        TypeRef::List(_) => "write a list, such as `[a, b]`",
        TypeRef::Map(_) => "write a map, such as `{ a: b }`",
        TypeRef::Named(_) => "write a map of its fields",
    }
}

fn scalar(kind: Scalar, node: &Node) -> Option<Literal> {
    match (kind, &node.value) {
        (Scalar::Bool, Value::Bool(value)) => Some(Literal::Bool(*value)),
        (Scalar::Int32, Value::Int(value)) => i32::try_from(*value).ok().map(|value| Literal::Int(value.into())),
        (Scalar::Int64, Value::Int(value)) => Some(Literal::Int(*value)),
        #[expect(clippy::cast_precision_loss, reason = "a double is what the field holds")]
        (Scalar::Double, Value::Int(value)) => Some(Literal::Float(*value as f64)),
        (Scalar::Double, Value::Float(value, _)) => Some(Literal::Float(*value)),
        (Scalar::String, Value::Text(text)) => Some(Literal::Text(text.clone())),
        (Scalar::Bytes, Value::Text(text)) if formats::is_base64(text) => Some(Literal::Text(text.clone())),
        _ => None,
    }
}

/// Reads a value of a built-in type. Types for arbitrary objects have no literals.
fn leaf(kind: Leaf, node: &Node) -> Option<Literal> {
    let text = match &node.value {
        Value::Int(value) if kind == Leaf::IntOrString => {
            return i32::try_from(*value).ok().map(|value| Literal::Int(value.into()));
        }
        Value::Int(value) if kind == Leaf::Quantity => value.to_string(),
        Value::Float(_, written) if kind == Leaf::Quantity => written.clone(),
        Value::Text(text) => text.clone(),
        _ => return None,
    };
    let fits = match kind {
        Leaf::Time => formats::is_time(&text, false),
        Leaf::MicroTime => formats::is_time(&text, true),
        Leaf::Duration => formats::is_duration(&text),
        Leaf::Quantity => formats::is_quantity(&text),
        Leaf::IntOrString => true,
        Leaf::RawExtension | Leaf::FieldsV1 | Leaf::StringList | Leaf::Json | Leaf::Value => false,
    };
    fits.then_some(Literal::Text(text))
}

/// Parts of a value. The inner `None` is a value of another shape, the outer one a reported mistake.
type Parts = Option<Option<Literal>>;

fn list(tree: &Tree<'_>, item: &TypeRef, node: &Node, report: &mut Report) -> Parts {
    let Value::List(nodes) = &node.value else { return Some(None) };
    let items: Vec<_> = nodes.iter().map(|node| read(tree, item, &Limits::default(), node, report)).collect();
    items.into_iter().collect::<Option<_>>().map(|items| Some(Literal::List(items)))
}

fn map(tree: &Tree<'_>, item: &TypeRef, node: &Node, report: &mut Report) -> Parts {
    let Value::Map(entries) = &node.value else { return Some(None) };
    let limits = Limits::default();
    let pair = |(key, node): &(Word, Node)| Some((key.text.clone(), read(tree, item, &limits, node, report)?));
    let entries: Vec<_> = entries.iter().map(pair).collect();
    entries.into_iter().collect::<Option<_>>().map(|entries| Some(Literal::Map(entries)))
}

fn structure(tree: &Tree<'_>, id: TypeId, node: &Node, report: &mut Report) -> Parts {
    let Value::Map(entries) = &node.value else { return Some(None) };
    let mut fields = Vec::new();
    let mut complete = true;
    for (key, node) in entries {
        match member(tree, id, key, node, report) {
            Some(field) => fields.push(field),
            None => complete = false,
        }
    }
    fields.sort_by_key(|(index, _)| *index);
    complete.then_some(Some(Literal::Struct(fields)))
}

fn member(tree: &Tree<'_>, id: TypeId, key: &Word, node: &Node, report: &mut Report) -> Option<(usize, Literal)> {
    let fields = tree.fields(id);
    let Some(index) = fields.iter().position(|field| field.name == key.text && !field.inline) else {
        let names = fields.iter().map(|field| field.name.as_str());
        let message = format!("the type `{}` has no field `{}`", tree.get(id).name, key.text);
        report.add(error("unknown-member", key.span, message).among(&key.text, "the fields are", names));
        return None;
    };
    let field = &fields[index];
    Some((index, read(tree, &field.ty, &field.limits, node, report)?))
}

fn check_enum(tree: &Tree<'_>, id: TypeId, literal: &Literal, node: &Node, report: &mut Report) {
    if let (Body::Text { values, closed: true }, Literal::Text(text)) = (&tree.get(id).body, literal)
        && !values.contains(text)
    {
        let message = format!("`{text}` is not a value of the type `{}`", tree.get(id).name);
        let help = format!("the values are {}", values.join(", "));
        report.add(error("outside-enum", node.span, message).help(help));
    }
}

fn check_limits(literal: &Literal, limits: &Limits, node: &Node, report: &mut Report) {
    let broken = match literal {
        #[expect(clippy::cast_precision_loss, reason = "bounds are doubles")]
        Literal::Int(value) => number_limit(*value as f64, limits),
        Literal::Float(value) => number_limit(*value, limits),
        Literal::Text(text) => count_limit(text.chars().count(), "Length", limits.min_length, limits.max_length),
        Literal::List(items) => count_limit(items.len(), "Items", limits.min_items, limits.max_items),
        Literal::Map(entries) => count_limit(entries.len(), "Properties", limits.min_properties, limits.max_properties),
        Literal::Bool(_) | Literal::Struct(_) => None,
    };
    if let Some(limit) = broken {
        let mistake = error("outside-limit", node.span, format!("this value violates {limit}"));
        report.add(mistake.help("change the value or the limit"));
    }
}

fn number_limit(value: f64, limits: &Limits) -> Option<String> {
    let under = |low: f64| value < low || (limits.exclusive_minimum && value <= low);
    let over = |high: f64| value > high || (limits.exclusive_maximum && value >= high);
    let low = limits.minimum.filter(|low| under(*low)).map(|low| format!("`minimum: {low}`"));
    let high = || limits.maximum.filter(|high| over(*high)).map(|high| format!("`maximum: {high}`"));
    let step = || limits.multiple_of.filter(|step| value % step != 0.0).map(|step| format!("`multipleOf: {step}`"));
    low.or_else(high).or_else(step)
}

fn count_limit(count: usize, what: &str, least: Option<u64>, most: Option<u64>) -> Option<String> {
    let count = count as u64;
    let low = least.filter(|least| count < *least).map(|least| format!("`min{what}: {least}`"));
    low.or_else(|| most.filter(|most| count > *most).map(|most| format!("`max{what}: {most}`")))
}
