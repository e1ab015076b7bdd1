//! Functions of coordination.k8s.io that the definitions cannot express.

pub(crate) mod v1alpha1 {
    pub(crate) mod conversion {
        //! Conversions of coordination.k8s.io/v1alpha1 that the definitions cannot express.
        //!
        //! v1alpha1 has a list of strategies by preference, of which the first one applies. Later versions have this one only.

        use crate::apis::coordination::{v1, v1alpha1, v1beta1};
        use crate::conversion::{Error, Scope, annotation_read};
        use crate::field::List;
        use std::mem::take;

        /// Preserves lists that a single strategy cannot represent.
        const PREFERRED: &str = "coordination.k8s.io/preferred-strategies";

        pub(crate) fn lease_candidate_to_hub(
            from: &mut v1alpha1::LeaseCandidate,
            to: &mut v1beta1::LeaseCandidate,
            scope: &Scope<'_>,
        ) -> Result<(), Error> {
            let strategies = take(&mut from.spec.preferred_strategies);
            if strategies.len() > 1 {
                scope.write_annotation(&mut to.metadata.annotations, PREFERRED, &strategies)?;
            }
            to.spec.strategy = first(&strategies);
            Ok(())
        }

        pub(crate) fn lease_candidate_from_hub(
            from: &mut v1beta1::LeaseCandidate,
            to: &mut v1alpha1::LeaseCandidate,
            scope: &Scope<'_>,
        ) -> Result<(), Error> {
            let strategy = take(&mut from.spec.strategy);
            let kept: Option<List<v1::CoordinatedLeaseStrategy>> =
                annotation_read(&mut to.metadata.annotations, PREFERRED)?;
            if kept.as_ref().is_some_and(|kept| !kept.is_empty() && first(kept) != strategy) {
                let path = format!("metadata.annotations[{PREFERRED}]");
                scope.lose(&path, "it does not begin with the strategy, which takes precedence");
            }
            to.spec.preferred_strategies = match kept {
                Some(kept) if first(&kept) == strategy => kept,
                _ if strategy.is_empty() => List::nil(),
                _ => List::from([strategy]),
            };
            Ok(())
        }

        fn first(strategies: &List<v1::CoordinatedLeaseStrategy>) -> v1::CoordinatedLeaseStrategy {
            strategies.first().cloned().unwrap_or_default()
        }
    }
}
