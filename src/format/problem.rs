//! Problems found during decoding: paths, warnings and type errors.

use std::fmt::{self, Write};

use crate::go_yaml::{self, WarningSubject};
use crate::reflect::Field;
use crate::wire::cbor::Fault;
use crate::wire::mark::Mark;
use crate::wire::quote::quote;

/// The maximum number of problems of each kind that are kept, the same as upstream keeps strict errors.
const MOST: usize = 100;

/// Paths of more bytes than this are long. Their texts are limited, since a document can repeat a long path many times.
const LONG: usize = 1 << 10;

/// The total size in bytes of long paths after which no further ones are kept.
const MOST_LONG: usize = 1 << 20;

/// The path of a value in a document. Paths are linked lists on the stack and are formatted only when needed.
pub(crate) struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    step: Step<'a>,
}

enum Step<'a> {
    Root,
    Field(&'static Field),
    Key(&'a str),
    Index(usize),
}

impl<'a> Path<'a> {
    pub(crate) fn root() -> Path<'static> {
        Path { parent: None, step: Step::Root }
    }

    #[inline]
    pub(crate) fn field(&'a self, field: &'static Field) -> Path<'a> {
        Path { parent: Some(self), step: Step::Field(field) }
    }

    /// Adds a map key, or a name that matches no field.
    pub(crate) fn key(&'a self, key: &'a str) -> Path<'a> {
        Path { parent: Some(self), step: Step::Key(key) }
    }

    pub(crate) fn index(&'a self, index: usize) -> Path<'a> {
        Path { parent: Some(self), step: Step::Index(index) }
    }

    /// Returns the approximate length of the formatted path in bytes.
    fn length(&self) -> usize {
        let own = match self.step {
            Step::Root => 0,
            Step::Field(field) => field.name().len() + 1,
            Step::Key(key) => key.len() + 1,
            Step::Index(_) => 4,
        };
        own + self.parent.map_or(0, Path::length)
    }
}

/// Formats the path like `spec.containers[0].image`.
impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let mut steps = Vec::new();
        let mut path = Some(self);
        while let Some(Path { parent, step }) = path {
            steps.push(step);
            path = *parent;
        }
        for step in steps.iter().rev() {
            let name = match step {
                Step::Root => continue,
                Step::Index(index) => {
                    write!(text, "[{index}]")?;
                    continue;
                }
                Step::Field(field) => field.name(),
                Step::Key(key) => key,
            };
            text.push_str(if text.is_empty() { "" } else { "." });
            text.push_str(name);
        }
        f.write_str(&text)
    }
}

/// A warning about something in a document that the decoded or converted object does not preserve, such as an unknown
/// field.
///
/// Most warnings are errors of upstream's strict decoders and have upstream's text: `unknown field "spec.x"`,
/// `duplicate field "spec.x"`, or the single error of the strict YAML parser. The others have no counterpart upstream
/// and never make strict decoding fail ([`Warning::is_strict`]). Decoding keeps the first hundred warnings, without
/// repetitions.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::serializer::{Codec, Mark};
///
/// let yaml = b"apiVersion: apps/v1\nkind: Deployment\nspec:\n  replica: 1\n";
/// let decoded = Codec::new(apimachinery::apis::scheme()).decode(yaml).unwrap();
/// assert_eq!(decoded.warnings[0].to_string(), "unknown field \"spec.replica\"");
/// assert_eq!(decoded.warnings[0].position, Some(Mark::new(4, 3)));
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Warning {
    /// The kind of the warning, such as an unknown field, with its details.
    pub kind: WarningKind,
    /// The position in the document, or `None` if the format is binary or the warning is about a conversion.
    pub position: Option<Mark>,
    class: Class,
}

/// The decoding modes to which a warning applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Class {
    /// Reported by lax decoding, and an error in strict decoding.
    Both,
    /// Reported by lax decoding. Not an error in upstream's strict decoding.
    Lax,
    /// Nothing is lost, but it is an error in strict decoding, as upstream.
    Strict,
}

impl Warning {
    pub(crate) fn new(kind: WarningKind, position: Option<Mark>) -> Self {
        let class = match kind {
            WarningKind::InvalidText(_)
            | WarningKind::ChangedNumber { .. }
            | WarningKind::ConversionLoss { .. }
            | WarningKind::EnvelopeField(_)
            | WarningKind::UnreadText => Class::Lax,
            _ => Class::Both,
        };
        Warning { kind, position, class }
    }

