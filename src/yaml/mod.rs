//! YAML as Kubernetes reads and writes it.
//!
//! Kubernetes' YAML is that of sigs.k8s.io/yaml over go-yaml v2, which is YAML 1.1 with habits of
//! its own: `0644` is 420, `yes` is true, `1e1` is the integer 10, a later duplicate key wins,
//! `<<` merges, and output is folded at 80 columns with keys in natural order. This module follows
//! it to the byte and in what it refuses.
//!
//! Whatever is read from a text is read from the JSON it stands for, as upstream, although that JSON is not made:
//! [`serializer::yaml`](crate::serializer::yaml) has objects of known types.
//!
//! What a text is made of, and where each part stands, is told by [`Text::events`].
//!
//! It differs on purpose where upstream's behaviour is an accident or a danger:
//!
//! * The whole input is checked for characters YAML forbids. Go decodes in pieces and may never
//!   see bad bytes behind the first document.
//! * A second byte order mark at the start is skipped; Go then loses a character on every line.
//! * Text read through aliases is limited to 64 MiB; upstream limits only their number.
//! * In the order of keys, letters and digits beyond ASCII are those of a newer Unicode than Go's.
//!
//! ```
//! use apimachinery::yaml;
//!
//! let json = yaml::to_json(b"mode: 0644\nenabled: yes\nargs: [-v, '2']\n")?;
//! assert_eq!(json, r#"{"args":["-v","2"],"enabled":true,"mode":420}"#);
//!
//! let text = yaml::json_to_yaml(br#"{"v10":"yes","v9":"a: b","list":[{"a":1}]}"#)?;
//! assert_eq!(text, "list:\n- a: 1\nv9: 'a: b'\nv10: \"yes\"\n");
//! # Ok::<(), yaml::Error>(())
//! ```

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
mod map;
mod mark;
mod parser;
mod reader;
mod resolve;
mod scalar;
mod scanner;
mod stream;
mod style;
mod text;
mod timestamp;
mod token;
mod value;

#[cfg(test)]
mod tests;

pub(crate) use self::emit::write as write_json;
pub use self::error::Error;
pub use self::event::{Event, EventKind, Properties};
pub use self::events::Events;
pub(crate) use self::json::Spots;
pub use self::mark::Mark;
pub(crate) use self::reader::Reader;
pub use self::stream::{Document, Documents, documents};
pub(crate) use self::stream::{is_separator, with_line_feeds};
pub use self::style::{CollectionStyle, ScalarStyle};
pub use self::text::Text;
pub(crate) use self::value::Values;

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

/// Converts as [`to_json`] does, and also returns the error with which sigs.k8s.io/yaml's
/// `YAMLToJSONStrict` would refuse the text: its duplicate keys, all of them.
///
/// # Errors
///
/// Those of [`to_json`].
///
/// ```
/// let (json, duplicates) = apimachinery::yaml::to_json_strict(b"a: 1\na: 2\n")?;
/// assert_eq!(json, r#"{"a":2}"#);
/// assert_eq!(
///     duplicates.expect("a is there twice").to_string(),
///     "yaml: unmarshal errors:\n  line 2: key \"a\" already set in map",
/// );
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
pub fn to_json_strict(input: &[u8]) -> Result<(String, Option<Error>), Error> {
    let text = Text::decode(input)?;
    let values = read(&text)?;
    Ok((values.to_json(), values.duplicates_error()))
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
