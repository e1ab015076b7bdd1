//! Functions named by the definitions of this case.

pub(super) mod lab {
    pub(in super::super) mod v1alpha1 {
        pub(crate) mod conversion;
    }

    pub(in super::super) mod v1beta1 {
        pub(crate) mod defaults;
    }
}
