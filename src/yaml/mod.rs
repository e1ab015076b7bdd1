//! Kubernetes-exact YAML for any Rust program.
//!
//! Kubernetes' YAML is that of sigs.k8s.io/yaml over go-yaml v2: YAML 1.1 with habits of its own.
//! This module reads and writes it byte for byte, in what it accepts, what it refuses, and what it
//! says then. It knows nothing of Kubernetes' types.
//!
//! # Read a value of any type
//!
//! Any type that serde knows (feature `serde`): your own, k8s-openapi's, this crate's.
//!
//! ```
//! # #[cfg(feature = "serde")] {
//! # use std::collections::BTreeMap;
//! use apimachinery::yaml;
//!
//! let modes: BTreeMap<String, u32> = yaml::from_str("tls.key: 0400\ntls.crt: 0644\n")?;
//! assert_eq!(modes["tls.key"], 256);
//! let error = yaml::from_str::<BTreeMap<String, u32>>("tls.key: '0400'").unwrap_err();
//! assert_eq!((error.path(), error.line(), error.column()), (Some("tls.key"), Some(1), Some(10)));
//! # }
//! # Ok::<(), apimachinery::yaml::Error>(())
//! ```
//!
//! # Write one
//!
//! ```
//! # #[cfg(feature = "serde")] {
//! # use std::collections::BTreeMap;
//! let values = BTreeMap::from([("v10", "on"), ("v9", "a: b"), ("text", "two\nlines\n")]);
//! let text = apimachinery::yaml::to_string(&values)?;
//! assert_eq!(text, "text: |\n  two\n  lines\nv9: 'a: b'\nv10: \"on\"\n");
//! # }
//! # Ok::<(), apimachinery::yaml::Error>(())
//! ```
//!
//! # Know what is there twice
//!
//! The last of equal keys counts. The strict functions tell of the others, by line and column.
//!
//! ```
//! # #[cfg(feature = "serde")] {
//! # use std::collections::BTreeMap;
//! use apimachinery::yaml;
//!
//! let (labels, warnings) = yaml::from_str_strict::<BTreeMap<String, String>>("app: web\napp: db\n")?;
//! assert_eq!((labels["app"].as_str(), warnings[0].line(), warnings[0].key()), ("db", 2, "\"app\""));
//! let refusal = yaml::Error::strict(&warnings).expect("there are some");
//! assert!(refusal.to_string().ends_with("line 2: key \"app\" already set in map"));
//! # }
//! # Ok::<(), apimachinery::yaml::Error>(())
//! ```
//!
//! # Read a stream of documents
//!
//! ```
//! # #[cfg(feature = "serde")] {
//! let stream = b"name: web\n---\n# nothing\n---\nname: db\n";
//! let names = apimachinery::yaml::from_documents(stream)
//!     .map(|document| document.map(|mut labels: std::collections::BTreeMap<String, String>| labels.remove("name")))
//!     .collect::<Result<Vec<_>, _>>()?;
//! assert_eq!(names, [Some("web".into()), Some("db".into())]);
//! # }
//! # Ok::<(), apimachinery::yaml::Error>(())
//! ```
//!
//! # Turn YAML into JSON and back
//!
//! ```
//! use apimachinery::yaml;
//!
//! let json = yaml::to_json(b"mode: 0644\nenabled: yes\nargs: [-v, '2']\n")?;
//! assert_eq!(json, r#"{"args":["-v","2"],"enabled":true,"mode":420}"#);
//! let text = yaml::json_to_yaml(br#"{"list":[{"a":1}],"empty":{}}"#)?;
//! assert_eq!(text, "empty: {}\nlist:\n- a: 1\n");
//! # Ok::<(), yaml::Error>(())
//! ```
//!
//! Whoever edits texts in place, comments and all, takes the events of a [`Text`], which know their
//! bytes, lines and columns.
//!
//! # What other crates do
//!
//! Crates for YAML 1.2 (here serde_yaml and its forks) are right by their standard, and wrong about
//! the files that kubectl reads and writes:
//!
//! | text | as Kubernetes reads it | serde_yaml |
//! | --- | --- | --- |
//! | `mode: 0644` | the number 420 | the text `0644` |
//! | `on: yes` | the key `true`, the value true | two texts |
//! | `size: 1_000` | 1000 | text |
//! | `replicas: 1.0`, `replicas: 1e1` | the integers 1 and 10 | floats, no integers |
//! | `<<: *defaults` | merged, in place | a key `<<` |
//! | a key twice | the last counts, strict reading tells | an error for structs, else the last counts |
//! | `limit: .inf` | an error: JSON has none | null in a `serde_json::Value` |
//! | `path: "a\/b"`, `%YAML 1.2` | errors | fine |
//! | documents behind the first one | ignored | an error |
//! | the texts `on`, `12:30`, `2001-01-01`, written | in quotes: they are other values | plain, so that `on` comes back as true |
//! | keys, written | in natural order: `v9` before `v10` | as they come |
//!
//! # Differences from Go
//!
//! Where upstream's behaviour is an accident or a danger, this module differs on purpose:
//!
//! * The whole input is checked for characters YAML forbids. Go decodes in pieces and may never
//!   see bad bytes behind the first document.
//! * A second byte order mark at the start is skipped; Go then loses a character on every line.
//! * Text read through aliases is limited to 64 MiB; upstream limits only their number.
//! * Of keys that are equal as JSON only (`1` beside `"1"`) the last one counts, and maps whose keys
//!   upstream's order leaves open (`v10`, `v1beta1`, `v2`) have one order; Go's outcome varies.
//! * In the order of keys, letters and digits beyond ASCII are those of a newer Unicode than Go's.
//!
//! Upstream's own traps stay, since others rely on the bytes: a key `<<` is written without quotes
//! and reads as a merge, and JSON that YAML cannot read (`\/`, surrogate escapes, long keys) is
//! refused by [`json_to_yaml`].

