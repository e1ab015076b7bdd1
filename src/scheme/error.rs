use std::fmt;

use crate::conversion;
use crate::field::Str;
use crate::schema::{GroupVersion, GroupVersionKind, GroupVersioner};
use crate::wire::quote::quote;

/// The error returned by a [`Scheme`](super::Scheme): a kind, type or version is not registered, an untyped object
/// lacks `kind` or `apiVersion`, or a conversion fails. The texts are identical to upstream's, with the path of the
/// Rust type in place of the name of the Go type.
///
/// ```
/// use apimachinery::meta::Unstructured;
/// use apimachinery::schema::GroupVersionKind;
/// use apimachinery::scheme::Scheme;
///
/// let scheme = Scheme::builder().named("empty").build();
/// let error = scheme.new_object(&GroupVersionKind::new("", "v1", "")).unwrap_err();
/// assert_eq!(error.to_string(), r#"no version "v1" has been registered in scheme "empty""#);
/// assert!(error.is_not_registered() && !error.is_missing_kind() && !error.is_missing_version());
/// ```
#[derive(Clone, Debug)]
pub struct Error(Box<Reason>);

#[derive(Clone, Debug)]
enum Reason {
    NotRegistered { missing: Missing, scheme: Str },
    MissingKind,
    MissingVersion,
    Conversion(conversion::Error),
    Other(String),
}

/// The kind, type or version that is not registered.
#[derive(Clone, Debug)]
enum Missing {
    Kind(GroupVersionKind),
    Type(&'static str),
    /// A target, in quoted form, that does not suit a type or a version.
    Target {
        what: String,
        target: String,
    },
}

impl Error {
    pub(crate) fn not_registered(gvk: &GroupVersionKind, scheme: &str) -> Self {
        Error::missing(Missing::Kind(gvk.clone()), scheme)
    }

    pub(crate) fn not_registered_type(type_name: &'static str, scheme: &str) -> Self {
        Error::missing(Missing::Type(type_name), scheme)
    }

    pub(crate) fn not_suitable_type(type_name: &str, target: &dyn GroupVersioner, scheme: &str) -> Self {
        Error::missing(Missing::Target { what: type_name.to_owned(), target: target.quoted() }, scheme)
    }

    pub(crate) fn not_suitable_kind(gvk: &GroupVersionKind, target: &dyn GroupVersioner, scheme: &str) -> Self {
        let what = quote(&gvk.group_version().to_string());
        Error::missing(Missing::Target { what, target: target.quoted() }, scheme)
    }

    fn missing(missing: Missing, scheme: &str) -> Self {
        Error(Box::new(Reason::NotRegistered { missing, scheme: scheme.into() }))
    }

    pub(crate) fn missing_kind() -> Self {
        Error(Box::new(Reason::MissingKind))
    }

    pub(crate) fn missing_version() -> Self {
        Error(Box::new(Reason::MissingVersion))
    }

    pub(super) fn internal_priority(version: &GroupVersion) -> Self {
        Error::other(format!("internal versions cannot be prioritized: {version}"))
    }

    pub(super) fn several_groups(groups: &[&str]) -> Self {
        let groups: Vec<String> = groups.iter().map(ToString::to_string).collect();
        Error::other(format!("must register versions for exactly one group: {}", groups.join(", ")))
    }

    pub(super) fn unknown_field_selector(label: &str) -> Self {
        let label = quote(label);
        Error::other(format!(r#"{label} is not a known field selector: only "metadata.name", "metadata.namespace""#))
    }

    pub(super) fn unsupported_field_label(label: &str) -> Self {
        Error::other(format!("field label not supported: {label}"))
    }

    /// Creates an error with the given text. Use it in functions that are registered in a Scheme, such as those for
    /// field labels. The predicates of the error are all false.
    ///
    /// ```
    /// use apimachinery::scheme::Error;
    ///
    /// assert_eq!(Error::other("no such label").to_string(), "no such label");
    /// ```
    #[must_use]
    pub fn other(message: impl Into<String>) -> Self {
        Error(Box::new(Reason::Other(message.into())))
    }

    /// Returns true if a kind, a Rust type or a version is not registered in the Scheme, or if an object has no kind
    /// that suits the requested version. Counterpart of `IsNotRegisteredError`.
    ///
    /// ```
    /// use apimachinery::schema::GroupVersionKind;
    /// use apimachinery::scheme::Scheme;
    ///
    /// let scheme = Scheme::builder().named("empty").build();
    /// let error = scheme.new_object(&GroupVersionKind::new("apps", "v1", "Deployment")).unwrap_err();
    /// assert!(error.is_not_registered());
    /// assert_eq!(
    ///     error.to_string(),
    ///     r#"no kind "Deployment" is registered for version "apps/v1" in scheme "empty""#,
    /// );
    /// ```
    #[must_use]
    pub fn is_not_registered(&self) -> bool {
        matches!(*self.0, Reason::NotRegistered { .. })
    }

    /// Returns true if the error reports an object without a fixed type, such as an unstructured one, whose `kind` is
    /// empty. Counterpart of `IsMissingKind`.
    #[must_use]
    pub fn is_missing_kind(&self) -> bool {
        matches!(*self.0, Reason::MissingKind)
    }

    /// Returns true if the error reports an object without a fixed type, such as an unstructured one, whose
    /// `apiVersion` is empty. Counterpart of `IsMissingVersion`.
    #[must_use]
    pub fn is_missing_version(&self) -> bool {
        matches!(*self.0, Reason::MissingVersion)
    }
}

impl From<conversion::Error> for Error {
    fn from(error: conversion::Error) -> Self {
        Error(Box::new(Reason::Conversion(error)))
    }
}

/// The texts are upstream's, with the path of the Rust type in place of the name of the Go type.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Reason::NotRegistered { missing, scheme } => write!(f, "{missing} in scheme {}", quote(scheme)),
            Reason::MissingKind => f.write_str("Object 'Kind' is missing"),
            Reason::MissingVersion => f.write_str("Object 'apiVersion' is missing"),
            Reason::Conversion(error) => error.fmt(f),
            Reason::Other(message) => f.write_str(message),
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Missing::Target { what, target } => write!(f, "{what} is not suitable for converting to {target}"),
            Missing::Type(name) => write!(f, "no kind is registered for the type {name}"),
            Missing::Kind(gvk) => {
                let (kind, version) = (quote(&gvk.kind), quote(&gvk.group_version().to_string()));
                if gvk.kind.is_empty() {
                    write!(f, "no version {version} has been registered")
                } else if gvk.is_internal() {
                    let group = quote(&gvk.group);
                    write!(f, "no kind {kind} is registered for the internal version of group {group}")
                } else {
                    write!(f, "no kind {kind} is registered for version {version}")
                }
            }
        }
    }
}

impl std::error::Error for Error {}
