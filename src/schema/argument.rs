//! Parsers for kinds and resources in command-line arguments. The text does not show whether it contains a version, so
//! both readings are returned.

use super::{GroupKind, GroupResource, GroupVersionKind, GroupVersionResource};

/// Parses a command-line argument that names a kind as `Kind.version.group` or `Kind.group`. As the text may be either,
/// both readings are returned: use the first one if the Scheme contains it, and otherwise the second one. The first is
/// `None` unless the text contains at least two dots. A text without a dot is a kind of the core group. Counterpart of
/// `ParseKindArg`.
///
/// ```
/// use apimachinery::schema::{GroupKind, GroupVersionKind, parse_kind_arg};
///
/// let (versioned, kind) = parse_kind_arg("Role.v1.rbac.authorization.k8s.io");
/// assert_eq!(versioned, Some(GroupVersionKind::new("rbac.authorization.k8s.io", "v1", "Role")));
/// assert_eq!(kind, GroupKind::new("v1.rbac.authorization.k8s.io", "Role"));
/// assert_eq!(parse_kind_arg("Deployment.apps"), (None, GroupKind::new("apps", "Deployment")));
/// ```
#[must_use]
pub fn parse_kind_arg(text: &str) -> (Option<GroupVersionKind>, GroupKind) {
    let versioned = three(text).map(|(kind, version, group)| GroupVersionKind::new(group, version, kind));
    (versioned, GroupKind::from(text))
}

/// Parses a command-line argument that names a resource as `resource.version.group` or `resource.group`. As the text
/// may be either, both readings are returned: use the first one if the server has such a resource, and otherwise the
/// second one. The first is `None` unless the text contains at least two dots. A text without a dot is a resource of
/// the core group. Counterpart of `ParseResourceArg`.
///
/// ```
/// use apimachinery::schema::{GroupResource, GroupVersionResource, parse_resource_arg};
///
/// let (versioned, resource) = parse_resource_arg("deployments.v1.apps");
/// assert_eq!(versioned, Some(GroupVersionResource::new("apps", "v1", "deployments")));
/// assert_eq!(resource, GroupResource::new("v1.apps", "deployments"));
/// ```
#[must_use]
pub fn parse_resource_arg(text: &str) -> (Option<GroupVersionResource>, GroupResource) {
    let versioned = three(text).map(|(resource, version, group)| GroupVersionResource::new(group, version, resource));
    (versioned, GroupResource::from(text))
}

fn three(text: &str) -> Option<(&str, &str, &str)> {
    let (first, rest) = text.split_once('.')?;
    let (second, rest) = rest.split_once('.')?;
    Some((first, second, rest))
}
