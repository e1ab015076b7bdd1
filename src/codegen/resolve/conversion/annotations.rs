//! Rules that store a field in an annotation of the object, moved to the kind that contains the field.

use std::collections::{BTreeMap, HashMap};

use super::Context;
use super::draft::{Anchor, Annotation, Draft};
use super::implied::join;
use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::files::{Span, Word};
use crate::codegen::model::{Action, Path, Side, TypeId, TypeRef};
use crate::codegen::resolve::formats::{is_subdomain, is_word};
use crate::codegen::resolve::path;
use crate::codegen::resolve::tree::Tree;

/// Moves every annotation rule to the kinds that contain its type, each by exactly one path.
pub(crate) fn lift(context: Context<'_, '_>, drafts: &mut BTreeMap<TypeId, Draft<'_>>, report: &mut Report) {
    let waiting: Vec<_> = drafts.iter_mut().map(|(id, draft)| (*id, std::mem::take(&mut draft.annotations))).collect();
    let mut used = used(context, drafts, report);
    for (id, annotations) in waiting {
        for annotation in annotations {
            check_key(&annotation.key, annotation.label.is_some(), report);
            for (kind, field) in holders(context, drafts, id, &annotation, report) {
                let Annotation { side, key, set, label, span, .. } = &annotation;
                check_used(&mut used, kind, key, label.is_some(), report);
                let source = context.tree.source(*span);
                let (key, set, label) = (key.text.clone(), set.clone(), label.clone());
                let action = Action::Annotation { side: *side, field, key, set, label };
                drafts.entry(kind).and_modify(|draft| draft.add(Anchor::Annotation, action, source));
            }
        }
    }
}

/// Returns true if a field of this type can be stored in an annotation: each kind that contains the type contains it once.
pub(super) fn is_possible(context: Context<'_, '_>, id: TypeId) -> bool {
    if context.kinds.iter().any(|kind| kind.ty == id) {
        return true;
    }
    let ways: Vec<_> =
        kinds(context).into_iter().map(|kind| ways(context, kind, id)).filter(|ways| !ways.is_empty()).collect();
    !ways.is_empty() && ways.iter().all(|ways| matches!(&ways[..], [Way { many: false, .. }]))
}

/// The annotations and labels (`true`) of each kind, with the place of the first use.
type Used = HashMap<(TypeId, String, bool), Span>;

/// Returns the annotations of `preserve`, whose keys it checks.
fn used(context: Context<'_, '_>, drafts: &BTreeMap<TypeId, Draft<'_>>, report: &mut Report) -> Used {
    let mut used = Used::new();
    for (kind, word) in kinds(context).into_iter().filter_map(|kind| {
        let annotation = drafts.get(&kind)?.preserve()?.annotation.as_ref()?;
        Some((kind, annotation))
    }) {
        check_key(word, false, report);
        used.insert((kind, word.text.clone(), false), word.span);
    }
    used
}

/// Reports a second field with the annotation of another one, which would overwrite it.
fn check_used(used: &mut Used, kind: TypeId, key: &Word, is_label: bool, report: &mut Report) {
    let place = place(is_label);
    if let Some(first) = used.insert((kind, key.text.clone(), is_label), key.span).filter(|first| *first != key.span) {
        let message = format!("two fields of a kind are stored in the {place} `{}`", key.text);
        let mistake = error("annotation-twice", key.span, message).also(first, "first used here");
        report.add(mistake.help("choose a different key"));
    }
}

fn place(is_label: bool) -> &'static str {
    if is_label { "label" } else { "annotation" }
}

/// Checks that the API server accepts a key of an annotation or label.
fn check_key(word: &Word, is_label: bool, report: &mut Report) {
    let key = word.text.as_str();
    let (prefix, name) = match key.split_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, key),
    };
    let is_name = name.len() <= 63 && is_word(name, |c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
    if !is_name || prefix.is_some_and(|prefix| !is_subdomain(prefix)) {
        let help = "write `<domain>/<name>`, such as `backup.example.com/paused`: the domain in lowercase, and a name of at most 63 letters, digits, `-`, `_` and `.`";
        report.add(error("annotation-key", word.span, format!("invalid {} key `{key}`", place(is_label))).help(help));
    }
}

