//! Objects nested in other objects, such as the items of a list of mixed kinds.
//!
//! In upstream, each type decides whether codecs decode its nested objects (`NestedObjectDecoder`). Here they do so for
//! every list kind with raw items.

use crate::go_yaml;
use crate::meta::{Object, RawExtension, Unknown};
use crate::schema::GroupVersioner;
use crate::scheme::Scheme;
use crate::serializer::findings::Findings;
use crate::serializer::formats::stamp;
use crate::serializer::{Decoder, Encoder, Error, Format, Recognition};

/// Decodes each item by its own kind, without defaulting or conversion. An item of a kind that is not registered becomes
/// an [`Unknown`].
///
/// # Errors
///
/// Returns an error if an item is malformed or contains values of a wrong type.
pub(super) fn decode(object: &mut dyn Object, decoder: &dyn Decoder) -> Result<Findings, Error> {
    let mut findings = Findings::default();
    let items = object.as_list_mut().map(|list| list.raw_extensions_mut()).unwrap_or_default();
    for (index, item) in items.iter_mut().enumerate() {
        let found = decode_item(item, decoder).map_err(|error| Error::other(format!("items[{index}]: {error}")))?;
        findings.append(found.below_item(index));
    }
    Ok(findings)
}

fn decode_item(item: &mut RawExtension, decoder: &dyn Decoder) -> Result<Findings, Error> {
    let raw = &*item.raw;
    if raw.is_empty() || raw == b"null" || item.object.is_some() || decoder.recognizes(raw) == Recognition::No {
        return Ok(Findings::default());
    }
    match Findings::split(decoder.decode(raw, None)) {
        Ok((object, _, findings)) => {
            *item = RawExtension::from(object);
            Ok(findings)
        }
        Err(error) if error.is_not_registered() || error.is_missing_kind() || error.is_missing_version() => {
            let mut unknown = Unknown::default();
            let warnings = decoder.decode_into(raw, None, &mut unknown)?.warnings;
            *item = RawExtension::from(unknown);
            Ok(Findings::reported(warnings))
        }
        Err(error) => Err(error),
    }
}

/// Returns true if [`encode`] has no items to encode.
pub(super) fn is_encoded(object: &dyn Object) -> bool {
    let items = object.as_list().map(|list| list.raw_extensions()).unwrap_or_default();
    items.iter().all(|item| item.object.is_none() || !item.raw.is_nil())
}

/// Encodes each item that is an object, with its kind.
///
/// # Errors
///
/// Returns an error if an item cannot be encoded.
pub(super) fn encode(
    object: &mut dyn Object,
    scheme: &Scheme,
    version: Option<&dyn GroupVersioner>,
    encoder: &dyn Encoder,
) -> Result<(), Error> {
    let items = object.as_list_mut().map(|list| list.raw_extensions_mut()).unwrap_or_default();
    for item in items {
        let Some(nested) = item.object.as_deref().filter(|_| item.raw.is_nil()) else { continue };
        let mut bytes = Vec::new();
        match stamp::own_kind(scheme, version, nested)? {
            Some(kind) => encoder.encode_as(nested, &kind, &mut bytes)?,
            None => encoder.encode(nested, &mut bytes)?,
        }
        // Raw values must be JSON, also if the surrounding object is encoded as YAML.
        if Format::recognize(&bytes) == Format::Yaml {
            bytes = go_yaml::to_json(&bytes)?.into_bytes();
        }
        *item = RawExtension { raw: bytes.into(), object: None };
    }
    Ok(())
}
