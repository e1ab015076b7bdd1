//! What is found wrong while decoding goes on: paths, warnings, type errors.

use std::fmt::{self, Write};

use super::Error;
use crate::reflect::Field;
use crate::wire::cbor::Fault;
use crate::wire::quote::quote;
use crate::yaml::{self, What};

/// At most so many problems of a kind are kept, as upstream keeps strict errors.
const MOST: usize = 100;

/// A text with a path of more bytes is long: a document can repeat its path many times.
const LONG: usize = 1 << 10;

/// Long texts are kept until their paths have so many bytes together.
const MOST_LONG: usize = 1 << 20;

/// Where in a document a value stands; made on the stack, written out only when needed.
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

    /// A key of a map, or a name that no field has.
    pub(crate) fn key(&'a self, key: &'a str) -> Path<'a> {
        Path { parent: Some(self), step: Step::Key(key) }
    }

    pub(crate) fn index(&'a self, index: usize) -> Path<'a> {
        Path { parent: Some(self), step: Step::Index(index) }
    }

    /// The number of bytes of its text, about.
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

/// As `spec.containers[0].image`.
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

/// Something in a document that does not reach the decoded object.
///
/// Most warnings are what upstream's strict decoders refuse, in upstream's text: `unknown field "spec.x"`, `duplicate
/// field "spec.x"`, or the one error of the strict YAML parser. Others have no counterpart upstream; they never make
/// strict decoding fail ([`Warning::is_strict`]). A decode keeps the first hundred, each once.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::serializer::Codec;
///
/// let yaml = b"apiVersion: apps/v1\nkind: Deployment\nspec:\n  replica: 1\n";
/// let decoded = Codec::new(apimachinery::apis::scheme()).decode(yaml).unwrap();
/// assert_eq!(decoded.warnings[0].to_string(), "unknown field \"spec.replica\"");
/// assert_eq!(decoded.warnings[0].position, Some((4, 3)));
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Warning {
    /// What it is.
    pub kind: WarningKind,
    /// Line and column, both from 1, where the text is at hand.
    pub position: Option<(usize, usize)>,
    class: Class,
}

/// Who is told of a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Class {
    /// Lax decoding reports it, and strict decoding refuses it.
    Both,
    /// Lax decoding reports it; upstream's strict decoding has no such verdict.
    Lax,
    /// Nothing is lost; strict decoding refuses it as upstream does.
    Strict,
}

impl Warning {
    pub(crate) fn new(kind: WarningKind, position: Option<(usize, usize)>) -> Self {
        let class = match kind {
            WarningKind::InvalidText(_)
            | WarningKind::DuplicateKey(_)
            | WarningKind::ChangedNumber { .. }
            | WarningKind::ConversionLoss { .. }
            | WarningKind::UnreadText => Class::Lax,
            _ => Class::Both,
        };
        Warning { kind, position, class }
    }

    /// Returns true if strict decoding refuses the document for this: an unknown or a duplicate field. Upstream accepts
    /// repeated keys inside raw values, replaced characters and changed numbers without a word, also in strict mode;
    /// these are only reported.
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

    /// Returns true if something of the document is lost or changed. False for keys that override those of a YAML merge
    /// key (`<<`), which strict decoding refuses as upstream does.
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

    /// What lax decoding returns of `warnings`.
    pub(crate) fn losses(mut warnings: Vec<Warning>) -> Vec<Warning> {
        warnings.retain(Warning::is_loss);
        warnings
    }

    /// What strict decoding returns of `warnings`.
    ///
    /// # Errors
    ///
    /// The warnings that strict decoding refuses, if there are any.
    pub(crate) fn judge(mut warnings: Vec<Warning>) -> Result<Vec<Warning>, Vec<Warning>> {
        if !warnings.iter().any(Warning::is_strict) {
            return Ok(warnings);
        }
        warnings.retain(Warning::is_strict);
        Err(warnings)
    }

