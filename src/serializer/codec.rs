use std::sync::Arc;

use super::formats::envelope;
use super::formats::text::Text;
use super::{CodecFactory, Decoded, Decoder, Encoder, Error, Format, Mode, VersioningEncoder};
use crate::defaulting::Defaulting;
use crate::meta::{Kind, Object, TypeMeta, Unknown};
use crate::schema::{GroupVersion, GroupVersionKind, GroupVersioner, InternalGroupVersioner};
use crate::scheme::Scheme;

/// Decodes and encodes the objects of a [`Scheme`], in every format: the short way to what a
/// [`CodecFactory`] gives in parts.
///
/// Decoding for use is: bytes, object as written, defaults at that version, hub. Encoding is:
/// target version, bytes; it never fills defaults.
///
/// Two things differ from the parts, which do as upstream: strictness is of every format, Protobuf
/// included, and the kind beside a converted object is the one that it was converted to.
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
    codecs: CodecFactory,
    mode: Mode,
}

impl Codec {
    /// A lax codec for the kinds of `scheme`.
    #[must_use]
    pub fn new(scheme: impl Into<Arc<Scheme>>) -> Self {
        Codec { codecs: CodecFactory::new(scheme), mode: Mode::Lax }
    }

    /// The same codec, lax or strict.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::serializer::{Codec, Mode};
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme()).with_mode(Mode::Strict);
    /// let error = codec.decode(b"apiVersion: apps/v1\nkind: Deployment\nsize: 1\n").unwrap_err();
    /// assert_eq!(error.to_string(), r#"strict decoding error: unknown field "size""#);
    /// # }
    /// ```
    #[must_use]
    pub fn with_mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// The same codec with feature gates and a clock for defaults.
    ///
    /// ```
    /// use apimachinery::defaulting::Defaulting;
    /// use apimachinery::serializer::Codec;
    ///
    /// let context = Defaulting::default().with_gate("MaxUnavailableStatefulSet", true);
    /// let codec = Codec::new(apimachinery::apis::scheme()).with_defaulting(context);
    /// assert_eq!(codec.scheme().name(), "apimachinery");
    /// ```
    #[must_use]
    pub fn with_defaulting(mut self, defaulting: Defaulting) -> Self {
        self.codecs = self.codecs.with_defaulting(defaulting);
        self
    }

    /// The Scheme.
    #[must_use]
    pub fn scheme(&self) -> &Scheme {
        self.codecs.scheme()
    }

    /// What some data says it is, in any format, without decoding the rest; texts that are absent are empty. As
    /// upstream, the names of `kind` and `apiVersion` are found here in any case.
    ///
    /// ```
    /// use apimachinery::meta::TypeMeta;
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let found = codec.type_meta(b"kind: Gadget\napiVersion: example.com/v1\nspec: [whatever]\n")?;
    /// assert_eq!(found, TypeMeta::new("example.com/v1", "Gadget"));
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the data is malformed.
    pub fn type_meta(&self, data: &[u8]) -> Result<TypeMeta, Error> {
        match Format::recognize(data) {
            Format::Protobuf => Ok(envelope::open(data)?.type_meta),
            Format::Json => Text::from_json(data).type_meta(),
            Format::Yaml => Text::from_yaml(data)?.type_meta(),
        }
    }

    /// Decodes an object as it was written: no defaults, no conversion. The format is recognised
    /// by content. Of several YAML documents only the first counts;
    /// [`yaml::documents`](crate::yaml::documents) cuts them.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::v1::Deployment;
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let decoded = codec.decode(b"apiVersion: apps/v1\nkind: Deployment\n")?;
    /// assert_eq!(decoded.gvk.to_string(), "apps/v1, Kind=Deployment");
    /// assert!(decoded.downcast::<Deployment>().unwrap().spec.replicas.is_none());
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the data is malformed or of a wrong type, does not say its kind and version, or says one
    /// that is not registered; in strict mode, if anything would be dropped.
    pub fn decode(&self, data: &[u8]) -> Result<Decoded, Error> {
        self.mode.judge(self.codecs.universal_deserializer().decode(data, None)?)
    }

    /// Decodes an object that must be a `T`, as it was written. Nothing is converted: another version of the kind is an
    /// error, for which there is [`Codec::decode_to`]. Of what a lax decode drops nobody hears here.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::v1::Deployment;
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let web: Deployment = codec.decode_as(b"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n")?;
    /// assert_eq!(web.metadata.name, "web");
    /// let error = codec.decode_as::<Deployment>(b"apiVersion: apps/v1beta1\nkind: Deployment\n").unwrap_err();
    /// assert!(error.is_wrong_kind());
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Codec::decode`], and if the object is of another kind.
    pub fn decode_as<T: Kind>(&self, data: &[u8]) -> Result<T, Error> {
        typed(self.decode(data)?)
    }

    /// Decodes an object of any version of `T`'s kind, fills the defaults of that version, and converts it to `T`: what a
    /// program does that speaks one version and is given others.
    ///
    /// ```
    /// # #[cfg(all(feature = "apps", feature = "extensions"))] {
    /// use apimachinery::apis::apps::v1::Deployment;
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let web: Deployment = codec.decode_to(b"apiVersion: extensions/v1beta1\nkind: Deployment\n")?;
    /// assert_eq!(web.spec.replicas, Some(1));
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Codec::decode`] and [`Codec::convert`], and if the object is of another kind.
    pub fn decode_to<T: Kind>(&self, data: &[u8]) -> Result<T, Error> {
        typed(self.decode_converted(data, &[T::gvk().group_version()])?)
    }

    /// Decodes an object that may be of any kind: one that is not registered comes as [`Unknown`],
    /// with its data as JSON if it was text.
    ///
    /// ```
    /// use apimachinery::meta::Unknown;
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let decoded = codec.decode_or_unknown(b"apiVersion: example.com/v1\nkind: Gadget\n")?;
    /// let gadget: Unknown = decoded.downcast().unwrap();
    /// assert_eq!(*gadget.raw, *br#"{"apiVersion":"example.com/v1","kind":"Gadget"}"#);
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
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
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::internal::Deployment;
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let hub = codec.decode_to_hub(b"apiVersion: apps/v1beta1\nkind: Deployment\n")?;
    /// assert!(hub.gvk.is_internal());
    /// assert_eq!(hub.downcast::<Deployment>().unwrap().spec.replicas, Some(1));
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Codec::decode`], and if the conversion fails.
    pub fn decode_to_hub(&self, data: &[u8]) -> Result<Decoded, Error> {
        self.decode_converted(data, &[])
    }

    /// Fills the defaults of the object's version, which [`Decoded::gvk`] names.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::v1::Deployment;
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let mut decoded = codec.decode(b"apiVersion: apps/v1\nkind: Deployment\n")?;
    /// codec.default(&mut decoded);
    /// assert_eq!(decoded.downcast::<Deployment>().unwrap().spec.replicas, Some(1));
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    pub fn default(&self, decoded: &mut Decoded) {
        self.scheme().default(&mut *decoded.object, &decoded.gvk, self.codecs.defaulting());
    }

    /// Converts an object to a version; to the hub if the version is internal, whatever its group.
    ///
    /// ```
    /// # #[cfg(all(feature = "apps", feature = "extensions"))] {
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let old = codec.decode(b"apiVersion: extensions/v1beta1\nkind: Deployment\n")?;
    /// let new = codec.convert(old, &"apps/v1".parse()?)?;
    /// assert_eq!(new.gvk.to_string(), "apps/v1, Kind=Deployment");
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such conversion, or it fails.
    pub fn convert(&self, decoded: Decoded, target: &GroupVersion) -> Result<Decoded, Error> {
        let Decoded { object, gvk, warnings } = self_described(decoded);
        let object = self.scheme().convert_into_version(object, &*versioner(target))?;
        let gvk = kind_of(&*object, &gvk);
        Ok(Decoded { object, gvk, warnings })
    }

    /// Converts an object to a version and encodes it. The object is used up: what both versions share moves.
    ///
    /// ```
    /// # #[cfg(all(feature = "apps", feature = "extensions"))] {
    /// use apimachinery::serializer::{Codec, Format};
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let old = codec.decode(b"apiVersion: extensions/v1beta1\nkind: Deployment\n")?;
    /// let new = codec.encode_to_version(old, &"apps/v1".parse()?, Format::Protobuf)?;
    /// assert!(new.starts_with(b"k8s\0"));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Codec::convert`] and [`Codec::encode`].
    pub fn encode_to_version(&self, decoded: Decoded, target: &GroupVersion, format: Format) -> Result<Vec<u8>, Error> {
        let serializer = self.codecs.serializer(format).clone();
        let encoder = VersioningEncoder::new(self.codecs.scheme().clone(), serializer, Some(versioner(target)));
        let mut out = Vec::new();
        encoder.encode_owned(self_described(decoded).object, &mut out)?;
        Ok(out)
    }

    /// Encodes an object of a type that is one kind, which the data then says, whatever `type_meta` says.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::v1::Deployment;
    /// use apimachinery::serializer::{Codec, Format};
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let yaml = codec.encode_as(&Deployment::default(), Format::Yaml)?;
    /// assert!(yaml.starts_with(b"apiVersion: apps/v1\nkind: Deployment\n"));
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the format cannot say a value of the object.
    pub fn encode_as<T: Kind>(&self, object: &T, format: Format) -> Result<Vec<u8>, Error> {
        let mut out = Vec::new();
        self.codecs.serializer(format).encode_as(object, &T::gvk(), &mut out)?;
        Ok(out)
    }

    /// Encodes an object as it is, as upstream's serializers do: text has the `apiVersion` and `kind`
    /// that the object says, which conversion sets and the hub does not have. JSON is compact with a
    /// line break at the end.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::serializer::{Codec, Format};
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let decoded = codec.decode(b"kind: Deployment\napiVersion: apps/v1\n")?;
    /// let json = codec.encode(&decoded, Format::Json)?;
    /// assert!(json.starts_with(br#"{"kind":"Deployment","apiVersion":"apps/v1","metadata":{}"#));
    /// assert!(json.ends_with(b"}\n"));
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the format cannot say a value of the object.
    pub fn encode(&self, decoded: &Decoded, format: Format) -> Result<Vec<u8>, Error> {
        let serializer = self.codecs.serializer(format);
        match format {
            Format::Protobuf => {
                let mut out = Vec::new();
                serializer.encode_as(&*decoded.object, &decoded.gvk, &mut out)?;
                Ok(out)
            }
            Format::Json | Format::Yaml => serializer.encode_to_vec(&*decoded.object),
        }
    }

    /// Decodes an object with its defaults into the first of `versions` that suits, or into the hub if there are none.
    fn decode_converted(&self, data: &[u8], versions: &[GroupVersion]) -> Result<Decoded, Error> {
        let decoded = self.codecs.universal_decoder(versions).decode(data, None)?;
        let Decoded { object, gvk, warnings } = self.mode.judge(decoded)?;
        let gvk = kind_of(&*object, &gvk);
        Ok(Decoded { object, gvk, warnings })
    }

    fn decode_unknown(&self, data: &[u8]) -> Result<Decoded, Error> {
        let text = match Format::recognize(data) {
            Format::Json => Text::from_json(data),
            Format::Yaml => Text::from_yaml(data)?,
            Format::Protobuf => {
                let mut object = Unknown::default();
                let (gvk, warnings) = self.codecs.serializer(Format::Protobuf).decode_into(data, None, &mut object)?;
                return Ok(Decoded { object: Box::new(object), gvk, warnings });
            }
        };
        self.mode.judge(text.into_unknown()?)
    }
}