    /// Returns true if strict decoding rejects the document because of this warning: an unknown or a duplicate field.
    /// Upstream accepts other changes, such as replaced characters and changed numbers, silently even in strict mode;
    /// they are only reported here.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    /// use apimachinery::serializer::json;
    ///
    /// let error = json::from_slice_strict::<Map<i32>>(br#"{"a":1,"a":2}"#).unwrap_err();
    /// assert!(error.into_warnings()[0].is_strict());
    /// ```
    #[must_use]
    pub fn is_strict(&self) -> bool {
        self.class != Class::Lax
    }

    /// Returns true if part of the document is lost or changed. Returns false if a key of a YAML mapping overrides a
    /// key that a merge key (`<<`) supplied. This is the normal use of merge keys and loses nothing, but strict
    /// decoding rejects it as upstream does.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    /// use apimachinery::reflect::Mut;
    /// use apimachinery::serializer::json;
    ///
    /// let warnings = json::merge(Mut::new(&mut Map::<i32>::nil()), br#"{"a":1,"a":2}"#)?;
    /// assert!(warnings[0].is_loss());
    /// # Ok::<(), apimachinery::serializer::FormatError>(())
    /// ```
    #[must_use]
    pub fn is_loss(&self) -> bool {
        self.class != Class::Strict
    }

    /// Returns the warnings that lax decoding reports.
    pub(crate) fn losses(mut warnings: Vec<Warning>) -> Vec<Warning> {
        warnings.retain(Warning::is_loss);
        warnings
    }

    /// Returns the warnings that strict decoding reports.
    ///
    /// # Errors
    ///
    /// Returns the warnings that are errors in strict decoding, if there are any.
    pub(crate) fn judge(mut warnings: Vec<Warning>) -> Result<Vec<Warning>, Vec<Warning>> {
        if !warnings.iter().any(Warning::is_strict) {
            return Ok(warnings);
        }
        warnings.retain(Warning::is_strict);
        Err(warnings)
    }

    /// Creates a warning about a fault of a strict CBOR decoder.
    pub(crate) fn cbor(fault: &Fault) -> Self {
        Warning::new(WarningKind::Cbor(fault.to_string()), None)
    }

    /// Prefixes the path of a warning about a value that is part of another one, and removes the position, which refers
    /// to the part's own text.
    pub(crate) fn below(self, path: &str) -> Self {
        let mut kind = self.kind;
        if let WarningKind::UnknownField(field)
        | WarningKind::DuplicateField(field)
        | WarningKind::ChangedNumber { path: field, .. } = &mut kind
        {
            *field = format!("{path}.{field}");
        }
        Warning { kind, position: None, ..self }
    }
}

