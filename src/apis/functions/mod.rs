//! The functions that definitions name, by group and version. Generated text calls them from
//! there; one that is missing or has another signature does not compile.

#[cfg(feature = "core")]
pub(super) mod core {
    pub(in super::super) mod v1 {
        pub(crate) mod conversion;
        pub(crate) mod defaults;
        mod image;
        mod limit_range;
        mod pod;
        mod resources;
        mod service;
    }
}
