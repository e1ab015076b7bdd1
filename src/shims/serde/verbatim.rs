//! JSON as it stands, which serde_json hands over and takes.
//!
//! To any format an object is told one value at a time, and each of them costs a few calls on both sides. serde_json has
//! `RawValue`, a piece of JSON that is neither read nor written anew; so with it the whole work is left to our own codec.

use std::sync::LazyLock;

use ::serde::ser::SerializeStruct;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::de::{SliceRead, StrRead};
use serde_json::value::RawValue;

use crate::yaml::JSON_TEXT;

/// Whether a deserializer is the one behind `serde_json::from_slice` and `from_str`: what it reads from outlives it.
#[inline]
pub(super) fn is_read_by<'de, D: Deserializer<'de>>() -> bool {
    let found = typeid::of::<D>();
    found == typeid::of::<&mut serde_json::Deserializer<SliceRead<'_>>>()
        || found == typeid::of::<&mut serde_json::Deserializer<StrRead<'_>>>()
}

/// The text of the next value, if [`is_read_by`].
///
/// # Errors
///
/// If it is not JSON.
pub(super) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'de str, D::Error> {
    <&RawValue>::deserialize(deserializer).map(RawValue::get)
}

/// Whether a serializer is the one behind `serde_json::to_vec` and `to_string`, which write without white space. The
/// name of a `RawValue` is no promise of serde_json's, so it is tried once.
#[inline]
pub(super) fn is_written_by<S: Serializer>() -> bool {
    static IS_TAKEN: LazyLock<bool> =
        LazyLock::new(|| serde_json::to_vec(&Verbatim("[ ]")).is_ok_and(|text| text == b"[ ]"));
    typeid::of::<S>() == typeid::of::<&mut serde_json::Serializer<&mut Vec<u8>>>() && *IS_TAKEN
}

/// JSON to be written as it stands, if [`is_written_by`].
pub(super) struct Verbatim<'a>(pub(super) &'a str);

impl Serialize for Verbatim<'_> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut value = serializer.serialize_struct(JSON_TEXT, 1)?;
        value.serialize_field(JSON_TEXT, self.0)?;
        value.end()
    }
}
