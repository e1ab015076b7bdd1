//! The API types, generated from `api-defs`: `apis::<group>::<version>::<Kind>`.
//!
//! The functions that a definition names and nobody can generate stand in `functions`, under
//! group and version.

include!(concat!(env!("APIMACHINERY_GENERATED"), "/apis.rs"));

#[cfg(feature = "meta")]
mod every_version;
mod functions;
#[cfg(feature = "meta")]
mod label_selector;
#[cfg(feature = "meta")]
mod meta_hub;
#[cfg(feature = "certificates")]
mod pod_certificate_request;
#[cfg(feature = "apps")]
mod replication_controller;
#[cfg(feature = "storage")]
mod storage_alpha;

#[cfg(feature = "meta")]
pub use self::every_version::add_to_every_version;
use crate::schema::Release;

/// The newest release of Kubernetes of which these APIs know: what is served, deprecated and removed by then.
///
/// ```
/// use apimachinery::apis;
/// use apimachinery::schema::Release;
///
/// assert!(apis::RELEASE >= Release::new(1, 36));
/// ```
pub const RELEASE: Release = Release::new(1, 36);

/// The Scheme of all built-in kinds that are switched on, named `apimachinery`.
///
/// It is built anew at every call, which takes milliseconds; keep it, in a `LazyLock` or an `Arc`. For more kinds than
/// these, call `apis::register` and one's own on one [`Builder`](crate::scheme::Builder).
///
/// ```
/// use apimachinery::apis;
/// use apimachinery::scheme::Scheme;
///
/// assert_eq!(apis::scheme().name(), "apimachinery");
///
/// let mut builder = Scheme::builder().named("mine");
/// apis::register(&mut builder);
/// assert_eq!(builder.build().name(), "mine");
/// ```
#[must_use]
pub fn scheme() -> crate::scheme::Scheme {
    let mut builder = crate::scheme::Scheme::builder().named("apimachinery");
    register(&mut builder);
    #[cfg(feature = "storage")]
    storage_alpha::register(&mut builder);
    #[cfg(feature = "certificates")]
    pod_certificate_request::register(&mut builder);
    #[cfg(feature = "meta")]
    {
        meta_hub::register(&mut builder);
        add_to_every_version(&mut builder);
    }
    #[cfg(feature = "apps")]
    replication_controller::register(builder.converter());
    builder.build()
}
