//! The definitions of the built-in groups, to which the definitions of other crates can refer.

/// The path and text of every built-in definition file. This crate's build script, which also compiles this module,
/// generates the built-in groups and therefore starts without them.
#[cfg(apimachinery_definitions)]
pub(super) const DEFINITIONS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/definitions.rs"));

/// Empty, because the build script of this crate generates the built-in groups itself.
#[cfg(not(apimachinery_definitions))]
pub(super) const DEFINITIONS: &[(&str, &str)] = &[];
