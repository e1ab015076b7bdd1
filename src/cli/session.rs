//! Processes each document from its bytes to the output.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::console::Console;
use super::documents::{Content, Document};
use super::findings::Findings;
use super::json_losses::Search;
use super::output::{Form, Output};
use super::position::Position;
use super::report::Report;
use super::route::{self, Route, Step};
use super::sweep::sweep;
use super::{files, items, json_losses, source, text};
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::scheme::Scheme;
use crate::serializer::storage::{Storage, Stored};
use crate::serializer::{self, Codec, Decoded, Format, Said, Text, Warning, WarningKind};
use crate::wire::layout::write_compact;

/// The message for a file that is empty or contains only comments.
pub(super) const NO_DOCUMENTS: &str = "no documents";

/// The message for a document in a file of another tool.
pub(super) const OTHER_FILE: &str = "no apiVersion and kind, not a manifest, skipped";

/// The configuration of a running command.
pub(super) struct Session {
    codec: Codec,
    storage: Storage,
    step: Step,
    strict: bool,
}

impl Session {
    pub(super) fn new(scheme: Scheme, step: Step, strict: bool) -> Self {
        let codec = Codec::new(scheme);
        Session { storage: Storage::from(codec.clone()), codec, step, strict }
    }

    pub(super) fn scheme(&self) -> &Scheme {
        self.codec.scheme()
    }

    /// Writes every document of every file to the output. Documents that fail are reported and omitted.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub(super) fn run<W: Write>(
        &self,
        files: &[PathBuf],
        output: &mut Output<W>,
        console: &mut Console,
    ) -> io::Result<()> {
        let form = output.form();
        let work = |path: &Path, document: &Document<'_>, is_alone: bool| {
            let task = Task { form, is_alone, may_be_other: files::is_other(path) };
            self.document(document, task)
        };
        sweep(files, console, work, |swept, console| {
            let name = source::name(swept.path);
            if swept.is_last && swept.before + swept.made.len() == 0 {
                if self.strict {
                    console.fail(&name, &NO_DOCUMENTS);
                } else {
                    console.warn(&name, NO_DOCUMENTS);
                }
            }
            swept.made.into_iter().try_for_each(|(made, report)| {
                made.map_or(Ok(()), |made| output.write(&made))?;
                console.report(&name, swept.before, &report);
                Ok(())
            })
        })
    }

    /// Returns the output for a document, if it did not fail, and its report.
    fn document(&self, document: &Document<'_>, task: Task) -> (Option<Vec<u8>>, Report) {
        let Task { form, is_alone, may_be_other } = task;
        let mut work = Work { session: self, form, is_alone, may_be_other, findings: Findings::default() };
        let made = work.document(document);
        if self.strict {
            work.findings.make_strict();
        }
        let report = Report::new(document, &work.findings);
        (made.filter(|_| !report.has_failed), report)
    }
}

/// Properties of a document that affect how it is processed.
struct Task {
    form: Form,
    is_alone: bool,
    may_be_other: bool,
}

/// The processing of one document, or of one item of a list.
struct Work<'a> {
    session: &'a Session,
    form: Form,
    is_alone: bool,
    /// True if a document without apiVersion and kind is skipped, because the file belongs to another tool.
    may_be_other: bool,
    findings: Findings,
}

