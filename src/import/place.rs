//! The folder, file and Protobuf package of an API version.

/// A version of an API group.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// The group; empty for core.
    pub(crate) group: String,
    /// The version.
    pub(crate) version: String,
}

impl Place {
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
    pub(crate) fn refer(&self, name: &str, from: &Place) -> String {
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
