//! Conversions of resource.k8s.io/v1alpha3 that the definitions cannot express.

use crate::apis::resource::internal::DeviceCapacity;
use crate::conversion::{Error, Scope};
use crate::field::Map;
use crate::meta::Quantity;

pub(crate) fn capacity_to_hub(quantities: Map<Quantity>, _: &Scope<'_>) -> Result<Map<DeviceCapacity>, Error> {
    Ok(each(quantities, |value| DeviceCapacity { value, ..DeviceCapacity::default() }))
}

pub(crate) fn capacity_from_hub(capacities: Map<DeviceCapacity>, scope: &Scope<'_>) -> Result<Map<Quantity>, Error> {
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