    /// What a strict decoder of CBOR found.
    pub(crate) fn cbor(fault: &Fault) -> Self {
        Warning::new(WarningKind::Cbor(fault.to_string()), None)
    }

    /// The same, of a value that is a part of another at `path`; a place in the part's own text is
    /// none in the whole.
    pub(crate) fn below(self, path: &str) -> Self {
        let mut kind = self.kind;
        if let WarningKind::UnknownField(field)
        | WarningKind::DuplicateField(field)
        | WarningKind::DuplicateKey(field)
        | WarningKind::ChangedNumber { path: field, .. } = &mut kind
        {
            *field = format!("{path}.{field}");
        }
        Warning { kind, position: None, ..self }
    }
}

/// What a [`Warning`] is about. More kinds may come.
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
    /// The type has no such field; the path is given.
    UnknownField(String),
    /// The field was said twice; the path is given.
    DuplicateField(String),
    /// A text is not valid Unicode, and the invalid part became U+FFFD: bytes that are not UTF-8, or half of a surrogate
    /// pair in JSON (`"\ud800"`). The path is given; in Protobuf the type and the field. Never refused by strict
    /// decoding.
    InvalidText(String),
    /// A key is repeated inside a value that is kept as raw JSON, such as a raw extension or a set of managed fields. The
    /// path is given. Never refused by strict decoding.
    DuplicateKey(String),
    /// A number does not fit the type in which untyped numbers are stored, 64 bits of integer or float, and becomes
    /// another number. Never refused by strict decoding.
    #[non_exhaustive]
    ChangedNumber {
        /// The path of the number.
        path: String,
        /// The number in the document.
        number: String,
        /// The number that it becomes.
        result: String,
    },
    /// A value that was set and that a conversion drops, because the other version cannot hold it. Never refused by strict
    /// decoding. See [`conversion::Loss`](crate::conversion::Loss).
    #[non_exhaustive]
    ConversionLoss {
        /// The path of the field in the object that was converted.
        path: String,
        /// Why the value is lost.
        reason: String,
    },
    /// Text behind the end of a YAML document is ignored, since no separator `---` makes a document of it. Never refused
    /// by strict decoding.
    UnreadText,
    /// Keys said twice, as the YAML parser reports them with their lines.
    Yaml(String),
    /// A field that the type does not know, as upstream's strict CBOR decoder reports it: by its index in its own map.
    /// Others report it as [`WarningKind::UnknownField`], with the path.
    Cbor(String),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            WarningKind::UnknownField(path) => write!(f, "unknown field {}", quote(path)),
            WarningKind::DuplicateField(path) => write!(f, "duplicate field {}", quote(path)),
            WarningKind::InvalidText(path) => write!(f, "invalid Unicode in {}, replaced by U+FFFD", quote(path)),
            WarningKind::DuplicateKey(path) => write!(f, "duplicate key {} in a raw value", quote(path)),
            WarningKind::ChangedNumber { path, number, result } => {
                write!(f, "number {number} in {} becomes {result}", quote(path))
            }
            WarningKind::ConversionLoss { path, reason } => {
                write!(f, "field {} is lost in the conversion: {reason}", quote(path))
            }
            WarningKind::UnreadText => f.write_str("text after the end of the document is ignored"),
            WarningKind::Yaml(message) | WarningKind::Cbor(message) => f.write_str(message),
        }
    }
}

/// Of YAML.
impl Warning {
    /// What was found while a text was read. Keys that are there twice are one warning, as upstream has them: one that
    /// lists all of them for strict decoding, and one that lists those that are lost, unless these are the same.
    pub(crate) fn of_yaml(found: &[yaml::Warning]) -> Vec<Warning> {
        let refused = || found.iter().filter(|warning| warning.is_strict());
        let lost = || refused().filter(|warning| warning.is_loss());
        let repeated = |class: Class, error: yaml::Error| {
            let position = error.line().map(|line| (line, 1));
            Warning { class, ..Warning::new(WarningKind::Yaml(error.to_string()), position) }
        };
        let same = refused().count() == lost().count();
        let all = yaml::Error::repeated(refused())
            .map(|error| repeated(if same { Class::Both } else { Class::Strict }, error));
        let lax = yaml::Error::repeated(lost()).filter(|_| !same).map(|error| repeated(Class::Lax, error));
        let others = found.iter().filter(|warning| !warning.is_strict()).map(Warning::of_yaml_loss);
        all.into_iter().chain(lax).chain(others).collect()
    }

