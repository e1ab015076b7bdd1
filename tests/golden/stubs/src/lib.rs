//! The place of the generated code in the tests, for which the generator prints functions.

mod behavior {
    mod stubs {
        include!(concat!(env!("APIMACHINERY_GENERATED"), "/apis.rs"));
    }
}
