//! The functions referenced by definitions, by group and version. Generated code calls them from here; a function that
//! is missing or has the wrong signature does not compile.

#[cfg(feature = "apiextensions")]
pub(super) mod apiextensions {
    mod defaults;
    pub(in super::super) mod internal {
        pub(crate) mod conversion;
    }
    pub(in super::super) mod v1 {
        pub(crate) mod conversion;
        pub(crate) mod defaults;
    }
    pub(in super::super) mod v1beta1 {
        pub(crate) mod defaults;
    }
}

#[cfg(feature = "apps")]
pub(super) mod apps {
    pub(super) mod scale;
    mod volume_claims;
    pub(in super::super) mod v1 {
        pub(crate) mod conversion;
    }
    pub(in super::super) mod v1beta1 {
        pub(crate) mod conversion;
    }
    pub(in super::super) mod v1beta2 {
        pub(crate) mod conversion;
    }
}

#[cfg(feature = "autoscaling")]
pub(super) mod autoscaling {
    mod annotations;
    mod behavior;
    mod cpu;
    mod metrics;
    pub(in super::super) mod internal {
        pub(crate) mod conversion;
    }
    pub(in super::super) mod v1 {
        pub(crate) mod conversion;
    }
    pub(in super::super) mod v2beta1 {
        pub(crate) mod conversion;
    }
    pub(in super::super) mod v2beta2 {
        pub(crate) mod conversion;
    }
}

#[cfg(feature = "certificates")]
pub(super) mod certificates {
    mod der;
    mod name;
    mod pem;
    mod public_key;
    mod request;
    mod signer;
    pub(in super::super) mod v1beta1 {
        pub(crate) mod defaults;
    }
}

#[cfg(feature = "coordination")]
pub(super) mod coordination {
    pub(in super::super) mod v1alpha1 {
        pub(crate) mod conversion;
    }
}

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

#[cfg(feature = "discovery")]
pub(super) mod discovery {
    mod topology;
    pub(in super::super) mod v1alpha1 {
        pub(crate) mod conversion;
    }
    pub(in super::super) mod v1beta1 {
        pub(crate) mod conversion;
    }
}

#[cfg(feature = "extensions")]
pub(super) mod extensions {
    pub(in super::super) mod v1beta1 {
        pub(crate) mod conversion;
        mod network_policy;
    }
}

#[cfg(feature = "networking")]
pub(super) mod networking {
    pub(super) mod ingress;
    pub(in super::super) mod v1beta1 {
        pub(crate) mod conversion;
    }
}

#[cfg(feature = "policy")]
pub(super) mod policy {
    mod selector;
    pub(in super::super) mod v1 {
        pub(crate) mod conversion;
    }
    pub(in super::super) mod v1beta1 {
        pub(crate) mod conversion;
    }
}

#[cfg(feature = "flowcontrol")]
pub(super) mod flowcontrol {
    pub(in super::super) mod v1beta3 {
        pub(crate) mod conversion;
        pub(crate) mod defaults;

        /// Indicates that zero shares are intended, and no default applies.
        const PRESERVES_ZERO_SHARES: &str = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";
    }
}

#[cfg(feature = "rbac")]
pub(super) mod rbac {
    pub(in super::super) mod v1alpha1 {
        pub(crate) mod conversion;
    }
}

#[cfg(feature = "resource")]
pub(super) mod resource {
    pub(crate) mod taint;
    pub(in super::super) mod v1 {
        pub(crate) use super::taint as defaults;
    }
    pub(in super::super) mod v1beta1 {
        pub(crate) use super::taint as defaults;
    }
    pub(in super::super) mod v1beta2 {
        pub(crate) use super::taint as defaults;
    }
    pub(in super::super) mod v1alpha3 {
        pub(crate) use super::taint as defaults;
        pub(crate) mod conversion;
    }
}

#[cfg(feature = "storagemigration")]
pub(super) mod storagemigration {
    pub(in super::super) mod v1alpha1 {
        pub(crate) mod conversion;
    }
}
