//! Kinds for registration with the Scheme, with names, life cycle and field selectors.

use super::declare::KindType;
use super::hub::Hub;
use super::subresources::subresources;
use super::tree::{Group, Tree};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Word;
use crate::codegen::load::document::{ColumnDoc, KindDoc, VersionDoc};
use crate::codegen::load::{expr, rank};
use crate::codegen::model::{Column, Kind, KindName, Lifecycle, Release, Resource, TypeId};
use crate::codegen::verbs::RESOURCE_VERBS;

/// Returns the kind, followed by its list.
pub(crate) fn kinds(tree: &Tree<'_>, kind: &KindType<'_>, hub: &Hub, report: &mut Report) -> Vec<Kind> {
    let doc = kind.doc;
    let item = Kind {
        name: doc.name.text.clone(),
        ty: kind.ty,
        hub: hub_type(kind, kind.ty, hub),
        doc: doc.doc.clone().unwrap_or_else(|| tree.get(kind.ty).doc.clone()),
        resource: resource(tree, kind, report),
        is_list: false,
        unversioned: doc.unversioned,
        served: doc.served,
        query: doc.query,
        subresources: subresources(tree, kind, report),
        columns: columns(doc),
        lifecycle: lifecycle(tree, doc, report),
        selectable: doc.selectable.iter().map(selectable).collect(),
        source: tree.source(doc.name.span),
    };
    let list = kind.list.map(|list| Kind {
        name: tree.get(list).name.clone(),
        ty: list,
        hub: hub_type(kind, list, hub),
        doc: tree.get(list).doc.clone(),
        resource: None,
        is_list: true,
        query: false,
        subresources: Vec::new(),
        columns: Vec::new(),
        selectable: Vec::new(),
        ..item.clone()
    });
    [Some(item), list].into_iter().flatten().collect()
}

fn hub_type(kind: &KindType<'_>, ty: TypeId, hub: &Hub) -> Option<TypeId> {
    (!kind.version.unconverted && !kind.doc.unversioned).then(|| hub.of(ty))
}

fn selectable((here, there): &(Word, Option<Word>)) -> (String, String) {
    (here.text.clone(), there.as_ref().unwrap_or(here).text.clone())
}

/// Returns the resource of a kind. The hub's version declares names and scope, which the other versions inherit or
/// repeat.
fn resource(tree: &Tree<'_>, kind: &KindType<'_>, report: &mut Report) -> Option<Resource> {
    let group = &tree.groups[kind.group];
    let name = kind.doc.name.text.as_str();
    let plural = group.said(name, |doc| doc.resource.as_ref())?;
    check_unique(group, kind, plural, report);
    let singular = group.said(name, |doc| doc.singular.as_ref());
    let short_names = group.said(name, |doc| doc.short_names.as_ref());
    let categories = group.said(name, |doc| doc.categories.as_ref());
    let scope = group.said(name, |doc| doc.scope.as_ref());
    let verbs = group.said(name, |doc| doc.verbs.as_ref());
    same_word(kind.doc.resource.as_ref(), Some(plural), report);
    same_word(kind.doc.singular.as_ref(), singular, report);
    same_word(kind.doc.scope.as_ref(), scope, report);
    same_words(kind.doc.short_names.as_ref(), short_names, report);
    same_words(kind.doc.categories.as_ref(), categories, report);
    same_words(kind.doc.verbs.as_ref(), verbs, report);
    Some(Resource {
        plural: plural.text.clone(),
        singular: singular.map_or_else(|| name.to_lowercase(), |word| word.text.clone()),
        short_names: short_names.map(|words| texts(words)).unwrap_or_default(),
        categories: categories.map(|words| texts(words)).unwrap_or_default(),
        verbs: verbs.map_or_else(|| RESOURCE_VERBS.map(str::to_owned).to_vec(), |words| texts(words)),
        namespaced: scope.is_none_or(|word| word.text != "Cluster"),
    })
}

/// Reports a second kind of the version with the same resource, whose endpoint both would have.
fn check_unique(group: &Group<'_>, kind: &KindType<'_>, plural: &Word, report: &mut Report) {
    let earlier = kind.version.kinds.iter().take_while(|doc| doc.name.text != kind.doc.name.text);
    for doc in earlier {
        let other = group.said(&doc.name.text, |doc| doc.resource.as_ref());
        if let Some(other) = other.filter(|other| other.text == plural.text && other.span != plural.span) {
            let message = format!(
                "the kinds `{}` and `{}` have the same resource, `{}`",
                doc.name.text, kind.doc.name.text, plural.text
            );
            let mistake = error("resource-twice", plural.span, message).also(other.span, "first used here");
            report.add(mistake.help("give each kind its own resource"));
        }
    }
}

