//! The meaning of an object: what an API server makes of it.

use super::numbers::Numbers;
use super::refusal::{Cause, Refusal};
use super::written::Written;
use super::{Difference, Path, difference, directive, types};
use crate::field::Value;
use crate::meta::{Object, TypeMeta};
use crate::reflect::{Shape, View};
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::serializer::{Codec, Decoded, value};

/// Decodes objects, fills in their defaults, and converts them to the hub. Patches have no defaults.
pub(super) struct Meaning<'c> {
    codec: &'c Codec,
    numbers: &'c Numbers,
    pub(super) is_patch: bool,
}

/// An object in the hub.
pub(super) struct Hub {
    pub(super) object: Decoded,
}

impl<'c> Meaning<'c> {
    pub(super) fn new(codec: &'c Codec, numbers: &'c Numbers) -> Self {
        Meaning { codec, numbers, is_patch: false }
    }

    /// Creates the meaning of patches: what they set, without defaults.
    pub(super) fn of_patches(codec: &'c Codec, numbers: &'c Numbers) -> Self {
        Meaning { codec, numbers, is_patch: true }
    }

    /// Returns the object as its own version reads it, without defaults.
    pub(super) fn decode(&self, value: &Value) -> Result<Decoded, Refusal> {
        self.decode_json(&self.json(value)?)
    }

    /// Returns the JSON of an object, or of what a patch sets.
    pub(super) fn json(&self, value: &Value) -> Result<String, Refusal> {
        if self.is_patch { self.numbers.json(&directive::without(value)) } else { self.numbers.json(value) }
    }

    /// Returns the object with this [`json`](Self::json).
    pub(super) fn decode_json(&self, json: &str) -> Result<Decoded, Refusal> {
        // The position in this JSON is not one in the text.
        self.decode_text(json.as_bytes()).map_err(|refusal| Refusal::new(refusal.cause(), refusal.message()))
    }

    /// Returns the object that a text contains, as its own version reads it.
    pub(super) fn decode_text(&self, text: &[u8]) -> Result<Decoded, Refusal> {
        let decoded = self.codec.decode(text).map_err(|error| {
            let message = error.details().into_iter().next().unwrap_or_else(|| error.to_string());
            Refusal::new(Cause::Invalid, message).at(error.position())
        });
        let mut decoded = decoded?;
        // The version of a list is also that of its items, which only some conversions copy.
        if let Some(list) = decoded.object.as_list_mut() {
            for index in 0..list.len() {
                if let Some(item) = list.get_mut(index) {
                    item.set_type_meta(TypeMeta::default());
                }
            }
        }
        Ok(decoded)
    }

    /// Fills in the defaults of an object and converts it to the hub.
    pub(super) fn hub(&self, mut decoded: Decoded) -> Result<Hub, Refusal> {
        if !self.is_patch {
            self.codec.apply_defaults(&mut decoded);
        }
        decoded.warnings.clear();
        let hub = decoded.gvk.of_hub();
        let has_hub = self.codec.scheme().can_convert(&decoded.gvk, &hub);
        let object = if has_hub { self.convert(decoded, &hub.group_version())? } else { decoded };
        Ok(Hub { object })
    }

    /// Returns the object in the hub.
    pub(super) fn hub_of(&self, value: &Value) -> Result<Hub, Refusal> {
        self.hub(self.decode(value)?)
    }

    /// Converts an object, with all defaults unless it is a patch.
    pub(super) fn converted(&self, value: &Value, version: &GroupVersion) -> Result<Value, Refusal> {
        let object = self.convert(self.hub_of(value)?.object, version)?;
        self.canonical(&object)
    }

    /// Returns the outermost values of a document that a kind has no field for. Directives of patches need none.
    pub(super) fn misfits(&self, shape: &'static Shape, value: &Value) -> Vec<Path> {
        let mut misfits = types::misfits(shape, value);
        misfits.retain(|path| !self.is_patch || !directive::is_part_of_one(path));
        misfits
    }

    /// Writes an object of the hub in a version.
    pub(super) fn written(&self, hub: &Hub, version: &GroupVersion) -> Result<Written, Refusal> {
        self.convert(hub.object.clone(), version).map(Written::new)
    }

    /// Returns the object in the version and form in which it is decoded.
    pub(super) fn canonical(&self, decoded: &Decoded) -> Result<Value, Refusal> {
        value::read(decoded.object.cursor()).map_err(|error| Refusal::new(Cause::Invalid, error.to_string()))
    }

    fn convert(&self, decoded: Decoded, version: &GroupVersion) -> Result<Decoded, Refusal> {
        let from = decoded.gvk.api_version();
        self.codec.convert(decoded, version).map_err(|error| {
            Refusal::new(Cause::Conversion, format!("cannot convert from {from} to {version}: {error}"))
        })
    }

    /// Returns the table of a kind.
    pub(super) fn shape(&self, gvk: &GroupVersionKind) -> Option<&'static Shape> {
        let object = self.codec.scheme().new_object(gvk).ok()?;
        match object.cursor().view() {
            View::Struct(object) => Some(object.shape()),
            _ => None,
        }
    }
}

/// Returns the fields in which two objects of the hub differ.
pub(super) fn differences(before: &Hub, after: &Hub) -> Vec<Difference> {
    difference::between(cursor(before), cursor(after))
}

/// Returns true if two objects of the hub have the same meaning.
pub(super) fn are_equal(before: &Hub, after: &Hub) -> bool {
    difference::is_none(cursor(before), cursor(after))
}

fn cursor(hub: &Hub) -> crate::reflect::Ref<'_> {
    let object: &dyn Object = &*hub.object.object;
    object.cursor()
}
