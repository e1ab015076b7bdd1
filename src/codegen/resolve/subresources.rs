//! Subresources with their kinds and verbs.

use super::declare::KindType;
use super::kinds::{named_kind, texts};
use super::tree::Tree;
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::load::document::SubresourceDoc;
use crate::codegen::model::{KindName, Scale, Subresource};
use crate::codegen::verbs::SUBRESOURCE_VERBS;

/// Returns the subresources of a kind, ordered by name.
pub(crate) fn subresources(tree: &Tree<'_>, kind: &KindType<'_>, report: &mut Report) -> Vec<Subresource> {
    let docs = kind.doc.subresources.iter();
    let mut found: Vec<Subresource> = docs.map(|doc| subresource(tree, kind, doc, report)).collect();
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found
}

fn subresource(tree: &Tree<'_>, kind: &KindType<'_>, doc: &SubresourceDoc, report: &mut Report) -> Subresource {
    let name = doc.name.text.as_str();
    let scale = match name {
        "scale" => scale(tree, kind, doc, report),
        _ => without_scale(doc, report),
    };
    if name == "status"
        && !tree.is_doubtful(kind.ty)
        && !tree.fields(kind.ty).iter().any(|field| field.name == "status")
    {
        let message = format!("the kind `{}` has the subresource `status`, but no field `status`", kind.doc.name.text);
        let help = "add the field to the type, or remove the subresource";
        report.add(error("status-missing", doc.name.span, message).help(help));
    }
    let said = doc.kind.as_ref().and_then(|word| named_kind(tree, word, report));
    let own = || KindName {
        group: tree.groups[kind.group].name.clone(),
        version: kind.version.name.clone(),
        kind: kind.doc.name.text.clone(),
    };
    Subresource {
        name: name.to_owned(),
        kind: said.or_else(|| scale.as_ref().map(|scale| answer(tree, scale))).unwrap_or_else(own),
        verbs: doc.verbs.as_ref().map_or_else(|| SUBRESOURCE_VERBS.map(str::to_owned).to_vec(), |words| texts(words)),
        scale,
    }
}

/// Returns the kind of the subresource `scale`: the kind of its type, or `autoscaling/v1 Scale` if paths are given.
fn answer(tree: &Tree<'_>, scale: &Scale) -> KindName {
    let Scale::Type(id) = scale else {
        return KindName { group: "autoscaling".to_owned(), version: "v1".to_owned(), kind: "Scale".to_owned() };
    };
    let ty = tree.get(*id);
    let groups = tree.groups.iter().filter(|group| group.doc.folder == ty.group);
    let name = groups.map(|group| group.name.clone()).next().unwrap_or_default();
    KindName { group: name, version: ty.version.clone(), kind: ty.name.clone() }
}

fn scale(tree: &Tree<'_>, kind: &KindType<'_>, doc: &SubresourceDoc, report: &mut Report) -> Option<Scale> {
    if let Some(word) = &doc.ty {
        return tree.find(kind.group, &kind.version.name, &word.text, word.span, report).map(Scale::Type);
    }
    let (Some(spec), Some(status)) = (&doc.spec_replicas, &doc.status_replicas) else {
        if doc.kind.is_none() {
            let message = "`scale` requires `specReplicasPath` and `statusReplicasPath`, or `type`";
            let help = "write `scale: { specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas }`";
            report.add(error("scale-paths", doc.name.span, message).help(help));
        }
        return None;
    };
    Some(Scale::Paths {
        spec_replicas: spec.text.clone(),
        status_replicas: status.text.clone(),
        label_selector: doc.label_selector.as_ref().map(|word| word.text.clone()),
    })
}

/// Reports keys that only `scale` may have.
fn without_scale(doc: &SubresourceDoc, report: &mut Report) -> Option<Scale> {
    let words = [&doc.ty, &doc.spec_replicas, &doc.status_replicas, &doc.label_selector];
    for word in words.into_iter().flatten() {
        let message =
            format!("`{}` can only be set for the subresource `scale`, not for `{}`", word.text, doc.name.text);
        let help = "set the kind of the subresource instead, such as `kind: policy/v1 Eviction`, or remove this";
        report.add(error("scale-alone", word.span, message).help(help));
    }
    None
}
