use super::{Codec, self_described, versioner};
use crate::meta::Kind;
use crate::schema::GroupVersion;
use crate::serializer::{Decoded, Encoded, Encoder, Error, Format, VersioningEncoder, Warning};

/// Encoding to bytes.
impl Codec {
    /// Converts an object to the version `target` and encodes it in `format`. Consumes the object, so that values
    /// shared by both versions are moved instead of copied.
    ///
    /// Values that were set but cannot be represented in the target version are added to [`Encoded::warnings`] as
    /// [`WarningKind::ConversionLoss`](crate::serializer::WarningKind::ConversionLoss).
    ///
    /// ```
    /// # #[cfg(all(feature = "apps", feature = "extensions"))] {
    /// use apimachinery::serializer::{Codec, Format};
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let old = codec.decode(b"apiVersion: extensions/v1beta1\nkind: Deployment\n")?;
    /// let new = codec.encode_to_version(old, &"apps/v1".parse()?, Format::Protobuf)?;
    /// assert!(new.bytes.starts_with(b"k8s\0") && new.warnings.is_empty());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Same as [`Codec::convert`] and [`Codec::encode`].
    pub fn encode_to_version(&self, decoded: Decoded, target: &GroupVersion, format: Format) -> Result<Encoded, Error> {
        let serializer = self.codecs.serializer(format).clone();
        let encoder = VersioningEncoder::new(self.codecs.scheme().clone(), serializer, Some(versioner(target)));
        let Decoded { object, mut warnings, .. } = self_described(decoded);
        let mut bytes = Vec::new();
        let losses = encoder.encode_with_losses(object, &mut bytes)?;
        warnings.extend(losses.into_iter().map(Warning::from));
        Ok(Encoded { bytes, warnings })
    }

    /// Encodes an object of the type `T`, which belongs to one kind. The output contains the `kind` and `apiVersion` of
    /// this kind, regardless of the object's `type_meta`.
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
    /// Returns an error if the format cannot represent the object. For example, Protobuf cannot represent untyped
    /// objects, and the other formats cannot represent numbers that are not finite.
    pub fn encode_as<T: Kind>(&self, object: &T, format: Format) -> Result<Vec<u8>, Error> {
        let mut out = Vec::new();
        self.codecs.serializer(format).encode_as(object, &T::gvk(), &mut out)?;
        Ok(out)
    }

    /// Encodes an object without conversion, as upstream's serializers do. JSON is compact and ends with a newline.
    ///
    /// In Protobuf, the kind is taken from [`Decoded::gvk`]. In the other formats, `apiVersion` and `kind` are taken
    /// from the object's `type_meta`. Decoding and conversion set it; for hub objects it is empty, so the output has no
    /// kind.
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
    /// Returns an error if the format cannot represent the object. For example, Protobuf cannot represent untyped
    /// objects, and the other formats cannot represent numbers that are not finite.
    pub fn encode(&self, decoded: &Decoded, format: Format) -> Result<Vec<u8>, Error> {
        let serializer = self.codecs.serializer(format);
        match format {
            Format::Protobuf => {
                let mut out = Vec::new();
                serializer.encode_as(&*decoded.object, &decoded.gvk, &mut out)?;
                Ok(out)
            }
            Format::Json | Format::Yaml | Format::Cbor => serializer.encode_to_vec(&*decoded.object),
        }
    }
}
