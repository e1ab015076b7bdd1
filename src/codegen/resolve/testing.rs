//! Trees for tests from a short notation: `Spec { a: int32, b: Box } Box { x: string }`.

use crate::codegen::diagnostics::Report;
use crate::codegen::files::Files;
use crate::codegen::load;
use crate::codegen::model::{Action, Body, Conversion, Model, Path, Side, TypeId, TypeRef};

const HEAD: &str = "group: test.example.com\n";

/// Returns `types:` for structs in the short notation. Scalars are omitted if they are empty.
pub(crate) fn types(short: &str) -> String {
    let field = |field: &str| match field.split_once(": ") {
        Some((name, ty @ ("string" | "int32" | "duration"))) => format!("{name}: {{ type: {ty}, omit: empty }}"),
        _ => field.to_owned(),
    };
    let types = short.split_inclusive('}').map(|ty| {
        let (name, fields) = ty.trim_end_matches(['}', ' ']).split_once('{').expect("Name { fields }");
        let fields: Vec<_> = fields.trim().split(", ").map(field).collect();
        format!("  {}: {{ fields: {{ {} }} }}\n", name.trim(), fields.join(", "))
    });
    format!("types:\n{}", types.collect::<String>())
}

/// Returns the model of a tree. Panics if the tree contains mistakes.
pub(crate) fn model(texts: &[(&str, &str)]) -> Model {
    let (model, mistakes) = resolved(texts);
    assert_eq!(mistakes, "");
    model
}

/// Returns the mistakes of a tree with kind, file and line.
pub(crate) fn mistakes(texts: &[(&str, &str)]) -> Vec<String> {
    let files = Files::from_texts(texts);
    let mut report = Report::default();
    let definitions = load::load(&files, &mut report);
    super::resolve(&definitions, &files, &mut report);
    let place = |text: &str| {
        let (_, place) = text.split_once("/test/").expect("a place below the group");
        place.rsplitn(2, ':').last().expect("a line and a column").to_owned()
    };
    let first_line = |text: String| text.lines().nth(1).map(place).expect("a line with the place");
    report.finish().iter().map(|d| format!("{} {}", d.code(), first_line(d.render(&files)))).collect()
}

/// Returns the model of a tree and its mistakes.
fn resolved(texts: &[(&str, &str)]) -> (Model, String) {
    let files = Files::from_texts(texts);
    let mut report = Report::default();
    let definitions = load::load(&files, &mut report);
    let model = super::resolve(&definitions, &files, &mut report);
    let mistakes = report.finish().iter().map(|mistake| mistake.render(&files)).collect();
    (model, mistakes)
}

/// Returns the type of this name in a version.
pub(crate) fn find(model: &Model, version: &str, name: &str) -> TypeId {
    let found = model.types.iter().position(|ty| ty.version == version && ty.name == name);
    TypeId(found.expect("a type of this name"))
}

/// The types of `meta/v1` that kinds need.
const META: &str = "group: meta.k8s.io\ntypes:\n  ObjectMeta: { fields: { name: string } }\n  ListMeta: { fields: { continue: string } }\n";

/// Returns the rules of a type of `v1beta1` as text. `v1` is the hub.
pub(crate) fn rules(hub: &str, old: &str, name: &str) -> Vec<String> {
    let hub = format!("{HEAD}{hub}");
    let old = format!("{HEAD}{old}");
    let texts = [("meta/v1.yaml", META), ("test/v1.yaml", hub.as_str()), ("test/v1beta1.yaml", old.as_str())];
    let model = model(&texts);
    let id = find(&model, "v1beta1", name);
    let conversion = &model.groups[1].versions[1].conversions[&id];
    let names = Names { model: &model, here: id, there: conversion.hub.expect("a hub type") };
    names.conversion(conversion)
}

struct Names<'a> {
    model: &'a Model,
    here: TypeId,
    there: TypeId,
}