/// The kind of a [`Warning`], in its field [`kind`](Warning::kind): the content that is not preserved and the reason,
/// with details such as the path of the field. Later releases may add kinds.
///
/// ```
/// use apimachinery::meta::TypeMeta;
/// use apimachinery::reflect::Mut;
/// use apimachinery::serializer::{WarningKind, json};
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Ping { type_meta: TypeMeta, count: i32 }
/// # apimachinery::message! { Ping: kind { count => "count", 1, Empty; } }
///
/// let warnings = json::merge(Mut::new(&mut Ping::default()), br#"{"count":1,"count":2}"#)?;
/// assert_eq!(warnings[0].kind, WarningKind::DuplicateField("count".into()));
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WarningKind {
    /// A field that the type does not have. The value is its path, such as `spec.replica`.
    UnknownField(String),
    /// A field that the document contains more than once. The value is its path, such as `spec.replicas`.
    DuplicateField(String),
    /// Text that is not valid Unicode. The value is its path, in Protobuf the type and field. The invalid part was
    /// replaced by U+FFFD: bytes that are not UTF-8, or an unpaired surrogate in JSON (`"\ud800"`). Never an error in
    /// strict decoding.
    InvalidText(String),
    /// A number in an untyped value that was changed, because neither a 64-bit integer nor a 64-bit float can represent
    /// it exactly. Never an error in strict decoding.
    #[non_exhaustive]
    ChangedNumber {
        /// The path of the number, such as `spec.size`.
        path: String,
        /// The number as the document contains it.
        number: String,
        /// The number that the decoded value contains.
        result: String,
    },
    /// A value that was set and was dropped by a conversion, because the other version cannot represent it. Never an
    /// error in strict decoding. See [`conversion::Loss`](crate::conversion::Loss).
    #[non_exhaustive]
    ConversionLoss {
        /// The path of the field in the object that was converted.
        path: String,
        /// The reason why the value is lost, for users.
        reason: String,
    },
    /// A part of the envelope of a Protobuf document that is ignored: a content type, a content encoding or an unknown
    /// field. The value describes it. Never an error in strict decoding.
    EnvelopeField(String),
    /// Text after the end of a YAML document that is ignored, since it does not start with a `---` separator. Never an
    /// error in strict decoding.
    UnreadText,
    /// Duplicate keys in YAML. The value is the message of upstream's strict YAML parser, with one line for each key.
    Yaml(String),
    /// A field that the type does not have, in strict decoding of CBOR. The value is the message of upstream's decoder,
    /// which contains the index of the entry in its map. Other decoders report [`WarningKind::UnknownField`] with the
    /// path.
    Cbor(String),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            WarningKind::UnknownField(path) => write!(f, "unknown field {}", quote(path)),
            WarningKind::DuplicateField(path) => write!(f, "duplicate field {}", quote(path)),
            WarningKind::InvalidText(path) => write!(f, "invalid Unicode in {}, replaced by U+FFFD", quote(path)),
            WarningKind::ChangedNumber { path, number, result } => {
                write!(f, "number {number} in {} becomes {result}", quote(path))
            }
            WarningKind::ConversionLoss { path, reason } => {
                write!(f, "field {} is lost in the conversion: {reason}", quote(path))
            }
            WarningKind::EnvelopeField(field) => write!(f, "{field} of the Protobuf envelope is ignored"),
            WarningKind::UnreadText => f.write_str("text after the end of the document is ignored"),
            WarningKind::Yaml(message) | WarningKind::Cbor(message) => f.write_str(message),
        }
    }
}

/// Conversion of YAML warnings.
impl Warning {
    /// Converts warnings about a YAML text. Duplicate keys are combined into one warning, as upstream: one that lists
    /// all of them for strict decoding, and one that lists those that lose a value, unless both are the same.
    pub(crate) fn of_yaml(found: &[go_yaml::Warning]) -> Vec<Warning> {
        let refused = || found.iter().filter(|warning| warning.is_strict());
        let lost = || refused().filter(|warning| warning.is_loss());
        let repeated = |class: Class, error: go_yaml::Error| {
            let position = error.position();
            Warning { class, ..Warning::new(WarningKind::Yaml(error.to_string()), position) }
        };
        let same = refused().count() == lost().count();
        let all = go_yaml::Error::repeated(refused())
            .map(|error| repeated(if same { Class::Both } else { Class::Strict }, error));
        let lax = go_yaml::Error::repeated(lost()).filter(|_| !same).map(|error| repeated(Class::Lax, error));
        let others = found.iter().filter(|warning| !warning.is_strict()).map(Warning::of_yaml_loss);
        all.into_iter().chain(lax).chain(others).collect()
    }

    /// Converts a warning that has no counterpart upstream.
    fn of_yaml_loss(lost: &go_yaml::Warning) -> Warning {
        let kind = match &lost.subject {
            WarningSubject::Key(..) => WarningKind::Yaml(lost.to_string()),
            WarningSubject::Number(path, number, result) => {
                WarningKind::ChangedNumber { path: path.clone(), number: number.clone(), result: result.clone() }
            }
            WarningSubject::Text(path) => WarningKind::InvalidText(path.clone()),
            WarningSubject::Unread => WarningKind::UnreadText,
        };
        Warning { class: Class::Lax, ..Warning::new(kind, Some(lost.position())) }
    }
}

/// A value of the wrong type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TypeError {
    pub(crate) path: String,
    pub(crate) offset: usize,
    pub(crate) message: String,
}

impl TypeError {
    pub(crate) fn new(path: &Path<'_>, offset: usize, message: impl Into<String>) -> Self {
        TypeError { path: path.to_string(), offset, message: message.into() }
    }
}

impl fmt::Display for TypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.path, self.message) }
    }
}

