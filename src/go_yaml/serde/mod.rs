//! Reading and writing of YAML for all types that implement serde's traits.

mod error;
mod key;
mod node;
mod scalar;
mod serializer;

use std::marker::PhantomData;

use ::serde::de::DeserializeOwned;
use ::serde::{Deserialize, Serialize};

use self::node::Node;
pub(crate) use self::serializer::JSON_TEXT;
use self::serializer::Json;
use super::value::Scalar;
use super::value::Value;
use super::{Error, Parsed, Text, documents, json_to_kyaml, json_to_yaml, read};

/// Reads a value of the type `T` from the first document of a YAML text.
///
/// The type receives exactly the values that serde_json would pass for the JSON that [`to_json`](super::to_json)
/// returns, so a type that reads Kubernetes' JSON also reads its YAML. Names are case-sensitive, and nothing is
/// converted (`replicas: "3"` is not a number, `name: 8` is not text). A float without a fraction is an integer, and
/// map keys are text that may spell a number. Text that the input contains unescaped can be borrowed. The last of
/// several duplicate keys counts; use [`from_str_strict`] to detect them.
///
/// As with serde_json, lists and objects may nest up to 127 levels in values that the type reads, and up to 10,000 in
/// values that it ignores. `RawValue` is not supported.
///
/// # Errors
///
/// Same as [`to_json`](super::to_json), plus errors of the type, which contain the path, line and column of the value.
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

/// Reads a value of the type `T` from the first document of a text in bytes, UTF-8 or UTF-16 with a byte order mark,
/// like [`from_str`].
///
/// # Errors
///
/// Same as [`from_str`].
///
/// ```
/// let answer: Vec<u64> = apimachinery::yaml::from_slice(b"\xFF\xFE[\x004\x002\x00]\x00")?;
/// assert_eq!(answer, [42]);
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(text: &'de [u8]) -> Result<T, Error> {
    from_slice_strict(text).map(|parsed| parsed.value)
}

/// Reads a value from a text like [`from_str`], and also returns warnings about duplicate keys, changed numbers, and
/// text after the end of the document. The list is empty if there are none.
///
/// # Errors
///
/// Same as [`from_str`].
///
/// ```
/// use std::collections::BTreeMap;
/// use apimachinery::yaml;
///
/// let labels = yaml::from_str_strict::<BTreeMap<String, String>>("app: web\ntier: front\napp: db\n")?;
/// assert_eq!(labels.value["app"], "db");
/// assert_eq!(labels.warnings[0].to_string(), "line 3: key \"app\" already set in map");
/// assert_eq!(labels.warnings[0].position(), yaml::Mark::new(3, 1));
/// # Ok::<(), yaml::Error>(())
/// ```
pub fn from_str_strict<'de, T: Deserialize<'de>>(text: &'de str) -> Result<Parsed<T>, Error> {
    from_slice_strict(text.as_bytes())
}

/// Reads a value from bytes like [`from_slice`], and also returns warnings about duplicate keys, changed numbers, and
/// text after the end of the document. The list is empty if there are none.
///
/// # Errors
///
/// Same as [`from_str`].
///
/// ```
/// let numbers = apimachinery::yaml::from_slice_strict::<Vec<u8>>(b"[1, 2]")?;
/// assert_eq!(numbers.into_strict()?, [1, 2]);
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
pub fn from_slice_strict<'de, T: Deserialize<'de>>(text: &'de [u8]) -> Result<Parsed<T>, Error> {
    let text = Text::decode(text)?;
    let values = read(&text)?;
    let value = Node::root(&values, text.borrowed()).read(PhantomData)?;
    Ok(Parsed { value, warnings: values.warnings() })
}

/// Reads a value from each document of a stream. The stream is split in the same way as by [`documents`].
///
/// Null documents, such as those that contain only comments, are skipped, as in kubectl. Lines in errors refer to the
/// stream. A document that cannot be read as a value of the type does not end the iteration; an invalid separator does.
///
/// ```
/// use apimachinery::yaml;
///
/// let stream = b"# Source: shop\n---\nname: web\n---\nname: [\n---\nname: db\n";
/// let named = yaml::from_documents::<std::collections::BTreeMap<String, String>>(stream);
/// let named: Vec<_> = named.map(|item| item.map(|labels| labels["name"].clone())).collect();
/// assert_eq!(named[0].as_deref(), Ok("web"));
/// assert_eq!(named[1].as_ref().map_err(|error| error.position()), Err(Some(yaml::Mark::new(6, 1))));
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

/// Reads the value of a document, or returns `None` if it is null.
fn from_document<T: DeserializeOwned>(text: &[u8]) -> Result<Option<T>, Error> {
    let text = Text::decode(text)?;
    let values = read(&text)?;
    match values.at(values.root()) {
        Value::Scalar(Scalar::Null) => Ok(None),
        _ => Node::root(&values, "").read(PhantomData).map(Some),
    }
}

/// Writes a value as YAML. The value is converted to JSON like serde_json does, and then by [`json_to_yaml`].
///
/// The output ends with a newline. All text survives a round trip, including characters that YAML can only escape. The
/// only exception is the key `<<`, which upstream writes without quotes and reads as a merge key.
///
/// # Errors
///
/// Returns an error if the type's implementation fails, for values that JSON cannot represent (infinities and NaN,
/// which serde_json writes as null; integers of more than 64 bits; keys other than text, numbers and bools), and for
/// keys of more than 1,022 characters.
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

/// Writes a value as KYAML. Its JSON is converted by [`json_to_kyaml`] and keeps the order of the fields.
///
/// # Errors
///
/// Returns an error if the type's implementation fails, or for values that JSON cannot represent, as [`to_string`]
/// does.
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
