//! Kinds, and how an API server offers them.

use super::{Source, TypeId};

/// A registered kind.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The kind, such as `Deployment`.
    pub name: String,
    /// Its type in this version.
    pub ty: TypeId,
    /// Its hub type; `None` where no kind of the version converts (`conversion: none`) or for
    /// unversioned kinds.
    pub hub: Option<TypeId>,
    /// Documentation.
    pub doc: String,
    /// Names at the endpoint; `None` for a kind without endpoint.
    pub resource: Option<Resource>,
    /// True for the generated `<Kind>List`.
    pub is_list: bool,
    /// Same type in every version.
    pub unversioned: bool,
    /// Known and converted, but offered?
    pub served: bool,
    /// Can be read from the parameters of a URL.
    pub query: bool,
    /// Endpoints below the object's own, in the order of their names.
    pub subresources: Vec<Subresource>,
    /// Columns of a table besides name and age.
    pub columns: Vec<Column>,
    /// Life cycle.
    pub lifecycle: Lifecycle,
    /// Field selectors besides `metadata.name` and `metadata.namespace`: accepted label to the
    /// hub's label (the same text where it is not renamed).
    pub selectable: Vec<(String, String)>,
    /// Where it is declared.
    pub source: Source,
}

/// The names of a resource at its endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Plural, `deployments`.
    pub plural: String,
    /// Singular, `deployment`.
    pub singular: String,
    /// Short names, `deploy`.
    pub short_names: Vec<String>,
    /// Categories, `all`.
    pub categories: Vec<String>,
    /// In a namespace or of the cluster.
    pub namespaced: bool,
    /// What can be done at the endpoint, such as `create`.
    pub verbs: Vec<String>,
}

/// An endpoint below that of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subresource {
    /// `status`, `scale`, `log` …
    pub name: String,
    /// What it answers, as `(group, version, kind)`.
    pub kind: (String, String, String),
    /// What can be done there, such as `get`.
    pub verbs: Vec<String>,
    /// What `scale` reads and writes, where it is said.
    pub scale: Option<Scale>,
}

/// What the endpoint `/scale` reads and writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Fields of the object, as simple JSON paths.
    Paths {
        /// Wanted copies.
        spec_replicas: String,
        /// Copies there are.
        status_replicas: String,
        /// Selector of the copies, as text.
        label_selector: Option<String>,
    },
    /// Functions make a value of this type.
    Type(TypeId),
}

/// A column of a table of objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its title.
    pub name: String,
    /// `string`, `integer`, `number`, `boolean` or `date`.
    pub ty: String,
    /// A format of OpenAPI.
    pub format: Option<String>,
    /// Its meaning.
    pub description: Option<String>,
    /// 0 is always shown, others in wide tables.
    pub priority: u64,
    /// Where its value stands.
    pub json_path: String,
}

/// Releases in which a kind came and went; texts such as `1.16`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lifecycle {
    /// First release that served it.
    pub introduced: Option<String>,
    /// First release that warned of it.
    pub deprecated: Option<String>,
    /// First release without it.
    pub removed: Option<String>,
    /// What to use instead, as `(group, version, kind)`.
    pub replacement: Option<(String, String, String)>,
    /// What clients are told, in place of the usual sentence.
    pub warning: Option<String>,
}
