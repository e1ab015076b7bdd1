//! An API defined outside of `apimachinery`: generated types and two hand-written functions.

#![forbid(unsafe_code)]

pub mod apis {
    //! The types generated from `api-defs`.

    include!(concat!(env!("APIMACHINERY_GENERATED"), "/apis.rs"));

    mod functions;
}
