//! Decoding of text documents, shared by JSON and YAML.

use std::any::Any;
use std::borrow::Cow;

#[cfg(feature = "cli")]
use super::exact_names;
pub(crate) use super::meta_sniff::Said;
use super::{kind, meta_sniff};
use crate::format::{json, yaml as yaml_of};
use crate::go_yaml::{self, ValueRef};
use crate::meta::{Object, TypeMeta, Unknown, is_unstructured};
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::scheme::Scheme;
use crate::serializer::{Decoded, Error, Warning};
use crate::wire::json::{Reader, decode_utf8};

/// A document whose type is not known yet.
pub(crate) struct Text<'a> {
    original: &'a [u8],
    content: Content<'a>,
}

enum Content<'a> {
    Json(Cow<'a, str>),
    Yaml(ValueRef<'a, 'a>),
}

impl<'a> Text<'a> {
    pub(crate) fn from_json(original: &'a [u8]) -> Self {
        Text { original, content: Content::Json(decode_utf8(original)) }
    }

    /// Creates a document from YAML. `part` is the parsed content of `original`: a document or a part of one.
    pub(crate) fn from_yaml(original: &'a [u8], part: ValueRef<'a, 'a>) -> Self {
        Text { original, content: Content::Yaml(part) }
    }

    /// Converts the document to an [`Unknown`] that contains JSON.
    ///
    /// # Errors
    ///
    /// Same as [`Text::type_meta`].
    pub(crate) fn into_unknown(self) -> Result<Decoded, Error> {
        let type_meta = self.type_meta()?;
        let gvk = type_meta.group_version_kind();
        let warnings = match &self.content {
            Content::Json(_) => Vec::new(),
            Content::Yaml(part) => Warning::of_yaml(&part.warnings()),
        };
        let raw = (*self.json()).into();
        let object = Unknown { type_meta, raw, content_type: Unknown::JSON.into(), ..Unknown::default() };
        Ok(Decoded { object: Box::new(object), gvk, warnings })
    }

    /// Returns the kind and version stated by the document.
    ///
    /// # Errors
    ///
    /// Returns an error if the document is not an object, or if `kind` or `apiVersion` is not a string.
    pub(crate) fn type_meta(&self) -> Result<TypeMeta, Error> {
        Ok(self.said()?.type_meta)
    }

    /// Returns the kind and version, and whether their names are spelled exactly.
    ///
    /// # Errors
    ///
    /// Same as [`Text::type_meta`].
    pub(crate) fn said(&self) -> Result<Said, Error> {
        Ok(match &self.content {
            Content::Json(text) => meta_sniff::said(Reader::new(text)),
            Content::Yaml(part) => meta_sniff::said(go_yaml::Reader::new(*part)),
        }?)
    }

    /// Decodes an object of the kind stated by the document, completed by `defaults`.
    pub(crate) fn decode(&self, scheme: &Scheme, defaults: Option<&GroupVersionKind>) -> Result<Decoded, Error> {
        let gvk = completed(self.type_meta()?, defaults)?;
        self.decode_kind(scheme, gvk)
    }

    /// Decodes into `into` if it is of the kind stated by the document, completed by `defaults` and by the kind of
    /// `into`.
    pub(crate) fn decode_into(
        &self,
        scheme: &Scheme,
        defaults: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<Decoded<()>, Error> {
        let type_meta = self.type_meta()?;
        let says_kind = !type_meta.kind.is_empty();
        let mut gvk = completed(type_meta, defaults)?;
        if let Some(unknown) = (into as &mut dyn Any).downcast_mut::<Unknown>() {
            unknown.type_meta = TypeMeta::from(&gvk);
            unknown.raw = self.original.into();
            unknown.content_type = Unknown::JSON.into();
            return Ok(Decoded::new((), gvk));
        }
        if is_unstructured(into) {
            return self.decode_into_unstructured(into, says_kind, &gvk);
        }
        let kinds = scheme.kinds_of_type(into);
        if let Some(first) = kinds.first() {
            gvk = kind::completed(gvk, first);
            if !kinds.contains(&gvk) {
                let decoded = self.decode_kind(scheme, gvk)?;
                return Err(Error::wrong_kind(decoded, into.type_name()));
            }
        }
        let warnings = self.unmarshal(into, &gvk)?;
        Ok(Decoded { object: (), gvk, warnings })
    }

    /// Decodes into an unstructured object, whose kind is determined only by the content; `gvk` is the kind in errors.
    fn decode_into_unstructured(
        &self,
        into: &mut dyn Object,
        says_kind: bool,
        gvk: &GroupVersionKind,
    ) -> Result<Decoded<()>, Error> {
        if !says_kind {
            return Err(Error::missing_kind().of_kind(gvk));
        }
        let warnings = self.unmarshal(into, gvk)?;
        let gvk = into.type_meta().group_version_kind();
        if gvk.kind.is_empty() {
            return Err(Error::missing_kind().of_kind(&gvk));
        }
        Ok(Decoded { object: (), gvk, warnings })
    }

    fn decode_kind(&self, scheme: &Scheme, gvk: GroupVersionKind) -> Result<Decoded, Error> {
        kind::check(&gvk)?;
        let mut object = scheme.new_object(&gvk).map_err(|error| Error::from(error).of_kind(&gvk))?;
        let warnings = self.unmarshal(&mut *object, &gvk)?;
        Ok(Decoded { object, gvk, warnings })
    }

    /// Decodes into an object of any kind; `gvk` is the kind in errors.
    fn unmarshal(&self, object: &mut dyn Object, gvk: &GroupVersionKind) -> Result<Vec<Warning>, Error> {
        let merged = match &self.content {
            Content::Json(text) => json::merge_str(object.cursor_mut(), text),
            Content::Yaml(part) => yaml_of::merge_part(object.cursor_mut(), *part),
        };
        merged.map_err(|error| Error::from(error).of_kind(gvk))
    }

    /// Returns the parsed document if it is YAML.
    #[cfg(feature = "cli")]
    pub(crate) fn yaml(&self) -> Option<ValueRef<'a, 'a>> {
        if let Content::Yaml(part) = &self.content { Some(*part) } else { None }
    }

    /// Returns the document as JSON, with `kind` and `apiVersion` under their exact names, since they are recognized in
    /// any case.
    #[cfg(feature = "cli")]
    pub(crate) fn settled_json(&self, said: &Said) -> Cow<'_, str> {
        let json = self.json();
        let settled = (!said.is_exact).then(|| exact_names::settled(&json, &said.type_meta));
        settled.and_then(Result::ok).map_or(json, Cow::Owned)
    }

    /// Returns the document as JSON: the original text, or the result of converting YAML.
    pub(crate) fn json(&self) -> Cow<'_, str> {
        match &self.content {
            Content::Json(text) => Cow::Borrowed(text),
            Content::Yaml(part) => Cow::Owned(part.to_json()),
        }
    }
}

/// Returns the kind stated by a document, completed by `defaults`.
fn completed(type_meta: TypeMeta, defaults: Option<&GroupVersionKind>) -> Result<GroupVersionKind, Error> {
    let version: GroupVersion = type_meta.api_version.parse()?;
    let gvk = version.with_kind(type_meta.kind);
    Ok(match defaults {
        Some(defaults) => kind::completed(gvk, defaults),
        None => gvk,
    })
}
