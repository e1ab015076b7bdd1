//! Functions named by the definitions of this case.

pub(super) mod store {
    pub(in super::super) mod v1 {
        pub(crate) mod defaults {
            use apimachinery::defaulting::Defaulting;

            use super::super::super::super::store::v1;

            pub(crate) fn set_defaults_budget(object: &mut v1::Budget, _context: &Defaulting) {
                for amount in object.values_mut() {
                    *amount = "1".parse().expect("a quantity");
                }
            }
        }
    }
}
