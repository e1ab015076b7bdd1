//! Defaults of a LimitRange.

use super::resources::add_missing;
use crate::apis::core::v1::LimitRangeItem;
use crate::defaulting::Defaulting;

/// The default limit of a container is the maximum; the default request is the limit, or else the minimum.
pub(crate) fn set_defaults_limit_range_item(item: &mut LimitRangeItem, _: &Defaulting) {
    if item.type_ != "Container" {
        return;
    }
    add_missing(item.default.make(), &item.max);
    add_missing(item.default_request.make(), &item.default);
    add_missing(&mut item.default_request, &item.min);
}
