//! `convert -o source`: each document is edited in its text, and everything else is copied.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::changes;
use super::convert::Converter;
use super::findings::Findings;
use super::input::chunks::Chunk;
use super::input::documents::{Content, Document};
use super::input::source;
use super::output::OutputFormat;
use super::part::Part;
use super::pipeline::{self, Results};
use super::report::{Console, Report};
use super::results::Entry;
use super::roles::Roles;
use super::target::{Action, Target};
use super::{remarks, text};
use crate::edit::{Cause, Edited, Editor, Level, Refusal, apply};
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::serializer::Codec;

/// Converts documents by editing their text.
pub(super) struct SourceConverter {
    editor: Editor,
    codec: Codec,
    /// Finds all mistakes of a document that the editor refuses because of the first one.
    checker: Converter,
    target: Target,
    roles: Roles,
    strict: bool,
    /// True if the edits and refusals are listed. The list is as long as the input, so it is made only if it is printed.
    lists_changes: bool,
}

/// A part of a file, before and after the conversion.
pub(super) struct EditedPart<'a> {
    pub(super) path: &'a Path,
    pub(super) chunk: &'a Chunk,
    pub(super) text: Cow<'a, [u8]>,
    pub(super) outcomes: Vec<Outcome>,
}

/// The outcome for a document.
pub(super) struct Outcome {
    /// The range of the document in its chunk, and its new text; `None` if it stays as it is.
    edit: Option<(Range<usize>, Vec<u8>)>,
    pub(super) state: State,
    pub(super) entries: Vec<Entry>,
    report: Report,
}

/// The result of converting a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Converted,
    Unchanged,
    Refused,
}

impl SourceConverter {
    pub(super) fn new(
        codec: Codec,
        editor: Editor,
        target: Target,
        roles: Roles,
        strict: bool,
        lists_changes: bool,
    ) -> Self {
        let checker = Converter::new(codec.clone(), target.clone(), strict);
        SourceConverter { editor, codec, checker, target, roles, strict, lists_changes }
    }

    /// Converts every document of every file, and passes the parts of the files to `take`, in order.
    ///
    /// # Errors
    ///
    /// The first error of `take`.
    pub(super) fn run(
        &self,
        files: &[PathBuf],
        console: &mut Console,
        mut take: impl FnMut(EditedPart<'_>, &mut Console) -> io::Result<()>,
    ) -> io::Result<()> {
        pipeline::process(
            files,
            console,
            |path, document, is_alone| self.document(path, document, is_alone),
            |part: Results<'_, Outcome>, console| {
                part.report_empty_file(self.strict, console);
                let name = source::name(part.path);
                let Results { path, before, mut results, chunk } = part;
                for outcome in &mut results {
                    console.report(&name, before, &outcome.report);
                    outcome.entries.iter_mut().for_each(|entry| entry.add_documents(before));
                }
                let text = edited_text(&chunk.bytes, &results);
                take(EditedPart { path, chunk, text, outcomes: results }, console)
            },
        )
    }

    fn document(&self, path: &Path, document: &Document<'_>, is_alone: bool) -> Outcome {
        let mut findings = Findings::default();
        let role = self.roles.of(path);
        let part = document.raw.map(|raw| Part::of(&self.editor, role, raw));
        let is_object = part.as_ref().is_some_and(Part::is_object);
        let edited = match (&document.content, document.raw.zip(part)) {
            (Content::Text(_), Some((raw, part))) => self.text(raw, &part, is_alone, &mut findings),
            (Content::Broken(error), _) => {
                text::add_stream_error(error, &mut findings);
                None
            }
            (Content::Encrypted(encrypted), _) => fail(&mut findings, encrypted.to_string()),
            _ => fail(&mut findings, "binary input cannot be edited; print the complete object with `-o yaml`".into()),
        };
        let new = edited.as_ref().zip(document.raw).filter(|(edited, _)| !edited.edits.is_empty());
        let new = new.map(|(edited, raw)| apply(raw, &edited.edits));
        if let (Some(edited), Some(new)) = (&edited, &new) {
            remarks::add(edited, new, self.lists_changes, &mut findings);
        }
        if self.strict {
            findings.make_strict();
        }
        let mut report = Report::new(document, &findings);
        // The editor stops at the first mistake of a document.
        if edited.is_none() && is_object {
            let (_, complete) = self.checker.document(path, document, is_alone, OutputFormat::Yaml);
            if complete.has_failed || !report.has_failed {
                report = complete;
            }
        }
        if report.has_failed {
            let entries = self.listed(|| changes::refusals(path, document, &report));
            return Outcome { edit: None, state: State::Refused, entries, report };
        }
        let (Some(edited), Some(new), Some(raw)) = (edited, new, document.raw) else {
            return Outcome { edit: None, state: State::Unchanged, entries: Vec::new(), report };
        };
        let range = document.offset..document.offset + raw.len();
        let entries = self.listed(|| changes::entries(path, document, raw, &edited));
        Outcome { edit: Some((range, new)), state: State::Converted, entries, report }
    }