/// The problems found so far, in order of appearance.
#[derive(Default)]
pub(crate) struct Problems {
    /// The warnings, with the offset of the name.
    pub(super) warnings: Vec<(WarningKind, usize)>,
    pub(super) errors: Vec<TypeError>,
    /// The total size in bytes of the long paths kept so far.
    long: usize,
}

impl Problems {
    #[cold]
    pub(crate) fn unknown(&mut self, path: &Path<'_>, offset: usize) {
        if self.has_room_for(path.length()) {
            self.warn(WarningKind::UnknownField(path.to_string()), offset);
        }
    }

    #[cold]
    pub(crate) fn duplicate(&mut self, path: &Path<'_>, offset: usize) {
        if self.has_room_for(path.length()) {
            self.warn(WarningKind::DuplicateField(path.to_string()), offset);
        }
    }

    /// Records a duplicate that is detected only after its value was decoded. It is inserted after the first `warned`
    /// warnings, before those about the value.
    #[cold]
    pub(crate) fn duplicate_behind(&mut self, warned: usize, path: &Path<'_>, offset: usize) {
        let last = self.warnings.len();
        self.duplicate(path, offset);
        if self.warnings.len() > last
            && let Some(duplicate) = self.warnings.pop()
        {
            self.warnings.insert(warned, duplicate);
        }
    }

    /// Records a duplicate at the path `inside`, relative to the value at `path`.
    #[cold]
    pub(crate) fn duplicate_inside(&mut self, path: &Path<'_>, inside: &str, offset: usize) {
        if !self.has_room_for(path.length() + inside.len()) {
            return;
        }
        let path = path.to_string();
        let separator = if path.is_empty() || inside.starts_with('[') { "" } else { "." };
        self.warn(WarningKind::DuplicateField(format!("{path}{separator}{inside}")), offset);
    }

    #[cold]
    pub(crate) fn error(&mut self, path: &Path<'_>, offset: usize, message: impl FnOnce() -> String) {
        let is_first = self.errors.is_empty();
        if self.errors.len() < MOST && (self.counts(path.length()) || is_first) {
            self.errors.push(TypeError::new(path, offset, message()));
        }
    }

    /// Returns true if there are errors, in which case the value is discarded.
    #[inline]
    pub(crate) fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// Returns true if a warning with a path of this length can be added. The first warning always can.
    fn has_room_for(&mut self, length: usize) -> bool {
        let is_first = self.warnings.is_empty();
        self.warnings.len() < MOST && (self.counts(length) || is_first)
    }

    /// Counts a formatted path. Returns false if it is long and the limit for long paths is reached.
    fn counts(&mut self, length: usize) -> bool {
        let is_long = length > LONG;
        let has_room = !is_long || self.long < MOST_LONG;
        self.long += if is_long && has_room { length } else { 0 };
        has_room
    }

    /// Returns the number of warnings.
    pub(crate) fn count(&self) -> usize {
        self.warnings.len()
    }

    /// Removes all warnings after the first `count`.
    pub(crate) fn forget_from(&mut self, count: usize) {
        self.warnings.truncate(count);
    }

    /// Records a warning, unless it is a repetition.
    pub(crate) fn warn(&mut self, kind: WarningKind, offset: usize) {
        if self.warnings.len() < MOST && !self.warnings.iter().any(|(earlier, _)| *earlier == kind) {
            self.warnings.push((kind, offset));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strict_decoding_refuses_what_upstream_refuses() {
        let path = || "a".to_string();
        let changed = WarningKind::ChangedNumber { path: path(), number: "1.0".into(), result: "1".into() };
        let lax = [WarningKind::InvalidText(path()), WarningKind::UnreadText, changed];
        let lax = lax.map(|kind| Warning::new(kind, None)).to_vec();
        assert_eq!(Warning::judge(lax.clone()), Ok(lax.clone()));
        let refused = Warning::new(WarningKind::UnknownField(path()), None);
        let mixed = [lax, vec![refused.clone()]].concat();
        assert_eq!(Warning::judge(mixed.clone()), Err(vec![refused]));
        assert_eq!(Warning::losses(mixed.clone()), mixed);
    }

    #[test]
    fn paths_of_parts_start_with_the_path_of_the_whole() {
        for kind in [WarningKind::DuplicateField, WarningKind::UnknownField] {
            let warning = Warning::new(kind("b".into()), Some(Mark::new(1, 2))).below("items[1]");
            assert_eq!(warning, Warning::new(kind("items[1].b".into()), None));
        }
    }
}
