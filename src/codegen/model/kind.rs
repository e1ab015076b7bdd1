//! Kinds and the resources by which an API server serves them.

use super::{Source, TypeId};

/// A registered kind.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The name of the kind, such as `Deployment`.
    pub name: String,
    /// Its type in this version.
    pub ty: TypeId,
    /// Its hub type. `None` for unversioned kinds, and for all kinds of a version without conversions
    /// (`conversion: none`).
    pub hub: Option<TypeId>,
    /// The documentation.
    pub doc: String,
    /// The resource by which the kind is served; `None` for a kind without an endpoint.
    pub resource: Option<Resource>,
    /// True for a generated `<Kind>List`.
    pub is_list: bool,
    /// True if the kind has the same type in every version.
    pub unversioned: bool,
    /// True if the API server serves this version of the kind. A kind that is not served can still be decoded and
    /// converted.
    pub served: bool,
    /// True if the kind can be decoded from URL query parameters.
    pub query: bool,
    /// The subresources, sorted by name.
    pub subresources: Vec<Subresource>,
    /// The table columns in addition to name and age.
    pub columns: Vec<Column>,
    /// The releases in which the kind was introduced, deprecated and removed.
    pub lifecycle: Lifecycle,
    /// The field selectors in addition to `metadata.name` and `metadata.namespace`, as pairs of the accepted label and
    /// the hub's label. Both are equal if the label is not renamed.
    pub selectable: Vec<(String, String)>,
    /// The location of its declaration.
    pub source: Source,
}

/// The resource by which a kind is served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// The plural name, such as `deployments`.
    pub plural: String,
    /// The singular name, such as `deployment`.
    pub singular: String,
    /// The short names, such as `deploy`.
    pub short_names: Vec<String>,
    /// The categories to which it belongs, such as `all`.
    pub categories: Vec<String>,
    /// True if its objects belong to a namespace; false if they are cluster-scoped.
    pub namespaced: bool,
    /// The verbs that the endpoint supports, such as `create`.
    pub verbs: Vec<String>,
}

/// A subresource: an endpoint below the endpoint of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subresource {
    /// The name, such as `status`, `scale` or `log`.
    pub name: String,
    /// The kind that the endpoint returns, as `(group, version, kind)`.
    pub kind: (String, String, String),
    /// The verbs that the endpoint supports, such as `get`.
    pub verbs: Vec<String>,
    /// The implementation of `scale`, if the definitions declare it.
    pub scale: Option<Scale>,
}

/// The implementation of the endpoint `/scale`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Fields of the object, as simple JSON paths.
    Paths {
        /// The desired number of replicas.
        spec_replicas: String,
        /// The observed number of replicas.
        status_replicas: String,
        /// The label selector for the replicas, as a string.
        label_selector: Option<String>,
    },
    /// A type whose values are converted by hand-written functions.
    Type(TypeId),
}

/// A column of a table of objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The title.
    pub name: String,
    /// The type: `string`, `integer`, `number`, `boolean` or `date`.
    pub ty: String,
    /// The OpenAPI format.
    pub format: Option<String>,
    /// The description.
    pub description: Option<String>,
    /// The priority: columns with priority 0 are always shown, others only in wide tables.
    pub priority: u64,
    /// The JSON path of the value.
    pub json_path: String,
}

/// The life cycle of a kind. Releases are strings such as `1.16`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lifecycle {
    /// The first release that served the kind.
    pub introduced: Option<String>,
    /// The first release that returned a deprecation warning.
    pub deprecated: Option<String>,
    /// The first release that did not serve the kind.
    pub removed: Option<String>,
    /// The replacement, as `(group, version, kind)`.
    pub replacement: Option<(String, String, String)>,
    /// The deprecation warning for clients, if it differs from the default text.
    pub warning: Option<String>,
}
