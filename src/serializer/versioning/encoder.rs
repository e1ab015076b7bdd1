use std::any::Any;
use std::io::Write;
use std::sync::Arc;

use super::nested;
use crate::meta::{Object, Unknown, Unstructured};
use crate::schema::{GroupVersionKind, GroupVersioner};
use crate::scheme::{self, Scheme};
use crate::serializer::formats::stamp;
use crate::serializer::{Encoder, Error};
use crate::wire::escape::write_string;

/// Converts objects to a version on the way out: the encoding half of upstream's versioning codec.
///
/// An [`Unknown`] is written as it is, an object of an unversioned type with its first kind, any
/// other in the kind that the version chooses. Defaults are never filled. The caller's object stays
/// as it is, and it is only copied where it must be converted; [`Encoder::encode_owned`] moves it.
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

/// What is written of an object.
enum Form<'a> {
    /// The object, saying what it says.
    Own,
    /// The object, saying that it is of this kind.
    Stamped(GroupVersionKind),
    /// What it is converted to.
    Converted(&'a dyn GroupVersioner),
}

/// The caller's object, or one made of it.
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
    /// Objects of `scheme` converted as `version` chooses, and written by `encoder`. Without version
    /// every object is written in the first kind that it is.
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

    /// An unstructured object that is no list needs no conversion if it says no version, as kubectl
    /// relies on, or a kind that suits.
    ///
    /// # Errors
    ///
    /// If its kind does not suit.
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

    /// What goes to the encoder inside, and the kind that it is to say. It is a copy only where it must be.
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

    /// The same object, with those inside encoded.
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
        match self.form(&*object)? {
            Form::Own => self.encoder.encode_owned(object, out),
            Form::Stamped(kind) => self.encoder.encode_as(&*self.with_nested(object)?, &kind, out),
            Form::Converted(version) => {
                let converted = self.scheme.convert_into_version(object, version)?;
                self.encoder.encode_owned(self.with_nested(converted)?, out)
            }
        }
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

/// Upstream's text: JSON of what makes the encoding, in the order of the names.
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
    String::from_utf8(text).expect("JSON is written from text")
}
