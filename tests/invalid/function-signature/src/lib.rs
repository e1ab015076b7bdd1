//! A crate whose functions have signatures of an earlier state of the definitions.

pub mod apis {
    include!(concat!(env!("APIMACHINERY_GENERATED"), "/apis.rs"));

    mod functions {
        pub mod shop {
            pub mod v1beta1 {
                pub mod conversion;

                pub mod defaults {
                    use crate::apis::shop::v1beta1;

                    pub fn set_defaults_item_spec(object: &mut v1beta1::ItemSpec) {
                        object.name = "item".into();
                    }
                }
            }
        }
    }
}
