use super::{Codec, kind_of};
use crate::go_yaml;
use crate::meta::{Kind, TypeMeta, Unknown};
use crate::schema::GroupVersion;
use crate::serializer::formats::{cbor, envelope};
use crate::serializer::{Decoded, Decoder, Error, Format, Text, Warning};

/// Decoding from bytes.
impl Codec {
    /// Returns the `kind` and `apiVersion` that the data contains, in any format, without decoding the rest. If one of
    /// them is missing, it is empty in the result. As in upstream, the field names `kind` and `apiVersion` are matched
    /// case-insensitively here.
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
    /// Returns an error if the data is malformed.
    pub fn type_meta(&self, data: &[u8]) -> Result<TypeMeta, Error> {
        match Format::recognize(data) {
            Format::Protobuf => Ok(envelope::open(data)?.type_meta),
            Format::Cbor => cbor::type_meta(data),
            Format::Json => Text::from_json(data).type_meta(),
            Format::Yaml => Text::from_yaml(data, go_yaml::read(&go_yaml::Text::decode(data)?)?.whole()).type_meta(),
        }
    }

    /// Decodes an object to the type of its `kind` and `apiVersion`, without defaulting or conversion. The format is
    /// detected from the content. If the data contains several YAML documents, only the first is decoded;
    /// [`yaml::documents`](crate::yaml::documents) splits a stream into its documents.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::v1::Deployment;
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let decoded = codec.decode(b"apiVersion: apps/v1\nkind: Deployment\n")?;
    /// assert_eq!(decoded.gvk.to_string(), "apps/v1, Kind=Deployment");
    /// assert!(decoded.downcast::<Deployment>().unwrap().object.spec.replicas.is_none());
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the data is malformed, contains a value of a wrong type, lacks `kind` or `apiVersion`, or is
    /// of a kind that is not registered. In strict mode, also returns an error if anything would be dropped.
    pub fn decode(&self, data: &[u8]) -> Result<Decoded, Error> {
        self.judge(self.codecs.universal_deserializer().decode(data, None))
    }

    /// Decodes an object that must have the kind and version of `T`, without defaulting or conversion. Another version
    /// of the same kind is an error; [`Codec::decode_converted`] converts it instead.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::v1::Deployment;
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let web = codec.decode_exact::<Deployment>(b"apiVersion: apps/v1\nkind: Deployment\nspec: {replica: 2}\n")?;
    /// assert_eq!(web.object.spec.replicas, None);
    /// assert_eq!(web.warnings[0].to_string(), r#"unknown field "spec.replica""#);
    /// let error = codec.decode_exact::<Deployment>(b"apiVersion: apps/v1beta1\nkind: Deployment\n").unwrap_err();
    /// assert!(error.is_wrong_kind());
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Same as [`Codec::decode`], and also returns an error if the object is of another kind.
    pub fn decode_exact<T: Kind>(&self, data: &[u8]) -> Result<Decoded<T>, Error> {
        typed(self.decode(data)?)
    }

    /// Decodes an object of any version of `T`'s kind, fills in the defaults of that version, and converts it to `T`.
    /// Use it in a program that works with one version and accepts all of them. [`Decoded::gvk`] of the result is the
    /// kind of `T`.
    ///
    /// ```
    /// # #[cfg(all(feature = "apps", feature = "extensions"))] {
    /// use apimachinery::apis::apps::v1::Deployment;
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let web = codec.decode_converted::<Deployment>(b"apiVersion: extensions/v1beta1\nkind: Deployment\n")?;
    /// assert_eq!(web.object.spec.replicas, Some(1));
    /// assert_eq!(web.gvk.to_string(), "apps/v1, Kind=Deployment");
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Same as [`Codec::decode`] and [`Codec::convert`], and also returns an error if the object is of another kind.
    pub fn decode_converted<T: Kind>(&self, data: &[u8]) -> Result<Decoded<T>, Error> {
        typed(self.decode_into_versions(data, &[T::gvk().group_version()])?)
    }

    /// Decodes an object of any kind, without defaulting or conversion. A kind that is not registered is decoded to
    /// [`Unknown`]; text formats are stored in it as JSON.
    ///
    /// ```
    /// use apimachinery::meta::Unknown;
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let decoded = codec.decode_or_unknown(b"apiVersion: example.com/v1\nkind: Gadget\n")?;
    /// let gadget = decoded.downcast::<Unknown>().unwrap();
    /// assert_eq!(*gadget.object.raw, *br#"{"apiVersion":"example.com/v1","kind":"Gadget"}"#);
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Same as [`Codec::decode`], except for kinds that are not registered.
    pub fn decode_or_unknown(&self, data: &[u8]) -> Result<Decoded, Error> {
        match self.decode(data) {
            Err(error) if error.is_not_registered() => self.decode_unknown(data),
            other => other,
        }
    }

    /// Decodes an object, fills in the defaults of its version, and converts it to the hub version, the internal
    /// version of a group through which all conversions are made. [`Decoded::gvk`] of the result is the hub kind.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::internal::Deployment;
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let hub = codec.decode_into_hub(b"apiVersion: apps/v1beta1\nkind: Deployment\n")?;
    /// assert!(hub.gvk.is_internal());
    /// assert_eq!(hub.downcast::<Deployment>().unwrap().object.spec.replicas, Some(1));
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Same as [`Codec::decode`], and also returns an error if the conversion fails.
    pub fn decode_into_hub(&self, data: &[u8]) -> Result<Decoded, Error> {
        self.decode_into_versions(data, &[])
    }

    /// Decodes an object with its defaults and converts it to the first suitable version of `versions`, or to the hub
    /// if `versions` is empty.
    fn decode_into_versions(&self, data: &[u8], versions: &[GroupVersion]) -> Result<Decoded, Error> {
        let decoded = self.codecs.universal_decoder(versions).decode(data, None);
        let Decoded { object, gvk, warnings } = self.judge(decoded)?;
        let gvk = kind_of(&*object, &gvk);
        Ok(Decoded { object, gvk, warnings })
    }

    fn decode_unknown(&self, data: &[u8]) -> Result<Decoded, Error> {
        let decoded = match Format::recognize(data) {
            Format::Json => Text::from_json(data).into_unknown()?,
            Format::Yaml => {
                Text::from_yaml(data, go_yaml::read(&go_yaml::Text::decode(data)?)?.whole()).into_unknown()?
            }
            Format::Cbor => return cbor::into_unknown(data),
            Format::Protobuf => {
                let mut object = Unknown::default();
                let decoded = self.codecs.serializer(Format::Protobuf).decode_into(data, None, &mut object)?;
                return Ok(decoded.with_object(Box::new(object)));
            }
        };
        self.judge(Ok(decoded))
    }

    /// Applies this codec's mode to the result of a lax decoder, and omits warnings that report no loss.
    fn judge(&self, decoded: Result<Decoded, Error>) -> Result<Decoded, Error> {
        let Decoded { object, gvk, warnings } = self.mode.judge(decoded)?;
        Ok(Decoded { object, gvk, warnings: Warning::losses(warnings) })
    }
}

/// Returns the object as a `T`, or an error unless its kind is exactly `T`'s.
fn typed<T: Kind>(decoded: Decoded) -> Result<Decoded<T>, Error> {
    let wrong = |decoded| Error::wrong_kind(decoded, T::gvk().to_string());
    if decoded.gvk != T::gvk() {
        return Err(wrong(decoded));
    }
    decoded.downcast().map_err(wrong)
}
