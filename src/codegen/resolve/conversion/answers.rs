//! The check that rules cover all fields of both sides.

use std::collections::{BTreeMap, HashSet};

use super::draft::Draft;
use super::implied::join;
use super::missing::{self, Missing};
use super::{Context, items, required};
use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::files::Span;
use crate::codegen::load::document::{PreserveDoc, PreservedFields};
use crate::codegen::model::{Path, Side, TypeId, TypeRef};
use crate::codegen::resolve::path;
use crate::codegen::resolve::tree::Tree;

pub(super) type Drafts<'a> = BTreeMap<TypeId, Draft<'a>>;

/// Reports every field without a rule, unless another mistake may be the cause.
pub(crate) fn check(context: Context<'_, '_>, drafts: &Drafts<'_>, report: &mut Report) {
    let search = Search { context, drafts };
    let preserved = preserved(context, drafts);
    // A wrong path under `preserve` of a kind may mean any field below it.
    let is_unsure = |ty: &TypeId| drafts.get(ty).is_some_and(|draft| draft.is_unsure(Side::Here));
    let unsure = context.tree.held(context.kinds.iter().map(|kind| kind.ty).filter(is_unsure));
    let reached = context.tree.held(context.kinds.iter().map(|kind| kind.ty));
    let preserves = |ty: &TypeId| drafts.get(ty).is_some_and(|draft| draft.preserve().is_some());
    let may_reach_more = context.tree.lacks_types() && context.kinds.iter().any(|kind| preserves(&kind.ty));
    let mut found = Vec::new();
    for draft in drafts.values() {
        let is_preserved = preserved.contains(&draft.here);
        let mut fields = Vec::new();
        check_place(context, drafts, draft, is_preserved, report);
        let all = draft.preserve().is_some_and(|doc| matches!(doc.fields, PreservedFields::All));
        let all = all || is_preserved && unsure.contains(&draft.here);
        // A kind that preserves fields may contain the type, in a field whose own type is missing.
        let may_be_preserved = may_reach_more && !reached.contains(&draft.here);
        for (side, covered) in [(Side::Here, all), (Side::There, is_preserved)] {
            if !draft.is_unsure(side) && !may_be_preserved {
                search.collect(draft, side, &Path::default(), draft.ty(side), covered, &mut fields);
            }
        }
        found.push((draft, fields));
        for (path, span) in draft.bare().iter().filter(|_| !is_preserved && !may_be_preserved) {
            report.add(without_reason(context, draft, path, *span));
        }
    }
    missing::report(context, found, report);
    items::check(&search, |ty| preserved.contains(&ty), report);
}

/// Returns the types that only occur in kinds that preserve fields without a counterpart.
fn preserved(context: Context<'_, '_>, drafts: &Drafts<'_>) -> HashSet<TypeId> {
    let preserves = |ty: &TypeId| {
        // A kind whose `preserve` lacks the annotation is reported for this alone.
        drafts.get(ty).is_some_and(|draft| draft.preserve().is_some())
    };
    let (preserving, others): (Vec<_>, Vec<_>) = context.kinds.iter().map(|kind| kind.ty).partition(preserves);
    let mut preserved = context.tree.held(preserving);
    let elsewhere = context.tree.held(others);
    preserved.retain(|id| !elsewhere.contains(id));
    preserved
}

/// Reports `preserve` without an annotation that could store the fields.
fn check_place(
    context: Context<'_, '_>,
    drafts: &Drafts<'_>,
    draft: &Draft<'_>,
    is_preserved: bool,
    report: &mut Report,
) {
    let Some(doc) = draft.preserve() else { return };
    check_paths(context, drafts, draft, doc, report);
    let name = &context.tree.get(draft.here).name;
    let is_kind = context.kinds.iter().any(|kind| kind.ty == draft.here);
    if is_kind && doc.annotation.is_none() {
        let message = format!("`preserve` of the kind `{name}` names no annotation");
        let help = "write `preserve: { annotation: <key>, fields: [<path>] }`, or `fields: all`";
        report.add(error("preserve-without-annotation", doc.span, message).help(help));
    } else if !is_kind && doc.annotation.is_none() && !is_preserved {
        let message = format!("not every kind that contains the type `{name}` preserves fields in an annotation");
        let help = "add `preserve: <annotation>` to these kinds, or write a rule for each field";
        report.add(error("preserve-without-kind", doc.span, message).help(help));
    }
}

/// Reports paths under `preserve` to fields for which the containing type has a rule.
fn check_paths(
    context: Context<'_, '_>,
    drafts: &Drafts<'_>,
    draft: &Draft<'_>,
    doc: &PreserveDoc,
    report: &mut Report,
) {
    let PreservedFields::Paths(words) = &doc.fields else { return };
    for word in words {
        let Some(path) = path::lookup(context.tree, draft.here, &word.text) else { continue };
        let (owner, index) = path::end(context.tree, draft.here, &path);
        let rules = drafts.get(&owner).filter(|_| owner != draft.here);
        if rules.is_some_and(|rules| rules.claims(Side::Here).get(&Path(vec![index])).is_some()) {
            let ty = &context.tree.get(owner).name;
            let message =
                format!("the field `{}` has a rule in `conversion.{ty}`, so it cannot be preserved", word.text);
            report.add(error("preserve-moved", word.span, message).help("remove it from `preserve`"));
        }
    }
}

