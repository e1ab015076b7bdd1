//! Conversions that all versions of apiextensions share.

use crate::apis::apiextensions::v1beta1::JSONSchemaProps;
use crate::conversion::{Error, Scope};
use crate::field::{Bytes, Value};
use crate::format::json;
use crate::meta::Json;

/// The hub contains values without their spelling: keys are sorted, and the last one of duplicate keys applies. `null`
/// means no default and no example.
pub(crate) fn json_schema_props_to_hub(schema: &mut JSONSchemaProps, _: &Scope<'_>) -> Result<(), Error> {
    for value in schema.default.iter_mut().chain(&mut schema.example).chain(&mut schema.enum_) {
        respell(value)?;
    }
    for value in [&mut schema.default, &mut schema.example] {
        value.take_if(|value| value.raw.is_nil());
    }
    Ok(())
}

pub(crate) fn json_schema_props_from_hub(_: &mut JSONSchemaProps, _: &Scope<'_>) -> Result<(), Error> {
    Ok(())
}

fn respell(value: &mut Json) -> Result<(), Error> {
    let invalid = |error: crate::format::Error| Error::new(error.to_string());
    let parsed = match value.raw.is_empty() {
        true => Value::Null,
        false => json::from_slice(&value.raw).map_err(invalid)?,
    };
    value.raw = match parsed {
        Value::Null => Bytes::default(),
        parsed => json::to_string(&parsed).map_err(invalid)?.as_str().into(),
    };
    Ok(())
}
