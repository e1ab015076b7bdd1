//! The choices of earlier imports, read from the existing `.proto` files.

use std::collections::BTreeMap;
use std::path::Path;

use super::model::{MessageName, Version};
use super::output;
use super::place::Place;
use super::problem::{Error, Problems};

/// The box flags of all optional fields in the existing files.
#[derive(Debug, Default)]
pub(crate) struct Existing(BTreeMap<(MessageName, u32), bool>);

impl Existing {
    /// Returns the box flag of a field, or `None` for a new field. Fields are identified by their numbers, which never
    /// change, unlike their names.
    pub(crate) fn boxed(&self, message: &MessageName, number: u32) -> Option<bool> {
        self.0.get(&(message.clone(), number)).copied()
    }

    fn add(&mut self, place: &Place, text: &str) {
        let mut message = "";
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("message ").and_then(|rest| rest.strip_suffix(" {")) {
                message = name;
            } else if let Some((number, boxed)) = optional(line) {
                let name = MessageName { place: place.clone(), name: message.to_owned() };
                self.0.insert((name, number), boxed);
            }
        }
    }
}

/// Reads the existing files of the given versions.
pub(crate) fn read(out: &Path, versions: &[Version]) -> Result<Existing, Error> {
    let mut existing = Existing::default();
    let mut problems = Problems::default();
    for version in versions {
        let path = out.join(format!("{}.proto", version.place.stem()));
        let text = problems.ok(path.display(), output::read(&path)).flatten();
        existing.add(&version.place, &text.unwrap_or_default());
    }
    problems.check()?;
    Ok(existing)
}

/// Parses the field number and box flag of a line such as `  optional T f = 1 [(api.box) = true];`.
fn optional(line: &str) -> Option<(u32, bool)> {
    let (_, rest) = line.strip_prefix("  optional ")?.split_once(" = ")?;
    let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    Some((rest[..digits].parse().ok()?, rest.contains("(api.box) = true")))
}
