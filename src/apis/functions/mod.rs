//! The functions that definitions name, in one module for each group. The modules inside are fixed: generated code calls
//! `<group>::<version>::conversion` and `<group>::<version>::defaults`. A function that is missing or has the wrong
//! signature does not compile.

#[cfg(feature = "apiextensions")]
pub(super) mod apiextensions;
#[cfg(feature = "apps")]
pub(super) mod apps;
#[cfg(feature = "autoscaling")]
pub(super) mod autoscaling;
#[cfg(feature = "certificates")]
pub(super) mod certificates;
#[cfg(feature = "coordination")]
pub(super) mod coordination;
#[cfg(feature = "core")]
pub(super) mod core;
#[cfg(feature = "discovery")]
pub(super) mod discovery;
#[cfg(feature = "extensions")]
pub(super) mod extensions;
#[cfg(feature = "flowcontrol")]
pub(super) mod flowcontrol;
#[cfg(feature = "networking")]
pub(super) mod networking;
#[cfg(feature = "policy")]
pub(super) mod policy;
#[cfg(feature = "rbac")]
pub(super) mod rbac;
#[cfg(feature = "resource")]
pub(super) mod resource;
#[cfg(feature = "scheduling")]
pub(super) mod scheduling;
#[cfg(feature = "storagemigration")]
pub(super) mod storagemigration;
