//! Conversions of v1beta1 that definitions cannot express.

use apimachinery::conversion::Error;

/// Converts `seconds` to `timeout` of the hub.
pub fn timeout_to_hub(value: i32) -> Result<i64, Error> {
    Ok(value.into())
}

/// Converts `timeout` of the hub to `seconds`.
pub fn timeout_from_hub(value: i64) -> Result<i32, Error> {
    Ok(value.try_into().unwrap_or_default())
}
