//! Functions of extensions that the definitions cannot express.

pub(crate) mod v1beta1 {
    pub(crate) mod conversion {
        //! Lists of a NetworkPolicy, in which nil and empty have the same meaning. Conversion in both directions makes them
        //! empty.

        pub(crate) use super::super::super::apps::{scale_status_from_hub, scale_status_to_hub};
        pub(crate) use super::super::super::networking::{ingress_backend_from_hub, ingress_backend_to_hub};
        use crate::apis::extensions::v1beta1;
        use crate::apis::networking::internal;
        use crate::conversion::{Error, Scope};

        pub(crate) fn network_policy_spec_to_hub(
            _: &mut v1beta1::NetworkPolicySpec,
            to: &mut internal::NetworkPolicySpec,
            _: &Scope<'_>,
        ) -> Result<(), Error> {
            to.ingress.make();
            to.egress.make();
            Ok(())
        }

        pub(crate) fn network_policy_spec_from_hub(
            _: &mut internal::NetworkPolicySpec,
            to: &mut v1beta1::NetworkPolicySpec,
            _: &Scope<'_>,
        ) -> Result<(), Error> {
            to.ingress.make();
            to.egress.make();
            Ok(())
        }

        pub(crate) fn network_policy_ingress_rule_to_hub(
            _: &mut v1beta1::NetworkPolicyIngressRule,
            to: &mut internal::NetworkPolicyIngressRule,
            _: &Scope<'_>,
        ) -> Result<(), Error> {
            to.ports.make();
            Ok(())
        }

        pub(crate) fn network_policy_ingress_rule_from_hub(
            _: &mut internal::NetworkPolicyIngressRule,
            to: &mut v1beta1::NetworkPolicyIngressRule,
            _: &Scope<'_>,
        ) -> Result<(), Error> {
            to.ports.make();
            Ok(())
        }

        pub(crate) fn network_policy_egress_rule_to_hub(
            _: &mut v1beta1::NetworkPolicyEgressRule,
            to: &mut internal::NetworkPolicyEgressRule,
            _: &Scope<'_>,
        ) -> Result<(), Error> {
            to.ports.make();
            to.to.make();
            Ok(())
        }

        pub(crate) fn network_policy_egress_rule_from_hub(
            _: &mut internal::NetworkPolicyEgressRule,
            to: &mut v1beta1::NetworkPolicyEgressRule,
            _: &Scope<'_>,
        ) -> Result<(), Error> {
            to.ports.make();
            to.to.make();
            Ok(())
        }

        pub(crate) fn ip_block_to_hub(block: &mut v1beta1::IPBlock, _: &Scope<'_>) -> Result<(), Error> {
            block.except.make();
            Ok(())
        }

        pub(crate) fn ip_block_from_hub(block: &mut v1beta1::IPBlock, _: &Scope<'_>) -> Result<(), Error> {
            block.except.make();
            Ok(())
        }
    }
}
