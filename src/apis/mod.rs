//! The API types, generated from `api-defs`: `apis::<group>::<version>::<Kind>`.
//!
//! The functions that a definition names and nobody can generate stand in `functions`, under
//! group and version.

include!(concat!(env!("APIMACHINERY_GENERATED"), "/apis.rs"));

mod functions;
#[cfg(feature = "meta")]
mod label_selector;

/// The Scheme of all built-in kinds that are switched on.
///
/// It is built anew at every call; keep it.
#[must_use]
pub fn scheme() -> crate::scheme::Scheme {
    let mut builder = crate::scheme::Scheme::builder().named("apimachinery");
    register(&mut builder);
    builder.build()
}
