//! Documentation comments, and the documentation of conversions: renamed fields, losses, and fields that hand-written
//! functions convert.

use std::collections::BTreeSet;

use super::Module;
use super::moves::{conversion_name, suffix};
use super::transforms;
use crate::codegen::model::{Action, Conversion, Dropped, Functions, Literal, Path, Side, TypeId, Unsupported};
use crate::codegen::plan::{Direction, Function};

/// Returns `text` as a documentation comment, or nothing for an empty text.
pub(super) fn comment(text: &str) -> String {
    let mut in_code = false;
    text.trim().lines().map(|text| line(text, &mut in_code)).collect()
}

fn line(text: &str, in_code: &mut bool) -> String {
    let text = text.trim_end();
    let rest = text.trim_start();
    if rest.starts_with("```") {
        *in_code = !*in_code;
    }
    match (rest, text.len() - rest.len()) {
        ("", _) => "///\n".to_owned(),
        // rustdoc would compile fences without a language and deeply indented text as tests.
        ("```", _) if *in_code => "/// ```text\n".to_owned(),
        (rest, 4..) if !*in_code => format!("///    {rest}\n"),
        _ => format!("/// {text}\n"),
    }
}

/// Returns `text`, or the result of `otherwise` if it is empty.
pub(super) fn or(text: &str, otherwise: impl FnOnce() -> String) -> String {
    if text.trim().is_empty() { otherwise() } else { text.to_owned() }
}

/// Returns a group and version as in manifests: `apps/v1`, or `v1` for core.
pub(super) fn api_version(group: &str, version: &str) -> String {
    if group.is_empty() { version.to_owned() } else { format!("{group}/{version}") }
}

impl Module<'_> {
    /// Returns the documentation of a conversion function.
    pub(super) fn conversion_doc(&self, function: &Function, direction: Direction) -> String {
        let index = self.index();
        let name = &index.ty(function.ty).name;
        let version = api_version(&self.group.name, self.version);
        let mut text = match direction {
            Direction::ToHub => format!("Converts `{name}` of {version} to the hub."),
            Direction::FromHub => format!("Converts `{name}` of the hub to {version}."),
        };
        let notes = self.notes(function, direction);
        if !notes.is_empty() {
            text += "\n";
        }
        for note in notes {
            text += &format!("\n* {note}");
        }
        comment(&text)
    }

    fn notes(&self, function: &Function, direction: Direction) -> Vec<String> {
        let index = self.index();
        let own = index.conversion(function.ty).map(|rules| (rules, function.ty, function.hub));
        let shared = index.shared_rules(function.ty).map(|(hub, rules)| (rules, hub, hub));
        let rules = own.into_iter().chain(shared);
        rules.flat_map(|(rules, ty, hub)| self.notes_of(rules, ty, hub, direction)).collect()
    }

    fn notes_of(&self, rules: &Conversion, ty: TypeId, hub: TypeId, direction: Direction) -> Vec<String> {
        let names = Names { module: self, ty, hub, direction };
        let actions = rules.rules.iter().map(|rule| &rule.action);
        let mut notes: Vec<String> = actions.filter_map(|action| names.note(action)).collect();
        if let Some(functions) = &rules.functions {
            notes.push(names.by_hand(functions));
            notes.extend(functions.drops.iter().filter_map(|dropped| names.dropped(dropped)));
        }
        notes.extend(
            rules.preserve.as_ref().map(|key| {
                format!("Values that the other version cannot represent are kept in the annotation `{key}`.")
            }),
        );
        notes
    }
}

/// The names of fields for one direction.
struct Names<'a> {
    module: &'a Module<'a>,
    ty: TypeId,
    hub: TypeId,
    direction: Direction,
}

