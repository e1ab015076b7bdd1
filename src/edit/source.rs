//! The text of a document as YAML or JSON, and the values that decoders read from it.

use std::borrow::Cow;
use std::ops::{Deref, Range};

use super::Path;
use super::refusal::{Cause, Refusal};
use super::template::{self, invalid};
use super::tree::Tree;
use crate::go_yaml;
use crate::meta::{TypeMeta, Value};
use crate::serializer::{Codec, json};

const UTF16_MARKS: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];

/// The text of a document without a byte order mark.
pub(super) enum Source<'t> {
    Yaml(go_yaml::Text<'t>),
    /// Decoders read a text that is JSON as JSON, whose escapes and numbers have other meanings in YAML.
    Json(&'t str),
}

impl<'t> Source<'t> {
    /// Decodes a text.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the text is not UTF-8, or contains characters that YAML forbids.
    pub(super) fn decode(text: &'t [u8]) -> Result<Self, Refusal> {
        match std::str::from_utf8(text) {
            Ok(json) if is_json(text) => Ok(Source::Json(json)),
            _ => {
                let yaml = go_yaml::Text::decode(text).map_err(|error| invalid(text, &error, error.position()))?;
                Ok(Source::Yaml(yaml))
            }
        }
    }

    /// Reads the nodes.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the text cannot be edited.
    pub(super) fn tree(&self) -> Result<Tree<'_>, Refusal> {
        match self {
            Source::Yaml(text) => Tree::read(text),
            Source::Json(text) => Tree::read_json(text),
        }
    }

    /// Converts a byte range of the text to the range in the input.
    pub(super) fn input_range(&self, range: Range<usize>) -> Range<usize> {
        match self {
            Source::Yaml(text) => text.input_range(range),
            Source::Json(_) => range,
        }
    }

    /// Returns the value of another text of the same language as the decoder reads it, as JSON.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the text is not valid in this language.
    pub(super) fn read(&self, text: &str) -> Result<String, Refusal> {
        let bytes = text.as_bytes();
        match self {
            Source::Yaml(_) => yaml_as_json(bytes),
            Source::Json(_) => {
                let value: Value =
                    json::from_slice(bytes).map_err(|error| Refusal::new(Cause::Invalid, error.to_string()))?;
                Tree::read_json(text)?.numbers.json(&value)
            }
        }
    }
}

impl Deref for Source<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Source::Yaml(text) => text,
            Source::Json(text) => text,
        }
    }
}

/// Returns true if a text starts with a byte order mark of UTF-16.
pub(super) fn is_utf16(text: &[u8]) -> bool {
    UTF16_MARKS.iter().any(|mark| text.starts_with(mark))
}

fn starts_like_json(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(b"{")
}

/// Returns true for JSON: an object, or the list of a JSON patch.
fn is_json(text: &[u8]) -> bool {
    let is_list = text.trim_ascii_start().starts_with(b"[");
    (is_list || starts_like_json(text)) && json::from_slice::<Value>(text).is_ok()
}

fn yaml_as_json(text: &[u8]) -> Result<String, Refusal> {
    go_yaml::to_json(&go_yaml::with_line_feeds(text)).map_err(|error| invalid(text, &error, error.position()))
}

/// Returns a form of the text that a codec reads, with line feeds only. Codecs take a text with a brace at its start for
/// JSON, although it can be YAML.
///
/// # Errors
///
/// Returns a refusal if such a text is neither.
pub(super) fn readable(text: &[u8]) -> Result<Cow<'_, [u8]>, Refusal> {
    if starts_like_json(text) && !is_json(text) {
        return yaml_as_json(text).map(|json| Cow::Owned(json.into_bytes()));
    }
    Ok(go_yaml::with_line_feeds(text))
}

/// Returns the version and kind of a text.
///
/// # Errors
///
/// Returns a refusal if the text is not an object, or if a template supplies the version or the kind.
pub(super) fn type_meta(codec: &Codec, text: &[u8]) -> Result<TypeMeta, Refusal> {
    if is_utf16(text) {
        return Err(Refusal::new(Cause::Invalid, "UTF-16 cannot be edited; convert the text to UTF-8"));
    }
    let type_meta = match codec.type_meta(&go_yaml::with_line_feeds(text)) {
        Err(_) if starts_like_json(text) => {
            let text = readable(text)?;
            codec.type_meta(&text).map_err(|error| invalid(&text, &error, error.position()))?
        }
        found => found.map_err(|error| invalid(text, &error, error.position()))?,
    };
    for (key, text) in [("apiVersion", &type_meta.api_version), ("kind", &type_meta.kind)] {
        if text.contains("{{") {
            return Err(template::refusal().in_path(&Path::default().key(key)));
        }
    }
    Ok(type_meta)
}
