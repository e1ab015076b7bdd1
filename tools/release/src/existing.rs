//! The fields in the existing files of the definitions.
//!
//! The wire format of a field never changes, so a fact that contradicts an existing definition is a mistake, or a change
//! that a person must confirm.

use std::collections::BTreeMap;
use std::path::Path;

use crate::fields;
use crate::model::{Field, GroupVersion, Message, MessageName, Version};
use crate::output;
use crate::problem::{Error, Problems};
use crate::proto;

/// A field in an existing file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Known {
    /// The type with its label, such as `repeated string`.
    ty: String,
    /// The name in JSON.
    json: String,
    /// True if the field is boxed; `None` for a field that cannot be.
    boxed: Option<bool>,
}

/// The existing messages, each with its fields by number.
#[derive(Debug, Default)]
pub(crate) struct Existing(BTreeMap<MessageName, BTreeMap<u32, Known>>);

impl Existing {
    /// Reads the existing files of the given versions.
    pub(crate) fn read(out: &Path, versions: &[Version]) -> Result<Existing, Error> {
        let mut existing = Existing::default();
        let mut problems = Problems::default();
        for version in versions {
            let path = out.join(format!("{}.proto", version.group_version.stem()));
            let text = problems.ok(path.display(), output::read(&path)).flatten();
            existing.add(&version.group_version, &text.unwrap_or_default());
        }
        problems.check()?;
        Ok(existing)
    }

    /// Returns the box flag of a field, or `None` for a new field. Fields are identified by their numbers, which never
    /// change, unlike their names.
    pub(crate) fn boxed(&self, message: &MessageName, number: u32) -> Option<bool> {
        self.0.get(message)?.get(&number)?.boxed
    }

    /// Reports fields whose number, type or name in JSON differs from the existing definitions. `accepted` lists
    /// exceptions, such as `apps/v1/DeploymentSpec.replicas`.
    pub(crate) fn compare(&self, versions: &[Version], accepted: &[String]) -> Result<(), Error> {
        let mut problems = Problems::default();
        for version in versions {
            for message in &version.messages {
                let name = MessageName { group_version: version.group_version.clone(), name: message.name.clone() };
                let Some(known) = self.0.get(&name) else { continue };
                for (field, change) in changes(known, message, &version.group_version) {
                    let path = format!("{}/{}.{field}", version.group_version.api_version(), message.name);
                    if !accepted.contains(&path) {
                        let remedy = format!("correct the facts, or add `--accept {path}` if upstream changed it");
                        problems.add(&path, format!("{change}: {remedy}"));
                    }
                }
            }
        }
        problems.check()
    }

    fn add(&mut self, group_version: &GroupVersion, text: &str) {
        let mut message = None;
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("message ").and_then(|rest| rest.strip_suffix(" {")) {
                let name = MessageName { group_version: group_version.clone(), name: name.to_owned() };
                message = Some(self.0.entry(name).or_default());
            } else if let (Some(message), Some((number, field))) = (&mut message, parse(line)) {
                message.insert(number, field);
            }
        }
    }
}

/// Parses a line such as `  optional T f = 1 [(api.box) = true];`.
fn parse(line: &str) -> Option<(u32, Known)> {
    let (declaration, rest) = line.strip_prefix("  ")?.strip_suffix(';')?.split_once(" = ")?;
    let (ty, name) = declaration.rsplit_once(' ')?;
    let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    let json = rest.split_once("json_name = \"").and_then(|(_, rest)| rest.split_once('"'));
    let field = Known {
        ty: ty.to_owned(),
        json: json.map_or_else(|| fields::derived(name), |(json, _)| json.to_owned()),
        boxed: ty.starts_with("optional ").then(|| rest.contains("(api.box) = true")),
    };
    Some((rest[..digits].parse().ok()?, field))
}

/// Returns the JSON names of the fields that changed, each with a description of the change.
fn changes(known: &BTreeMap<u32, Known>, message: &Message, home: &GroupVersion) -> Vec<(String, String)> {
    let json = |field: &Field| field.json_name.clone().unwrap_or_else(|| fields::derived(&field.name));
    let mut changes = Vec::new();
    for field in &message.fields {
        let Some(number) = field.number else { continue };
        let (name, ty) = (json(field), proto::declared_type(field, home));
        match known.get(&number) {
            Some(old) if old.json != name => {
                changes.push((name, format!("field number {number} belongs to `{}`", old.json)));
            }
            Some(old) if old.ty != ty => {
                changes.push((name, format!("the type changed from `{}` to `{ty}`", old.ty)));
            }
            Some(_) => {}
            None => {
                let old = known.iter().find(|(_, old)| old.json == name && !field.inline);
                changes.extend(old.map(|(old, _)| (name, format!("the field number changed from {old} to {number}"))));
            }
        }
    }
    changes
}
