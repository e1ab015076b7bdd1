//! The status of a Scale: old versions have the selector twice, as labels and as text.

use crate::apis::apps::v1beta2::ScaleStatus;
use crate::apis::autoscaling;
use crate::apis::meta::v1::LabelSelector;
use crate::conversion::{Error, Scope};
use crate::field::Map;

/// The text counts; without it the labels are written as one, as they are.
pub(crate) fn scale_status_to_hub(
    from: &mut ScaleStatus,
    to: &mut autoscaling::internal::ScaleStatus,
    _: &Scope<'_>,
) -> Result<(), Error> {
    to.selector = std::mem::take(&mut from.target_selector);
    if to.selector.is_empty() {
        let labels: Vec<String> = from.selector.iter().map(|(key, value)| format!("{key}={value}")).collect();
        to.selector = labels.join(",").into();
    }
    Ok(())
}

/// The text, and the labels if they say all of it.
pub(crate) fn scale_status_from_hub(
    from: &mut autoscaling::internal::ScaleStatus,
    to: &mut ScaleStatus,
    _: &Scope<'_>,
) -> Result<(), Error> {
    let selector = LabelSelector::parse(&from.selector)
        .map_err(|error| Error::new(format!("failed to parse selector: {error}")))?;
    to.selector = match selector.match_expressions.is_empty() {
        true => selector.match_labels,
        false => Map::nil(),
    };
    to.target_selector = std::mem::take(&mut from.selector);
    Ok(())
}
