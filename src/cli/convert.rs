//! The commands `convert`, `decode` and `encode`: each document from its bytes to the output.
//!
//! [`Converter::run`] sends all documents through the pipeline. [`Conversion::object`] contains the steps for one object.

use std::io;
use std::path::{Path, PathBuf};

use super::findings::Findings;
use super::input::documents::{Content, Document};
use super::input::source;
use super::json_losses::Search;
use super::messages::{COMPLETED_PATCH, OTHER_FILE, refused_value};
use super::output::{Output, OutputFormat};
use super::part::Part;
use super::pipeline::{self, Results};
use super::report::{Console, Report};
use super::roles::{Role, Roles};
use super::target::{self, Action, Target};
use super::{files, json_losses, list, remarks, text};
use crate::edit::{Edited, Editor, Refusal, apply, has_checks, is_incomplete, refused_values};
use crate::field::{Str, Value};
use crate::meta::Metadata;
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::serializer::storage::{Storage, Stored};
use crate::serializer::{self, Codec, Decoded, Said, Text, Warning, WarningKind, json};
use crate::wire::layout::write_compact;

/// Converts documents to the versions that a [`Target`] selects.
pub(super) struct Converter {
    codec: Codec,
    storage: Storage,
    target: Target,
    strict: bool,
    /// Converts patches and kustomizations, which the roles of files identify. `None` for commands that do not convert.
    editor: Option<Editor>,
    roles: Roles,
    /// True if the editor finds the values to write for complete objects as well.
    edits_all: bool,
}

/// The output for a document, if it did not fail, and the report about it.
pub(super) type Converted = (Option<Vec<u8>>, Report);

impl Converter {
    pub(super) fn new(codec: Codec, target: Target, strict: bool) -> Self {
        let storage = Storage::from(codec.clone());
        Converter { storage, codec, target, strict, editor: None, roles: Roles::default(), edits_all: false }
    }

    /// Converts patches and kustomizations as the editor does, without their layout, and all objects if `edits_all` is
    /// true.
    pub(super) fn with_editor(self, editor: Editor, roles: Roles, edits_all: bool) -> Self {
        Converter { editor: Some(editor), roles, edits_all, ..self }
    }

    /// Converts every document of every file, and passes the results to `take`, in order. Documents that fail are
    /// reported and omitted.
    ///
    /// # Errors
    ///
    /// The first error of `take`.
    pub(super) fn run(
        &self,
        files: &[PathBuf],
        format: OutputFormat,
        console: &mut Console,
        mut take: impl FnMut(&Results<'_, Converted>, &mut Console) -> io::Result<()>,
    ) -> io::Result<()> {
        let work = |path: &Path, document: &Document<'_>, is_alone| self.document(path, document, is_alone, format);
        pipeline::process(files, console, work, |converted, console| {
            converted.report_empty_file(self.strict, console);
            take(&converted, console)?;
            let name = source::name(converted.path);
            converted.results.iter().for_each(|(_, report)| console.report(&name, converted.before, report));
            Ok(())
        })
    }

    /// Prints the converted documents of all files to standard output.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub(super) fn print(&self, files: &[PathBuf], format: OutputFormat, console: &mut Console) -> io::Result<()> {
        let mut output = Output::new(io::stdout().lock(), format);
        self.run(files, format, console, |part, _| part.documents().try_for_each(|text| output.write(text)))?;
        output.finish()
    }

    pub(super) fn document(
        &self,
        path: &Path,
        document: &Document<'_>,
        is_alone: bool,
        format: OutputFormat,
    ) -> Converted {
        let (may_be_other, is_kustomization) = (files::is_other(path), files::is_kustomization(path));
        let (findings, role) = (Findings::default(), self.roles.of(path));
        let mut conversion =
            Conversion { converter: self, role, format, is_alone, may_be_other, is_kustomization, findings };
        let converted = conversion.document(document);
        if self.strict {
            conversion.findings.make_strict();
        }
        let report = Report::new(document, &conversion.findings);
        (converted.filter(|_| !report.has_failed), report)
    }
}

impl Results<'_, Converted> {
    /// Returns the output for each document that did not fail.
    pub(super) fn documents(&self) -> impl Iterator<Item = &[u8]> {
        self.results.iter().filter_map(|(document, _)| document.as_deref())
    }

    /// Returns true if a document failed or was skipped.
    pub(super) fn has_failed(&self) -> bool {
        self.results.iter().any(|(document, report)| report.has_failed || document.is_none())
    }
}

