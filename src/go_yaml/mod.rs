//! The YAML of Kubernetes: go-yaml v2 with sigs.k8s.io/yaml, independent of types.
//!
//! The `scanner` produces tokens, the `parser` events, `compose` nodes and `decode` values, which `normalize` prepares
//! for JSON. `reader` reads values as if they were their JSON, `serde` deserializes them. `emit` and `kyaml` write JSON
//! as YAML. The public interface is [`yaml`](crate::yaml).

mod compose;
mod decode;
mod emit;
mod error;
mod event;
mod go_syntax;
mod input;
mod json;
mod kyaml;
mod loss;
mod map;
mod normalize;
mod parsed;
mod parser;
mod reader;
mod resolve;
mod scanner;
#[cfg(feature = "serde")]
mod serde;
mod stream;
mod text;
mod timestamp;
mod token;
mod value;
mod warning;

#[cfg(test)]
mod tests;

pub(crate) use self::emit::write as write_json;
pub use self::error::Error;
pub use self::event::{CollectionStyle, Event, EventKind, Properties, ScalarStyle};
pub use self::kyaml::json_to_kyaml;
#[cfg(feature = "cli")]
pub(crate) use self::loss::changed_number;
pub use self::parsed::Parsed;
pub(crate) use self::reader::Reader;
pub(crate) use self::resolve::{Tag, is_plain_text, resolve as resolve_scalar};
#[cfg(feature = "serde")]
pub(crate) use self::serde::JSON_TEXT;
#[cfg(feature = "serde")]
pub use self::serde::{from_documents, from_slice, from_slice_strict, from_str, from_str_strict, to_kyaml, to_string};
#[cfg(feature = "cli")]
pub(crate) use self::stream::whole_documents;
pub use self::stream::{Document, Documents, documents};
pub(crate) use self::stream::{is_separator, with_line_feeds};
pub use self::text::{Events, Text};
#[cfg(feature = "cli")]
pub(crate) use self::value::DuplicateCause;
pub(crate) use self::value::{Scalar, ValueRef, Values};
pub use self::warning::Warning;
pub(crate) use self::warning::WarningSubject;
pub use crate::wire::mark::Mark;

/// Converts the first document of a YAML text to JSON. Counterpart of `YAMLToJSON` in sigs.k8s.io/yaml.
///
/// Keys are sorted by their bytes, numbers and escapes are formatted as Go's encoder formats them, and there is no
/// trailing newline. The last of several duplicate keys counts. Text without a document becomes `null`. Anything after
/// the first document is ignored.
///
/// # Errors
///
/// Returns an error if the text is not YAML 1.1 in UTF-8 or UTF-16, contains a value that JSON cannot represent
/// (`.inf`, a list as a key), nests more than 10,000 levels, or expands to too much data through aliases.
///
/// ```
/// assert_eq!(apimachinery::yaml::to_json(b"b: ~\na: [1.50, 1_000]")?, r#"{"a":[1.5,1000],"b":null}"#);
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
pub fn to_json(input: &[u8]) -> Result<String, Error> {
    to_json_strict(input).map(|parsed| parsed.value)
}

/// Converts the first document of a YAML text to JSON like [`to_json`], and also returns a warning for every duplicate
/// key and for everything else that the JSON does not preserve: numbers that change, and text after the end of the
/// document.
///
/// [`Parsed::into_strict`] returns the error that `YAMLToJSONStrict` of sigs.k8s.io/yaml returns for the text.
///
/// # Errors
///
/// Same as [`to_json`].
///
/// ```
/// let json = apimachinery::yaml::to_json_strict(b"a: 1\na: 2\n")?;
/// assert_eq!(json.value, r#"{"a":2}"#);
/// assert_eq!(json.warnings[0].to_string(), "line 2: key \"a\" already set in map");
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
pub fn to_json_strict(input: &[u8]) -> Result<Parsed<String>, Error> {
    let text = Text::decode(input)?;
    let values = read(&text)?;
    Ok(Parsed { value: values.to_json(), warnings: values.warnings() })
}

/// Decodes the first document of a text into values that JSON can represent. Use a [`Reader`] to read typed values from
/// them.
///
/// # Errors
///
/// Same as [`to_json`], except for encoding errors.
pub(crate) fn read(text: &str) -> Result<Values<'_>, Error> {
    let mut values = decode::decode(text)?;
    values.normalize()?;
    Ok(values)
}

/// Returns the number of non-empty documents after the first one in a text that [`to_json`] accepts.
#[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only the program counts documents"))]
pub(crate) fn documents_behind_first(input: &[u8]) -> usize {
    input::decode(input).map_or(0, |text| parser::Parser::new(&text).documents_behind_first())
}

/// Converts a JSON text to YAML. Counterpart of `JSONToYAML` in sigs.k8s.io/yaml.
///
/// Keys are written in natural order (`v9` before `v10`). Text is written plain if possible, as a literal block if it
/// contains line breaks, and quoted otherwise. Long text is folded at 80 columns, and the output ends with a newline.
/// 64-bit integers stay exact; larger ones become floats.
///
/// As in upstream, the JSON is parsed as YAML, which it nearly is. The difference shows in corner cases: `1e1` becomes 10,
/// and the escape `\/`, surrogate escapes, keys of more than 1,022 characters, and control characters are rejected. The
/// last of several duplicate keys counts. The key `<<` is written without quotes, so a reader merges its value.
/// Indentation makes deeply nested values large: a chain of 10,000 objects takes 60 kB of JSON and 100 MB of YAML.
///
/// # Errors
///
/// Returns an error if the text cannot be read as YAML; see [`to_json`].
///
/// ```
/// let text = apimachinery::yaml::json_to_yaml(br#"{"b":["x: y",1.0],"a":"0"}"#)?;
/// assert_eq!(text, "a: \"0\"\nb:\n- 'x: y'\n- 1\n");
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
pub fn json_to_yaml(json: &[u8]) -> Result<String, Error> {
    let mut out = Vec::new();
    write_json(&mut out, json)?;
    Ok(String::from_utf8(out).expect("only valid UTF-8 is written to the buffer"))
}

/// Converts a JSON text to YAML like [`json_to_yaml`], and also returns a warning for everything that the YAML does not
/// preserve: duplicate keys, and numbers that change.
///
/// # Errors
///
/// Same as [`json_to_yaml`].
///
/// ```
/// use apimachinery::yaml;
///
/// let text = yaml::json_to_yaml_strict(br#"{"a":1,"\u0061":18446744073709551616}"#)?;
/// assert_eq!(text.value, "a: 1.8446744073709552e+19\n");
/// assert_eq!(text.warnings[0].to_string(), "line 1: key \"a\" already set in map");
/// let changed = "line 1: number 18446744073709551616 in \"a\" becomes 1.8446744073709552e+19";
/// assert_eq!(text.warnings[1].to_string(), changed);
/// # Ok::<(), yaml::Error>(())
/// ```
pub fn json_to_yaml_strict(json: &[u8]) -> Result<Parsed<String>, Error> {
    let value = json_to_yaml(json)?;
    // JSON is parsed as YAML, as upstream does.
    let text = Text::decode(json)?;
    let warnings = decode::decode(&text)?.warnings_as(loss::yaml_text);
    Ok(Parsed { value, warnings })
}
