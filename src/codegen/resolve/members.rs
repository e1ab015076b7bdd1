//! Checks of the fields of a struct: names, inline structs, `oneOf`, and keys of lists.

use std::collections::{BTreeMap, HashMap};

use super::tree::Tree;
use super::{limits, path, unions};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::{Span, Word};
use crate::codegen::load::document::{BodyDoc, FieldDoc, TypeDoc};
use crate::codegen::model::{Body, Omit, Path, Scalar, Step, Type, TypeId, TypeRef};
use crate::codegen::naming;

/// The defaulting steps of all types.
pub(crate) type Defaults = BTreeMap<TypeId, Vec<Step>>;

/// Checks every declared type.
pub(crate) fn check(tree: &Tree<'_>, defaults: &Defaults, report: &mut Report) {
    for id in tree.ids() {
        let Some(doc) = tree.facts(id).doc else { continue };
        check_values(tree.get(id), doc, report);
        check_inline(tree, id, report);
        check_names(tree, id, report);
        if let BodyDoc::Struct { fields, .. } = &doc.body {
            unions::check(tree, id, doc, report);
            check_union(tree, id, report);
            fields.iter().for_each(|field| check_markers(tree, defaults, id, field, report));
            for doc in fields {
                let field = tree.named_field(id, &doc.name.text);
                field.into_iter().for_each(|field| limits::check(tree, field, doc, report));
            }
        }
    }
}

/// Reports values whose constants would have equal names.
fn check_values(ty: &Type, doc: &TypeDoc, report: &mut Report) {
    let (Body::Text { values, .. }, BodyDoc::Text { values: words, .. }) = (&ty.body, &doc.body) else { return };
    let mut seen: HashMap<String, &Word> = HashMap::new();
    for (value, word) in values.iter().zip(words) {
        let constant = naming::constant(value);
        if let Some(first) = seen.insert(constant.clone(), word).filter(|first| first.text != *value) {
            let message = format!("`{}` and `{value}` have the same Rust constant, `{constant}`", first.text);
            let help = "remove one of them, or list only common values under `values`: others are kept unchanged";
            report.add(error("constant-clash", word.span, message).also(first.span, "first listed here").help(help));
        }
    }
}

fn check_inline(tree: &Tree<'_>, id: TypeId, report: &mut Report) {
    for (field, place) in tree.fields(id).iter().zip(&tree.facts(id).fields) {
        let plain_struct = tree.as_struct(&field.ty).is_some() && !field.optional;
        if field.inline && !plain_struct && !tree.is_broken(&field.ty) {
            let message = format!("the field `{}` cannot be inline", field.name);
            let mistake =
                error("inline-type", *place, message).label("only a struct that is not optional can be inline");
            report.add(mistake.help("remove `(api.inline)`"));
        }
    }
}

/// Checks that names differ in the JSON object and in the Rust struct.
fn check_names(tree: &Tree<'_>, id: TypeId, report: &mut Report) {
    let mut json = HashMap::new();
    let mut rust = HashMap::new();
    let mut cases = HashMap::new();
    for (field, place) in tree.fields(id).iter().zip(&tree.facts(id).fields) {
        let inner = tree.as_struct(&field.ty).filter(|_| field.inline);
        let names = inner.map_or_else(|| vec![field.name.as_str()], |inner| path::names(tree, inner));
        for name in names {
            if let Some(first) = json.insert(name, *place) {
                let message = format!("the type `{}` has two fields named `{name}`", tree.get(id).name);
                report.add(
                    error("field-twice", *place, message).also(first, "first declared here").help("remove one of them"),
                );
            }
        }
        let has_clash = |other: &str| other != field.name;
        let folded = cases.insert(field.name.to_lowercase(), (&field.name, *place));
        let same = rust.insert(naming::field(&field.name), (&field.name, *place));
        if let Some((other, first)) = same.filter(|(other, _)| has_clash(other)) {
            let message =
                format!("`{other}` and `{}` have the same Rust name, `{}`", field.name, naming::field(&field.name));
            report.add(
                error("field-clash", *place, message).also(first, "first declared here").help("rename one of them"),
            );
        } else if let Some((other, first)) = folded.filter(|(other, _)| has_clash(other)) {
            let message = format!("`{other}` and `{}` differ only in case", field.name);
            report.add(
                error("field-clash", *place, message).also(first, "first declared here").help("rename one of them"),
            );
        }
    }
}

