use std::borrow::Cow;
use std::sync::Arc;

use super::{Decoded, Error, Format, meta_sniff, storage};
use crate::defaulting::Defaulting;
use crate::format::protobuf::{self, Loss};
use crate::format::{self, Warning, WarningKind, json};
use crate::meta::{Kind, TypeMeta, Unknown};
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::scheme::Scheme;
use crate::wire::json::decode_utf8;
use crate::yaml;

/// At most so many warnings of a Protobuf object are kept, as upstream keeps those of text.
const MOST_WARNINGS: usize = 100;

/// What happens to the parts of a document that its type does not know, or that it says twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// They are dropped and come back as [`Decoded::warnings`].
    #[default]
    Lax,
    /// They are an error, of which [`Error::is_strict_decoding`] is true.
    Strict,
}

/// Decodes and encodes the objects of a [`Scheme`], in every format.
///
/// Decoding for use is: bytes, object as written, defaults at that version, hub. Encoding is:
/// target version, bytes; it never fills defaults.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::serializer::{Codec, Format};
///
/// let codec = Codec::new(apimachinery::apis::scheme());
/// let old = b"apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: {name: web}\n";
/// # #[cfg(feature = "extensions")] {
/// let hub = codec.decode_to_hub(old).unwrap();
/// let new = codec.encode_to_version(hub, &"apps/v1".parse().unwrap(), Format::Json).unwrap();
/// assert!(new.starts_with(br#"{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"web"}"#));
/// # }
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Codec {
    scheme: Arc<Scheme>,
    defaulting: Defaulting,
    mode: Mode,
}

impl Codec {
    /// A lax codec for the kinds of `scheme`.
    #[must_use]
    pub fn new(scheme: impl Into<Arc<Scheme>>) -> Self {
        Codec { scheme: scheme.into(), defaulting: Defaulting::default(), mode: Mode::Lax }
    }

    /// The same codec, lax or strict.
    #[must_use]
    pub fn with_mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// The same codec with feature gates and a clock for defaults.
    #[must_use]
    pub fn with_defaulting(mut self, defaulting: Defaulting) -> Self {
        self.defaulting = defaulting;
        self
    }

    /// The Scheme.
    #[must_use]
    pub fn scheme(&self) -> &Scheme {
        &self.scheme
    }

    /// What some data says it is, in any format, without decoding the rest.
    ///
    /// # Errors
    ///
    /// If the data is malformed.
    pub fn type_meta(&self, data: &[u8]) -> Result<TypeMeta, Error> {
        match Format::recognize(data) {
            Format::Protobuf => Ok(storage::open(data)?.type_meta),
            Format::Json => Ok(meta_sniff::type_meta(&decode_utf8(data))?),
            Format::Yaml => {
                let json = yaml::to_json(data)?;
                meta_sniff::type_meta(&json).map_err(|error| error.in_yaml(data, &json).into())
            }
        }
    }

    /// Decodes an object as it was written: no defaults, no conversion. The format is recognised
    /// by content. Of several YAML documents only the first counts.
    ///
    /// # Errors
    ///
    /// If the data is malformed or of a wrong type, does not say its kind and version, or says one
    /// that is not registered; in strict mode, if anything would be dropped.
    pub fn decode(&self, data: &[u8]) -> Result<Decoded, Error> {
        let decoded = match Format::recognize(data) {
            Format::Protobuf => self.decode_protobuf(data),
            Format::Json => self.decode_json(&decode_utf8(data)),
            Format::Yaml => self.decode_yaml(data),
        };
        self.finish(decoded?)
    }

    /// Decodes an object that must be a `T`.
    ///
    /// # Errors
    ///
    /// As [`Codec::decode`], and if the object is of another kind.
    pub fn decode_as<T: Kind>(&self, data: &[u8]) -> Result<T, Error> {
        let decoded = self.decode(data)?;
        let expected = GroupVersionKind::new(T::GROUP, T::VERSION, T::KIND);
        if decoded.gvk != expected {
            return Err(Error::wrong_kind(decoded.gvk, expected));
        }
        decoded.downcast().map_err(|decoded| Error::wrong_kind(decoded.gvk, expected))
    }

    /// Decodes an object that may be of any kind: one that is not registered comes as
    /// [`Unknown`], with its data as JSON.
    ///
    /// # Errors
    ///
    /// As [`Codec::decode`], but for kinds that are not registered.
    pub fn decode_or_unknown(&self, data: &[u8]) -> Result<Decoded, Error> {
        match self.decode(data) {
            Err(error) if error.is_not_registered() => self.decode_unknown(data),
            other => other,
        }
    }

    /// Decodes an object, fills the defaults of the version that it was written in, and converts
    /// it to the hub. The result's `gvk` is the hub's.
    ///
    /// # Errors
    ///
    /// As [`Codec::decode`], and if the conversion fails.
    pub fn decode_to_hub(&self, data: &[u8]) -> Result<Decoded, Error> {
        let mut decoded = self.decode(data)?;
        self.default(&mut decoded);
        self.convert(decoded, &GroupVersion::internal(""))
    }

    /// Fills the defaults of the object's version.
    pub fn default(&self, decoded: &mut Decoded) {
        self.scheme.default(&mut *decoded.object, &decoded.gvk, &self.defaulting);
    }

