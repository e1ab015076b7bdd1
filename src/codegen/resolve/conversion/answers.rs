//! The check that rules cover all fields of both sides.

use std::collections::{BTreeMap, HashSet};

use super::Context;
use super::draft::Draft;
use super::implied::join;
use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::model::{Path, Side, TypeId, TypeRef};
use crate::codegen::resolve::path;
use crate::codegen::resolve::tree::{INTERNAL, Tree};

type Drafts<'a> = BTreeMap<TypeId, Draft<'a>>;

/// Reports every field without a rule, unless another mistake may be the cause.
pub(crate) fn check(context: Context<'_, '_>, drafts: &Drafts<'_>, report: &mut Report) {
    let search = Search { context, drafts };
    let preserved = preserved(context, drafts);
    for draft in drafts.values() {
        for side in [Side::Here, Side::There] {
            if !draft.is_unsure(side) && !preserved.contains(&draft.here) {
                search.check_struct(draft, side, &Path::default(), draft.ty(side), report);
            }
        }
    }
}

/// Returns the types that only occur in kinds that preserve fields without a counterpart.
fn preserved(context: Context<'_, '_>, drafts: &Drafts<'_>) -> HashSet<TypeId> {
    let preserves = |ty: &TypeId| {
        let doc = drafts.get(ty).and_then(|draft| draft.doc);
        doc.is_some_and(|doc| doc.preserve.is_some())
    };
    let (preserving, others): (Vec<_>, Vec<_>) = context.kinds.iter().map(|kind| kind.ty).partition(preserves);
    let mut preserved = context.tree.held(preserving);
    let elsewhere = context.tree.held(others);
    preserved.retain(|id| !elsewhere.contains(id));
    preserved
}

struct Search<'s, 'a, 't> {
    context: Context<'a, 't>,
    drafts: &'s Drafts<'a>,
}

impl Search<'_, '_, '_> {
    fn check_struct(&self, draft: &Draft<'_>, side: Side, way: &Path, ty: TypeId, report: &mut Report) {
        let tree = self.context.tree;
        for (index, field) in tree.fields(ty).iter().enumerate() {
            let path = join(way, &[index]);
            if draft.claims(side).answer(&path) || tree.is_broken(&field.ty) {
                continue;
            }
            let claims = draft.claims(side);
            let entered = field.inline || claims.get(&path).is_some() || claims.below(&path).next().is_some();
            match tree.as_struct(&field.ty).filter(|_| entered) {
                Some(inner) => self.check_struct(draft, side, &path, inner, report),
                None if self.answered_above(draft, side, &path, &mut HashSet::new()) => {}
                None => report.add(self.unanswered(draft, side, &path)),
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

    fn unanswered(&self, draft: &Draft<'_>, side: Side, path: &Path) -> Diagnostic {
        match side {
            Side::Here => self.without_counterpart(draft, path),
            Side::There => self.lost(draft, path),
        }
    }

    fn without_counterpart(&self, draft: &Draft<'_>, path: &Path) -> Diagnostic {
        let tree = self.context.tree;
        let (owner, index) = path::end(tree, draft.here, path);
        let (ty, hub) = (tree.get(draft.here), tree.get(draft.there));
        let shown = path::show(tree, draft.here, path);
        let whose = match hub.version.as_str() {
            INTERNAL => format!("the hub type `{}`", hub.name),
            _ => format!("`{} {}`", tree.group_version(draft.there), hub.name),
        };
        let label = match path::lookup(tree, draft.there, &shown) {
            Some(_) => format!("another rule sets the field with this name in {whose}"),
            None => format!("{whose} has no field with this name"),
        };
        error(
            "no-counterpart",
            tree.facts(owner).fields[index],
            format!("the field `{}.{shown}` has no counterpart in the hub", ty.name),
        )
        .label(label)
        .help(format!("add one of these to `conversion.{}.fields`:", ty.name))
        .help(format!(
            "{shown}: <path in the hub>    {shown}: {{ annotation: <key> }}    {shown}: {{ drop: <reason> }}"
        ))
    }

    fn lost(&self, draft: &Draft<'_>, path: &Path) -> Diagnostic {
        let tree = self.context.tree;
        let (owner, index) = path::end(tree, draft.there, path);
        let ty = tree.get(draft.here);
        let shown = path::show(tree, draft.there, path);
        let name = &tree.get(draft.there).name;
        let place = tree.facts(owner).fields[index];
        error("absent-field", place, format!("the hub has the field `{name}.{shown}`, but `{}` does not", version(tree, draft)))
            .label(format!("objects that pass through `{}` would lose it", ty.version))
            .help(format!("if it has another name there, add this to `conversion.{2}.fields` in `{0}/{1}.yaml`:", ty.group, ty.version, ty.name))
            .help(format!("<path in {}>: {shown}", ty.version))
            .help(format!("otherwise, add one of these to `conversion.{}.absent`:", ty.name))
            .help(format!(
                "{shown}: {{ annotation: <key> }}    {shown}: {{ set: <value>, drop: <reason> }}    {shown}: {{ drop: <reason> }}"
            ))
    }
}

/// Returns the version for messages, with its group if the hub belongs to another group.
fn version(tree: &Tree<'_>, draft: &Draft<'_>) -> String {
    let (here, there) = (tree.get(draft.here), tree.get(draft.there));
    if here.group == there.group { here.version.clone() } else { format!("{}/{}", here.group, here.version) }
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
