//! The `lint` command, which finds kinds that a release of Kubernetes lacks or has deprecated.

mod problem;

use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};

use self::problem::{Problem, advice, command};
use super::args::ReportFormat;
use super::exit::Exit;
use super::findings::Findings;
use super::input::documents::{Content, Document};
use super::input::source;
use super::messages::OTHER_FILE;
use super::report::{Console, Report};
use super::results::{self, Rule};
use super::roles::{Role, Roles};
use super::{files, list, pipeline, target, text};
use crate::apis;
use crate::edit::is_list;
use crate::field::Value;
use crate::go_yaml;
use crate::schema::{GroupVersionKind, Release};
use crate::serializer::storage::Storage;
use crate::serializer::{Codec, Format, Text, json};
use crate::wire::mark::Mark;
use crate::wire::pull::Pull;

/// The check of manifests for one release.
pub(super) struct Linter {
    codec: Codec,
    /// The release requested by the user, if any.
    target: Option<Release>,
}

impl Linter {
    pub(super) fn new(codec: Codec, target: Option<Release>) -> Self {
        Linter { codec, target }
    }

    /// Checks all files, prints the findings, and returns the outcome without regard to failures.
    ///
    /// # Errors
    ///
    /// Returns an error if standard output cannot be written.
    pub(super) fn run(&self, files: &[PathBuf], format: ReportFormat, console: &mut Console) -> io::Result<Exit> {
        let mut entries = Vec::new();
        let roles = Roles::find(files, &[]);
        let work = |path: &Path, document: &Document<'_>, _| self.document(path, roles.of(path), document);
        pipeline::process(files, console, work, |checked, console| {
            checked.report_empty_file(false, console);
            let name = source::name(checked.path);
            for (found, report) in checked.results {
                entries.extend(found.into_iter().map(|problem| problem.into_entry(checked.path, checked.before)));
                console.report(&name, checked.before, &report);
            }
            Ok(())
        })?;
        io::stdout().lock().write_all(&results::to_text(&entries, format))?;
        Ok(entries.iter().map(|entry| exit(entry.rule)).max().unwrap_or_default())
    }

    fn document(&self, path: &Path, role: &Role, document: &Document<'_>) -> (Vec<Problem>, Report) {
        let mut check = Check { linter: self, path, found: Vec::new(), findings: Findings::default() };
        // JSON patches and lists of replacements contain no kinds.
        let has_kind = *role == Role::Manifest || !document.raw.is_some_and(is_list);
        if has_kind {
            check.document(document);
        }
        for problem in &mut check.found {
            problem.place(document);
        }
        (check.found, Report::new(document, &check.findings))
    }
}

/// The check of one document.
struct Check<'a> {
    linter: &'a Linter,
    path: &'a Path,
    found: Vec<Problem>,
    findings: Findings,
}

impl Check<'_> {
    fn document(&mut self, document: &Document<'_>) {
        match &document.content {
            Content::Text(text) => self.text(text, document.first_line()),
            Content::Stored(bytes) => self.stored(bytes),
            Content::Encrypted(encrypted) => self.findings.fail(None, encrypted.to_string()),
            Content::Broken(error) => {
                text::add_stream_error(error, &mut self.findings);
            }
        }
    }

    /// Checks JSON or YAML. Of all losses, only unread objects matter here.
    fn text(&mut self, text: &[u8], start: Option<Mark>) {
        text::read(text, |text, findings| match text {
            Some(text) => {
                let warnings = text.yaml().map(|part| part.warnings()).unwrap_or_default();
                let unread = warnings.iter().filter(|warning| warning.subject == go_yaml::WarningSubject::Unread);
                text::add_warnings(unread, &mut self.findings);
                self.object_or_list(text, start);
                self.findings.set_missing_positions(|| text::object_position(text));
            }
            None => self.findings.append(findings),
        });
    }

    /// Checks an object, or the items of a list. `at` is its position, if known.
    fn object_or_list(&mut self, text: &Text<'_>, at: Option<Mark>) {
        let Some(gvk) = self.kind(text) else { return };
        if !gvk.is_v1_list() {
            return self.object(text, &gvk, at);
        }
        let read = list::replace_items(text, |index, item, start| {
            let before = mem::take(&mut self.findings);
            if let Some(gvk) = self.kind(item) {
                self.object(item, &gvk, at.map(|_| item.yaml().map_or(start, part_position)));
            }
            let mut part = mem::replace(&mut self.findings, before);
            part.set_missing_positions(|| text::object_position(item));
            self.findings.add_part(part, &format!("items[{index}]"), start);
            None
        });
        if let Err(error) = read {
            self.findings.fail(None, error.message());
        }
    }

    /// Checks an object in a storage format.
    fn stored(&mut self, bytes: &[u8]) {
        let storage = Storage::from(self.linter.codec.clone());
        let encoded = storage.decode(bytes).and_then(|stored| storage.encode(&stored, Format::Json));
        let Some(encoded) = self.findings.check(encoded) else { return };
        self.object_or_list(&Text::from_json(&encoded), None);
    }

    /// Returns the kind of a document, or adds a warning if it is not a manifest.
    fn kind(&mut self, text: &Text<'_>) -> Option<GroupVersionKind> {
        let type_meta = self.findings.check(text.type_meta())?;
        let gvk = type_meta.group_version_kind();
        let is_said = !gvk.kind.is_empty() && !gvk.version.is_empty();
        if !is_said {
            let is_other = files::is_other(self.path);
            self.findings.warn(if is_other { OTHER_FILE } else { "no apiVersion and kind, not checked" });
        }
        is_said.then_some(gvk)
    }

    fn object(&mut self, text: &Text<'_>, gvk: &GroupVersionKind, at: Option<Mark>) {
        let scheme = self.linter.codec.scheme();
        if !target::is_known(scheme, gvk) {
            return self.findings.warn(target::unknown(scheme, gvk, "not checked"));
        }
        // Kinds that are registered in every version have no life cycle and therefore no info.
        let Some(info) = scheme.info(gvk) else { return };
        let target = self.linter.target;
        if let Some(advice) = advice(scheme, info, target.unwrap_or(apis::RELEASE)) {
            let content: Value = json::from_str(&text.json()).unwrap_or_default();
            let line = at.map_or(0, |at| at.line);
            let command = if advice.is_convertible { command(self.path, target) } else { String::new() };
            self.found.push(Problem::new(line, &content, info, advice, command));
        }
    }
}

/// Returns the outcome of a check that finds only an entry of this rule.
fn exit(rule: Rule) -> Exit {
    match rule {
        Rule::Deprecated => Exit::Found,
        _ => Exit::Removed,
    }
}

/// Returns the position of a part of a YAML document.
fn part_position(part: go_yaml::ValueRef<'_, '_>) -> Mark {
    let reader = go_yaml::Reader::new(part);
    reader.position(reader.offset())
}
