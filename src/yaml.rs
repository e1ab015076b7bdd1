//! Reading and writing of YAML exactly as Kubernetes does, for any Rust program.
//!
//! Kubernetes reads and writes YAML with sigs.k8s.io/yaml on top of go-yaml v2, a dialect of YAML 1.1. This module
//! matches that dialect byte for byte: it accepts and rejects the same texts, with the same error messages, and
//! produces the same output.
//!
//! * [`from_str`] and [`to_string`] read and write any type that implements serde's traits (feature `serde`).
//! * [`decode`] and [`encode`] read and write types with a type table, such as all API types, without serde. They are
//!   faster, and `decode` reports all mistakes of a document together.
//! * [`to_json`], [`json_to_yaml`] and [`json_to_kyaml`] convert texts.
//! * [`documents`] splits a stream, and [`Text::events`] returns the structure of a text, for editors.
//!
//! To read and write whole objects of any version, use a [`Codec`](crate::serializer::Codec).
//!
//! # Reading a value of any type
//!
//! Reads any type that implements serde's `Deserialize` (feature `serde`): your own types, and types of k8s-openapi or
//! this crate.
//!
//! ```
//! # #[cfg(feature = "serde")] {
//! # use std::collections::BTreeMap;
//! use apimachinery::yaml;
//!
//! let modes: BTreeMap<String, u32> = yaml::from_str("tls.key: 0400\ntls.crt: 0644\n")?;
//! assert_eq!(modes["tls.key"], 256);
//! let error = yaml::from_str::<BTreeMap<String, u32>>("tls.key: '0400'").unwrap_err();
//! assert_eq!((error.path(), error.position()), (Some("tls.key"), Some(yaml::Mark::new(1, 10))));
//! # }
//! # Ok::<(), apimachinery::yaml::Error>(())
//! ```
//!
//! # Writing a value
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
//! # Finding duplicate keys
//!
//! If a mapping contains a key more than once, the last one counts. The strict functions report the others with line
//! and column.
//!
//! ```
//! # #[cfg(feature = "serde")] {
//! # use std::collections::BTreeMap;
//! use apimachinery::yaml;
//!
//! let labels = yaml::from_str_strict::<BTreeMap<String, String>>("app: web\napp: db\n")?;
//! assert_eq!(labels.value["app"], "db");
//! assert_eq!((labels.warnings[0].position().line, labels.warnings[0].key()), (2, "\"app\""));
//! let error = labels.into_strict().expect_err("the text has duplicate keys");
//! assert!(error.to_string().ends_with("line 2: key \"app\" already set in map"));
//! # }
//! # Ok::<(), apimachinery::yaml::Error>(())
//! ```
//!
//! # Reading a stream of documents
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
//! # Converting between YAML and JSON
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
//! To edit a text in place and keep its comments, use the events of a [`Text`]. Each event has its byte range, line and
//! column.
//!
//! # Differences from other crates
//!
//! Crates for YAML 1.2 (here serde_yaml and its forks) follow their standard, but misread the files that kubectl reads
//! and writes:
//!
//! | text | as Kubernetes reads it | serde_yaml |
//! | --- | --- | --- |
//! | `mode: 0644` | the number 420 | the text `0644` |
//! | `on: yes` | the key `true`, the value true | two texts |
//! | `size: 1_000` | 1000 | text |
//! | `replicas: 1.0`, `replicas: 1e1` | the integers 1 and 10 | floats, no integers |
//! | `<<: *defaults` | merged, in place | a key `<<` |
//! | a duplicate key | the last counts, strict reading reports it | an error for structs, otherwise the last counts |
//! | `limit: .inf` | an error: JSON cannot represent it | null in a `serde_json::Value` |
//! | `path: "a\/b"`, `%YAML 1.2` | errors | accepted |
//! | documents after the first one | ignored | an error |
//! | writing the texts `on`, `12:30`, `2001-01-01` | quoted, since unquoted they are other values | plain, so `on` is read back as true |
//! | writing keys | in natural order: `v9` before `v10` | in their original order |
//!
//! # Differences from Go
//!
//! This module deliberately differs from upstream where its behavior is accidental or dangerous:
//!
//! * The whole input is checked for characters that YAML forbids. Go decodes the input in chunks and may never see
//!   invalid bytes after the first document.
//! * A second byte order mark at the start is skipped. Go loses a character on every line after it.
//! * Text read through aliases is limited to 64 MiB. Upstream limits only the number of aliased nodes.
//! * Among keys that are equal only in JSON (`1` and `"1"`), the last one counts. Maps whose keys have no defined order
//!   upstream (`v10`, `v1beta1`, `v2`) are always written in the same order. In Go both results vary.
//! * Key order classifies letters and digits outside ASCII by a newer version of Unicode than Go's.
//!
//! Upstream's own pitfalls are kept, since other software relies on the bytes: a key `<<` is written without quotes and
//! is read back as a merge key. JSON that is not valid YAML (`\/`, surrogate escapes, long keys) is rejected by
//! [`json_to_yaml`].

pub use crate::format::yaml::{decode, decode_strict, encode, merge};
pub use crate::go_yaml::{
    CollectionStyle, Document, Documents, Error, Event, EventKind, Events, Mark, Parsed, Properties, ScalarStyle, Text,
    Warning, documents, json_to_kyaml, json_to_yaml, json_to_yaml_strict, to_json, to_json_strict,
};
#[cfg(feature = "serde")]
pub use crate::go_yaml::{
    from_documents, from_slice, from_slice_strict, from_str, from_str_strict, to_kyaml, to_string,
};
