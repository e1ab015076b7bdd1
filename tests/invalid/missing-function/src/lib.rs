//! A crate that lacks some of the functions.

pub mod apis {
    include!(concat!(env!("APIMACHINERY_GENERATED"), "/apis.rs"));

    mod functions {
        pub mod shop {
            pub mod v1 {
                pub mod conversion;
                pub mod defaults;
            }
        }
    }
}
