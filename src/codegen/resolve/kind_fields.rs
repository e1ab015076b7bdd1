//! Fields that a kind refers to: selectable fields, printer columns, and paths of the subresource `scale`.

use std::collections::HashMap;

use super::declare::KindType;
use super::path;
use super::tree::Tree;
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Word;
use crate::codegen::load::document::KindDoc;
use crate::codegen::model::{Scalar, TypeId, TypeRef};

/// The maximum number of selectable fields of a CustomResourceDefinition.
const MOST_SELECTABLE: usize = 8;

/// Checks the paths of a kind.
pub(crate) fn check(tree: &Tree<'_>, kind: &KindType<'_>, report: &mut Report) {
    let group = &tree.groups[kind.group];
    if !is_of_kubernetes(&group.name) {
        check_selectable(tree, kind, report);
    }
    check_columns(tree, kind.ty, kind.doc, report);
    for doc in &kind.doc.subresources {
        for word in [&doc.spec_replicas, &doc.status_replicas, &doc.label_selector].into_iter().flatten() {
            check_json_path(tree, kind.ty, word, report);
        }
    }
}

/// Returns true for groups of Kubernetes, which have more field labels, including labels without a field
/// (`status.successful`). The rules of CustomResourceDefinitions apply to all other groups.
fn is_of_kubernetes(group: &str) -> bool {
    !group.contains('.') || group.ends_with(".k8s.io")
}

fn check_selectable(tree: &Tree<'_>, kind: &KindType<'_>, report: &mut Report) {
    let selectable = &kind.doc.selectable;
    if let Some((label, _)) = selectable.get(MOST_SELECTABLE) {
        let message = format!("the kind `{}` has more than {MOST_SELECTABLE} selectable fields", kind.doc.name.text);
        let mistake = error("selectable-many", label.span, message).label("one too many");
        report.add(mistake.help("remove some: API servers accept no more"));
    }
    for (label, _) in selectable {
        let Some(found) = path::find(tree, kind.ty, label, "the type", report) else { continue };
        let ty = &path::field(tree, kind.ty, &found).ty;
        let is_text =
            matches!(tree.base(ty), TypeRef::Scalar(Scalar::Bool | Scalar::Int32 | Scalar::Int64 | Scalar::String));
        if !is_text && !tree.is_broken(ty) {
            let message = format!("the field `{}` is `{}`, which is not selectable", label.text, tree.show(ty));
            let help = "select strings, integers and booleans";
            report.add(error("selectable-type", label.span, message).help(help));
        }
    }
}

fn check_columns(tree: &Tree<'_>, ty: TypeId, doc: &KindDoc, report: &mut Report) {
    let mut seen = HashMap::new();
    for column in &doc.columns {
        if let Some(first) = seen.insert(&column.name.text, column.name.span) {
            let message = format!("duplicate column `{}`", column.name.text);
            let mistake = error("column-twice", column.name.span, message).also(first, "first occurrence");
            report.add(mistake.help("rename or remove one of them"));
        }
        if let Some(word) = &column.json_path {
            check_json_path(tree, ty, word, report);
        }
    }
}

/// Checks the plain steps at the beginning of a JSON path: `.status.conditions` in
/// `.status.conditions[?(@.type=='Ready')].status`.
fn check_json_path(tree: &Tree<'_>, ty: TypeId, word: &Word, report: &mut Report) {
    let plain = word.text.find(['[', '*', '\\']).map_or(word.text.as_str(), |end| &word.text[..end]);
    let Some(steps) = plain.strip_prefix('.').map(|steps| steps.trim_end_matches('.')) else {
        let message = format!("invalid field path `{}`", word.text);
        report.add(error("json-path", word.span, message).help("start with a dot, as in `.spec.replicas`"));
        return;
    };
    let into_map = |end: usize| {
        let field = path::lookup(tree, ty, &steps[..end])?;
        let field = path::field(tree, ty, &field);
        matches!(tree.base(&field.ty), TypeRef::Map(_) | TypeRef::Leaf(_)).then_some(end)
    };
    let end = steps.match_indices('.').find_map(|(end, _)| into_map(end)).unwrap_or(steps.len());
    let known = ["apiVersion", "kind"];
    if end > 0 && !known.contains(&steps) {
        path::find(tree, ty, &Word { text: steps[..end].to_owned(), span: word.span }, "the type", report);
    }
}