mod arrange;
mod budget;
mod compose;
mod decode;
mod emit;
mod error;
mod event;
mod events;
mod go_syntax;
mod input;
mod json;
mod kyaml;
mod loss;
mod map;
mod mark;
mod parser;
mod reader;
mod resolve;
mod scalar;
mod scanner;
#[cfg(feature = "serde")]
mod serde;
mod stream;
mod style;
mod text;
mod timestamp;
mod token;
mod value;
mod warning;

#[cfg(test)]
mod tests;

pub(crate) use self::emit::write as write_json;
pub use self::error::Error;
pub use self::event::{Event, EventKind, Properties};
pub use self::events::Events;
pub use self::kyaml::json_to_kyaml;
#[cfg(feature = "cli")]
pub(crate) use self::loss::changed_number;
pub use self::mark::Mark;
pub(crate) use self::reader::Reader;
#[cfg(feature = "serde")]
pub(crate) use self::serde::JSON_TEXT;
#[cfg(feature = "serde")]
pub use self::serde::{from_documents, from_slice, from_slice_strict, from_str, from_str_strict, to_kyaml, to_string};
#[cfg(feature = "cli")]
pub(crate) use self::stream::whole_documents;
pub use self::stream::{Document, Documents, documents};
pub(crate) use self::stream::{is_separator, with_line_feeds};
pub use self::style::{CollectionStyle, ScalarStyle};
pub use self::text::Text;
#[cfg(feature = "cli")]
pub(crate) use self::value::Cause;
pub(crate) use self::value::{Part, Values};
pub use self::warning::Warning;
pub(crate) use self::warning::What;

/// Converts the first document of a YAML text to JSON, as sigs.k8s.io/yaml's `YAMLToJSON`.
///
/// Keys are sorted by their bytes, numbers and escapes are those of Go's encoder, and there is no
/// final line break. Of duplicate keys the last one counts. Text without a document is `null`;
/// what follows the first document is ignored.
///
/// # Errors
///
/// The text is not YAML 1.1 in UTF-8 or UTF-16, it holds a value JSON has not (`.inf`, a list as a
/// key), it nests more than 10,000 levels, or aliases make up too much of it.
///
/// ```
/// assert_eq!(apimachinery::yaml::to_json(b"b: ~\na: [1.50, 1_000]")?, r#"{"a":[1.5,1000],"b":null}"#);
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
pub fn to_json(input: &[u8]) -> Result<String, Error> {
    to_json_strict(input).map(|(json, _)| json)
}