    /// Returns the entries that `list` makes, if they are printed.
    fn listed(&self, list: impl FnOnce() -> Vec<Entry>) -> Vec<Entry> {
        if self.lists_changes { list() } else { Vec::new() }
    }

    /// Edits a document. Returns `None` if it is not edited because of a mistake.
    fn text(&self, raw: &[u8], part: &Part<'_>, is_alone: bool, findings: &mut Findings) -> Option<Edited> {
        let passed = RefCell::new(Vec::new());
        let targets = |gvk: &GroupVersionKind| self.versions(gvk, is_alone, &mut passed.borrow_mut());
        let edited = part.convert(&self.editor, raw, &targets);
        let passed = if part.is_object() { passed.into_inner() } else { Vec::new() };
        for reason in passed {
            match reason {
                Passed::Note(reason) => findings.warn(reason),
                Passed::Mistake(reason) => findings.fail(None, reason),
                Passed::NoKind => return None,
            }
        }
        match edited {
            Ok(edited) => {
                part.warn(raw, &edited, findings);
                for path in &edited.unknown {
                    findings.lose(None, format!("unknown field {:?}, which both versions ignore", path.to_string()));
                }
                Some(edited)
            }
            Err(refusals) => {
                refusals.iter().for_each(|refusal| self.add_refusal(refusal, findings));
                None
            }
        }
    }

    /// Returns the versions to one of which an object of this kind is converted. If there are none, it stays as it is.
    fn versions(&self, gvk: &GroupVersionKind, is_alone: bool, passed: &mut Vec<Passed>) -> Vec<GroupVersion> {
        if gvk.kind.is_empty() || gvk.version.is_empty() {
            passed.push(Passed::NoKind);
            return Vec::new();
        }
        let scheme = self.codec.scheme();
        match self.target.action(scheme, gvk, is_alone) {
            Ok(Action::ConvertTo(version)) => return vec![version],
            Ok(Action::ConvertToOneOf(versions)) => return versions,
            Ok(Action::Reencode) if self.editor.level() == Level::Full => return vec![gvk.group_version()],
            Ok(Action::Reencode) => {}
            // Custom resources are expected in every repository.
            Ok(Action::PassThrough(_)) if gvk.group.contains('.') && !scheme.is_group_registered(&gvk.group) => {}
            Ok(Action::PassThrough(reason)) => match self.target.removal(scheme, gvk) {
                Some(mistake) => passed.push(Passed::Mistake(mistake)),
                None => passed.push(Passed::Note(reason)),
            },
            Err(reason) => passed.push(Passed::Mistake(reason)),
        }
        Vec::new()
    }

    fn add_refusal(&self, refusal: &Refusal, findings: &mut Findings) {
        let level = match self.editor.level() {
            Level::Adopt => "adopt",
            Level::Full => "full",
            _ => "exact",
        };
        let remedy = match refusal.cause() {
            Cause::Shared | Cause::Layout | Cause::Proof => {
                format!("; print the object anew with `-o yaml --level {level}`")
            }
            _ => String::new(),
        };
        findings.fail(refusal.position(), format!("{refusal}{remedy}"));
    }
}

/// The reason why an object is not converted.
enum Passed {
    Note(String),
    Mistake(String),
    /// The document is not an object.
    NoKind,
}

fn fail(findings: &mut Findings, message: String) -> Option<Edited> {
    findings.fail(None, message);
    None
}

/// Returns the text of a chunk with the edited documents.
fn edited_text<'a>(chunk: &'a [u8], outcomes: &[Outcome]) -> Cow<'a, [u8]> {
    let edits: Vec<_> = outcomes.iter().filter_map(|outcome| outcome.edit.as_ref()).collect();
    if edits.is_empty() {
        return Cow::Borrowed(chunk);
    }
    let (mut text, mut at) = (Vec::with_capacity(chunk.len()), 0);
    for (range, new) in edits {
        text.extend_from_slice(&chunk[at..range.start]);
        text.extend_from_slice(new);
        at = range.end;
    }
    text.extend_from_slice(&chunk[at..]);
    Cow::Owned(text)
}
