use std::any::Any;
use std::io::Write;
use std::sync::Arc;

use super::nested;
use crate::conversion::Loss;
use crate::meta::{Object, Unknown, Unstructured};
use crate::schema::{GroupVersionKind, GroupVersioner};
use crate::scheme::{self, Scheme};
use crate::serializer::formats::stamp;
use crate::serializer::{Encoder, Error};
use crate::wire::escape::write_string;

/// An encoder that converts objects to a version. Counterpart of the encoding half of upstream's versioning codec.
///
/// The version is a [`GroupVersioner`], which chooses among the kinds registered for the type of the object. An object
/// of an unversioned kind, which is the same in every version, is not converted, and an [`Unknown`] is encoded
/// unchanged. Defaults are never filled in. The caller's object is not modified, and is copied only if it must be
/// converted; [`Encoder::encode_owned`] moves its content instead.
///
/// ```
/// # #[cfg(all(feature = "apps", feature = "extensions"))] {
/// use apimachinery::apis::extensions::v1beta1::Deployment;
/// use apimachinery::meta::TypeMeta;
/// use apimachinery::schema::GroupVersion;
/// use apimachinery::serializer::{CodecFactory, Encoder, Format};
///
/// let codecs = CodecFactory::new(apimachinery::apis::scheme());
/// let encoder = codecs.encoder_for_version(codecs.serializer(Format::Json).clone(), GroupVersion::new("apps", "v1"));
/// let old = Deployment { type_meta: TypeMeta::new("extensions/v1beta1", "Deployment"), ..Default::default() };
/// assert!(encoder.encode_to_vec(&old).unwrap().starts_with(br#"{"kind":"Deployment","apiVersion":"apps/v1","#));
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct VersioningEncoder {
    scheme: Arc<Scheme>,
    encoder: Arc<dyn Encoder>,
    version: Option<Arc<dyn GroupVersioner>>,
}

/// Converts an object to the version that a [`GroupVersioner`] selects.
type ConvertFn<'a> = dyn FnMut(Box<dyn Object>, &dyn GroupVersioner) -> Result<Box<dyn Object>, scheme::Error> + 'a;

/// The form in which an object is encoded.
enum Form<'a> {
    /// The object with its own `type_meta`.
    Own,
    /// The object with this kind.
    Stamped(GroupVersionKind),
    /// The result of converting the object.
    Converted(&'a dyn GroupVersioner),
}

/// The caller's object, or one created from it.
enum Ready<'a> {
    Lent(&'a dyn Object),
    Made(Box<dyn Object>),
}

impl Ready<'_> {
    fn get(&self) -> &dyn Object {
        match self {
            Ready::Lent(object) => *object,
            Ready::Made(object) => &**object,
        }
    }
}

impl VersioningEncoder {
    /// Creates an encoder that converts objects, with the conversions of `scheme`, to the kind that `version` chooses,
    /// and encodes them with `encoder`. If `version` is `None`, nothing is converted, and each object is written with
    /// the first kind that is registered for its type.
    #[must_use]
    pub fn new(scheme: Arc<Scheme>, encoder: Arc<dyn Encoder>, version: Option<Arc<dyn GroupVersioner>>) -> Self {
        VersioningEncoder { scheme, encoder, version }
    }

