//! Where a group and version live: folder, file and proto package.

/// A version of an API group.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// The group, empty for core.
    pub(crate) group: String,
    /// The version.
    pub(crate) version: String,
}

impl Place {
    /// The folder, which is also the Rust module: the first label of the group's name.
    pub(crate) fn folder(&self) -> &str {
        match self.group.as_str() {
            "" => "core",
            "internal.apiserver.k8s.io" => "apiserverinternal",
            group => group.split('.').next().unwrap_or(group),
        }
    }

    /// The files' path without their endings: `apps/v1`.
    pub(crate) fn stem(&self) -> String {
        format!("{}/{}", self.folder(), self.version)
    }

    /// The proto package: `apps.v1`.
    pub(crate) fn package(&self) -> String {
        format!("{}.{}", self.folder(), self.version)
    }

    /// A type's name as seen from another place: bare at home, with the package elsewhere.
    pub(crate) fn refer(&self, name: &str, from: &Place) -> String {
        match self == from {
            true => name.to_owned(),
            false => format!("{}.{name}", self.package()),
        }
    }

    /// Group and version as manifests write them: `apps/v1`, `v1`.
    pub(crate) fn api_version(&self) -> String {
        match self.group.as_str() {
            "" => self.version.clone(),
            group => format!("{group}/{}", self.version),
        }
    }
}