impl Names<'_> {
    fn conversion(&self, conversion: &Conversion) -> Vec<String> {
        let mut lines: Vec<_> = conversion.rules.iter().map(|rule| self.action(&rule.action)).collect();
        if let Some(functions) = &conversion.functions {
            let join = |side, paths: &[_]| paths.iter().map(|path| self.path(side, path)).collect::<Vec<_>>().join(" ");
            let (here, there) = (join(Side::Here, &functions.version), join(Side::There, &functions.hub));
            lines.push(format!("fn here {here}, there {there}"));
            let drops = functions.drops.iter();
            lines.extend(drops.map(|dropped| {
                let path = self.path(dropped.side, &dropped.field);
                format!("may change {} {path}: {}", word(dropped.side), dropped.reason)
            }));
        }
        lines
    }

    fn path(&self, side: Side, path: &Path) -> String {
        let start = if side == Side::Here { self.here } else { self.there };
        show(self.model, start, path)
    }

    fn action(&self, action: &Action) -> String {
        let pair = |from, to| format!("{} -> {}", self.path(Side::Here, from), self.path(Side::There, to));
        match action {
            Action::Move { from, to, empty: None } => pair(from, to),
            Action::Move { from, to, empty: Some(empty) } => format!("{} {empty:?}", pair(from, to)),
            Action::Values { from, to, pairs, .. } => {
                let pairs: Vec<_> = pairs.iter().map(|(here, there)| format!("{here}={there}")).collect();
                format!("{} values {}", pair(from, to), pairs.join(" "))
            }
            Action::Transform { from, to, transform, .. } => format!("{} {transform:?}", pair(from, to)),
            Action::Function { from, to, name, reason } => {
                let loss = reason.as_ref().map(|reason| format!(" loses: {reason}")).unwrap_or_default();
                format!("{} fn {name}{loss}", pair(from, to))
            }
            Action::Alias { alias, of, item: None } => {
                format!("alias {} of {}", self.path(Side::Here, alias), self.path(Side::Here, of))
            }
            Action::Alias { alias, of, item: Some(item) } => {
                let item = if item.0.is_empty() { "" } else { "ip" };
                format!("alias {} of {} item {item}", self.path(Side::Here, alias), self.path(Side::Here, of))
            }
            Action::MakePresent { side, field } => format!("make present {} {}", word(*side), self.path(*side, field)),
            Action::Annotation { side, field, key, .. } => {
                format!("annotation {} {}: {key}", word(*side), self.path(*side, field))
            }
            Action::Set { side, field, reason, .. } => {
                let reason = reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
                let word = if *side == Side::Here { "here " } else { "" };
                format!("set {word}{}{reason}", self.path(*side, field))
            }
            Action::Split { side, text, parts, separator, .. } => {
                let other = if *side == Side::Here { Side::There } else { Side::Here };
                let parts: Vec<_> = parts.iter().map(|part| self.path(other, part)).collect();
                format!("split {} {} by {separator}: {}", word(*side), self.path(*side, text), parts.join(" "))
            }
            Action::Entry { side, map, key, field, .. } => {
                let other = if *side == Side::Here { Side::There } else { Side::Here };
                format!("entry {key} of {} {}: {}", word(*side), self.path(*side, map), self.path(other, field))
            }
            Action::Drop { side, field, reason } => {
                format!("drop {} {}: {reason}", word(*side), self.path(*side, field))
            }
        }
    }
}

fn word(side: Side) -> &'static str {
    match side {
        Side::Here => "here",
        Side::There => "there",
    }
}

/// Returns the names of the fields of a path.
fn show(model: &Model, start: TypeId, path: &Path) -> String {
    let mut names = Vec::new();
    let mut at = Some(start);
    for step in &path.0 {
        let Some(Body::Struct(body)) = at.map(|id| &model.types[id.0].body) else { panic!("a path through structs") };
        names.push(body.fields[*step].name.as_str());
        at = match body.fields[*step].ty {
            TypeRef::Named(id) => Some(id),
            _ => None,
        };
    }
    names.join(".")
}

/// Returns the hub types of a group as `Name=version`, even if required rules are missing, and the types with another
/// representative as `group.version.Name=group.version`.
pub(crate) fn hub(texts: &[(&str, &str)], module: &str) -> (String, String) {
    let (model, _) = resolved(texts);
    let group = model.groups.iter().find(|group| group.module == module).expect("a group of this name");
    let version = |id: &TypeId| format!("{}.{}", model.types[id.0].group, model.types[id.0].version);
    let hub: Vec<_> = group.hub.iter().map(|(name, id)| format!("{name}={}", version(id))).collect();
    let drawn = model.types.iter().filter_map(|ty| {
        let same = ty.same_as?;
        Some(format!("{}.{}.{}={}", ty.group, ty.version, ty.name, version(&same)))
    });
    (hub.join(" "), drawn.collect::<Vec<_>>().join(" "))
}
