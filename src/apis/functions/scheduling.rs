//! Functions of scheduling.k8s.io that the definitions cannot express.

pub(crate) mod v1alpha2 {
    pub(crate) mod conversion {
        //! The disruption mode, a name in v1alpha2 and a union in later versions.

        use crate::apis::scheduling::{internal as hub, v1alpha2};
        use crate::conversion::Error;

        pub(crate) fn disruption_mode_to_hub(name: v1alpha2::DisruptionMode) -> Result<hub::DisruptionMode, Error> {
            let mut mode = hub::DisruptionMode::default();
            match name.as_str() {
                "Pod" => mode.single = Some(Box::default()),
                "PodGroup" => mode.all = Some(Box::default()),
                other => {
                    return Err(Error::new(format!("invalid disruption mode {other:?}: expected Pod or PodGroup")));
                }
            }
            Ok(mode)
        }

        pub(crate) fn disruption_mode_from_hub(mode: hub::DisruptionMode) -> Result<v1alpha2::DisruptionMode, Error> {
            match (mode.single.is_some(), mode.all.is_some()) {
                (true, false) => Ok(v1alpha2::DisruptionMode::POD),
                (false, true) => Ok(v1alpha2::DisruptionMode::POD_GROUP),
                _ => Err(Error::new("invalid disruption mode: expected exactly one of single and all")),
            }
        }
    }
}