/// Converts as [`to_json`] does, and also returns the keys that are there twice, all of them, and what else of the text
/// does not reach the JSON: numbers that change, and text behind the end of the document.
///
/// [`Error::strict`] makes of them the error with which sigs.k8s.io/yaml's `YAMLToJSONStrict` refuses
/// the text.
///
/// # Errors
///
/// Those of [`to_json`].
///
/// ```
/// let (json, warnings) = apimachinery::yaml::to_json_strict(b"a: 1\na: 2\n")?;
/// assert_eq!(json, r#"{"a":2}"#);
/// assert_eq!(warnings[0].to_string(), "line 2: key \"a\" already set in map");
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
pub fn to_json_strict(input: &[u8]) -> Result<(String, Vec<Warning>), Error> {
    let text = Text::decode(input)?;
    let values = read(&text)?;
    Ok((values.to_json(), values.warnings()))
}

/// Reads the first document of a text, whose values JSON can say. A [`Reader`] decodes it.
///
/// # Errors
///
/// Those of [`to_json`] but for the encoding.
pub(crate) fn read(text: &str) -> Result<Values<'_>, Error> {
    let mut values = decode::decode(text)?;
    values.arrange()?;
    Ok(values)
}

/// How many documents follow the first one of a text that [`to_json`] takes; what holds nothing is
/// not counted.
#[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "the program alone asks"))]
pub(crate) fn documents_behind_first(input: &[u8]) -> usize {
    input::decode(input).map_or(0, |text| parser::Parser::new(&text).documents_behind_first())
}

/// Converts a JSON text to YAML, as sigs.k8s.io/yaml's `JSONToYAML`.
///
/// Keys come in natural order (`v9` before `v10`), text is plain where it can be, literal where it
/// has line breaks and quoted else, long text is folded at 80 columns, and the last line has its
/// line break. Integers of 64 bits stay exact, larger ones become floats.
///
/// As upstream, the JSON is read as the YAML it nearly is, which shows in corners: `1e1` becomes
/// 10, the escape `\/` is refused, and so are surrogate escapes, keys of more than 1,022
/// characters and control characters. Of duplicate keys the last one counts. The key `<<` is written
/// without quotes, and whoever reads it merges its value. Indentation makes deep values large: a
/// chain of 10,000 objects takes 60 kB of JSON and 100 MB of YAML.
///
/// # Errors
///
/// The text cannot be read as YAML; see [`to_json`].
///
/// ```
/// let text = apimachinery::yaml::json_to_yaml(br#"{"b":["x: y",1.0],"a":"0"}"#)?;
/// assert_eq!(text, "a: \"0\"\nb:\n- 'x: y'\n- 1\n");
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
pub fn json_to_yaml(json: &[u8]) -> Result<String, Error> {
    let mut out = Vec::new();
    write_json(&mut out, json)?;
    Ok(String::from_utf8(out).expect("every part is UTF-8"))
}

/// Converts as [`json_to_yaml`] does, and also returns what of the JSON does not reach the YAML: keys that are there twice,
/// and numbers that change.
///
/// # Errors
///
/// Those of [`json_to_yaml`].
///
/// ```
/// use apimachinery::yaml;
///
/// let (text, warnings) = yaml::json_to_yaml_strict(br#"{"a":1,"\u0061":18446744073709551616}"#)?;
/// assert_eq!(text, "a: 1.8446744073709552e+19\n");
/// assert_eq!(warnings[0].to_string(), "line 1: key \"a\" already set in map");
/// let changed = "line 1: number 18446744073709551616 in \"a\" becomes 1.8446744073709552e+19";
/// assert_eq!(warnings[1].to_string(), changed);
/// # Ok::<(), yaml::Error>(())
/// ```
pub fn json_to_yaml_strict(json: &[u8]) -> Result<(String, Vec<Warning>), Error> {
    let yaml = json_to_yaml(json)?;
    // Upstream reads JSON as YAML, too.
    let text = Text::decode(json)?;
    let warnings = decode::decode(&text)?.warnings_as(loss::yaml_text);
    Ok((yaml, warnings))
}
