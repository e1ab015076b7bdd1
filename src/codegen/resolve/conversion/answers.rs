//! The check that rules cover all fields of both sides.

use std::collections::{BTreeMap, HashSet};

use heck::ToKebabCase;

use super::draft::Draft;
use super::implied::join;
use super::{Context, annotations, required};
use crate::codegen::diagnostics::{Diagnostic, MissingRule, Report, error};
use crate::codegen::files::Span;
use crate::codegen::load::document::PreservedFields;
use crate::codegen::model::{Path, Side, Type, TypeId, TypeRef};
use crate::codegen::resolve::path;
use crate::codegen::resolve::tree::{INTERNAL, Tree};

type Drafts<'a> = BTreeMap<TypeId, Draft<'a>>;

/// Reports every field without a rule, unless another mistake may be the cause.
pub(crate) fn check(context: Context<'_, '_>, drafts: &Drafts<'_>, report: &mut Report) {
    let search = Search { context, drafts };
    let preserved = preserved(context, drafts);
    // A wrong path under `preserve` of a kind may mean any field below it.
    let is_unsure = |ty: &TypeId| drafts.get(ty).is_some_and(|draft| draft.is_unsure(Side::Here));
    let unsure = context.tree.held(context.kinds.iter().map(|kind| kind.ty).filter(is_unsure));
    for draft in drafts.values() {
        let is_preserved = preserved.contains(&draft.here);
        check_place(context, draft, is_preserved, report);
        let all = draft.preserve().is_some_and(|doc| matches!(doc.fields, PreservedFields::All));
        let all = all || is_preserved && unsure.contains(&draft.here);
        for (side, covered) in [(Side::Here, all), (Side::There, is_preserved)] {
            if !draft.is_unsure(side) {
                search.check_struct(draft, side, &Path::default(), draft.ty(side), covered, report);
            }
        }
        for (path, span) in draft.bare().iter().filter(|_| !is_preserved) {
            report.add(without_reason(context, draft, path, *span));
        }
    }
}

/// Returns the types that only occur in kinds that preserve fields without a counterpart.
fn preserved(context: Context<'_, '_>, drafts: &Drafts<'_>) -> HashSet<TypeId> {
    let preserves = |ty: &TypeId| {
        let doc = drafts.get(ty).and_then(|draft| draft.preserve());
        doc.is_some_and(|doc| doc.annotation.is_some())
    };
    let (preserving, others): (Vec<_>, Vec<_>) = context.kinds.iter().map(|kind| kind.ty).partition(preserves);
    let mut preserved = context.tree.held(preserving);
    let elsewhere = context.tree.held(others);
    preserved.retain(|id| !elsewhere.contains(id));
    preserved
}

/// Reports `preserve` without an annotation that could store the fields.
fn check_place(context: Context<'_, '_>, draft: &Draft<'_>, is_preserved: bool, report: &mut Report) {
    let Some(doc) = draft.preserve() else { return };
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

struct Search<'s, 'a, 't> {
    context: Context<'a, 't>,
    drafts: &'s Drafts<'a>,
}

impl Search<'_, '_, '_> {
    /// Checks the fields of a struct. If they are preserved, only required ones need a rule.
    fn check_struct(
        &self,
        draft: &Draft<'_>,
        side: Side,
        way: &Path,
        ty: TypeId,
        preserved: bool,
        report: &mut Report,
    ) {
        let tree = self.context.tree;
        for (index, field) in tree.fields(ty).iter().enumerate() {
            let path = join(way, &[index]);
            if draft.claims(side).answer(&path) || tree.is_broken(&field.ty) {
                continue;
            }
            let claims = draft.claims(side);
            let entered = field.inline || claims.get(&path).is_some() || claims.below(&path).next().is_some();
            match tree.as_struct(&field.ty).filter(|_| entered) {
                Some(inner) => self.check_struct(draft, side, &path, inner, preserved, report),
                None if preserved => self.check_required(draft, side, &path, report),
                None if self.answered_above(draft, side, &path, &mut HashSet::new()) => {}
                None => report.add(self.unanswered(draft, side, &path)),
            }
        }
    }

    /// Reports a required field that the other side lacks, and that only an annotation preserves.
    fn check_required(&self, draft: &Draft<'_>, side: Side, path: &Path, report: &mut Report) {
        let tree = self.context.tree;
        let ty = draft.ty(side);
        let answered = || self.answered_above(draft, side, path, &mut HashSet::new());
        if required::is_required(tree, ty, path) && !required::has_default(tree, ty, path) && !answered() {
            let (owner, index) = path::end(tree, ty, path);
            required::lacking(tree, draft, side, path, tree.facts(owner).fields[index], report);
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
        let mistake = error(
            "no-counterpart",
            tree.facts(owner).fields[index],
            format!("the field `{}.{shown}` has no counterpart in the hub", ty.name),
        );
        let others = self.remedies(draft, &shown);
        mistake
            .label(label)
            .help(format!("add one of these to `conversion.{}.fields`:", ty.name))
            .help(format!("{shown}: <path in the hub>    {}", others.join("    ")))
            .paste(missing(ty, "fields", &others[0]))
    }

    /// Returns the rules for a field without a counterpart: the field is stored in an annotation, if its type has one
    /// object, or dropped.
    fn remedies(&self, draft: &Draft<'_>, path: &str) -> Vec<String> {
        let group = &self.context.tree.groups[self.context.tree.facts(draft.here).group].name;
        let prefix = if group.is_empty() { String::new() } else { format!("{group}/") };
        let key = path.replace('.', "-").to_kebab_case();
        let annotation = annotations::is_possible(self.context, draft.here);
        let annotation = annotation.then(|| format!("{path}: {{ annotation: {prefix}{key} }}"));
        annotation.into_iter().chain([format!("{path}: {{ drop: <reason> }}")]).collect()
    }

    fn lost(&self, draft: &Draft<'_>, path: &Path) -> Diagnostic {
        let tree = self.context.tree;
        let (owner, index) = path::end(tree, draft.there, path);
        let ty = tree.get(draft.here);
        let shown = path::show(tree, draft.there, path);
        let name = &tree.get(draft.there).name;
        let place = tree.facts(owner).fields[index];
        let others = self.remedies(draft, &shown);
        error(
            "absent-field",
            place,
            format!("the hub has the field `{name}.{shown}`, but `{}` does not", version(tree, draft)),
        )
        .label(format!("objects that pass through `{}` would lose it", ty.version))
        .help(format!(
            "if it has another name there, add this to `conversion.{2}.fields` in `{0}/{1}.yaml`:",
            ty.group, ty.version, ty.name
        ))
        .help(format!("<path in {}>: {shown}", ty.version))
        .help(format!("otherwise, add one of these to `conversion.{}.absent`:", ty.name))
        .help(format!("{}    {shown}: {{ set: <value>, drop: <reason> }}", others.join("    ")))
        .paste(missing(ty, "absent", &others[0]))
    }
}

fn without_reason(context: Context<'_, '_>, draft: &Draft<'_>, path: &Path, span: Span) -> Diagnostic {
    let shown = path::show(context.tree, draft.there, path);
    let message = format!("this rule loses all values of `{shown}` but one, so it needs a reason");
    let help = "add `drop: <reason>`, which users read, or keep other values with `annotation: <key>` or `preserve`";
    error("loss-without-reason", span, message).help(help)
}

/// Returns the rule for the block at the end of the error.
fn missing(ty: &Type, block: &'static str, line: &str) -> MissingRule {
    MissingRule { file: format!("{}/{}.yaml", ty.group, ty.version), ty: ty.name.clone(), block, line: line.to_owned() }
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
