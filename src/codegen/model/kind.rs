//! Kinds and the resources by which an API server serves them.

use super::{Source, TypeId};

/// A kind that a version declares: a type of objects that clients can create, read or send.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Kind {
    /// The name of the kind, such as `Deployment`.
    pub name: String,
    /// The struct that represents the kind in this version.
    pub ty: TypeId,
    /// The hub type of the kind, through which its versions are converted. `None` for unversioned kinds, and for all
    /// kinds of a version without conversions (`conversion: none`).
    pub hub: Option<TypeId>,
    /// The documentation of the kind; empty if there is none.
    pub doc: String,
    /// The resource by which the kind is served; `None` for a kind without an endpoint.
    pub resource: Option<Resource>,
    /// If true, the kind is a `<Kind>List` that the generator has added for another kind.
    pub is_list: bool,
    /// If true, the kind is the same in every version of every group, and is never converted.
    pub unversioned: bool,
    /// If false, no API server serves this version of the kind, but it can be decoded and converted. If true, API
    /// servers serve it in the releases given by `lifecycle`.
    pub served: bool,
    /// If true, objects of the kind can be decoded from URL query parameters, as the options of a request.
    pub query: bool,
    /// The subresources of the endpoint, such as `status`, sorted by name.
    pub subresources: Vec<Subresource>,
    /// The columns that kubectl shows in tables of such objects, in addition to name and age.
    pub columns: Vec<Column>,
    /// The releases in which this version of the kind was introduced, deprecated and removed.
    pub lifecycle: Lifecycle,
    /// The field selectors in addition to `metadata.name` and `metadata.namespace`, as pairs of the accepted label and
    /// the hub's label. Both are equal if the label is not renamed.
    pub selectable: Vec<(String, String)>,
    /// The location of the declaration in the definitions.
    pub source: Source,
}

/// The endpoint at which the API server serves a kind: names and verbs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resource {
    /// The plural name, as in URLs, such as `deployments`.
    pub plural: String,
    /// The singular name, which kubectl accepts too, such as `deployment`.
    pub singular: String,
    /// The short names that kubectl accepts, such as `deploy`; empty if there are none.
    pub short_names: Vec<String>,
    /// The groups of resources that kubectl selects by one name and to which this one belongs, such as `all`; empty if
    /// there are none.
    pub categories: Vec<String>,
    /// If true, each object belongs to a namespace; if false, objects are cluster-scoped.
    pub namespaced: bool,
    /// The verbs that the endpoint supports, such as `create`.
    pub verbs: Vec<String>,
}

/// A subresource: an endpoint below the endpoint of an object, such as `pods/log`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Subresource {
    /// The name, such as `status`, `scale` or `log`.
    pub name: String,
    /// The kind of the objects in requests and responses.
    pub kind: KindName,
    /// The verbs that the endpoint supports, such as `get`.
    pub verbs: Vec<String>,
    /// The implementation of the subresource `scale`, or `None` for other subresources and if the definitions do not
    /// declare it.
    pub scale: Option<Scale>,
}

/// The implementation of the subresource `scale`, which reads and changes the number of replicas of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scale {
    /// Fields of the object contain the numbers. They are given by simple JSON paths, such as `.spec.replicas`.
    Paths {
        /// The path of the desired number of replicas.
        spec_replicas: String,
        /// The path of the observed number of replicas.
        status_replicas: String,
        /// The path of a string with the label selector for the replicas, or `None` if there is none.
        label_selector: Option<String>,
    },
    /// Hand-written functions convert the object to and from a value of this type.
    Type(TypeId),
}

/// A column in the tables that kubectl shows for objects of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Column {
    /// The title of the column.
    pub name: String,
    /// The type of the values: `string`, `integer`, `number`, `boolean` or `date`.
    pub ty: String,
    /// The OpenAPI format of the values, such as `int64`, or `None` for the default format of the type.
    pub format: Option<String>,
    /// The description of the column for people, or `None` if there is none.
    pub description: Option<String>,
    /// The priority: columns with priority 0 are always shown, others only in wide tables.
    pub priority: u64,
    /// The JSON path of the value in an object, such as `.spec.replicas`.
    pub json_path: String,
}

/// The full name of a kind: its group, version and kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KindName {
    /// The name of the API group; empty for the core group.
    pub group: String,
    /// The version, such as `v1`.
    pub version: String,
    /// The kind, such as `Deployment`.
    pub kind: String,
}

/// A minor release of the project that defines the API, such as Kubernetes 1.36. Releases are ordered by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Release {
    /// The major version: 1 in `1.36`.
    pub major: u32,
    /// The minor version: 36 in `1.36`.
    pub minor: u32,
}

impl Release {
    /// Parses numbers separated by dots, of which the first two count. Returns `None` if there is only one, or if a
    /// number is too large.
    pub(crate) fn parse(text: &str) -> Option<Release> {
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let parts: Vec<u32> =
            text.split('.').map(|part| part.parse().ok().filter(|_| is_number(part))).collect::<Option<_>>()?;
        match parts[..] {
            [major, minor, ..] => Some(Release { major, minor }),
            _ => None,
        }
    }
}

/// The life cycle of a version of a kind. A release is `None` if it is unknown or not determined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lifecycle {
    /// The first release that served the kind, or `None` if it is unknown.
    pub introduced: Option<Release>,
    /// The first release that returned a warning about the use of the kind, or `None` if the kind is not deprecated.
    pub deprecated: Option<Release>,
    /// The first release that did not serve the kind, or `None` if its removal is not scheduled.
    pub removed: Option<Release>,
    /// The kind to use instead, or `None` if there is none.
    pub replacement: Option<KindName>,
    /// The deprecation warning for clients, or `None` if it is the default text.
    pub warning: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<(u32, u32)>) {
        let release = Release::parse(text).map(|release| (release.major, release.minor));
        assert_eq!(release, expected, "{text:?}");
    }

    #[test]
    fn a_release_has_at_least_two_numbers() {
        check("1.36", Some((1, 36)));
        check("1.36.3", Some((1, 36)));
        for text in ["", "1", "1.", ".1", "1.x", "v1.2", "1.+2", "1.2.", "1.2-rc", "1.99999999999"] {
            check(text, None);
        }
    }
}
