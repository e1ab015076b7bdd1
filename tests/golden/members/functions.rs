//! Functions named by the definitions of this case.

pub(super) mod store {
    pub(in super::super) mod v1beta1 {
        pub(crate) mod conversion;
    }
}
