//! In place, whichever version an autoscaler comes from or goes to: its annotations are of one version alone.

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