pub(super) struct Search<'s, 'a, 't> {
    pub(super) context: Context<'a, 't>,
    pub(super) drafts: &'s Drafts<'a>,
}

impl Search<'_, '_, '_> {
    /// Returns true if a field has no rule, neither of the type itself nor of those that contain it.
    pub(super) fn has_uncovered(&self, draft: &Draft<'_>, side: Side) -> bool {
        self.is_open(draft, side, &Path::default(), draft.ty(side))
    }

    fn is_open(&self, draft: &Draft<'_>, side: Side, way: &Path, ty: TypeId) -> bool {
        let tree = self.context.tree;
        let claims = draft.claims(side);
        tree.fields(ty).iter().enumerate().any(|(index, field)| {
            let path = join(way, &[index]);
            if claims.answer(&path) || tree.is_broken(&field.ty) {
                return false;
            }
            let entered = field.inline || claims.get(&path).is_some() || claims.below(&path).next().is_some();
            match tree.as_struct(&field.ty).filter(|_| entered) {
                Some(inner) => self.is_open(draft, side, &path, inner),
                None => !self.answered_above(draft, side, &path, &mut HashSet::new()),
            }
        })
    }

    /// Collects the fields of a struct without a rule. If they are preserved, only required ones need a rule.
    fn collect(
        &self,
        draft: &Draft<'_>,
        side: Side,
        way: &Path,
        ty: TypeId,
        preserved: bool,
        found: &mut Vec<Missing>,
    ) {
        let tree = self.context.tree;
        for (index, field) in tree.fields(ty).iter().enumerate() {
            let path = join(way, &[index]);
            if draft.claims(side).answer(&path) || tree.is_broken(&field.ty) {
                continue;
            }
            let claims = draft.claims(side);
            let entered = field.inline || claims.get(&path).is_some() || claims.below(&path).next().is_some();
            if let Some(inner) = tree.as_struct(&field.ty).filter(|_| entered) {
                self.collect(draft, side, &path, inner, preserved, found);
                continue;
            }
            let root = draft.ty(side);
            let is_lacking = || required::is_required(tree, root, &path) && !required::has_default(tree, root, &path);
            let needs_rule = !preserved || is_lacking();
            if needs_rule && !self.answered_above(draft, side, &path, &mut HashSet::new()) {
                found.push(Missing { side, path, preserved });
            }
        }
    }

    /// Returns true if all types that contain this one have a rule for the field. Rules do not reach into the items of
    /// a list or map.
    fn answered_above(&self, draft: &Draft<'_>, side: Side, path: &Path, seen: &mut HashSet<TypeId>) -> bool {
        if !seen.insert(draft.here) {
            return true;
        }
        let tree = self.context.tree;
        let uses = tree.uses(draft.here);
        let is_kind = self.context.kinds.iter().any(|kind| kind.ty == draft.here);
        let answers = |(holder, index): &(TypeId, usize)| {
            let field = &tree.fields(*holder)[*index];
            let direct = matches!(tree.base(&field.ty), TypeRef::Named(_));
            let (true, Some(holder)) = (direct, self.drafts.get(holder)) else { return false };
            let here = Path(vec![*index]);
            let way = match side {
                Side::Here => Some(&here),
                Side::There => holder.target(&here),
            };
            way.is_some_and(|way| {
                let path = join(way, &path.0);
                covered(tree, holder, side, &path) || self.answered_above(holder, side, &path, seen)
            })
        };
        !is_kind && !uses.is_empty() && uses.iter().all(answers)
    }
}

fn without_reason(context: Context<'_, '_>, draft: &Draft<'_>, path: &Path, span: Span) -> Diagnostic {
    let shown = path::show(context.tree, draft.there, path);
    let message = format!("this rule loses all values of `{shown}` but one, so it needs a reason");
    let help = "add `drop: <reason>`, which users read, or keep other values with `annotation: <key>` or `preserve`";
    error("loss-without-reason", span, message).help(help)
}

/// Returns true if the rules of a type cover a path: by a rule for the path, for a struct on it, or for all fields of
/// its struct.
fn covered(tree: &Tree<'_>, draft: &Draft<'_>, side: Side, path: &Path) -> bool {
    let claims = draft.claims(side);
    if claims.answer(path) {
        return true;
    }
    if claims.below(path).next().is_none() {
        return false;
    }
    let inner = tree.as_struct(&path::field(tree, draft.ty(side), path).ty);
    inner.is_some_and(|inner| {
        (0..tree.fields(inner).len()).all(|index| covered(tree, draft, side, &join(path, &[index])))
    })
}