/// Returns the kinds that contain the type, with the path from the kind to the field.
fn holders(
    context: Context<'_, '_>,
    drafts: &BTreeMap<TypeId, Draft<'_>>,
    id: TypeId,
    annotation: &Annotation,
    report: &mut Report,
) -> Vec<(TypeId, Path)> {
    let tree = context.tree;
    if context.kinds.iter().any(|kind| kind.ty == id) {
        return vec![(id, annotation.field.clone())];
    }
    let mut found = Vec::new();
    let before = report.len();
    for kind in kinds(context) {
        let ways = ways(context, kind, id);
        match &ways[..] {
            [] => {}
            [Way { path, many: false }] => {
                let lifted = translate(tree, drafts, kind, path, annotation.side);
                found.extend(lifted.map(|way| (kind, join(&way, &annotation.field.0))));
            }
            _ => report.add(several(tree, kind, &drafts[&id], &ways, annotation)),
        }
    }
    if found.is_empty() && report.len() == before && !tree.lacks_types() {
        let message = format!("no kind contains the type `{}`, so there is no object to annotate", tree.get(id).name);
        let help = "use `drop` with a reason, or functions for the type: `fn`";
        report.add(error("annotation-without-kind", annotation.span, message).help(help));
    }
    found
}

/// Returns the types of all kinds, each once.
fn kinds(context: Context<'_, '_>) -> Vec<TypeId> {
    let mut kinds: Vec<_> = context.kinds.iter().map(|kind| kind.ty).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

/// A path from a kind to a type. `many` is true if it contains a list or map.
struct Way {
    path: Path,
    many: bool,
}

/// Returns all paths from a kind to a type, without those through other kinds, which have separate annotations.
fn ways(context: Context<'_, '_>, kind: TypeId, to: TypeId) -> Vec<Way> {
    let mut found = Vec::new();
    let mut on_the_way = vec![kind];
    walk(context, to, &mut on_the_way, &Way { path: Path::default(), many: false }, &mut found);
    found
}

fn walk(context: Context<'_, '_>, to: TypeId, on_the_way: &mut Vec<TypeId>, way: &Way, found: &mut Vec<Way>) {
    let tree = context.tree;
    let Some(ty) = on_the_way.last().copied() else { return };
    for (index, field) in tree.fields(ty).iter().enumerate() {
        let Some(inner) = tree.inner_struct(&field.ty).filter(|inner| tree.holds(*inner, to)) else { continue };
        let many = way.many || !matches!(tree.base(&field.ty), TypeRef::Named(_));
        let next = Way { path: join(&way.path, &[index]), many };
        if inner == to {
            found.push(next);
        } else if !on_the_way.contains(&inner) && !context.kinds.iter().any(|kind| kind.ty == inner) {
            on_the_way.push(inner);
            walk(context, to, on_the_way, &next, found);
            on_the_way.pop();
        }
    }
}

/// Translates a path of this version to `side`, where the rules of each containing struct move the next one. Returns
/// `None` if a struct on the path does not move as a whole.
fn translate(
    tree: &Tree<'_>,
    drafts: &BTreeMap<TypeId, Draft<'_>>,
    kind: TypeId,
    way: &Path,
    side: Side,
) -> Option<Path> {
    if side == Side::Here {
        return Some(way.clone());
    }
    let mut there = Path::default();
    let mut holder = drafts.get(&kind)?;
    for (step, index) in way.0.iter().enumerate() {
        there.0.extend(&holder.target(&Path(vec![*index]))?.0);
        if step + 1 < way.0.len() {
            holder = drafts.get(&tree.as_struct(&tree.fields(holder.here)[*index].ty)?)?;
        }
    }
    Some(there)
}

fn several(tree: &Tree<'_>, kind: TypeId, draft: &Draft<'_>, ways: &[Way], annotation: &Annotation) -> Diagnostic {
    let shown: Vec<_> = ways.iter().map(|way| path::show(tree, kind, &way.path)).collect();
    let (kind, ty) = (&tree.get(kind).name, &tree.get(draft.here).name);
    let field = path::show(tree, draft.ty(annotation.side), &annotation.field);
    let (count, label) = match &shown[..] {
        [list] => ("many times".to_owned(), format!("the items of `{list}` would share it")),
        [a, b] => ("twice".to_owned(), format!("`{a}` and `{b}` would share it")),
        all => (format!("{} times", all.len()), format!("`{}` would share it", all.join("`, `"))),
    };
    let message = format!("the field `{ty}.{field}` has an annotation, but the kind `{kind}` contains `{ty}` {count}");
    let block = if annotation.side == Side::Here { "fields" } else { "absent" };
    let help = match ways.iter().zip(&shown).find(|(way, _)| !way.many) {
        Some((_, way)) => format!(
            "write the rule for the kind: `{kind}: {{ {block}: {{ {way}.{field}: {{ annotation: … }} }} }}`, or use `preserve`"
        ),
        None => format!("write `{kind}: {{ preserve: … }}`"),
    };
    error("annotation-ways", annotation.span, message).label(label).help(help)
}
