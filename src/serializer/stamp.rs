//! Objects written with another kind than they say, without a copy.

use super::Error;
use crate::format::json;
use crate::meta::{Object, TypeMeta};
use crate::reflect::View;
use crate::schema::GroupVersionKind;

/// Appends compact JSON in which the object says that it is of kind `kind`.
pub(super) fn write_json(out: &mut Vec<u8>, object: &dyn Object, kind: &GroupVersionKind) -> Result<(), Error> {
    if let View::Struct(value) = object.cursor().view() {
        return Ok(json::write_as(out, value, &kind.kind, &kind.api_version())?);
    }
    let mut stamped = object.clone_box();
    stamped.set_type_meta(TypeMeta::from(kind));
    Ok(json::write(out, stamped.cursor())?)
}
