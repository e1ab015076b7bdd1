//! Functions of resource.k8s.io that the definitions cannot express.

pub(crate) mod v1alpha3 {
    pub(crate) use super::defaults;

    pub(crate) mod conversion {
        use crate::apis::resource::internal::DeviceCapacity;
        use crate::conversion::{Error, Scope};
        use crate::field::Map;
        use crate::meta::Quantity;

        pub(crate) fn capacity_to_hub(quantities: Map<Quantity>, _: &Scope<'_>) -> Result<Map<DeviceCapacity>, Error> {
            Ok(each(quantities, |value| DeviceCapacity { value, ..DeviceCapacity::default() }))
        }

        pub(crate) fn capacity_from_hub(
            capacities: Map<DeviceCapacity>,
            scope: &Scope<'_>,
        ) -> Result<Map<Quantity>, Error> {
            for (name, capacity) in capacities.iter() {
                if capacity.request_policy.is_some() {
                    scope.lose(&format!("[{name}].requestPolicy"), "v1alpha3 has no policy of requests");
                }
            }
            Ok(each(capacities, |capacity| capacity.value))
        }

        fn each<T, U>(map: Map<T>, convert: impl Fn(T) -> U) -> Map<U> {
            match map.is_nil() {
                true => Map::nil(),
                false => map.into_iter().map(|(key, value)| (key, convert(value))).collect(),
            }
        }
    }
}

pub(crate) mod v1 {
    pub(crate) use super::defaults;
}

pub(crate) mod v1beta1 {
    pub(crate) use super::defaults;
}

pub(crate) mod v1beta2 {
    pub(crate) use super::defaults;
}

pub(crate) mod defaults {
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
}
