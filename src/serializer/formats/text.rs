//! Documents of text on their way into objects: what JSON and YAML have in common.

use std::any::Any;
use std::borrow::Cow;

use super::{kind, meta_sniff};
use crate::format::json;
use crate::meta::{Object, TypeMeta, Unknown, is_unstructured};
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::scheme::Scheme;
use crate::serializer::{Decoded, Error, Warning};
use crate::wire::json::decode_utf8;
use crate::yaml;

/// A document as JSON.
pub(crate) struct Text<'a> {
    json: Cow<'a, str>,
    original: &'a [u8],
    source: Source,
}

/// What the JSON was made from.
enum Source {
    Json,
    Yaml {
        /// The one error of the strict parser, with all keys that are there twice.
        repeated: Option<Warning>,
    },
}

impl<'a> Text<'a> {
    pub(crate) fn from_json(original: &'a [u8]) -> Self {
        Text { json: decode_utf8(original), original, source: Source::Json }
    }

    /// # Errors
    ///
    /// If it is no YAML, or JSON cannot say it.
    pub(crate) fn from_yaml(original: &'a [u8]) -> Result<Self, Error> {
        let (json, repeated) = yaml::to_json_strict(original)?;
        let source = Source::Yaml { repeated: repeated.map(Warning::from) };
        Ok(Text { json: json.into(), original, source })
    }

    /// The document as an [`Unknown`] of JSON, whatever it was.
    ///
    /// # Errors
    ///
    /// As [`Text::type_meta`].
    pub(crate) fn into_unknown(self) -> Result<Decoded, Error> {
        let type_meta = self.type_meta()?;
        let gvk = type_meta.group_version_kind();
        let warnings = match self.source {
            Source::Json => Vec::new(),
            Source::Yaml { repeated } => repeated.into_iter().collect(),
        };
        let raw = (*self.json).into();
        let object = Unknown { type_meta, raw, content_type: Unknown::JSON.into(), ..Unknown::default() };
        Ok(Decoded { object: Box::new(object), gvk, warnings })
    }

    /// What the document says it is.
    ///
    /// # Errors
    ///
    /// If it is no object, or kind and apiVersion are no strings.
    pub(crate) fn type_meta(&self) -> Result<TypeMeta, Error> {
        meta_sniff::type_meta(&self.json).map_err(|error| self.located(error.into()))
    }

    /// Decodes an object of the kind that the document says, completed by `defaults`.
    pub(crate) fn decode(&self, scheme: &Scheme, defaults: Option<&GroupVersionKind>) -> Result<Decoded, Error> {
        let gvk = self.kind(defaults)?;
        self.decode_kind(scheme, gvk)
    }

    /// Decodes into `into` if it is of the kind that the document says, completed by `defaults` and
    /// by the kind of `into`.
    pub(crate) fn decode_into(
        &self,
        scheme: &Scheme,
        defaults: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<(GroupVersionKind, Vec<Warning>), Error> {
        let gvk = self.kind(defaults)?;
        if let Some(unknown) = (into as &mut dyn Any).downcast_mut::<Unknown>() {
            unknown.type_meta = TypeMeta::from(&gvk);
            unknown.raw = self.original.into();
            unknown.content_type = Unknown::JSON.into();
            return Ok((gvk, Vec::new()));
        }
        if is_unstructured(into) {
            return self.decode_into_unstructured(into, &gvk);
        }
        match scheme.kinds_of_type(into) {
            [] => {
                let warnings = self.unmarshal(into).map_err(|error| error.of_kind(&gvk))?;
                Ok((gvk, warnings))
            }
            kinds => {
                let gvk = kind::completed(gvk, &kinds[0]);
                if !kinds.contains(&gvk) {
                    let decoded = self.decode_kind(scheme, gvk)?;
                    return Err(Error::wrong_kind(decoded, into.type_name()));
                }
                let warnings = self.unmarshal(into).map_err(|error| error.of_kind(&gvk))?;
                Ok((gvk, warnings))
            }
        }
    }

    /// The content alone says what it is.
    fn decode_into_unstructured(
        &self,
        into: &mut dyn Object,
        gvk: &GroupVersionKind,
    ) -> Result<(GroupVersionKind, Vec<Warning>), Error> {
        if self.type_meta()?.kind.is_empty() {
            return Err(Error::missing_kind(&*self.json).of_kind(gvk));
        }
        let warnings = self.unmarshal(into).map_err(|error| error.of_kind(gvk))?;
        let gvk = into.type_meta().group_version_kind();
        if gvk.kind.is_empty() {
            return Err(Error::missing_kind(String::from_utf8_lossy(self.original)).of_kind(&gvk));
        }
        Ok((gvk, warnings))
    }

    fn decode_kind(&self, scheme: &Scheme, gvk: GroupVersionKind) -> Result<Decoded, Error> {
        kind::check(&gvk, || String::from_utf8_lossy(self.original))?;
        let mut object = scheme.new_object(&gvk).map_err(|error| Error::from(error).of_kind(&gvk))?;
        let warnings = self.unmarshal(&mut *object).map_err(|error| error.of_kind(&gvk))?;
        Ok(Decoded { object, gvk, warnings })
    }

    /// The kind that the document says, completed by `defaults`.
    fn kind(&self, defaults: Option<&GroupVersionKind>) -> Result<GroupVersionKind, Error> {
        let type_meta = self.type_meta()?;
        let version: GroupVersion = type_meta.api_version.parse()?;
        let gvk = version.with_kind(type_meta.kind);
        Ok(defaults.map_or(gvk.clone(), |defaults| kind::completed(gvk, defaults)))
    }

    fn unmarshal(&self, object: &mut dyn Object) -> Result<Vec<Warning>, Error> {
        let merged = json::merge_str(object.cursor_mut(), &self.json);
        let mut warnings = merged.map_err(|error| self.located(error.into()))?;
        if let Source::Yaml { repeated } = &self.source {
            let positions = warnings.iter_mut().filter_map(|warning| warning.position.as_mut());
            yaml::locate(self.original, &self.json, positions);
            warnings.splice(..0, repeated.clone());
        }
        Ok(warnings)
    }

    /// An error with its positions in the original.
    fn located(&self, error: Error) -> Error {
        match self.source {
            Source::Json => error,
            Source::Yaml { .. } => error.in_yaml(self.original, &self.json),
        }
    }
}
