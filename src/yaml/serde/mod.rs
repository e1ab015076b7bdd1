//! YAML for any type that serde knows.

mod compound;
mod error;
mod json;
mod key;
mod node;
mod number;
mod parts;
mod text;
mod variant;

use std::marker::PhantomData;

use ::serde::de::DeserializeOwned;
use ::serde::{Deserialize, Serialize};

pub(crate) use self::json::JSON_TEXT;

use self::json::Json;
use self::node::Node;
use super::scalar::Scalar;
use super::value::Value;
use super::{Error, Text, Warning, documents, json_to_kyaml, json_to_yaml, read};

/// Reads a value of any type from the first document of a YAML text.
///
/// The type sees exactly what serde_json would show it of the JSON that [`to_json`](super::to_json)
/// makes of the text, so that a type that reads Kubernetes' JSON reads its YAML: names are
/// case-sensitive, nothing is converted (`replicas: "3"` is no number, `name: 8` no text), a float
/// without fraction is an integer, and keys of maps are text that may spell a number. Text that
/// stands in the input as it is can be borrowed. Of duplicate keys the last one counts; whoever
/// wants to know takes [`from_str_strict`].
///
/// As with serde_json, lists and objects may nest 127 levels in what is read; what the type
/// ignores may nest 10,000. `RawValue` is not supported.
///
/// # Errors
///
/// Those of [`to_json`](super::to_json), and those of the type, which tell path, line and column of
/// the value.
///
/// ```
/// use apimachinery::yaml;
///
/// #[derive(serde::Deserialize)]
/// struct Volume<'a> {
///     name: &'a str,
///     mode: u32,
///     #[serde(default)]
///     optional: bool,
/// }
///
/// let volumes: Vec<Volume<'_>> = yaml::from_str("- {name: certs, mode: 0400, optional: yes}")?;
/// assert_eq!((volumes[0].name, volumes[0].mode, volumes[0].optional), ("certs", 256, true));
///
/// let error = yaml::from_str::<Vec<Volume<'_>>>("- name: certs\n  mode: '0400'\n").err().unwrap();
/// let message = "[0].mode: invalid type: string \"0400\", expected u32 at line 2 column 9";
/// assert_eq!(error.to_string(), message);
/// # Ok::<(), yaml::Error>(())
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Error> {
    from_slice(text.as_bytes())
}

/// Reads as [`from_str`] does from bytes: UTF-8, or UTF-16 with a byte order mark.
///
/// # Errors
///
/// Those of [`from_str`].
///
/// ```
/// let answer: Vec<u64> = apimachinery::yaml::from_slice(b"\xFF\xFE[\x004\x002\x00]\x00")?;
/// assert_eq!(answer, [42]);
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(text: &'de [u8]) -> Result<T, Error> {
    from_slice_strict(text).map(|(value, _)| value)
}

/// Reads as [`from_str`] does, and also returns the keys that are there twice.
///
/// # Errors
///
/// Those of [`from_str`].
///
/// ```
/// use std::collections::BTreeMap;
/// use apimachinery::yaml;
///
/// let (labels, warnings) = yaml::from_str_strict::<BTreeMap<String, String>>("app: web\ntier: front\napp: db\n")?;
/// assert_eq!(labels["app"], "db");
/// assert_eq!(warnings[0].to_string(), "line 3: key \"app\" already set in map");
/// assert_eq!((warnings[0].line(), warnings[0].column()), (3, 1));
/// # Ok::<(), yaml::Error>(())
/// ```
pub fn from_str_strict<'de, T: Deserialize<'de>>(text: &'de str) -> Result<(T, Vec<Warning>), Error> {
    from_slice_strict(text.as_bytes())
}

