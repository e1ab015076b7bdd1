//! What goes into the files: every name resolved, every choice made.

use std::collections::BTreeMap;

use serde_json::Value;

use super::gotype::Many;
use super::life::Life;
use super::place::Place;

/// One version of a group: a `.proto` and an `.import.yaml`.
#[derive(Debug)]
pub(crate) struct Version {
    /// Group and version.
    pub(crate) place: Place,
    /// The kinds in the order of the facts.
    pub(crate) kinds: Vec<Kind>,
    /// The messages: those of kinds first, then by name, so that selecting another kind adds
    /// messages and moves none.
    pub(crate) messages: Vec<Message>,
    /// Named scalars, lists and maps by name.
    pub(crate) named: BTreeMap<String, Named>,
    /// Declared defaults: type, then field (JSON name) and value in the order of the fields.
    pub(crate) defaults: BTreeMap<String, Vec<(String, Value)>>,
}

/// A kind.
#[derive(Debug)]
pub(crate) struct Kind {
    /// The kind.
    pub(crate) name: String,
    /// Its type, where that has another name.
    pub(crate) type_name: Option<String>,
    /// The names at its endpoint, if it has one.
    pub(crate) resource: Option<Resource>,
    /// Whether `<Kind>List` is made, where that is not what `resource` says.
    pub(crate) list: Option<bool>,
    /// When it came and went.
    pub(crate) life: Life,
    /// What to use instead, `apps/v1 Deployment`.
    pub(crate) replacement: Option<String>,
    /// Offered by the server, as far as the life cycle does not say so.
    pub(crate) served: bool,
}

/// An endpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Resource {
    /// `deployments`.
    pub(crate) plural: String,
    /// Where it is not the kind in lower case.
    pub(crate) singular: Option<String>,
    /// `Namespaced` or `Cluster`.
    pub(crate) scope: String,
    /// `deploy`.
    pub(crate) short_names: Vec<String>,
    /// `all`.
    pub(crate) categories: Vec<String>,
    /// What can be done there, where it is not what is usual.
    pub(crate) verbs: Option<Vec<String>>,
    /// The endpoints below.
    pub(crate) subresources: Vec<Subresource>,
}

/// An endpoint below that of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subresource {
    /// `status`.
    pub(crate) name: String,
    /// What it answers, where it is not the kind itself: `policy/v1 Eviction`.
    pub(crate) kind: Option<String>,
    /// What can be done there, where it is not what is usual.
    pub(crate) verbs: Option<Vec<String>>,
}

/// A named scalar, list or map.
#[derive(Debug)]
pub(crate) enum Named {
    /// A text with these values and no other.
    Enum(Vec<String>),
    /// A text with these known values.
    Values(Vec<String>),
    /// Another name for a type of the definition language.
    Type(String),
}

/// A message.
#[derive(Debug)]
pub(crate) struct Message {
    /// Its name.
    pub(crate) name: String,
    /// Its fields in the order of JSON. Either all have a number or none has one.
    pub(crate) fields: Vec<Field>,
    /// In JSON it is one of its fields.
    pub(crate) union: bool,
}

impl Message {
    /// Whether it has a form in Protobuf; if not, YAML declares it.
    pub(crate) fn is_on_the_wire(&self) -> bool {
        self.fields.is_empty() || self.fields.iter().any(|field| field.number.is_some())
    }
}

/// A field.
#[derive(Debug)]
pub(crate) struct Field {
    /// Name in the message.
    pub(crate) name: String,
    /// JSON name, where `.proto` would derive another one.
    pub(crate) json_name: Option<String>,
    /// Number on the wire; none for a field of a type that has no Protobuf.
    pub(crate) number: Option<u32>,
    /// Absent and zero differ.
    pub(crate) optional: bool,
    /// One, list or map.
    pub(crate) many: Many,
    /// The type of a value.
    pub(crate) base: Base,
    /// JSON writes it even when it is empty.
    pub(crate) always: bool,
    /// A message counts as empty when its fields do.
    pub(crate) omit_zero: bool,
    /// Its fields stand in the parent's JSON object.
    pub(crate) inline: bool,
    /// The named scalar, list or map.
    pub(crate) named: Option<String>,
    /// `ATOMIC`, `SET` or `MAP`.
    pub(crate) list_type: Option<&'static str>,
    /// The keys of a list of type `MAP`.
    pub(crate) list_map_keys: Vec<String>,
    /// `GRANULAR` or `WHOLE`.
    pub(crate) map_type: Option<&'static str>,
    /// Strategic merge patch.
    pub(crate) patch_strategy: Option<String>,
    /// Strategic merge patch.
    pub(crate) patch_merge_key: Option<String>,
    /// Behind a box in Rust.
    pub(crate) boxed: bool,
}

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    /// A scalar of `.proto`.
    Scalar(&'static str),
    /// A built-in type.
    Leaf(&'static str),
    /// A message of these definitions.
    Message(MessageName),
}

/// A message's full name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MessageName {
    /// Where it lives.
    pub(crate) place: Place,
    /// Its name there.
    pub(crate) name: String,
}
