//! Messages about fields without a rule, each with the rules that the author can write.

use std::collections::{HashMap, HashSet};

use heck::ToKebabCase;

use super::draft::Draft;
use super::fit::{self, Pair};
use super::suggestions::words;
use super::{Context, annotations, enums, required};
use crate::codegen::diagnostics::{Diagnostic, MissingRule, Report, error};
use crate::codegen::model::{Action, Path, Side, Type};
use crate::codegen::resolve::path;
use crate::codegen::resolve::tree::{INTERNAL, Tree};

/// A field without a rule.
pub(super) struct Missing {
    pub(super) side: Side,
    pub(super) path: Path,
    /// True if an annotation preserves the field, which needs a rule because it is required.
    pub(super) preserved: bool,
}

/// Reports the fields without a rule of all types.
pub(super) fn report(context: Context<'_, '_>, found: Vec<(&Draft<'_>, Vec<Missing>)>, report: &mut Report) {
    let messages = Messages { context, names: names(context.tree, &found), used: used(&found) };
    for (draft, fields) in found {
        let paired = messages.pairs(draft, &fields);
        for (here, there) in &paired {
            report.add(messages.renamed(draft, &fields[*here].path, &fields[*there].path));
        }
        let is_paired = |at: &usize| paired.iter().any(|(here, there)| here == at || there == at);
        for (_, field) in fields.iter().enumerate().filter(|(at, _)| !is_paired(at)) {
            report.add(messages.unanswered(draft, field));
        }
    }
}

/// Returns how many of the fields of a version have each name, in the form of annotations.
fn names(tree: &Tree<'_>, found: &[(&Draft<'_>, Vec<Missing>)]) -> HashMap<(String, String), usize> {
    let mut names = HashMap::new();
    for (draft, fields) in found {
        for field in fields {
            let name = kebab(&path::show(tree, draft.ty(field.side), &field.path));
            *names.entry((tree.group_version(draft.here), name)).or_default() += 1;
        }
    }
    names
}