/// Reads as [`from_slice`] does, and also returns the keys that are there twice.
///
/// # Errors
///
/// Those of [`from_str`].
///
/// ```
/// let (numbers, warnings) = apimachinery::yaml::from_slice_strict::<Vec<u8>>(b"[1, 2]")?;
/// assert!(numbers == [1, 2] && warnings.is_empty());
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
pub fn from_slice_strict<'de, T: Deserialize<'de>>(text: &'de [u8]) -> Result<(T, Vec<Warning>), Error> {
    let text = Text::decode(text)?;
    let values = read(&text)?;
    let value = Node::root(&values, text.borrowed()).read(PhantomData)?;
    Ok((value, values.warnings()))
}

/// Reads a value from each document of a stream, as [`documents`] cuts it.
///
/// Documents that are null are passed over, as kubectl does: those that hold nothing but
/// comments. Lines in errors are those of the stream. After a document that is no such value the
/// others still come; an invalid separator is the last item.
///
/// ```
/// use apimachinery::yaml;
///
/// let stream = b"# Source: shop\n---\nname: web\n---\nname: [\n---\nname: db\n";
/// let named = yaml::from_documents::<std::collections::BTreeMap<String, String>>(stream);
/// let named: Vec<_> = named.map(|item| item.map(|labels| labels["name"].clone())).collect();
/// assert_eq!(named[0].as_deref(), Ok("web"));
/// assert_eq!(named[1].as_ref().map_err(|error| error.line()), Err(Some(6)));
/// assert_eq!(named[2].as_deref(), Ok("db"));
/// ```
pub fn from_documents<T: DeserializeOwned>(stream: &[u8]) -> impl Iterator<Item = Result<T, Error>> {
    documents(stream).filter_map(|document| {
        let document = match document {
            Ok(document) => document,
            Err(error) => return Some(Err(error)),
        };
        from_document(document.text()).map_err(|error| error.below(document.line() - 1)).transpose()
    })
}

/// The value of a document; none if it is null.
fn from_document<T: DeserializeOwned>(text: &[u8]) -> Result<Option<T>, Error> {
    let text = Text::decode(text)?;
    let values = read(&text)?;
    match values.at(values.root()) {
        Value::Scalar(Scalar::Null) => Ok(None),
        _ => Node::root(&values, "").read(PhantomData).map(Some),
    }
}

/// Writes a value of any type as YAML: its JSON, as serde_json writes it, by way of [`json_to_yaml`].
///
/// The last line has its line break. Text comes through as it is, also what YAML can only say by
/// escapes; one key does not, `<<`, which upstream writes without quotes and reads as a merge.
///
/// # Errors
///
/// Those of the type, a value that JSON has not (infinities and NaN, for which serde_json
/// writes null; integers beyond 64 bits; keys that are neither text nor number nor bool), and keys
/// of more than 1,022 characters.
///
/// ```
/// use apimachinery::yaml;
///
/// #[derive(serde::Serialize)]
/// #[serde(rename_all = "camelCase")]
/// struct Probe {
///     http_get: Option<String>,
///     command: Vec<&'static str>,
///     period_seconds: u32,
/// }
///
/// let probe = Probe { http_get: None, command: vec!["test", "-e", "/ok"], period_seconds: 5 };
/// assert_eq!(
///     yaml::to_string(&probe)?,
///     "command:\n- test\n- -e\n- /ok\nhttpGet: null\nperiodSeconds: 5\n",
/// );
/// # Ok::<(), yaml::Error>(())
/// ```
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    json_to_yaml(&to_json(value)?)
}

/// Writes a value of any type as KYAML: its JSON by way of [`json_to_kyaml`], in the order of its fields.
///
/// # Errors
///
/// Those of the type, and a value that JSON has not, as for [`to_string`].
///
/// ```
/// let labels = std::collections::BTreeMap::from([("app", "web"), ("no", "1")]);
/// let text = apimachinery::yaml::to_kyaml(&labels)?;
/// assert_eq!(text, "---\n{\n  app: \"web\",\n  \"no\": \"1\",\n}\n");
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
pub fn to_kyaml<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    json_to_kyaml(&to_json(value)?)
}

fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, Error> {
    let mut json = Json::default();
    value.serialize(&mut json)?;
    Ok(json.0)
}
