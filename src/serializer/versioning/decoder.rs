use std::sync::Arc;

use super::nested;
use crate::defaulting::Defaulting;
use crate::meta::{Object, TypeMeta, is_unstructured};
use crate::schema::{GroupVersionKind, GroupVersioner};
use crate::scheme::Scheme;
use crate::serializer::findings::Findings;
use crate::serializer::{Decoded, Decoder, Error, Recognition};

/// A decoder that fills in defaults and converts objects to a version. Counterpart of the decoding half of upstream's
/// versioning codec.
///
/// It decodes the object in the version of the data, decodes the objects nested in it, fills in the defaults of that
/// version, and then converts. [`Decoded::gvk`] is the kind that the data contains, not the one after conversion.
///
/// [`Decoder::decode_into`] converts to the kind of the object to fill. If the data is of the same Rust type, nothing
/// is converted, with one exception. Several versions of a kind may share a Rust type. If the version of the data and
/// the version that the [`GroupVersioner`] chooses share the type of the object, the object is converted to the chosen
/// version.
///
/// ```
/// # #[cfg(all(feature = "apps", feature = "extensions"))] {
/// use apimachinery::apis::apps::internal::Deployment;
/// use apimachinery::serializer::{CodecFactory, Decoder};
///
/// let codecs = CodecFactory::new(apimachinery::apis::scheme());
/// let data = b"apiVersion: extensions/v1beta1\nkind: Deployment\n";
/// let decoded = codecs.universal_decoder(&[]).decode(data, None).unwrap();
/// assert_eq!(decoded.gvk.to_string(), "extensions/v1beta1, Kind=Deployment");
/// let hub = decoded.downcast::<Deployment>().unwrap().object;
/// assert_eq!(hub.spec.replicas, Some(1));
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct VersioningDecoder {
    scheme: Arc<Scheme>,
    decoder: Arc<dyn Decoder>,
    version: Arc<dyn GroupVersioner>,
    defaulting: Option<Defaulting>,
}

impl VersioningDecoder {
    /// Creates a decoder that reads objects with `decoder` and converts them, with the conversions of `scheme`, to the
    /// kind that `version` chooses. Defaults are filled in with [`Defaulting::default`].
    #[must_use]
    pub fn new(scheme: Arc<Scheme>, decoder: Arc<dyn Decoder>, version: Arc<dyn GroupVersioner>) -> Self {
        VersioningDecoder { scheme, decoder, version, defaulting: Some(Defaulting::default()) }
    }

    /// Sets the feature gates and the clock on which some defaults depend. With `None`, defaults are not filled in.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::internal::Deployment;
    /// use apimachinery::serializer::{CodecFactory, Decoder};
    ///
    /// let codecs = CodecFactory::new(apimachinery::apis::scheme());
    /// let decoder = codecs.universal_decoder(&[]).with_defaulting(None);
    /// let hub = decoder.decode(b"apiVersion: apps/v1\nkind: Deployment\n", None)?;
    /// assert_eq!(hub.downcast::<Deployment>().unwrap().object.spec.replicas, None);
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    #[must_use]
    pub fn with_defaulting(mut self, defaulting: Option<Defaulting>) -> Self {
        self.defaulting = defaulting;
        self
    }

    /// Performs the steps between decoding and conversion.
    fn complete(&self, object: &mut dyn Object, gvk: &GroupVersionKind) -> Result<Findings, Error> {
        let findings = nested::decode(object, &*self.decoder).map_err(|error| error.of_kind(gvk))?;
        if let Some(context) = &self.defaulting {
            self.scheme.apply_defaults(object, gvk, context);
        }
        Ok(findings)
    }