/// Returns the keys of annotations that rules use.
fn used(found: &[(&Draft<'_>, Vec<Missing>)]) -> HashSet<String> {
    let of_rules = found.iter().flat_map(|(draft, _)| draft.actions()).filter_map(|action| match action {
        Action::Annotation { key, .. } => Some(key.clone()),
        _ => None,
    });
    let preserved = found.iter().filter_map(|(draft, _)| Some(draft.preserve()?.annotation.as_ref()?.text.clone()));
    of_rules.chain(preserved).collect()
}

fn kebab(path: &str) -> String {
    path.replace('.', "-").to_kebab_case()
}

struct Messages<'a, 't> {
    context: Context<'a, 't>,
    names: HashMap<(String, String), usize>,
    used: HashSet<String>,
}

impl Messages<'_, '_> {
    /// Returns fields that are probably one field with two names, as pairs of indexes: a field of the version and the
    /// only field of the hub whose values it can have.
    fn pairs(&self, draft: &Draft<'_>, fields: &[Missing]) -> Vec<(usize, usize)> {
        let of = |side: Side| (0..fields.len()).filter(move |at| fields[*at].side == side);
        let fits = |here: usize, there: usize| self.rule(draft, &fields[here].path, &fields[there].path).is_some();
        let only = |mut found: Box<dyn Iterator<Item = usize> + '_>| found.next().filter(|_| found.next().is_none());
        let pairs = of(Side::Here).filter_map(|here| {
            let there = only(Box::new(of(Side::There).filter(move |there| fits(here, *there))))?;
            only(Box::new(of(Side::Here).filter(move |here| fits(*here, there))))?;
            Some((here, there))
        });
        pairs.collect()
    }

    /// Returns a rule that moves a value from one field to another one, if there may be one.
    fn rule(&self, draft: &Draft<'_>, from: &Path, to: &Path) -> Option<String> {
        let tree = self.context.tree;
        let (here, there) = (path::field(tree, draft.here, from), path::field(tree, draft.there, to));
        let (from_shown, to_shown) = (path::show(tree, draft.here, from), path::show(tree, draft.there, to));
        let (at, empty, values) = (Default::default(), None, &[][..]);
        let pair = Pair { from, to, empty, values, drops: false, at, said: false };
        let words = if fit::fits(self.context, &here.ty, &there.ty) {
            match enums::values_to_write(self.context, draft, &pair) {
                Some(values) => format!("values: {{ {values} }}"),
                None => String::new(),
            }
        } else {
            words(tree, &here.ty, &there.ty)?
        };
        let empty = if here.optional == there.optional { "" } else { "empty: <absent or present>" };
        let words: Vec<_> = [empty, words.as_str()].into_iter().filter(|word| !word.is_empty()).collect();
        Some(match words.is_empty() {
            true => format!("{from_shown}: {to_shown}"),
            false => format!("{from_shown}: {{ to: {to_shown}, {} }}", words.join(", ")),
        })
    }

    /// Reports a field of the version and one of the hub that are probably one field.
    fn renamed(&self, draft: &Draft<'_>, from: &Path, to: &Path) -> Diagnostic {
        let tree = self.context.tree;
        let ty = tree.get(draft.here);
        let [here, there] = [(draft.here, from), (draft.there, to)].map(|(ty, path)| {
            let (owner, index) = path::end(tree, ty, path);
            tree.facts(owner).fields[index]
        });
        let (from_shown, to_shown) = (path::show(tree, draft.here, from), path::show(tree, draft.there, to));
        let rule = self.rule(draft, from, to).unwrap_or_default();
        let others = |side, path, shown: &str| self.remedies(draft, side, path, shown).swap_remove(0);
        let message = format!("the field `{}.{from_shown}` has no counterpart in the hub", ty.name);
        error("no-counterpart", here, message)
            .label(format!("`{to_shown}` of the hub has no counterpart either"))
            .also(there, format!("objects that pass through `{}` would lose it", version(tree, draft)))
            .help(format!(
                "if both are one field, add this to `conversion.{}.fields` in `{}/{}.yaml`:",
                ty.name, ty.group, ty.version
            ))
            .help(rule.clone())
            .help("otherwise, add a rule for each of them, to `fields` and `absent`:".to_owned())
            .help(format!("{}    {}", others(Side::Here, from, &from_shown), others(Side::There, to, &to_shown)))
            .paste(missing(ty, "fields", &rule))
    }

    fn unanswered(&self, draft: &Draft<'_>, field: &Missing) -> Diagnostic {
        match field.side {
            _ if field.preserved => self.lacking(draft, field.side, &field.path),
            Side::Here => self.without_counterpart(draft, &field.path),
            Side::There => self.lost(draft, &field.path),
        }
    }

    /// Reports a required field that the other side lacks, and that only an annotation preserves.
    fn lacking(&self, draft: &Draft<'_>, side: Side, path: &Path) -> Diagnostic {
        let tree = self.context.tree;
        let (owner, index) = path::end(tree, draft.ty(side), path);
        let shown = path::show(tree, draft.ty(side), path);
        let (block, rule) = match side {
            Side::Here => ("fields", self.remedies(draft, side, path, &shown).swap_remove(0)),
            // The annotation stores other values.
            Side::There => ("absent", format!("{shown}: {{ set: <value> }}")),
        };
        let mistake = required::lacking(tree, draft, side, path, tree.facts(owner).fields[index], &rule);
        mistake.paste(missing(tree.get(draft.here), block, &rule))
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
        let others = self.remedies(draft, Side::Here, path, &shown);
        mistake
            .label(label)
            .help(format!("add one of these to `conversion.{}.fields`:", ty.name))
            .help(format!("{shown}: <path in the hub>    {}", others.join("    ")))
            .paste(missing(ty, "fields", &others[0]))
    }

    fn lost(&self, draft: &Draft<'_>, path: &Path) -> Diagnostic {
        let tree = self.context.tree;
        let (owner, index) = path::end(tree, draft.there, path);
        let ty = tree.get(draft.here);
        let shown = path::show(tree, draft.there, path);
        let name = &tree.get(draft.there).name;
        let others = self.remedies(draft, Side::There, path, &shown);
        error(
            "absent-field",
            tree.facts(owner).fields[index],
            format!("the hub has the field `{name}.{shown}`, but `{}` does not", version(tree, draft)),
        )
        .label(format!("objects that pass through `{}` would lose it", ty.version))
        .help(format!(
            "if it has another name there, add this to `conversion.{2}.fields` in `{0}/{1}.yaml`:",
            ty.group, ty.version, ty.name
        ))
        .help(format!("<path in {}>: {shown}", ty.version))
        .help(format!("otherwise, add one of these to `conversion.{}.absent`:", ty.name))
        .help(others.join("    "))
        .paste(missing(ty, "absent", &others[0]))
    }

    /// Returns the rules for a field without a counterpart: the field is stored in an annotation, if its type has one
    /// object, or dropped. Objects of the other side need a value for a required field.
    fn remedies(&self, draft: &Draft<'_>, side: Side, field: &Path, path: &str) -> Vec<String> {
        let tree = self.context.tree;
        let ty = draft.ty(side);
        let is_required = required::is_required(tree, ty, field) && !required::has_default(tree, ty, field);
        let set = if is_required { "set: <value>, " } else { "" };
        let annotation = annotations::is_possible(self.context, draft.here);
        let annotation = annotation.then(|| format!("{path}: {{ {set}annotation: {} }}", self.key(draft, path)));
        let also = (side == Side::There && !is_required).then(|| format!("{path}: {{ set: <value>, drop: <reason> }}"));
        annotation.into_iter().chain([format!("{path}: {{ {set}drop: <reason> }}")]).chain(also).collect()
    }

    /// Returns the key of an annotation that no other field has.
    fn key(&self, draft: &Draft<'_>, path: &str) -> String {
        let tree = self.context.tree;
        let group = &tree.groups[tree.facts(draft.here).group].name;
        let prefix = if group.is_empty() { String::new() } else { format!("{group}/") };
        let name = kebab(path);
        let key = format!("{prefix}{name}");
        let count = self.names.get(&(tree.group_version(draft.here), name.clone())).copied();
        match count.is_some_and(|count| count > 1) || self.used.contains(&key) {
            true => format!("{prefix}{}-{name}", tree.get(draft.here).name.to_kebab_case()),
            false => key,
        }
    }
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
