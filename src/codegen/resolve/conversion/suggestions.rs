//! The rules that messages suggest for two fields with different types.

use crate::codegen::model::{Body, Field, Leaf, Scalar, TypeRef};
use crate::codegen::resolve::tree::Tree;

/// Returns the keys of a rule that converts values of one type to another one.
pub(super) fn words(tree: &Tree<'_>, here: &TypeRef, there: &TypeRef) -> Option<String> {
    let (here, there) = (Sort::of(tree, here), Sort::of(tree, there));
    let numbers = |values: &[String], to_hub: bool| {
        let pairs = values.iter().enumerate().map(|(at, value)| match to_hub {
            true => format!("<number {}>: {value}", at + 1),
            false => format!("{value}: <number {}>", at + 1),
        });
        format!("values: {{ {} }}", pairs.collect::<Vec<_>>().join(", "))
    };
    Some(match (here, there) {
        (Sort::Integer, Sort::Measure) | (Sort::Measure, Sort::Integer) => "unit: <unit>, drop: <reason>".to_owned(),
        (Sort::Bool, Sort::Enum(_)) => {
            "values: { true: <value of the hub>, false: <other value of the hub> }".to_owned()
        }
        (Sort::Enum(values), Sort::Bool) if values.len() == 2 => {
            format!("values: {{ {}: <true or false>, {}: <the other> }}", values[0], values[1])
        }
        (Sort::Integer, Sort::Enum(values)) => numbers(&values, true),
        (Sort::Enum(values), Sort::Integer) => numbers(&values, false),
        (Sort::List(true), Sort::Map(true)) | (Sort::Map(true), Sort::List(true)) => {
            "entries: \"=\", drop: <reason>".to_owned()
        }
        _ => return None,
    })
}

/// Returns the keys of a rule that converts values of one type to another one, also between types that are rarely those
/// of one field, such as a string and an integer.
pub(super) fn all_words(tree: &Tree<'_>, here: &TypeRef, there: &TypeRef) -> Option<String> {
    words(tree, here, there).or_else(|| match (tree.base(here), tree.base(there)) {
        (TypeRef::List(a), TypeRef::List(b)) | (TypeRef::Map(a), TypeRef::Map(b)) => {
            words(tree, a, b).filter(|words| {
                // Maps and lists in other ones have no rule.
                !words.starts_with("entries")
            })
        }
        (TypeRef::List(item), other) | (other, TypeRef::List(item)) if tree.base(item) == other => {
            Some("as: list, drop: <reason>".to_owned())
        }
        (TypeRef::List(item), TypeRef::Map(value)) | (TypeRef::Map(value), TypeRef::List(item)) => {
            entries(tree, item, value)
        }
        (a, b) => is_number_and_text(a, b).then(|| "as: decimal".to_owned()),
    })
}

fn is_number_and_text(here: &TypeRef, there: &TypeRef) -> bool {
    let is_text = |ty: &TypeRef| *ty == TypeRef::Scalar(Scalar::String);
    let is_number = |ty: &TypeRef| matches!(ty, TypeRef::Scalar(Scalar::Int32 | Scalar::Int64));
    is_text(here) && is_number(there) || is_number(here) && is_text(there)
}

/// Returns the rule between a map and a list of structs that consist of a key and a value.
fn entries(tree: &Tree<'_>, item: &TypeRef, value: &TypeRef) -> Option<String> {
    let [a, b] = tree.fields(tree.as_struct(item)?) else { return None };
    let is_text = |field: &Field| *tree.base(&field.ty) == TypeRef::Scalar(Scalar::String);
    let is_value = |field: &Field| tree.base(&field.ty) == tree.base(value);
    let (key, value) = match () {
        () if is_text(a) && is_value(b) => (a, b),
        () if is_text(b) && is_value(a) => (b, a),
        () => return None,
    };
    Some(format!("entries: {{ key: {}, value: {} }}, drop: <reason>", key.name, value.name))
}

/// The sorts of types between which rules convert.
enum Sort {
    Bool,
    Integer,
    /// A duration or quantity.
    Measure,
    /// The values of a closed enum.
    Enum(Vec<String>),
    /// True for strings.
    List(bool),
    /// True for strings.
    Map(bool),
    Other,
}

impl Sort {
    fn of(tree: &Tree<'_>, ty: &TypeRef) -> Sort {
        let is_text = |item: &TypeRef| *tree.base(item) == TypeRef::Scalar(Scalar::String);
        if let TypeRef::Named(id) = ty
            && let Body::Text { values, closed: true } = &tree.get(*id).body
        {
            return Sort::Enum(values.clone());
        }
        match tree.base(ty) {
            TypeRef::Scalar(Scalar::Bool) => Sort::Bool,
            TypeRef::Scalar(Scalar::Int32 | Scalar::Int64) => Sort::Integer,
            TypeRef::Leaf(Leaf::Duration | Leaf::Quantity) => Sort::Measure,
            TypeRef::List(item) => Sort::List(is_text(item)),
            TypeRef::Map(item) => Sort::Map(is_text(item)),
            _ => Sort::Other,
        }
    }
}
