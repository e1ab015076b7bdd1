//! The status of a Scale. Old versions contain the selector twice, as labels and as text.

use crate::apis::apps::v1beta2::ScaleStatus;
use crate::apis::autoscaling;
use crate::apis::meta::v1::LabelSelector;
use crate::conversion::{Error, Scope};
use crate::field::{Map, Str};

/// The text takes precedence. Without it, the labels are formatted without validation.
pub(crate) fn scale_status_to_hub(
    from: &mut ScaleStatus,
    to: &mut autoscaling::internal::ScaleStatus,
    scope: &Scope<'_>,
) -> Result<(), Error> {
    to.selector = std::mem::take(&mut from.target_selector);
    if to.selector.is_empty() {
        let labels: Vec<String> = from.selector.iter().map(|(key, value)| format!("{key}={value}")).collect();
        to.selector = labels.join(",").into();
    } else if !from.selector.is_empty()
        && scope.collects_losses()
        && labels_of(&to.selector).is_ok_and(|labels| labels != from.selector)
    {
        scope.lose("selector", "targetSelector says something else, and takes precedence");
    }
    Ok(())
}

/// Sets the text, and the labels if they are equivalent.
pub(crate) fn scale_status_from_hub(
    from: &mut autoscaling::internal::ScaleStatus,
    to: &mut ScaleStatus,
    _: &Scope<'_>,
) -> Result<(), Error> {
    to.selector = labels_of(&from.selector)?;
    to.target_selector = std::mem::take(&mut from.selector);
    Ok(())
}

/// Returns the labels of a selector that has no other requirements.
fn labels_of(selector: &str) -> Result<Map<Str>, Error> {
    let selector =
        LabelSelector::parse(selector).map_err(|error| Error::new(format!("failed to parse selector: {error}")))?;
    Ok(if selector.match_expressions.is_empty() { selector.match_labels } else { Map::nil() })
}
