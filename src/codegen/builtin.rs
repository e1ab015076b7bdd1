//! The definitions of the built-in groups, which the definitions of other crates may name.

/// Path and text of every built-in definition. The library has them; its own build script, which
/// mounts this module too, generates them and so starts from none.
#[cfg(apimachinery_definitions)]
pub(super) const DEFINITIONS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/definitions.rs"));

/// None: these are the built-in groups.
#[cfg(not(apimachinery_definitions))]
pub(super) const DEFINITIONS: &[(&str, &str)] = &[];