    /// Converts an object that was decoded separately into the caller's object.
    fn convert_into(
        &self,
        mut object: Box<dyn Object>,
        gvk: &GroupVersionKind,
        into: &mut dyn Object,
    ) -> Result<Findings, Error> {
        let object = match is_unstructured(into) {
            true => match into.assign(object) {
                Ok(()) => return Ok(Findings::reported(Vec::new())),
                Err(object) => object,
            },
            false => {
                object.set_type_meta(TypeMeta::from(gvk));
                object
            }
        };
        let chosen = self.version.kind_for(std::slice::from_ref(gvk));
        if !chosen.is_some_and(|chosen| self.scheme.kinds_of_type(into).contains(&chosen)) {
            let losses = self.scheme.convert_reporting(object, into, Some(&*self.version))?;
            return Ok(Findings::lost(losses));
        }
        let said = into.type_meta();
        let (converted, losses) = self.scheme.convert_with_losses(object, &*self.version)?;
        into.assign(converted).map_err(|other| {
            let found = Decoded::new(other, gvk.clone());
            Error::wrong_kind(found, into.type_name())
        })?;
        into.set_type_meta(said);
        Ok(Findings::lost(losses))
    }

    /// Returns true if the caller's object is of the kind of the data, but the version chooses another kind of the same
    /// type.
    fn is_converted_in_place(&self, gvk: &GroupVersionKind, into: &dyn Object) -> bool {
        let chosen = self.version.kind_for(std::slice::from_ref(gvk));
        chosen.is_some_and(|chosen| chosen != *gvk && self.scheme.kinds_of_type(into).contains(&chosen))
    }

    fn fill(&self, data: &[u8], defaults: Option<&GroupVersionKind>, into: &mut dyn Object) -> Result<Outcome, Error> {
        match self.decoder.decode_into(data, defaults, into) {
            Ok(Decoded { gvk, warnings, .. }) => {
                Ok(Outcome { gvk, object: None, findings: Findings::reported(warnings) })
            }
            Err(error) => Outcome::of(error),
        }
    }
}

impl Decoder for VersioningDecoder {
    fn decode(&self, data: &[u8], defaults: Option<&GroupVersionKind>) -> Result<Decoded, Error> {
        let (mut object, gvk, mut findings) = Findings::split(self.decoder.decode(data, defaults))?;
        findings.append(self.complete(&mut *object, &gvk)?);
        object.set_type_meta(TypeMeta::from(&gvk));
        let converted = self.scheme.convert_with_losses(object, &*self.version);
        let (object, losses) = converted.map_err(|error| Error::from(error).of_kind(&gvk))?;
        findings.append(Findings::lost(losses));
        findings.judge(gvk, object)
    }

    fn decode_into(
        &self,
        data: &[u8],
        defaults: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<Decoded<()>, Error> {
        // An unstructured object that states a version requests conversion to it, so the data is decoded separately.
        let mut fresh = (is_unstructured(into) && !into.type_meta().api_version.is_empty()).then(|| {
            let mut fresh = into.clone_box();
            drop(fresh.take());
            fresh
        });
        let filled = self.fill(data, defaults, fresh.as_deref_mut().unwrap_or(into))?;
        let Outcome { gvk, object, mut findings } = filled;
        match object.or(fresh) {
            Some(mut object) => {
                findings.append(self.complete(&mut *object, &gvk)?);
                findings.append(self.convert_into(object, &gvk, into).map_err(|error| error.of_kind(&gvk))?);
            }
            None => {
                findings.append(self.complete(into, &gvk)?);
                if self.is_converted_in_place(&gvk, into) {
                    let object = into.take();
                    findings.append(self.convert_into(object, &gvk, into).map_err(|error| error.of_kind(&gvk))?);
                }
            }
        }
        findings.judge(gvk, ())
    }

    fn recognizes(&self, data: &[u8]) -> Recognition {
        self.decoder.recognizes(data)
    }
}

/// The result of decoding into an object.
struct Outcome {
    gvk: GroupVersionKind,
    /// The object, if it is not the caller's.
    object: Option<Box<dyn Object>>,
    findings: Findings,
}

impl Outcome {
    /// Creates an outcome from an error, if the data was decoded despite the error.
    ///
    /// # Errors
    ///
    /// Returns the error itself if nothing was decoded.
    fn of(error: Error) -> Result<Self, Error> {
        let Some(gvk) = error.gvk().filter(|_| error.has_decoded()).cloned() else { return Err(error) };
        let is_strict = error.is_strict_decoding();
        let (object, _, warnings) = error.into_parts();
        let findings = if is_strict { Findings::refused(warnings) } else { Findings::reported(warnings) };
        Ok(Outcome { gvk, object, findings })
    }
}
