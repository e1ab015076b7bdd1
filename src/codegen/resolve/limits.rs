//! The check that the limits of a field are limits of its type.

use super::tree::Tree;
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::load::document::FieldDoc;
use crate::codegen::model::{Field, Leaf, Limits, Scalar, TypeRef};

/// The sorts of values that limits apply to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Numbers,
    Texts,
    Lists,
    Maps,
}

/// Reports a limit that no value of the field can violate, such as `minimum` of a string.
pub(super) fn check(tree: &Tree<'_>, field: &Field, doc: &FieldDoc, report: &mut Report) {
    let base = tree.base(&field.ty);
    if tree.is_broken(base) {
        return;
    }
    let sorts = sorts(base);
    let Some((key, sort)) = used(&doc.limits).into_iter().find(|(_, sort)| !sorts.contains(sort)) else { return };
    let what = match sort {
        Sort::Numbers => "numbers",
        Sort::Texts => "strings",
        Sort::Lists => "lists",
        Sort::Maps => "maps",
    };
    let message = format!("`{key}` limits {what}, but `{}` is `{}`", field.name, tree.show(&field.ty));
    let help = match base {
        TypeRef::Scalar(Scalar::Int32 | Scalar::Int64 | Scalar::Double) => "use `minimum` and `maximum`, or remove it",
        TypeRef::Scalar(Scalar::String | Scalar::Bytes) => "use `minLength` and `maxLength`, or remove it",
        TypeRef::List(_) => "use `minItems` and `maxItems`, or declare a type with the limit for the items",
        TypeRef::Map(_) => "use `minProperties` and `maxProperties`, or declare a type with the limit for the values",
        _ => "remove it, or write a rule in CEL under `validations`",
    };
    report.add(error("limit-type", doc.name.span, message).help(help));
}

fn sorts(base: &TypeRef) -> &'static [Sort] {
    match base {
        TypeRef::Scalar(Scalar::Int32 | Scalar::Int64 | Scalar::Double) => &[Sort::Numbers],
        TypeRef::Scalar(Scalar::String | Scalar::Bytes) => &[Sort::Texts],
        TypeRef::Leaf(Leaf::Time | Leaf::MicroTime | Leaf::Duration) => &[Sort::Texts],
        TypeRef::Leaf(Leaf::IntOrString | Leaf::Quantity) => &[Sort::Numbers, Sort::Texts],
        TypeRef::Leaf(Leaf::StringList) | TypeRef::List(_) => &[Sort::Lists],
        TypeRef::Leaf(Leaf::RawExtension | Leaf::FieldsV1) | TypeRef::Map(_) | TypeRef::Named(_) => &[Sort::Maps],
        TypeRef::Scalar(Scalar::Bool) => &[],
        TypeRef::Leaf(Leaf::Json | Leaf::Value) => &[Sort::Numbers, Sort::Texts, Sort::Lists, Sort::Maps],
    }
}

/// Returns the keys of the limits that are set.
fn used(limits: &Limits) -> Vec<(&'static str, Sort)> {
    let keys = [
        ("minimum", Sort::Numbers, limits.minimum.is_some()),
        ("maximum", Sort::Numbers, limits.maximum.is_some()),
        ("exclusiveMinimum", Sort::Numbers, limits.exclusive_minimum),
        ("exclusiveMaximum", Sort::Numbers, limits.exclusive_maximum),
        ("multipleOf", Sort::Numbers, limits.multiple_of.is_some()),
        ("minLength", Sort::Texts, limits.min_length.is_some()),
        ("maxLength", Sort::Texts, limits.max_length.is_some()),
        ("pattern", Sort::Texts, limits.pattern.is_some()),
        ("minItems", Sort::Lists, limits.min_items.is_some()),
        ("maxItems", Sort::Lists, limits.max_items.is_some()),
        ("minProperties", Sort::Maps, limits.min_properties.is_some()),
        ("maxProperties", Sort::Maps, limits.max_properties.is_some()),
    ];
    keys.into_iter().filter(|(.., is_set)| *is_set).map(|(key, sort, _)| (key, sort)).collect()
}
