//! Implied rules: fields with equal names and types are moved.

use super::Context;
use super::draft::{Anchor, Draft};
use super::fit::{self, Pair};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::model::{Action, Path, Side, Source, TypeId};
use crate::codegen::resolve::path;

/// Two structs whose fields are moved by name.
pub(crate) struct Structs {
    pub(crate) from: Path,
    pub(crate) here: TypeId,
    pub(crate) to: Path,
    pub(crate) there: TypeId,
}

/// Moves every field without a rule to the field of the same name in the hub.
pub(crate) fn add(context: Context<'_, '_>, draft: &mut Draft<'_>, report: &mut Report) {
    let whole = Structs { from: Path::default(), here: draft.here, to: Path::default(), there: draft.there };
    by_name(context, draft, &whole, report);
}

/// Moves the unclaimed fields of a struct to fields of the same names in another one.
pub(crate) fn by_name(context: Context<'_, '_>, draft: &mut Draft<'_>, structs: &Structs, report: &mut Report) {
    for (index, field) in context.tree.fields(structs.here).iter().enumerate() {
        let from = join(&structs.from, &[index]);
        let steps = path::child(context.tree, structs.there, &field.name);
        match (steps, context.tree.as_struct(&field.ty)) {
            _ if draft.claims(Side::Here).get(&from).is_some() => {}
            (Some(steps), _) => pair(context, draft, from, join(&structs.to, &steps), report),
            (None, Some(inner)) if field.inline => {
                let structs = Structs { from, here: inner, to: structs.to.clone(), there: structs.there };
                by_name(context, draft, &structs, report);
            }
            (None, _) => {}
        }
    }
}

pub(crate) fn join(path: &Path, steps: &[usize]) -> Path {
    Path([&path.0, steps].concat())
}

fn pair(context: Context<'_, '_>, draft: &mut Draft<'_>, from: Path, to: Path, report: &mut Report) {
    if draft.claims(Side::There).get(&to).is_some() {
        return;
    }
    let (owner, index) = path::end(context.tree, draft.here, &from);
    let at = context.tree.facts(owner).fields[index];
    let source = context.tree.fields(owner)[index].source.clone();
    whole_or_parts(
        context,
        draft,
        &Pair { from: &from, to: &to, empty: None, values: &[], drops: false, at, said: false },
        source,
        report,
    );
}

/// Moves a field. A rule for a struct applies to all of its fields that no other rule names: if another rule moves a
/// value out of the struct or into it, its fields are moved one by one.
pub(crate) fn whole_or_parts(
    context: Context<'_, '_>,
    draft: &mut Draft<'_>,
    pair: &Pair<'_>,
    source: Source,
    report: &mut Report,
) {
    let tree = context.tree;
    let (from, to) = (pair.from, pair.to);
    let mover = |side, path| draft.claims(side).below(path).find(|claim| claim.moves);
    if let Some(claim) = mover(Side::Here, from).or_else(|| mover(Side::There, to)) {
        let (here, there) = (path::field(tree, draft.here, from), path::field(tree, draft.there, to));
        let (Some(here), Some(there)) = (tree.as_struct(&here.ty), tree.as_struct(&there.ty)) else { return };
        if tree.conversion_doc(here).is_some() {
            let message = format!(
                "the type `{}` has its own rules, but this rule changes one of its fields",
                tree.get(here).name
            );
            report.add(error("rule-enters-rules", claim.span, message).help("move the rule to that type"));
            draft.doubt(Side::Here);
            draft.doubt(Side::There);
        }
        draft.split(Side::Here, from);
        draft.split(Side::There, to);
        let structs = Structs { from: from.clone(), here, to: to.clone(), there };
        return by_name(context, draft, &structs, report);
    }
    draft.claim(Side::Here, from, pair.at, true);
    draft.claim(Side::There, to, pair.at, true);
    fit::check(context, draft, pair, report);
    let empty = pair.empty.map(|(empty, _)| empty);
    let action = Action::Move { from: from.clone(), to: to.clone(), empty };
    draft.add(Anchor::Field(from.clone()), action, source);
}