    /// What has no counterpart upstream.
    fn of_yaml_loss(lost: &yaml::Warning) -> Warning {
        let kind = match &lost.what {
            What::Key(..) => WarningKind::Yaml(lost.to_string()),
            What::Number(path, number, result) => {
                WarningKind::ChangedNumber { path: path.clone(), number: number.clone(), result: result.clone() }
            }
            What::Text(path) => WarningKind::InvalidText(path.clone()),
            What::Unread => WarningKind::UnreadText,
        };
        Warning { class: Class::Lax, ..Warning::new(kind, Some((lost.line(), lost.column()))) }
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

/// All that was found so far, in order of appearance.
#[derive(Default)]
pub(crate) struct Problems {
    /// With the offset of the name.
    warnings: Vec<(WarningKind, usize)>,
    errors: Vec<TypeError>,
    /// The bytes of long paths that were written out.
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

    /// A repetition that is known once its value is read, and said before what is wrong in there: behind the first
    /// `warned` warnings.
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

    /// A repetition at the path `inside` of the value at `path`.
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

    /// True if there are errors: then nobody gets the value.
    #[inline]
    pub(crate) fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// True if a warning with a path of this length can be added. The first one always can.
    fn has_room_for(&mut self, length: usize) -> bool {
        let is_first = self.warnings.is_empty();
        self.warnings.len() < MOST && (self.counts(length) || is_first)
    }

    /// Counts a path that is written out; false if it is long and there were too many of those.
    fn counts(&mut self, length: usize) -> bool {
        let is_long = length > LONG;
        let has_room = !is_long || self.long < MOST_LONG;
        self.long += if is_long && has_room { length } else { 0 };
        has_room
    }

    /// The warnings; `position` knows line and column of an offset.
    ///
    /// # Errors
    ///
    /// If values had the wrong type.
    pub(crate) fn into_warnings(
        self,
        position: &dyn Fn(usize) -> Option<(usize, usize)>,
    ) -> Result<Vec<Warning>, Error> {
        let mut warnings = Vec::with_capacity(self.warnings.len());
        for (kind, offset) in self.warnings {
            warnings.push(Warning::new(kind, position(offset)));
        }
        if !self.errors.is_empty() {
            return Err(Error::types(self.errors, warnings, position));
        }
        Ok(warnings)
    }

    /// How many warnings there are.
    pub(crate) fn count(&self) -> usize {
        self.warnings.len()
    }

    /// Forgets the warnings behind the first `count`.
    pub(crate) fn forget_from(&mut self, count: usize) {
        self.warnings.truncate(count);
    }

    /// A warning that is there already is not said again.
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
        let lax = [WarningKind::InvalidText(path()), WarningKind::DuplicateKey(path()), changed];
        let lax = lax.map(|kind| Warning::new(kind, None)).to_vec();
        assert_eq!(Warning::judge(lax.clone()), Ok(lax.clone()));
        let refused = Warning::new(WarningKind::UnknownField(path()), None);
        let mixed = [lax, vec![refused.clone()]].concat();
        assert_eq!(Warning::judge(mixed.clone()), Err(vec![refused]));
        assert_eq!(Warning::losses(mixed.clone()), mixed);
    }

    #[test]
    fn paths_of_parts_start_with_the_path_of_the_whole() {
        for kind in [WarningKind::DuplicateKey, WarningKind::UnknownField] {
            let warning = Warning::new(kind("b".into()), Some((1, 2))).below("items[1]");
            assert_eq!(warning, Warning::new(kind("items[1].b".into()), None));
        }
    }
}
