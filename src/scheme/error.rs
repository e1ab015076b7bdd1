use std::fmt;

use crate::conversion;
use crate::schema::{GroupVersion, GroupVersionKind};

/// Why the Scheme could not do what was asked.
#[derive(Clone, Debug)]
pub struct Error(Box<Kind>);

#[derive(Clone, Debug)]
enum Kind {
    NotRegistered { gvk: GroupVersionKind, scheme: &'static str },
    NoTarget { gvk: GroupVersionKind, target: String, scheme: &'static str },
    UnknownConversion { from: GroupVersionKind, to: GroupVersionKind },
    Conversion(conversion::Error),
}

impl Error {
    pub(super) fn not_registered(gvk: &GroupVersionKind, scheme: &'static str) -> Self {
        Error(Box::new(Kind::NotRegistered { gvk: gvk.clone(), scheme }))
    }

    pub(super) fn no_target(gvk: &GroupVersionKind, target: &GroupVersion, scheme: &'static str) -> Self {
        Error(Box::new(Kind::NoTarget { gvk: gvk.clone(), target: target.to_string(), scheme }))
    }

    pub(super) fn unknown_conversion(from: &GroupVersionKind, to: &GroupVersionKind) -> Self {
        Error(Box::new(Kind::UnknownConversion { from: from.clone(), to: to.clone() }))
    }

    /// True if a kind or version is not registered, as upstream's `IsNotRegisteredError`.
    #[must_use]
    pub fn is_not_registered(&self) -> bool {
        matches!(*self.0, Kind::NotRegistered { .. } | Kind::NoTarget { .. })
    }
}

impl From<conversion::Error> for Error {
    fn from(error: conversion::Error) -> Self {
        Error(Box::new(Kind::Conversion(error)))
    }
}

/// The texts of missing registrations are upstream's.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Kind::NotRegistered { gvk, scheme } if gvk.kind.is_empty() => {
                write!(f, "no version {:?} has been registered in scheme {scheme:?}", gvk.group_version().to_string())
            }
            Kind::NotRegistered { gvk, scheme } if gvk.is_internal() => write!(
                f,
                "no kind {:?} is registered for the internal version of group {:?} in scheme {scheme:?}",
                gvk.kind, gvk.group
            ),
            Kind::NotRegistered { gvk, scheme } => write!(
                f,
                "no kind {:?} is registered for version {:?} in scheme {scheme:?}",
                gvk.kind,
                gvk.group_version().to_string()
            ),
            Kind::NoTarget { gvk, target, scheme } => write!(
                f,
                "{:?} is not suitable for converting to {target:?} in scheme {scheme:?}",
                gvk.group_version().to_string()
            ),
            Kind::UnknownConversion { from, to } => {
                write!(f, "converting ({from}) to ({to}): unknown conversion")
            }
            Kind::Conversion(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}