impl Names<'_> {
    fn note(&self, action: &Action) -> Option<String> {
        let to_hub = self.direction == Direction::ToHub;
        match action {
            Action::Move { from, to, .. } => self.renamed(from, to),
            Action::Values { from, to, pairs, unsupported, .. } => {
                Some(self.replaced(from, to, pairs, unsupported.as_ref()))
            }
            Action::Transform { from, to, transform, reason, .. } => {
                let (source, target) = self.ends(from, to);
                let source_side = if to_hub { Side::Here } else { Side::There };
                let reason = reason.as_ref().filter(|_| transform.loses(source_side));
                let loss = reason.map(|reason| format!(" Some of it may be lost: {reason}.")).unwrap_or_default();
                Some(format!("`{source}` becomes `{target}`: {}.{loss}", transforms::described(transform)))
            }
            Action::Function { from, to, name, reason } => {
                let (source, target) = self.ends(from, to);
                let loss =
                    reason.as_ref().map(|reason| format!(" Some of it may be lost: {reason}.")).unwrap_or_default();
                Some(format!("`{source}` becomes `{target}` by `{name}_{}`.{loss}", suffix(self.direction)))
            }
            Action::Alias { alias, of, .. } => {
                Some(format!("`{}` is another name of `{}`.", self.here(alias), self.here(of)))
            }
            Action::MakePresent { side, field } => (to_hub == (*side == Side::There))
                .then(|| format!("`{}` is set afterwards, even if it is empty.", self.of(*side, field))),
            Action::Annotation { side, field, key, set, label } => {
                Some(self.annotation(*side, field, key, set.as_ref(), label.as_deref()))
            }
            Action::Split { side, text, parts, separator, reason } => {
                let other = if *side == Side::Here { Side::There } else { Side::Here };
                let parts: Vec<_> = parts.iter().map(|part| format!("`{}`", self.of(other, part))).collect();
                let (text, parts) = (self.of(*side, text), parts.join(", "));
                let note = match to_hub == (*side == Side::Here) {
                    true => format!("`{text}` is split by `{separator}` into {parts}."),
                    false => format!("{parts} become `{text}`, joined by `{separator}`."),
                };
                Some(format!("{note} Some of it may be lost: {reason}."))
            }
            Action::Entry { side, map, key, field, .. } => {
                let other = if *side == Side::Here { Side::There } else { Side::Here };
                let (map, field) =
                    (format!("`{}[{key}]`", self.of(*side, map)), format!("`{}`", self.of(other, field)));
                let (from, to) = if to_hub == (*side == Side::Here) { (map, field) } else { (field, map) };
                Some(format!("{from} becomes {to}."))
            }
            Action::Set { side, field, value, reason } => Some(self.set(*side, field, value, reason.as_deref())),
            Action::Drop { side, field, reason } => {
                (to_hub == (*side == Side::Here)).then(|| format!("`{}` is lost: {reason}.", self.of(*side, field)))
            }
        }
    }

    /// Returns the sentence about the fields that hand-written functions convert.
    fn by_hand(&self, functions: &Functions) -> String {
        let here = functions.version.iter().map(|path| self.here(path));
        let there = functions.hub.iter().map(|path| self.there(path));
        let mut seen = BTreeSet::new();
        let fields = here.chain(there).filter(|name| seen.insert(name.clone()));
        let fields: Vec<String> = fields.map(|name| format!("`{name}`")).collect();
        let name = conversion_name(&self.module.index().ty(self.ty).name, self.direction);
        match fields.as_slice() {
            [] => format!("The hand-written `{name}` runs last."),
            _ => format!("The hand-written `{name}` converts {}.", fields.join(", ")),
        }
    }

    /// Returns the sentence about a value that the functions drop, for the direction that drops it.
    fn dropped(&self, dropped: &Dropped) -> Option<String> {
        let taken = if self.direction == Direction::ToHub { Side::Here } else { Side::There };
        let name = self.of(dropped.side, &dropped.field);
        (dropped.side == taken).then(|| format!("`{name}` may change in a round trip: {}.", dropped.reason))
    }

    fn renamed(&self, from: &Path, to: &Path) -> Option<String> {
        let (source, target) = self.ends(from, to);
        (source != target).then(|| format!("`{source}` becomes `{target}`."))
    }

    fn replaced(
        &self,
        from: &Path,
        to: &Path,
        pairs: &[(String, String)],
        unsupported: Option<&Unsupported>,
    ) -> String {
        let (source, target) = self.ends(from, to);
        let pairs = pairs.iter().map(|(here, there)| match self.direction {
            Direction::ToHub => format!("{here} is {there}"),
            Direction::FromHub => format!("{there} is {here}"),
        });
        let pairs = pairs.collect::<Vec<_>>().join(", ");
        let pairs = if pairs.is_empty() { pairs } else { format!("; {pairs}") };
        let lost = unsupported.map(|all| match self.direction {
            Direction::ToHub => (&all.version, &all.reason),
            Direction::FromHub => (&all.hub, &all.reason),
        });
        let lost = lost.filter(|(values, _)| !values.is_empty());
        let lost = lost.map(|(values, reason)| format!(" {} is not supported: {reason}.", values.join(", ")));
        format!("`{source}` becomes `{target}`{pairs}.{}", lost.unwrap_or_default())
    }

    fn annotation(&self, side: Side, field: &Path, key: &str, set: Option<&Literal>, label: Option<&str>) -> String {
        let name = self.of(side, field);
        let arrives = (self.direction == Direction::ToHub) == (side == Side::There);
        let place = if label.is_some() { "label" } else { "annotation" };
        let loss = label.filter(|_| !arrives);
        let loss = loss.map(|reason| format!(" Some of it may be lost: {reason}.")).unwrap_or_default();
        let note = match (arrives, set.map(shown)) {
            (true, None) => format!("`{name}` is read from the {place} `{key}`."),
            (true, Some(value)) => {
                format!("`{name}` is read from the {place} `{key}`, or is {value} without it.")
            }
            (false, None) => {
                format!("`{name}` is written to the {place} `{key}`, which is removed if the value is unset.")
            }
            (false, Some(value)) => {
                format!("`{name}` is written to the {place} `{key}`, which is removed if the value is {value}.")
            }
        };
        note + &loss
    }

    fn set(&self, side: Side, field: &Path, value: &Literal, reason: Option<&str>) -> String {
        let name = self.of(side, field);
        let arrives = (self.direction == Direction::ToHub) == (side == Side::There);
        match (arrives, reason) {
            (true, Some(_)) => format!("`{name}` becomes {}.", shown(value)),
            (true, None) => format!("`{name}` becomes {}, unless another value is preserved.", shown(value)),
            (false, None) => format!("`{name}` is preserved if it is not {}.", shown(value)),
            (false, Some(reason)) => {
                format!("`{name}` is lost if it is not {}: {reason}.", shown(value))
            }
        }
    }

    fn ends(&self, here: &Path, there: &Path) -> (String, String) {
        match self.direction {
            Direction::ToHub => (self.here(here), self.there(there)),
            Direction::FromHub => (self.there(there), self.here(here)),
        }
    }

    fn of(&self, side: Side, path: &Path) -> String {
        match side {
            Side::Here => self.here(path),
            Side::There => self.there(path),
        }
    }

    fn here(&self, path: &Path) -> String {
        self.name(self.ty, path)
    }

    fn there(&self, path: &Path) -> String {
        self.name(self.hub, path)
    }

    fn name(&self, root: TypeId, path: &Path) -> String {
        let fields = self.module.index().fields_on(root, path);
        fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>().join(".")
    }
}

fn shown(literal: &Literal) -> String {
    match literal {
        Literal::Bool(value) => format!("`{value}`"),
        Literal::Int(value) => format!("`{value}`"),
        Literal::Float(value) => format!("`{value}`"),
        Literal::Text(value) => format!("`{value}`"),
        Literal::List(items) if items.is_empty() => "an empty list".to_owned(),
        Literal::Map(entries) if entries.is_empty() => "an empty map".to_owned(),
        Literal::List(_) | Literal::Struct(_) | Literal::Map(_) => "the value in the definitions".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documentation_never_becomes_a_test() {
        let text = "A.\n\n```\nlet x;\n    deep\n```\n    indented\n";
        let expected = "/// A.\n///\n/// ```text\n/// let x;\n///     deep\n/// ```\n///    indented\n";
        assert_eq!(comment(text), expected);
        assert_eq!(comment("```yaml\na: 1\n```"), "/// ```yaml\n/// a: 1\n/// ```\n");
        assert_eq!(comment(" \n"), "");
    }
}
