//! The taint of a device, which has the same type in all versions.

use crate::apis::resource::v1::DeviceTaint;
use crate::defaulting::Defaulting;
use crate::meta::Time;

/// A taint without a time gets the current time, truncated to seconds.
pub(crate) fn set_defaults_device_taint(taint: &mut DeviceTaint, context: &Defaulting) {
    if taint.time_added.is_none() {
        taint.time_added = context.now().map(|now| Time::from_unix(now.seconds(), 0));
    }
}
