//! The verbs of endpoints whose definitions do not list verbs.
//!
//! The generator includes this file too: it omits these verbs from generated code.

/// The verbs of a resource.
pub(crate) const RESOURCE_VERBS: [&str; 8] =
    ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

/// The verbs of a subresource.
pub(crate) const SUBRESOURCE_VERBS: [&str; 3] = ["get", "patch", "update"];
