//! Helpers shared by the fuzz targets: the codecs, all kinds, and choices taken from the input.

use std::sync::LazyLock;

use apimachinery::meta::Object;
use apimachinery::schema::{GroupVersion, GroupVersionKind};
use apimachinery::scheme::Scheme;
use apimachinery::serializer::{Codec, CodecFactory, Decoded, Decoder, Encoder, Error, Format};

pub mod files;

/// Every format in which objects are written.
pub const FORMATS: [Format; 4] = [Format::Json, Format::Yaml, Format::Protobuf, Format::Cbor];

/// A codec for all built-in kinds.
pub static CODEC: LazyLock<Codec> = LazyLock::new(|| Codec::new(apimachinery::apis::scheme()));

/// The serializers of all built-in kinds.
pub static SERIALIZERS: LazyLock<CodecFactory> = LazyLock::new(|| CodecFactory::new(apimachinery::apis::scheme()));

static KINDS: LazyLock<Vec<GroupVersionKind>> = LazyLock::new(|| {
    let versioned = CODEC.scheme().all_known_types().filter(|known| !known.kind.is_internal());
    versioned.map(|known| known.kind.clone()).collect()
});

/// Returns the Scheme of all built-in kinds.
pub fn scheme() -> &'static Scheme {
    CODEC.scheme()
}

/// Returns every kind of the Scheme in every version, without the hub.
pub fn kinds() -> &'static [GroupVersionKind] {
    &KINDS
}

/// Returns the version of a kind that the newest release prefers: in its own group, or else in the group of its
/// replacement.
pub fn newest(gvk: &GroupVersionKind) -> Option<GroupVersion> {
    let mut kind = gvk.clone();
    for _ in 0..4 {
        for version in scheme().versions_for_group_kind(&kind.group_kind()) {
            let candidate = version.with_kind(gvk.kind.clone());
            let is_served = scheme().info(&candidate).is_some_and(|info| info.is_served(apimachinery::apis::RELEASE));
            if is_served && scheme().can_convert(gvk, &candidate) {
                return Some(version);
            }
        }
        kind = scheme().info(&kind)?.lifecycle.replacement.clone()?;
    }
    None
}

/// Choices made by the first bytes of an input; zero after its end.
pub struct Choices<'a> {
    rest: &'a [u8],
}

impl<'a> Choices<'a> {
    /// Creates choices from an input.
    pub fn new(data: &'a [u8]) -> Self {
        Choices { rest: data }
    }

    /// Returns the next number of two bytes.
    pub fn number(&mut self) -> usize {
        let (taken, rest) = self.rest.split_at(self.rest.len().min(2));
        self.rest = rest;
        taken.iter().fold(0, |number, &byte| number << 8 | usize::from(byte))
    }

    /// Returns one of `items`.
    pub fn one<'i, T>(&mut self, items: &'i [T]) -> &'i T {
        &items[self.number() % items.len()]
    }

    /// Returns the rest of the input.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Replaces, inserts or removes bytes until the input ends. Returns true if it changed any.
    pub fn mutate(&mut self, bytes: &mut Vec<u8>) -> bool {
        let before = bytes.clone();
        while !self.rest.is_empty() && !bytes.is_empty() {
            let at = self.number() % bytes.len();
            let [action, byte] = (self.number() as u16).to_be_bytes();
            match action % 4 {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                2 => drop(bytes.drain(at..bytes.len().min(at + usize::from(byte)))),
                _ => bytes[at] = bytes[at].wrapping_add(byte),
            }
        }
        *bytes != before
    }
}

/// Encodes an object in a format.
pub fn encode(object: &dyn Object, gvk: &GroupVersionKind, format: Format) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    SERIALIZERS.serializer(format).encode_as(object, gvk, &mut bytes)?;
    Ok(bytes)
}

/// Decodes an object from a format. A document without a kind is decoded as `gvk`.
pub fn decode(bytes: &[u8], gvk: &GroupVersionKind, format: Format) -> Result<Decoded, Error> {
    SERIALIZERS.serializer(format).decode(bytes, Some(gvk))
}

/// Returns the bytes as text for messages.
pub fn text(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}