    /// Converts an object to a version; to the hub if the version is internal, whatever its group.
    ///
    /// # Errors
    ///
    /// If there is no such conversion, or it fails.
    pub fn convert(&self, decoded: Decoded, target: &GroupVersion) -> Result<Decoded, Error> {
        let Decoded { object, gvk, warnings } = decoded;
        let target = if target.is_internal() { GroupVersion::internal(gvk.group.clone()) } else { target.clone() };
        let object = self.scheme.convert_to_version(object, &gvk, &target)?;
        Ok(Decoded { object, gvk: target.with_kind(gvk.kind), warnings })
    }

    /// Converts an object to a version and encodes it.
    ///
    /// # Errors
    ///
    /// As [`Codec::convert`] and [`Codec::encode`].
    pub fn encode_to_version(&self, decoded: Decoded, target: &GroupVersion, format: Format) -> Result<Vec<u8>, Error> {
        self.encode(&self.convert(decoded, target)?, format)
    }

    /// Encodes an object as it is, as upstream's serializers do: text has the `apiVersion` and `kind`
    /// that the object says, which conversion sets and the hub does not have. JSON is compact with a
    /// line break at the end.
    ///
    /// # Errors
    ///
    /// If the format cannot say a value of the object.
    pub fn encode(&self, decoded: &Decoded, format: Format) -> Result<Vec<u8>, Error> {
        let mut out = Vec::new();
        match format {
            Format::Protobuf => storage::write(&mut out, &*decoded.object, &decoded.gvk)?,
            Format::Json => {
                json::write(&mut out, decoded.object.cursor())?;
                out.push(b'\n');
            }
            Format::Yaml => {
                json::write(&mut out, decoded.object.cursor())?;
                out = yaml::from_json(&out)?.into_bytes();
            }
        }
        Ok(out)
    }

    fn decode_yaml(&self, data: &[u8]) -> Result<Decoded, Error> {
        let (json, repeated) = yaml::to_json_strict(data)?;
        let mut decoded = self.decode_json(&json).map_err(|error| error.in_yaml(data, &json))?;
        let positions = decoded.warnings.iter_mut().filter_map(|warning| warning.position.as_mut());
        yaml::locate(data, &json, positions);
        decoded.warnings.splice(..0, repeated.map(Warning::from));
        Ok(decoded)
    }

    fn decode_json(&self, text: &str) -> Result<Decoded, Error> {
        let gvk = registered_kind(&meta_sniff::type_meta(text)?, text.as_bytes())?;
        let mut object = self.scheme.new_object(&gvk)?;
        let warnings = json::merge(object.cursor_mut(), text.as_bytes())?;
        Ok(Decoded { object, gvk, warnings })
    }

    fn decode_protobuf(&self, data: &[u8]) -> Result<Decoded, Error> {
        let envelope = storage::open(data)?;
        let type_meta = envelope.type_meta;
        let gvk = registered_kind(&type_meta, &envelope.raw)?;
        let mut object = self.scheme.new_object(&gvk)?;
        let mut warnings = Vec::new();
        protobuf::merge(object.cursor_mut(), &envelope.raw, &mut |loss| {
            let kind = match loss {
                Loss::UnknownField(..) => WarningKind::UnknownField(loss.to_string()),
                Loss::InvalidText(..) => WarningKind::InvalidText(loss.to_string()),
            };
            let warning = Warning { kind, position: None };
            if warnings.len() < MOST_WARNINGS && !warnings.contains(&warning) {
                warnings.push(warning);
            }
        })?;
        object.set_type_meta(type_meta);
        Ok(Decoded { object, gvk, warnings })
    }

    fn finish(&self, decoded: Decoded) -> Result<Decoded, Error> {
        match self.mode {
            Mode::Strict if !decoded.warnings.is_empty() => Err(format::Error::strict(decoded.warnings).into()),
            _ => Ok(decoded),
        }
    }

    fn decode_unknown(&self, data: &[u8]) -> Result<Decoded, Error> {
        let (json, repeated): (Cow<'_, str>, _) = match Format::recognize(data) {
            Format::Json => (decode_utf8(data), None),
            Format::Yaml => {
                let (json, repeated) = yaml::to_json_strict(data)?;
                (json.into(), repeated)
            }
            Format::Protobuf => {
                return Err(format::Error::other("an object of an unknown kind in Protobuf has no text").into());
            }
        };
        let type_meta = meta_sniff::type_meta(&json)?;
        let gvk = type_meta.group_version_kind();
        let warnings = repeated.map(Warning::from).into_iter().collect();
        let object =
            Unknown { type_meta, raw: (*json).into(), content_type: Unknown::JSON.into(), ..Unknown::default() };
        self.finish(Decoded { object: Box::new(object), gvk, warnings })
    }
}

/// The kind of a document that says both parts of it.
fn registered_kind(type_meta: &TypeMeta, data: &[u8]) -> Result<GroupVersionKind, Error> {
    let gvk = type_meta.group_version_kind();
    if gvk.kind.is_empty() {
        return Err(Error::missing_kind(data));
    }
    if gvk.version.is_empty() {
        return Err(Error::missing_version(data));
    }
    Ok(gvk)
}
