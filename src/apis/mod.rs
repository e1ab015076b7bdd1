//! The API types, generated from `api-defs`. The path of a type is `apis::<group>::<version>::<Kind>`, such as
//! `apis::apps::v1::Deployment`.
//!
//! Each group is enabled by the Cargo feature of its name. A type of the version `internal` is the hub: the internal
//! form of a kind through which its versions are converted. [`scheme`] returns all kinds for decoding, defaulting and
//! conversion.

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

/// The newest Kubernetes release for which the definitions record which kinds are served, deprecated and removed.
///
/// ```
/// use apimachinery::apis;
/// use apimachinery::schema::Release;
///
/// assert!(apis::RELEASE >= Release::new(1, 37));
/// ```
pub const RELEASE: Release = Release::new(1, 37);

/// Returns a Scheme named `apimachinery` with all built-in kinds whose features are enabled.
///
/// Every call builds a new Scheme, which takes milliseconds. Keep it, for example in a `LazyLock` or an `Arc`. To add
/// your own kinds, register them and call `apis::register` on the same [`Builder`](crate::scheme::Builder).
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