/// The object, which must be of the very kind that `T` is.
fn typed<T: Kind>(decoded: Decoded) -> Result<T, Error> {
    let wrong = |decoded| Error::wrong_kind(decoded, T::gvk().to_string());
    if decoded.gvk != T::gvk() {
        return Err(wrong(decoded));
    }
    decoded.downcast().map_err(wrong)
}

/// Hub versions have no group here: that of the object counts.
fn versioner(target: &GroupVersion) -> Arc<dyn GroupVersioner> {
    if target.is_internal() { Arc::new(InternalGroupVersioner) } else { Arc::new(target.clone()) }
}

/// The object saying what it is, whatever its document said: the Scheme asks it.
fn self_described(mut decoded: Decoded) -> Decoded {
    let gvk = &decoded.gvk;
    decoded.object.set_type_meta(if gvk.is_internal() { TypeMeta::default() } else { TypeMeta::from(gvk) });
    decoded
}

/// The kind of what an object of kind `was` was converted to: one of the hub says nothing.
fn kind_of(object: &dyn Object, was: &GroupVersionKind) -> GroupVersionKind {
    let said = object.type_meta().group_version_kind();
    if said.is_empty() { GroupVersion::internal(was.group.clone()).with_kind(was.kind.clone()) } else { said }
}
