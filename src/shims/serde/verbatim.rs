//! Exchange of JSON text with serde_json, without conversion.
//!
//! In the data model of serde, an object is passed value by value, which costs several calls for each one on both
//! sides. For serde_json there is `RawValue`, a piece of JSON that is copied unchanged. With it, all the work is done
//! by this crate's own codec.

use std::sync::LazyLock;

use ::serde::ser::SerializeStruct;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::de::{SliceRead, StrRead};
use serde_json::value::RawValue;

use crate::go_yaml::JSON_TEXT;

/// Returns true if a deserializer is the one used by `serde_json::from_slice` and `serde_json::from_str`, whose input
/// outlives it.
#[inline]
pub(super) fn is_read_by<'de, D: Deserializer<'de>>() -> bool {
    let found = typeid::of::<D>();
    found == typeid::of::<&mut serde_json::Deserializer<SliceRead<'_>>>()
        || found == typeid::of::<&mut serde_json::Deserializer<StrRead<'_>>>()
}

/// Returns the text of the next value. [`is_read_by`] must be true.
///
/// # Errors
///
/// Returns an error if the text is not JSON.
pub(super) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'de str, D::Error> {
    <&RawValue>::deserialize(deserializer).map(RawValue::get)
}

/// Returns true if a serializer is the one used by `serde_json::to_vec` and `serde_json::to_string`, which write no
/// white space. The name of `RawValue` is an implementation detail of serde_json, so it is tested once.
#[inline]
pub(super) fn is_written_by<S: Serializer>() -> bool {
    static IS_TAKEN: LazyLock<bool> =
        LazyLock::new(|| serde_json::to_vec(&Verbatim("[ ]")).is_ok_and(|text| text == b"[ ]"));
    typeid::of::<S>() == typeid::of::<&mut serde_json::Serializer<&mut Vec<u8>>>() && *IS_TAKEN
}

/// JSON to be written unchanged. [`is_written_by`] must be true.
pub(super) struct Verbatim<'a>(pub(super) &'a str);

impl Serialize for Verbatim<'_> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut value = serializer.serialize_struct(JSON_TEXT, 1)?;
        value.serialize_field(JSON_TEXT, self.0)?;
        value.end()
    }
}
