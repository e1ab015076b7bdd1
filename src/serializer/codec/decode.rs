use super::{Codec, kind_of};
use crate::meta::{Kind, TypeMeta, Unknown};
use crate::schema::GroupVersion;
use crate::serializer::formats::{cbor, envelope};
use crate::serializer::{Decoded, Decoder, Error, Format, Text, Warning};
use crate::yaml;

/// From bytes.
impl Codec {
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
            Format::Cbor => cbor::type_meta(data),
            Format::Json => Text::from_json(data).type_meta(),
            Format::Yaml => Text::from_yaml(data, yaml::read(&yaml::Text::decode(data)?)?.whole()).type_meta(),
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
        self.judge(self.codecs.universal_deserializer().decode(data, None))
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
    /// program does that speaks one version and is given others. Of what a lax decode drops nobody hears here, as with
    /// [`Codec::decode_as`].
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

    /// Decodes an object with its defaults into the first of `versions` that suits, or into the hub if there are none.
    fn decode_converted(&self, data: &[u8], versions: &[GroupVersion]) -> Result<Decoded, Error> {
        let decoded = self.codecs.universal_decoder(versions).decode(data, None);
        let Decoded { object, gvk, warnings } = self.judge(decoded)?;
        let gvk = kind_of(&*object, &gvk);
        Ok(Decoded { object, gvk, warnings })
    }

    fn decode_unknown(&self, data: &[u8]) -> Result<Decoded, Error> {
        let decoded = match Format::recognize(data) {
            Format::Json => Text::from_json(data).into_unknown()?,
            Format::Yaml => Text::from_yaml(data, yaml::read(&yaml::Text::decode(data)?)?.whole()).into_unknown()?,
            Format::Cbor => return cbor::into_unknown(data),
            Format::Protobuf => {
                let mut object = Unknown::default();
                let (gvk, warnings) = self.codecs.serializer(Format::Protobuf).decode_into(data, None, &mut object)?;
                return Ok(Decoded { object: Box::new(object), gvk, warnings });
            }
        };
        self.judge(Ok(decoded))
    }

    /// What this codec says, where a lax decoder says `decoded`: what is no loss is left out.
    fn judge(&self, decoded: Result<Decoded, Error>) -> Result<Decoded, Error> {
        let Decoded { object, gvk, warnings } = self.mode.judge_result(decoded)?;
        Ok(Decoded { object, gvk, warnings: Warning::losses(warnings) })
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
