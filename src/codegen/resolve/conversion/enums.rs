//! The check that the values of an enum have counterparts in the enum of the other side.

use super::Context;
use super::draft::Draft;
use super::fit::Pair;
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Word;
use crate::codegen::load::document::BodyDoc;
use crate::codegen::model::{Body, Side, TypeId, TypeRef};
use crate::codegen::resolve::path;
use crate::codegen::resolve::tree::Tree;

/// Returns the values of the enums in two fields that have no counterpart in the other enum: neither in `values` of the
/// rule nor, for values that the rule does not replace, an equal one.
pub(super) fn unsupported(context: Context<'_, '_>, draft: &Draft<'_>, pair: &Pair<'_>) -> Option<[Vec<Word>; 2]> {
    let tree = context.tree;
    let (here, there) = (path::field(tree, draft.here, pair.from), path::field(tree, draft.there, pair.to));
    let (here, there) = enums(tree, &here.ty, &there.ty)?;
    let lost = [Side::Here, Side::There].map(|side| lost(tree, [here, there], pair.values, side));
    lost.iter().any(|values| !values.is_empty()).then_some(lost)
}

/// Reports a move between two enums if a value of one of them has no counterpart in the other.
pub(super) fn check(context: Context<'_, '_>, draft: &Draft<'_>, pair: &Pair<'_>, report: &mut Report) {
    let tree = context.tree;
    let (here, there) = (path::field(tree, draft.here, pair.from), path::field(tree, draft.there, pair.to));
    let Some((here, there)) = enums(tree, &here.ty, &there.ty) else { return };
    let Some(lost) = unsupported(context, draft, pair).filter(|_| !pair.drops) else { return };
    let field = path::show(tree, draft.here, pair.from);
    let [one, other] = [here, there].map(|id| tree.get(id));
    let message = format!("the values of `{field}` have no counterpart in the other version: {}", listed(&lost));
    let mut mistake = error("enum-differs", pair.at, message);
    let sides = [(&lost[0], &other.version), (&lost[1], &one.version)];
    for (word, version) in sides.into_iter().filter_map(|(lost, version)| Some((lost.first()?, version))) {
        mistake = mistake.also(word.span, format!("`{version}` has no such value"));
    }
    let ty = &tree.get(draft.here).name;
    let to = path::show(tree, draft.there, pair.to);
    let target = if field == to { String::new() } else { format!("to: {to}, ") };
    let values = suggestion(tree, here, there, pair.values);
    mistake = mistake.help(format!("name the counterpart of each value under `conversion.{ty}.fields`:"));
    mistake = mistake.help(format!("{field}: {{ {target}values: {{ {values} }} }}"));
    report.add(mistake.help("add `drop: <reason>` to the rule if a value has no counterpart"));
}

/// Returns the pairs of `values` for a move between two enums with different values, or `None` if a rule needs none.
pub(super) fn values_to_write(context: Context<'_, '_>, draft: &Draft<'_>, pair: &Pair<'_>) -> Option<String> {
    unsupported(context, draft, pair)?;
    let tree = context.tree;
    let (here, there) = (path::field(tree, draft.here, pair.from), path::field(tree, draft.there, pair.to));
    let (here, there) = enums(tree, &here.ty, &there.ty)?;
    Some(suggestion(tree, here, there, pair.values))
}

/// Returns the enums that two fields contain, directly or as items of lists and maps.
fn enums(tree: &Tree<'_>, here: &TypeRef, there: &TypeRef) -> Option<(TypeId, TypeId)> {
    match (alias(tree, here), alias(tree, there)) {
        (TypeRef::Named(here), TypeRef::Named(there)) => {
            let closed = |id: &TypeId| matches!(tree.get(*id).body, Body::Text { closed: true, .. });
            (closed(here) && closed(there)).then_some((*here, *there))
        }
        (TypeRef::List(here), TypeRef::List(there)) | (TypeRef::Map(here), TypeRef::Map(there)) => {
            enums(tree, here, there)
        }
        _ => None,
    }
}

/// Resolves aliases, but not string enums.
fn alias<'t>(tree: &'t Tree<'_>, ty: &'t TypeRef) -> &'t TypeRef {
    match ty {
        TypeRef::Named(id) => match &tree.get(*id).body {
            Body::Alias(base) => alias(tree, base),
            _ => ty,
        },
        _ => ty,
    }
}

/// Returns the values of the enum on `side` without a counterpart.
fn lost(tree: &Tree<'_>, enums: [TypeId; 2], pairs: &[(Word, Word)], side: Side) -> Vec<Word> {
    let [own, other] = if side == Side::Here { enums } else { [enums[1], enums[0]] };
    let other = values(tree, other);
    let ends = |(here, there): &(Word, Word)| {
        if side == Side::Here {
            (here.text.clone(), there.text.clone())
        } else {
            (there.text.clone(), here.text.clone())
        }
    };
    let pairs: Vec<_> = pairs.iter().map(ends).collect();
    let has_counterpart = |word: &Word| match pairs.iter().find(|(from, _)| *from == word.text) {
        Some(_) => true,
        // A value that another one is replaced by would be replaced on the way back.
        None => other.iter().any(|value| value.text == word.text) && !pairs.iter().any(|(_, to)| *to == word.text),
    };
    values(tree, own).into_iter().filter(|word| !has_counterpart(word)).collect()
}

fn values(tree: &Tree<'_>, id: TypeId) -> Vec<Word> {
    let places = match tree.facts(id).doc.map(|doc| &doc.body) {
        Some(BodyDoc::Text { values, .. }) => values.clone(),
        _ => Vec::new(),
    };
    match &tree.get(id).body {
        Body::Text { values, .. } if places.len() != values.len() => {
            values.iter().map(|text| Word { text: text.clone(), span: tree.facts(id).name }).collect()
        }
        _ => places,
    }
}

fn listed(lost: &[Vec<Word>; 2]) -> String {
    let mut texts: Vec<_> = lost.iter().flatten().map(|word| format!("`{}`", word.text)).collect();
    texts.dedup();
    texts.join(", ")
}

/// Returns `values` with all pairs that are certain: those of the rule, and values that differ only in case.
fn suggestion(tree: &Tree<'_>, here: TypeId, there: TypeId, pairs: &[(Word, Word)]) -> String {
    let there = values(tree, there);
    let counterpart = |word: &Word| {
        let said = pairs.iter().find(|(here, _)| here.text == word.text).map(|(_, there)| there.text.clone());
        let alike = || there.iter().find(|other| other.text.eq_ignore_ascii_case(&word.text));
        said.or_else(|| alike().map(|other| other.text.clone()))
    };
    let pairs = values(tree, here).into_iter().map(|word| {
        let counterpart = counterpart(&word).unwrap_or_else(|| "<value of the hub>".to_owned());
        (word.text, counterpart)
    });
    let pairs = pairs.filter(|(here, there)| here != there).map(|(here, there)| format!("{here}: {there}"));
    pairs.collect::<Vec<_>>().join(", ")
}
