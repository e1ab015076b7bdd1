//! The table of the kinds that each release serves, which `facts versions` writes.

use std::collections::BTreeMap;
use std::path::Path;

use crate::model::GroupVersion;
use crate::output;
use crate::problem::Problems;

/// The minor releases that serve each kind.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// The first and the last release of the table.
    range: (u32, u32),
    /// The first and the last release of each period of service, by `apps/v1 Deployment`.
    kinds: BTreeMap<String, Vec<(u32, u32)>>,
}

/// The releases that serve a kind, as far as the table knows.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Service {
    /// The first release that serves the kind; `None` if this is the first release of the table, because earlier ones
    /// may have served it.
    pub(crate) first: Option<String>,
    /// The first release that does not serve the kind any more; `None` if the newest one serves it.
    pub(crate) end: Option<String>,
    /// The newest release of the table.
    pub(crate) newest: String,
}

impl Table {
    /// Reads the file.
    pub(crate) fn read(path: &Path, problems: &mut Problems) -> Table {
        let mut table = Table::default();
        let text = problems.ok(path.display(), std::fs::read_to_string(path)).unwrap_or_default();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let location = format!("{}:{}", output::name(path), number + 1);
            problems.ok(location, table.add(line));
        }
        table
    }

    /// Returns the releases that serve a kind, if any does.
    pub(crate) fn service(&self, group_version: &GroupVersion, kind: &str) -> Option<Service> {
        let periods = self.kinds.get(&format!("{} {kind}", group_version.api_version()))?;
        let ((first, _), (_, last)) = (periods.first()?, periods.last()?);
        Some(Service {
            first: (*first > self.range.0).then(|| format!("1.{first}")),
            end: (*last < self.range.1).then(|| format!("1.{}", last + 1)),
            newest: format!("1.{}", self.range.1),
        })
    }

    /// Adds a line: `releases 1.16.15 …`, or `apps/v1 Deployment 1.16-`.
    fn add(&mut self, line: &str) -> Result<(), String> {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            [] => Ok(()),
            ["releases", first, .., last] => {
                self.range = (minor(first)?, minor(last)?);
                Ok(())
            }
            [api_version, kind, ranges] if self.range != (0, 0) => {
                let periods = ranges.split(',').map(|range| self.period(range)).collect::<Result<_, _>>()?;
                self.kinds.insert(format!("{api_version} {kind}"), periods);
                Ok(())
            }
            _ => Err("expected `releases <first> … <last>`, then `<group>/<version> <Kind> <ranges>`".to_owned()),
        }
    }

    fn period(&self, range: &str) -> Result<(u32, u32), String> {
        let (first, last) = range.split_once('-').ok_or_else(|| invalid(range))?;
        let last = if last.is_empty() { self.range.1 } else { minor(last)? };
        Ok((minor(first)?, last))
    }
}

fn minor(release: &str) -> Result<u32, String> {
    let mut parts = release.split('.').map(str::parse::<u32>);
    match (parts.next(), parts.next()) {
        (Some(Ok(1)), Some(Ok(minor))) => Ok(minor),
        _ => Err(invalid(release)),
    }
}

fn invalid(text: &str) -> String {
    format!("invalid `{}`: expected a release such as 1.37, or a range such as 1.16-1.21", text.escape_debug())
}
