//! Conversions of v1beta1 that definitions cannot express.

use apimachinery::apis::core::v1 as core_v1;
use apimachinery::conversion::{Error, Scope};
use apimachinery::meta::{Duration, IntOrString, List, Map, Quantity, RawExtension, Str, Time, Value};

use crate::behavior::stubs::store::{internal as hub, v1beta1};

/// Converts `boxes` to `boxes` of the hub.
pub fn boxes_to_hub(value: Map<v1beta1::Box>) -> Result<List<hub::Box>, Error> {
    todo!()
}

/// Converts `boxes` of the hub to `boxes`.
pub fn boxes_from_hub(value: List<hub::Box>) -> Result<Map<v1beta1::Box>, Error> {
    todo!()
}

/// Completes the conversion of `Item` to the hub.
pub fn item_to_hub(from: &mut v1beta1::Item, to: &mut hub::Item, scope: &Scope<'_>) -> Result<(), Error> {
    todo!()
}

/// Completes the conversion of `Item` from the hub.
pub fn item_from_hub(from: &mut hub::Item, to: &mut v1beta1::Item, scope: &Scope<'_>) -> Result<(), Error> {
    todo!()
}

/// Converts `building`, `room`, `where` of `ItemSpec` to the hub.
pub fn item_spec_to_hub(from: &mut v1beta1::ItemSpec, to: &mut hub::ItemSpec, scope: &Scope<'_>) -> Result<(), Error> {
    todo!()
}

/// Converts `building`, `room`, `where` of `ItemSpec` from the hub.
pub fn item_spec_from_hub(from: &mut hub::ItemSpec, to: &mut v1beta1::ItemSpec, scope: &Scope<'_>) -> Result<(), Error> {
    todo!()
}

/// Completes the conversion of `ItemStatus` to the hub.
pub fn item_status_to_hub(object: &mut v1beta1::ItemStatus, scope: &Scope<'_>) -> Result<(), Error> {
    todo!()
}

/// Completes the conversion of `ItemStatus` from the hub.
pub fn item_status_from_hub(object: &mut v1beta1::ItemStatus, scope: &Scope<'_>) -> Result<(), Error> {
    todo!()
}

/// Converts `mode` to `mode` of the hub.
pub fn mode_to_hub(value: v1beta1::Mode) -> Result<hub::Mode, Error> {
    todo!()
}

/// Converts `mode` of the hub to `mode`.
pub fn mode_from_hub(value: hub::Mode) -> Result<v1beta1::Mode, Error> {
    todo!()
}

/// Converts `ports` to `ports` of the hub.
pub fn ports_to_hub(value: List<v1beta1::Port>, scope: &Scope<'_>) -> Result<Map<hub::Port>, Error> {
    todo!()
}

/// Converts `ports` of the hub to `ports`.
pub fn ports_from_hub(value: Map<hub::Port>, scope: &Scope<'_>) -> Result<List<v1beta1::Port>, Error> {
    todo!()
}

/// Converts `settings` to `settings` of the hub.
pub fn settings_to_hub(value: RawExtension) -> Result<Value, Error> {
    todo!()
}

/// Converts `settings` of the hub to `settings`.
pub fn settings_from_hub(value: Value) -> Result<RawExtension, Error> {
    todo!()
}

/// Converts `shelfHeight` to `shelf` of the hub.
pub fn shelf_to_hub(value: i32) -> Result<hub::Shelf, Error> {
    todo!()
}

/// Converts `shelf` of the hub to `shelfHeight`.
pub fn shelf_from_hub(value: hub::Shelf) -> Result<i32, Error> {
    todo!()
}

/// Converts `gigabytes` to `size` of the hub.
pub fn size_to_hub(value: i32) -> Result<Quantity, Error> {
    todo!()
}

/// Converts `size` of the hub to `gigabytes`.
pub fn size_from_hub(value: Quantity) -> Result<i32, Error> {
    todo!()
}

/// Converts `started` to `started` of the hub.
pub fn started_to_hub(value: Str) -> Result<Option<Time>, Error> {
    todo!()
}

/// Converts `started` of the hub to `started`.
pub fn started_from_hub(value: Option<Time>) -> Result<Str, Error> {
    todo!()
}

/// Converts `image` to `template` of the hub.
pub fn template_to_hub(value: Str, scope: &Scope<'_>) -> Result<core_v1::PodTemplateSpec, Error> {
    todo!()
}

/// Converts `template` of the hub to `image`.
pub fn template_from_hub(value: core_v1::PodTemplateSpec, scope: &Scope<'_>) -> Result<Str, Error> {
    todo!()
}

/// Converts `seconds` to `timeout` of the hub.
pub fn timeout_to_hub(value: i64, scope: &Scope<'_>) -> Result<Option<Duration>, Error> {
    todo!()
}

/// Converts `timeout` of the hub to `seconds`.
pub fn timeout_from_hub(value: Option<Duration>, scope: &Scope<'_>) -> Result<i64, Error> {
    todo!()
}

/// Converts `type` to `type` of the hub.
pub fn type_to_hub(value: Str) -> Result<Option<IntOrString>, Error> {
    todo!()
}

/// Converts `type` of the hub to `type`.
pub fn type_from_hub(value: Option<IntOrString>) -> Result<Str, Error> {
    todo!()
}