pub(super) fn texts(words: &[Word]) -> Vec<String> {
    words.iter().map(|word| word.text.clone()).collect()
}

const SAID_ONCE: &str = "set it only in the hub's version: the others inherit it";

fn same_word(here: Option<&Word>, first: Option<&Word>, report: &mut Report) {
    if let (Some(here), Some(first)) = (here, first)
        && here.text != first.text
    {
        let message = format!("`{}` differs from `{}` in another version", here.text, first.text);
        report.add(error("names-differ", here.span, message).also(first.span, "in another version").help(SAID_ONCE));
    }
}

fn same_words(here: Option<&Vec<Word>>, first: Option<&Vec<Word>>, report: &mut Report) {
    let text = |words: &Vec<Word>| words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(", ");
    if let (Some(here), Some(first)) = (here, first)
        && text(here) != text(first)
        && let Some(place) = here.first().or(first.first())
    {
        let message = format!("`[{}]` differs from `[{}]` in another version", text(here), text(first));
        let mistake = error("names-differ", place.span, message).help(SAID_ONCE);
        report.add(match first.first() {
            Some(first) if first.span != place.span => mistake.also(first.span, "in another version"),
            _ => mistake,
        });
    }
}

fn lifecycle(tree: &Tree<'_>, doc: &KindDoc, report: &mut Report) -> Lifecycle {
    if let (Some(deprecated), Some(removed)) = (&doc.deprecated, &doc.removed)
        && Release::parse(&removed.text) < Release::parse(&deprecated.text)
    {
        let message = format!("the kind `{}` is removed before it is deprecated", doc.name.text);
        let mistake = error("removed-early", removed.span, message).also(deprecated.span, "deprecated here");
        report.add(mistake.help("swap them, or correct one of them"));
    }
    let release = |word: &Option<Word>| word.as_ref().and_then(|word| Release::parse(&word.text));
    Lifecycle {
        introduced: release(&doc.introduced),
        deprecated: release(&doc.deprecated),
        removed: release(&doc.removed),
        replacement: doc.replacement.as_ref().and_then(|word| named_kind(tree, word, report)),
        warning: doc.deprecation_warning.clone(),
    }
}

/// Reads the name of a kind: `networking.k8s.io/v1 Ingress`, `v1 Pod`.
pub(super) fn named_kind(tree: &Tree<'_>, word: &Word, report: &mut Report) -> Option<KindName> {
    let parsed = word.text.split_once(' ').map(|(gv, kind)| (gv.rsplit_once('/').unwrap_or(("", gv)), kind));
    let Some(((group, version), kind)) = parsed.filter(|((_, v), k)| rank(v).is_some() && expr::is_identifier(k))
    else {
        let message = format!("invalid reference to a kind: `{}`", word.text);
        let help = "write `<group>/<version> <Kind>`, such as `networking.k8s.io/v1 Ingress`";
        report.add(error("bad-kind", word.span, message).help(help));
        return None;
    };
    let groups = tree.groups.iter().enumerate().filter(|(_, known)| known.name == group);
    let versions = groups.flat_map(|(id, known)| known.versions.iter().map(move |version| (id, version)));
    let is_said = |(id, known): (usize, &&VersionDoc)| {
        known.kinds.iter().any(|doc| {
            // A kind without a type may be this one, misspelled.
            let has_type = doc.ty.is_some() || tree.named(id, version, &doc.name.text).is_some();
            doc.name.text == kind || !has_type
        })
    };
    if !versions.filter(|(_, known)| known.name == version).any(is_said) {
        let message = format!("no definition declares the kind `{}`", word.text);
        let help = "use a kind from these definitions, or remove the key";
        report.add(error("unknown-kind", word.span, message).help(help));
    }
    Some(KindName { group: group.to_owned(), version: version.to_owned(), kind: kind.to_owned() })
}

fn columns(doc: &KindDoc) -> Vec<Column> {
    let text = |word: &Option<Word>| word.as_ref().map(|word| word.text.clone()).unwrap_or_default();
    let column = |column: &ColumnDoc| Column {
        name: column.name.text.clone(),
        ty: text(&column.ty),
        format: column.format.clone(),
        description: column.description.clone(),
        priority: column.priority.unwrap_or_default(),
        json_path: text(&column.json_path),
    };
    doc.columns.iter().map(column).collect()
}