/// Checks that the fields of a union have different types in JSON, which distinguish them.
fn check_union(tree: &Tree<'_>, id: TypeId, report: &mut Report) {
    let Body::Struct(body) = &tree.get(id).body else { return };
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for (field, place) in body.fields.iter().zip(&tree.facts(id).fields).filter(|_| body.union) {
        let kind = match tree.base(&field.ty) {
            TypeRef::Scalar(Scalar::Bool) if !field.optional => "true or false",
            TypeRef::List(_) => "an array",
            ty if field.optional && tree.as_struct(ty).is_some() => "an object",
            _ => {
                let message = format!("the field `{}` cannot be part of a union", field.name);
                let help = "use only a `bool`, an optional message and a list";
                report.add(error("union-field", *place, message).help(help));
                continue;
            }
        };
        if let Some(first) = seen.insert(kind, *place) {
            let message = format!("the field `{}` is {kind} in JSON, like another field of the union", field.name);
            report.add(error("union-clash", *place, message).also(first, "the other field").help("remove one of them"));
        }
    }
}

/// Checks list types, and the keys that identify the items of a list.
fn check_markers(tree: &Tree<'_>, defaults: &Defaults, id: TypeId, doc: &FieldDoc, report: &mut Report) {
    let Some(index) = path::child(tree, id, &doc.name.text) else { return };
    let field = path::field(tree, id, &Path(index));
    let base = tree.base(&field.ty);
    let list_marker = field.merge.list_type.is_some() || !field.merge.list_map_keys.is_empty();
    if tree.is_broken(&field.ty) {
        return;
    }
    let TypeRef::List(item) = base else {
        if list_marker {
            let message = format!("the field `{}` is `{}`, not a list", doc.name.text, tree.show(&field.ty));
            report.add(error("marker-of-list", doc.markers.list, message).help("remove the key, or use `list<…>`"));
        }
        return check_map_marker(tree, base, field.merge.map_type.is_some(), doc, report);
    };
    if field.merge.list_type.as_deref() == Some("map") {
        check_keys(tree, defaults, item, doc, report);
    } else if !field.merge.list_map_keys.is_empty() {
        let message = "only a list of type `map` can have keys";
        report.add(error("keys-without-map", doc.markers.keys(), message).help("write `listType: map`"));
    }
}

/// Checks map types, which structs may have as well.
fn check_map_marker(tree: &Tree<'_>, base: &TypeRef, marked: bool, doc: &FieldDoc, report: &mut Report) {
    let has_parts = matches!(base, TypeRef::Map(_) | TypeRef::Leaf(_)) || tree.as_struct(base).is_some();
    if marked && !has_parts {
        let message = format!("the field `{}` is `{}`, which has no parts to merge", doc.name.text, tree.show(base));
        report.add(error("marker-of-map", doc.markers.map, message).help("remove `mapType`, or use `map<…>`"));
    }
}

/// Checks that every key is required or has a default. Kubernetes' lists, which come from `.proto`, have keys that may
/// be missing.
fn check_keys(tree: &Tree<'_>, defaults: &Defaults, item: &TypeRef, doc: &FieldDoc, report: &mut Report) {
    let Some(owner) = tree.as_struct(item) else {
        let message = format!("the items of `{}` are not structs, so they cannot have keys", doc.name.text);
        report.add(error("keys-of-scalars", doc.markers.keys(), message).help("write `listType: set`"));
        return;
    };
    if doc.merge.list_map_keys.is_empty() {
        let message = format!("the list `{}` is of type `map` but has no keys", doc.name.text);
        report.add(error("keys-missing", doc.markers.list, message).help("add `listMapKeys: [<field>]`"));
    }
    for (key, place) in doc.merge.list_map_keys.iter().zip(&doc.markers.keys) {
        let Some(steps) = path::child(tree, owner, key) else {
            let names = path::names(tree, owner);
            let message = format!("the items of `{}` have no field `{key}`", doc.name.text);
            report.add(error("key-unknown", *place, message).among(key, "the fields are", names));
            continue;
        };
        let path = Path(steps);
        let field = path::field(tree, owner, &path);
        let required = !field.optional && field.omit == Omit::Never;
        if !required && doc.number.is_none() && !has_default(defaults, owner, &path) {
            let message = format!("the key `{key}` must be required or have a default");
            let help = format!("make `{}.{key}` required, or add a default", tree.get(owner).name);
            report.add(error("key-optional", *place, message).help(help));
        }
    }
}

fn has_default(defaults: &Defaults, owner: TypeId, path: &Path) -> bool {
    let steps = defaults.get(&owner).into_iter().flatten();
    steps.flat_map(|step| &step.set).any(|(set, _)| set == path)
}