/// The conversion of one document, or of one item of a list. Its steps return `None` after they have added an error to
/// the findings.
struct Conversion<'a> {
    converter: &'a Converter,
    role: &'a Role,
    format: OutputFormat,
    is_alone: bool,
    /// True if a document without apiVersion and kind is skipped, because the file belongs to another tool.
    may_be_other: bool,
    /// True if a document without apiVersion and kind is a kustomization, which is written as it is.
    is_kustomization: bool,
    findings: Findings,
}

impl Conversion<'_> {
    fn document(&mut self, document: &Document<'_>) -> Option<Vec<u8>> {
        let encoded = match &document.content {
            Content::Text(text) => self.text(text),
            Content::Stored(bytes) => self.stored(bytes),
            Content::Encrypted(encrypted) => self.refuse(&encrypted.to_string()),
            Content::Broken(error) => {
                text::add_stream_error(error, &mut self.findings);
                None
            }
        };
        let laid_out = self.format.lay_out(encoded?);
        self.findings.check(laid_out)
    }

    fn text(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        text::read(text, |text, findings| {
            self.findings.append(findings);
            let text = text?;
            let encoded = self.object_or_list(text);
            self.findings.set_missing_positions(|| text::object_position(text));
            encoded
        })
    }

    fn object_or_list(&mut self, text: &Text<'_>) -> Option<Vec<u8>> {
        if let Some(editor) = self.converter.editor.as_ref().filter(|_| *self.role != Role::Manifest) {
            let json = text.json();
            let part = Part::of(editor, self.role, json.as_bytes());
            if !part.is_object() {
                let target = |gvk: &GroupVersionKind| self.versions(gvk);
                let edited = part.convert(editor, json.as_bytes(), &target);
                return self.edited(&part, &json, edited);
            }
        }
        if self.is_kustomization && self.format.is_text() {
            let said = self.findings.check(text.said())?;
            if said.type_meta.kind.is_empty() && said.type_meta.api_version.is_empty() {
                return Some(self.untouched(text, &said));
            }
        }
        let said = self.said(text)?;
        let is_list = said.type_meta.group_version_kind().is_v1_list() && self.format.is_text();
        if is_list { self.list(text, &said) } else { self.object(text, &said) }
    }

    /// Decodes an object, converts it to its target version, and encodes it.
    fn object(&mut self, text: &Text<'_>, said: &Said) -> Option<Vec<u8>> {
        let action = self.action(&said.type_meta.group_version_kind())?;
        if let (Action::PassThrough(reason), true) = (&action, self.format.is_text()) {
            return Some(self.pass_through(text, said, reason));
        }
        // Patches contain directives, which no kind has as fields.
        let is_patch = *self.role != Role::Manifest;
        if let Some(editor) = self.converter.editor.as_ref().filter(|_| is_patch) {
            return self.edit(editor, &text.settled_json(said), action);
        }
        let decoded = self.decode(text, said, &action)?;
        if let Some(editor) = self.converter.editor.as_ref().filter(|_| self.converter.edits_all) {
            return self.edit(editor, &text.settled_json(said), action);
        }
        let from = decoded.gvk.clone();
        let converted = self.convert(decoded, action)?;
        let encoded = self.encode(&converted)?;
        if self.converter.editor.is_some() && converted.gvk != from && is_suspected(text, &from, &encoded) {
            self.findings.warn(COMPLETED_PATCH);
        }
        if self.format.is_text() && converted.gvk != from && has_checks(&converted.gvk) {
            let object: Value = json::from_str(&String::from_utf8_lossy(&encoded)).unwrap_or_default();
            for refused in refused_values(&converted.gvk, &object) {
                self.findings.lose(None, refused_value(&refused));
            }
        }
        Some(encoded)
    }

    /// Processes an object, or a list, in a storage format.
    fn stored(&mut self, bytes: &[u8]) -> Option<Vec<u8>> {
        let stored = self.converter.storage.decode(bytes).map(Stored::into_decoded);
        let decoded = self.decoded(stored, false)?;
        if decoded.gvk.is_v1_list() && self.format.is_text() {
            let json = self.converter.codec.encode(&decoded, self.format.encoding());
            let json = self.findings.check(json)?;
            return self.list(&Text::from_json(&json), &Said { is_exact: true, ..Said::default() });
        }
        let action = self.action(&decoded.gvk)?;
        let is_edited = self.converter.edits_all && !matches!(action, Action::PassThrough(_));
        if let Some(editor) = self.converter.editor.as_ref().filter(|_| is_edited) {
            let json = self.converter.codec.encode(&decoded, self.format.encoding());
            let json = self.findings.check(json)?;
            return self.edit(editor, &String::from_utf8_lossy(&json), action);
        }
        let converted = self.convert(decoded, action)?;
        self.encode(&converted)
    }

    /// Converts an object in JSON without writing more values than the editor adds.
    fn edit(&mut self, editor: &Editor, json: &str, action: Action) -> Option<Vec<u8>> {
        let part = Part::of(editor, self.role, json.as_bytes());
        let edited = part.convert(editor, json.as_bytes(), &|gvk| versions(&action, gvk));
        self.edited(&part, json, edited)
    }

    /// Returns the text with its edits.
    fn edited(&mut self, part: &Part<'_>, json: &str, edited: Result<Edited, Vec<Refusal>>) -> Option<Vec<u8>> {
        match edited {
            Ok(edited) => {
                let new = apply(json.as_bytes(), &edited.edits);
                part.warn(json.as_bytes(), &edited, &mut self.findings);
                if !edited.conversions.is_empty() {
                    remarks::add(&edited, &new, false, &mut self.findings);
                }
                let mut compact = Vec::with_capacity(new.len());
                write_compact(&mut compact, &new);
                Some(compact)
            }
            Err(refusals) => {
                refusals.iter().for_each(|refusal| self.findings.fail(None, refusal.to_string()));
                None
            }
        }
    }

    /// Returns the versions to one of which the objects of a kind are converted.
    fn versions(&self, gvk: &GroupVersionKind) -> Vec<GroupVersion> {
        let Converter { target, codec, .. } = self.converter;
        target.action(codec.scheme(), gvk, false).map_or_else(|_| Vec::new(), |action| versions(&action, gvk))
    }

    /// Converts every item separately, and reports the mistakes of all items.
    fn list(&mut self, list: &Text<'_>, said: &Said) -> Option<Vec<u8>> {
        self.search(list, None, true);
        let mut findings = Findings::default();
        let replaced = list::replace_items(list, |index, item, start| {
            let mut conversion =
                Conversion { findings: Findings::default(), is_alone: false, may_be_other: false, ..*self };
            let encoded = conversion.said(item).and_then(|said| conversion.object(item, &said));
            conversion.findings.set_missing_positions(|| text::object_position(item));
            findings.add_part(conversion.findings, &format!("items[{index}]"), start);
            encoded
        });
        self.findings.append(findings);
        match replaced {
            Ok(list) if said.is_exact => Some(list),
            Ok(list) => Some(Text::from_json(&list).settled_json(said).into_owned().into_bytes()),
            Err(error) => self.refuse(error.message()),
        }
    }

    /// Returns the action for an object of this kind.
    fn action(&mut self, gvk: &GroupVersionKind) -> Option<Action> {
        let Converter { target, codec, .. } = self.converter;
        match target.action(codec.scheme(), gvk, self.is_alone) {
            Ok(Action::PassThrough(_)) if self.format == OutputFormat::Protobuf => {
                self.refuse(&format!("unknown kind {}, which cannot be encoded as Protobuf", target::name(gvk)))
            }
            Ok(action) => Some(action),
            Err(message) => self.refuse(&message),
        }
    }

    /// Returns an unknown object as it is written.
    fn pass_through(&mut self, text: &Text<'_>, said: &Said, reason: &str) -> Vec<u8> {
        self.findings.warn(reason);
        self.untouched(text, said)
    }

    /// Returns a document that is not an object.
    fn untouched(&mut self, text: &Text<'_>, said: &Said) -> Vec<u8> {
        self.search(text, None, false);
        let json = text.settled_json(said);
        let mut compact = Vec::with_capacity(json.len());
        write_compact(&mut compact, json.as_bytes());
        compact
    }

    /// Decodes an object in the version in which it is written; an unknown object is decoded as untyped data.
    fn decode(&mut self, text: &Text<'_>, said: &Said, action: &Action) -> Option<Decoded> {
        let Converter { storage, codec, .. } = self.converter;
        let (decoded, is_yaml) = match action {
            Action::PassThrough(_) => {
                (storage.decode(text.settled_json(said).as_bytes()).map(Stored::into_decoded), false)
            }
            _ => (text.decode(codec.scheme(), None), text.yaml().is_some()),
        };
        if let Ok(decoded) = &decoded {
            self.search(text, Some(&decoded.warnings), decoded.gvk.is_v1_list());
        }
        self.decoded(decoded, is_yaml)
    }

    /// Adds losses in JSON that no decoder reports. For YAML, the reader has reported them already.
    fn search(&mut self, text: &Text<'_>, decoded: Option<&[Warning]>, is_list: bool) {
        if text.yaml().is_none() {
            let changes_numbers = matches!(self.format, OutputFormat::Yaml | OutputFormat::Kyaml | OutputFormat::Cbor);
            let (skips_items, has_raw_objects) = (is_list && decoded.is_none(), is_list && decoded.is_some());
            let search = Search { decoded, has_raw_objects, changes_numbers, skips_items, is_output: false };
            search.run(&text.json(), &mut self.findings);
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
            let at = warning.position;
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

    /// Fills in defaults and converts an object, if the action requires it.
    fn convert(&mut self, decoded: Decoded, action: Action) -> Option<Decoded> {
        match action {
            Action::Reencode => Some(decoded),
            Action::PassThrough(reason) => {
                self.findings.warn(reason);
                Some(decoded)
            }
            Action::ConvertTo(version) => self.convert_to_one_of(decoded, &[version]),
            Action::ConvertToOneOf(versions) => self.convert_to_one_of(decoded, &versions),
        }
    }

    /// Fills in defaults and converts an object to the first version that has fields for all of its content, or else to
    /// the first version.
    fn convert_to_one_of(&mut self, mut decoded: Decoded, versions: &[GroupVersion]) -> Option<Decoded> {
        self.converter.codec.apply_defaults(&mut decoded);
        decoded.warnings.clear();
        let held = versions.iter().filter(|_| versions.len() > 1).find_map(|version| self.held(&decoded, version));
        let converted = match held {
            Some(converted) => converted,
            None => {
                let converted = self.convert_to(decoded, versions.first()?);
                self.findings.check(converted)?
            }
        };
        for loss in &converted.warnings {
            self.findings.lose(None, loss.to_string());
        }
        Some(converted)
    }

    /// Converts an object to a version, if the version has fields for all of its content: nothing is lost, and no
    /// annotation takes the place of a field.
    fn held(&self, decoded: &Decoded, version: &GroupVersion) -> Option<Decoded> {
        let annotations = |decoded: &Decoded| Metadata::of(&*decoded.object).map(|metadata| metadata.annotations());
        let converted = self.convert_to(decoded.clone(), version).ok()?;
        let before = annotations(decoded).unwrap_or_default();
        let is_new = |key: &Str| !before.contains_key(key);
        let has_more = annotations(&converted).unwrap_or_default().keys().any(is_new);
        (converted.warnings.is_empty() && !has_more).then_some(converted)
    }

    /// Converts through the hub, even to the object's own version, because this makes fields with the same meaning
    /// consistent. A version without conversions to the hub needs no such step.
    fn convert_to(&self, decoded: Decoded, version: &GroupVersion) -> Result<Decoded, serializer::Error> {
        let codec = &self.converter.codec;
        let hub = decoded.gvk.of_hub();
        let has_hub = codec.scheme().can_convert(&decoded.gvk, &hub);
        let decoded = if has_hub { codec.convert(decoded, &hub.group_version())? } else { decoded };
        codec.convert(decoded, version)
    }

    fn encode(&mut self, decoded: &Decoded) -> Option<Vec<u8>> {
        let encoded = self.converter.codec.encode(decoded, self.format.encoding());
        if encoded.as_ref().is_err_and(serializer::Error::is_not_marshalable) {
            return self.refuse(&format!("{} cannot be encoded as Protobuf", target::name(&decoded.gvk)));
        }
        if self.format.is_text()
            && let Ok(encoded) = &encoded
        {
            json_losses::add_late_times(encoded, &mut self.findings);
        }
        self.findings.check(encoded)
    }

    /// Adds an error, which prevents the document from being written.
    fn refuse<T>(&mut self, message: &str) -> Option<T> {
        self.findings.fail(None, message);
        None
    }
}

/// Returns the versions to one of which an action converts an object.
fn versions(action: &Action, gvk: &GroupVersionKind) -> Vec<GroupVersion> {
    match action {
        Action::ConvertTo(version) => vec![version.clone()],
        Action::ConvertToOneOf(versions) => versions.clone(),
        Action::Reencode => vec![gvk.group_version()],
        Action::PassThrough(_) => Vec::new(),
    }
}

/// Returns true if the author's object lacks what a complete one needs. `encoded` is the complete object, which is cheap
/// to search.
fn is_suspected(text: &Text<'_>, gvk: &GroupVersionKind, encoded: &[u8]) -> bool {
    let lacks = |needle: &&[u8]| memchr::memmem::find(encoded, needle).is_some();
    let needles = [&b"\"containers\":null"[..], b"\"selector\":null", b"\"schedule\":\"\""];
    needles.iter().any(lacks) && json::from_str(&text.json()).is_ok_and(|object| is_incomplete(gvk, &object))
}