impl Work<'_> {
    fn document(&mut self, document: &Document<'_>) -> Option<Vec<u8>> {
        let encoded = match &document.content {
            Content::Text(text) => self.text(text),
            Content::Stored(bytes) => self.stored(bytes),
            Content::Encrypted(encrypted) => self.refuse(&encrypted.to_string()),
            Content::Broken(error) => {
                text::broken(error, &mut self.findings);
                None
            }
        };
        let laid_out = self.form.lay_out(encoded?);
        self.findings.check(laid_out)
    }

    fn text(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        text::read(text, |text, findings| {
            self.findings.append(findings);
            let text = text?;
            let made = self.object_or_list(text);
            self.findings.place_rest(|| text::place(text));
            made
        })
    }

    fn object_or_list(&mut self, text: &Text<'_>) -> Option<Vec<u8>> {
        let said = self.said(text)?;
        let is_list = items::is_list(&said.type_meta.group_version_kind()) && self.form.is_text();
        if is_list { self.list(text, &said) } else { self.object(text, &said) }
    }

    fn object(&mut self, text: &Text<'_>, said: &Said) -> Option<Vec<u8>> {
        let gvk = said.type_meta.group_version_kind();
        match self.route(&gvk)? {
            Route::Pass(_) if self.form == Form::Protobuf => self.not_in_protobuf(&gvk),
            route @ Route::Pass(_) if !self.form.is_text() => {
                let stored = self.session.storage.decode(text.settled_json(said).as_bytes()).map(Stored::into_decoded);
                if let Ok(decoded) = &stored {
                    self.search(text, Some(&decoded.warnings), false);
                }
                let decoded = self.decoded(stored, false)?;
                self.send(decoded, route)
            }
            Route::Pass(reason) => {
                self.findings.warn(reason);
                self.search(text, None, false);
                let json = text.settled_json(said);
                let mut compact = Vec::with_capacity(json.len());
                write_compact(&mut compact, json.as_bytes());
                Some(compact)
            }
            route => {
                let decoded = text.decode(self.session.scheme(), None);
                if let Ok(decoded) = &decoded {
                    self.search(text, Some(&decoded.warnings), items::is_list(&gvk));
                }
                let decoded = self.decoded(decoded, text.yaml().is_some())?;
                self.send(decoded, route)
            }
        }
    }

    /// Adds losses in JSON that no decoder reports. For YAML, the reader has reported them already.
    fn search(&mut self, text: &Text<'_>, decoded: Option<&[Warning]>, is_list: bool) {
        if text.yaml().is_none() {
            let changes_numbers = matches!(self.form, Form::Yaml | Form::Kyaml | Form::Cbor);
            let (skips_items, has_raw_objects) = (is_list && decoded.is_none(), is_list && decoded.is_some());
            let search = Search { decoded, has_raw_objects, changes_numbers, skips_items, is_output: false };
            search.run(&text.json(), &mut self.findings);
        }
    }

    /// Processes an object, or a list, in a storage format.
    fn stored(&mut self, bytes: &[u8]) -> Option<Vec<u8>> {
        let stored = self.session.storage.decode(bytes).map(Stored::into_decoded);
        let decoded = self.decoded(stored, false)?;
        if items::is_list(&decoded.gvk) && self.form.is_text() {
            let json = self.session.codec.encode(&decoded, Format::Json);
            let json = self.findings.check(json)?;
            return self.list(&Text::from_json(&json), &Said { is_exact: true, ..Said::default() });
        }
        match self.route(&decoded.gvk)? {
            Route::Pass(_) if self.form == Form::Protobuf => self.not_in_protobuf(&decoded.gvk),
            route => self.send(decoded, route),
        }
    }

    fn not_in_protobuf<T>(&mut self, gvk: &GroupVersionKind) -> Option<T> {
        self.refuse(&format!("unknown kind {}, which cannot be encoded as Protobuf", route::name(gvk)))
    }

    /// Converts every item separately, and reports the mistakes of all items.
    fn list(&mut self, list: &Text<'_>, said: &Said) -> Option<Vec<u8>> {
        self.search(list, None, true);
        let mut findings = Findings::default();
        let replaced = items::replace(list, |index, item, start| {
            let mut work = Work { findings: Findings::default(), is_alone: false, may_be_other: false, ..*self };
            let encoded = work.said(item).and_then(|said| work.object(item, &said));
            work.findings.place_rest(|| text::place(item));
            findings.add_part(work.findings, &format!("items[{index}]"), start);
            encoded
        });
        self.findings.append(findings);
        match replaced {
            Ok(list) if said.is_exact => Some(list),
            Ok(list) => Some(Text::from_json(&list).settled_json(said).into_owned().into_bytes()),
            Err(error) => self.refuse(error.message()),
        }
    }

    /// Returns the apiVersion and kind of a document.
    fn said(&mut self, text: &Text<'_>) -> Option<Said> {
        let said = self.findings.check(text.said())?;
        let type_meta = &said.type_meta;
        let gvk = type_meta.group_version_kind();
        if self.may_be_other && type_meta.kind.is_empty() && type_meta.api_version.is_empty() {
            self.findings.warn(OTHER_FILE);
            return None;
        }
        let missing = match (gvk.kind.is_empty(), gvk.version.is_empty()) {
            (true, _) => "Object 'Kind' is missing; a document must have an apiVersion and a kind".to_string(),
            (_, true) if !type_meta.api_version.is_empty() => {
                format!("invalid apiVersion {:?}: expected GROUP/VERSION, such as apps/v1", type_meta.api_version)
            }
            (_, true) => "Object 'apiVersion' is missing; a document must have an apiVersion and a kind".to_string(),
            _ => return Some(said),
        };
        self.refuse(&missing)
    }

    fn route(&mut self, gvk: &GroupVersionKind) -> Option<Route> {
        let route = self.session.step.route(self.session.scheme(), gvk, self.is_alone);
        route.map_err(|message| self.findings.fail(None, message)).ok()
    }

    /// Returns a decoded object and adds its warnings, except those that the YAML reader has reported already.
    fn decoded(&mut self, decoded: Result<Decoded, serializer::Error>, is_yaml: bool) -> Option<Decoded> {
        if let Err(error) = &decoded {
            self.lose(error.dropped(), is_yaml);
        }
        let decoded = self.findings.check(decoded)?;
        self.lose(&decoded.warnings, is_yaml);
        Some(decoded.named())
    }

    fn lose(&mut self, warnings: &[Warning], is_yaml: bool) {
        for warning in warnings {
            let at = warning.position.map(Position::from);
            match &warning.kind {
                WarningKind::Yaml(_) => {}
                WarningKind::InvalidText(_) | WarningKind::ChangedNumber { .. } | WarningKind::UnreadText
                    if is_yaml => {}
                WarningKind::EnvelopeField(_) => self.findings.lose(at, warning.to_string()),
                _ if warning.is_strict() => self.findings.lose(at, warning.to_string()),
                _ => self.findings.warn_at(at, warning.to_string()),
            }
        }
    }

    fn send(&mut self, mut decoded: Decoded, route: Route) -> Option<Vec<u8>> {
        let codec = &self.session.codec;
        let decoded = match route {
            Route::Keep => decoded,
            Route::Pass(reason) => {
                self.findings.warn(reason);
                decoded
            }
            Route::To(version) => {
                codec.default(&mut decoded);
                decoded.warnings.clear();
                let converted = self.convert(decoded, &version);
                let converted = self.findings.check(converted)?;
                for loss in &converted.warnings {
                    self.findings.lose(None, loss.to_string());
                }
                converted
            }
        };
        let encoded = codec.encode(&decoded, self.form.format());
        if encoded.as_ref().is_err_and(serializer::Error::is_not_marshalable) {
            return self.refuse(&format!("{} cannot be encoded as Protobuf", route::name(&decoded.gvk)));
        }
        if self.form.is_text()
            && let Ok(encoded) = &encoded
        {
            json_losses::add_late_times(encoded, &mut self.findings);
        }
        self.findings.check(encoded)
    }

    /// Converts through the hub, even to the object's own version, because this makes fields with the same meaning
    /// consistent. A version without conversions to the hub needs no such step.
    fn convert(&self, decoded: Decoded, version: &GroupVersion) -> Result<Decoded, serializer::Error> {
        let codec = &self.session.codec;
        let hub = decoded.gvk.of_hub();
        let has_hub = codec.scheme().can_convert(&decoded.gvk, &hub);
        let decoded = if has_hub { codec.convert(decoded, &hub.group_version())? } else { decoded };
        codec.convert(decoded, version)
    }

    fn refuse<T>(&mut self, message: &str) -> Option<T> {
        self.findings.fail(None, message);
        None
    }
}
