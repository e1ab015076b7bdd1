//! Conversions of an autoscaler in place, from and to all versions: annotations belong to a single version.

use super::super::annotations;
use crate::apis::autoscaling::v2::HorizontalPodAutoscaler;
use crate::conversion::{Error, Scope};

pub(crate) fn horizontal_pod_autoscaler_to_hub(
    hub: &mut HorizontalPodAutoscaler,
    scope: &Scope<'_>,
) -> Result<(), Error> {
    annotations::remove(&mut hub.metadata.annotations, scope);
    Ok(())
}

pub(crate) fn horizontal_pod_autoscaler_from_hub(
    hub: &mut HorizontalPodAutoscaler,
    scope: &Scope<'_>,
) -> Result<(), Error> {
    annotations::remove(&mut hub.metadata.annotations, scope);
    Ok(())
}
