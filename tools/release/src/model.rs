//! The content of the generated files, after all names are resolved and all choices are made.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::facts::Package;
use crate::gotype::Many;
use crate::kind::Life;

/// A version of a group, which becomes a `.proto` and an `.import.yaml` file.
#[derive(Debug)]
pub(crate) struct Version {
    /// The group and version.
    pub(crate) group_version: GroupVersion,
    /// The kinds, in the order of the facts.
    pub(crate) kinds: Vec<Kind>,
    /// The messages: first the types of kinds, then all others by name. Thus selecting another kind adds messages
    /// without moving existing ones.
    pub(crate) messages: Vec<Message>,
    /// The named scalars, lists and maps, by name.
    pub(crate) named: BTreeMap<String, Named>,
    /// The declared defaults by type: the JSON names and default values of its fields, in field order.
    pub(crate) defaults: BTreeMap<String, Vec<(String, Value)>>,
}

/// A kind of an API version.
#[derive(Debug)]
pub(crate) struct Kind {
    /// The name of the kind.
    pub(crate) name: String,
    /// The name of its type, if it differs from the kind.
    pub(crate) type_name: Option<String>,
    /// The names of its resource, if it has one.
    pub(crate) resource: Option<Resource>,
    /// True if `<Kind>List` is generated; set only if this differs from the default, which is to generate it for kinds
    /// with a resource.
    pub(crate) list: Option<bool>,
    /// The releases that introduced, deprecated and removed the kind.
    pub(crate) life: Life,
    /// The replacement, such as `apps/v1 Deployment`.
    pub(crate) replacement: Option<String>,
    /// False if the server does not serve the kind although its life cycle says otherwise.
    pub(crate) served: bool,
}

/// A resource of the API server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Resource {
    /// The plural name, such as `deployments`.
    pub(crate) plural: String,
    /// The singular name, if it is not the kind in lower case.
    pub(crate) singular: Option<String>,
    /// The scope: `Namespaced` or `Cluster`.
    pub(crate) scope: String,
    /// The short names, such as `deploy`.
    pub(crate) short_names: Vec<String>,
    /// The categories, such as `all`.
    pub(crate) categories: Vec<String>,
    /// The supported verbs, if they are not the defaults.
    pub(crate) verbs: Option<Vec<String>>,
    /// The subresources.
    pub(crate) subresources: Vec<Subresource>,
}

/// A subresource of the API server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subresource {
    /// The name, such as `status`.
    pub(crate) name: String,
    /// The kind of the subresource, if it is not the kind of its resource; for example, `policy/v1 Eviction`.
    pub(crate) kind: Option<String>,
    /// The supported verbs, if they are not the defaults.
    pub(crate) verbs: Option<Vec<String>>,
}

/// A named scalar, list or map.
#[derive(Debug)]
pub(crate) enum Named {
    /// A string with a closed set of values.
    Enum(Vec<String>),
    /// A string with an open set of values; these are the known ones.
    Values(Vec<String>),
    /// An alias of a type of the definition language.
    Type(String),
}

/// A message of the definitions.
#[derive(Debug)]
pub(crate) struct Message {
    /// The name of the message.
    pub(crate) name: String,
    /// The fields in the order of JSON. Either all of them have a number or none has one.
    pub(crate) fields: Vec<Field>,
    /// True for a union, which JSON represents as the value of the field that is set.
    pub(crate) union: bool,
}

impl Message {
    /// True if the message has a Protobuf encoding. Other messages are declared in YAML.
    pub(crate) fn is_on_the_wire(&self) -> bool {
        self.fields.is_empty() || self.fields.iter().any(|field| field.number.is_some())
    }
}

/// A field of a message.
#[derive(Debug)]
pub(crate) struct Field {
    /// The name in the message.
    pub(crate) name: String,
    /// The JSON name, if it is not the one that `.proto` derives from the name.
    pub(crate) json_name: Option<String>,
    /// The field number; `None` for fields of types without Protobuf encoding.
    pub(crate) number: Option<u32>,
    /// True if unset and zero differ.
    pub(crate) optional: bool,
    /// A single value, a list or a map.
    pub(crate) many: Many,
    /// The type of a value.
    pub(crate) base: Base,
    /// True if JSON contains the field even when it is empty.
    pub(crate) always: bool,
    /// True if JSON omits a message all of whose fields are empty.
    pub(crate) omit_zero: bool,
    /// True if the fields of the message are part of the parent's JSON object.
    pub(crate) inline: bool,
    /// The name of a named scalar, list or map.
    pub(crate) named: Option<String>,
    /// The list type: `ATOMIC`, `SET` or `MAP`.
    pub(crate) list_type: Option<&'static str>,
    /// The keys of a list of type `MAP`.
    pub(crate) list_map_keys: Vec<String>,
    /// The map type: `GRANULAR` or `WHOLE`.
    pub(crate) map_type: Option<&'static str>,
    /// The patch strategy of strategic merge patches.
    pub(crate) patch_strategy: Option<String>,
    /// The merge key of strategic merge patches.
    pub(crate) patch_merge_key: Option<String>,
    /// True if the Rust field is boxed.
    pub(crate) boxed: bool,
}

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    /// A scalar of `.proto`.
    Scalar(&'static str),
    /// A built-in type of the runtime.
    Leaf(&'static str),
    /// A message of the definitions.
    Message(MessageName),
}

/// The qualified name of a message.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MessageName {
    /// The group and version that contain the message.
    pub(crate) group_version: GroupVersion,
    /// The name within that version.
    pub(crate) name: String,
}

/// A version of an API group.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GroupVersion {
    /// The group; empty for core.
    pub(crate) group: String,
    /// The version.
    pub(crate) version: String,
}

impl GroupVersion {
    /// Returns the group and version of a package. Packages without a version have been rejected before.
    pub(crate) fn of(package: &Package) -> GroupVersion {
        GroupVersion { group: package.group.clone(), version: package.version.clone().unwrap_or_default() }
    }

    /// Returns the folder, which is also the Rust module: the first label of the group's name.
    pub(crate) fn folder(&self) -> &str {
        match self.group.as_str() {
            "" => "core",
            "internal.apiserver.k8s.io" => "apiserverinternal",
            group => group.split('.').next().unwrap_or(group),
        }
    }

    /// Returns the path of the version's files without their extensions, such as `apps/v1`.
    pub(crate) fn stem(&self) -> String {
        format!("{}/{}", self.folder(), self.version)
    }

    /// Returns the Protobuf package, such as `apps.v1`.
    pub(crate) fn package(&self) -> String {
        format!("{}.{}", self.folder(), self.version)
    }

    /// Returns the name of a type as used in version `from`: unqualified in the same version, otherwise with the
    /// package.
    pub(crate) fn refer(&self, name: &str, from: &GroupVersion) -> String {
        match self == from {
            true => name.to_owned(),
            false => format!("{}.{name}", self.package()),
        }
    }

    /// Returns the group and version as in manifests, such as `apps/v1` or `v1`.
    pub(crate) fn api_version(&self) -> String {
        match self.group.as_str() {
            "" => self.version.clone(),
            group => format!("{group}/{}", self.version),
        }
    }
}