    fn form(&self, object: &dyn Object) -> Result<Form<'_>, Error> {
        if (object as &dyn Any).is::<Unknown>() {
            return Ok(Form::Own);
        }
        let Some(version) = self.version.as_deref() else { return self.unconverted(object) };
        if (object as &dyn Any).is::<Unstructured>() && self.is_written_as_is(object, version)? {
            return Ok(Form::Own);
        }
        let is = self.scheme.object_kinds(object)?;
        if is.unversioned {
            return self.unconverted(object);
        }
        Ok(match version.kind_for(&is.kinds).filter(|kind| is.kinds.contains(kind)) {
            Some(kind) if kind.is_internal() => Form::Stamped(GroupVersionKind::default()),
            Some(kind) => Form::Stamped(kind),
            None => Form::Converted(version),
        })
    }

    fn unconverted(&self, object: &dyn Object) -> Result<Form<'_>, Error> {
        Ok(stamp::kind(&self.scheme, None, object)?.map_or(Form::Own, Form::Stamped))
    }

    /// Returns true if an unstructured object that is not a list needs no conversion, because it states no version (on
    /// which kubectl relies) or is of a suitable kind.
    ///
    /// # Errors
    ///
    /// Returns an error if its kind is not suitable.
    fn is_written_as_is(&self, object: &dyn Object, version: &dyn GroupVersioner) -> Result<bool, Error> {
        let kind = object.type_meta().group_version_kind();
        if kind.version.is_empty() {
            return Ok(true);
        }
        match version.kind_for(std::slice::from_ref(&kind)) {
            Some(target) => Ok(target == kind),
            None => Err(scheme::Error::not_suitable_kind(&kind, version, self.scheme.name()).into()),
        }
    }

    /// Returns the object to encode and the kind to encode it with. The object is copied only where necessary.
    fn ready<'a>(&self, object: &'a dyn Object) -> Result<(Ready<'a>, Option<GroupVersionKind>), Error> {
        Ok(match self.form(object)? {
            Form::Own => (Ready::Lent(object), None),
            Form::Stamped(kind) if nested::is_encoded(object) => (Ready::Lent(object), Some(kind)),
            Form::Stamped(kind) => (Ready::Made(self.with_nested(object.clone_box())?), Some(kind)),
            Form::Converted(version) => {
                let converted = self.scheme.convert_to_version(object, version)?;
                (Ready::Made(self.with_nested(converted)?), None)
            }
        })
    }

    /// Encodes an object and returns the losses of its conversion.
    pub(in crate::serializer) fn encode_with_losses(
        &self,
        object: Box<dyn Object>,
        out: &mut Vec<u8>,
    ) -> Result<Vec<Loss>, Error> {
        let mut losses = Vec::new();
        self.encode_converted(object, out, &mut |object, version| {
            let (converted, found) = self.scheme.convert_with_losses(object, version)?;
            losses = found;
            Ok(converted)
        })?;
        Ok(losses)
    }

    fn encode_converted(
        &self,
        object: Box<dyn Object>,
        out: &mut Vec<u8>,
        convert: &mut ConvertFn<'_>,
    ) -> Result<(), Error> {
        match self.form(&*object)? {
            Form::Own => self.encoder.encode_owned(object, out),
            Form::Stamped(kind) => self.encoder.encode_as(&*self.with_nested(object)?, &kind, out),
            Form::Converted(version) => {
                let converted = convert(object, version)?;
                self.encoder.encode_owned(self.with_nested(converted)?, out)
            }
        }
    }

    /// Returns the object with its nested objects encoded.
    fn with_nested(&self, mut object: Box<dyn Object>) -> Result<Box<dyn Object>, Error> {
        nested::encode(&mut *object, &self.scheme, self.version.as_deref(), &*self.encoder)?;
        Ok(object)
    }
}

impl Encoder for VersioningEncoder {
    fn encode(&self, object: &dyn Object, out: &mut Vec<u8>) -> Result<(), Error> {
        let (object, kind) = self.ready(object)?;
        match kind {
            Some(kind) => self.encoder.encode_as(object.get(), &kind, out),
            None => self.encoder.encode(object.get(), out),
        }
    }

    fn encode_owned(&self, object: Box<dyn Object>, out: &mut Vec<u8>) -> Result<(), Error> {
        self.encode_converted(object, out, &mut |object, version| self.scheme.convert_into_version(object, version))
    }

    fn encode_to(&self, object: &dyn Object, stream: &mut dyn Write) -> Result<(), Error> {
        let (object, kind) = self.ready(object)?;
        match kind {
            Some(kind) => self.encoder.encode_as_to(object.get(), &kind, stream),
            None => self.encoder.encode_to(object.get(), stream),
        }
    }

    fn identifier(&self) -> String {
        identifier(self.version.as_deref(), &*self.encoder)
    }
}

/// Returns upstream's identifier: JSON of the parts of the encoding, sorted by name.
fn identifier(version: Option<&dyn GroupVersioner>, encoder: &dyn Encoder) -> String {
    let version = version.map(GroupVersioner::identifier).unwrap_or_default();
    let mut text = vec![b'{'];
    for (name, value) in [("encodeGV", version), ("encoder", encoder.identifier()), ("name", "versioning".into())] {
        if !value.is_empty() {
            text.extend_from_slice(if text.len() > 1 { b"," } else { b"" });
            write_string(&mut text, name);
            text.push(b':');
            write_string(&mut text, &value);
        }
    }
    text.push(b'}');
    String::from_utf8(text).expect("JSON made from strings is UTF-8")
}
