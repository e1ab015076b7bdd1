//! An API of a crate that is not `apimachinery`: generated types, two functions by hand.

#![forbid(unsafe_code)]

pub mod apis {
    //! The types of `api-defs`.

    include!(concat!(env!("APIMACHINERY_GENERATED"), "/apis.rs"));

    mod functions;
}
