use std::sync::Arc;

use super::{kind, stamp};
use crate::field::value::readable_entries;
use crate::field::{Map, Str, Value};
use crate::format::{self, cbor, json};
use crate::meta::{Object, TypeMeta, Unknown, Unstructured, UnstructuredList, is_unstructured};
use crate::reflect::Mut;
use crate::schema::GroupVersionKind;
use crate::scheme::Scheme;
use crate::serializer::{Decoded, Decoder, Encoder, Error, Mode, Recognition, Warning};
use crate::wire::cbor::{MAGIC, Reader, check};

/// The CBOR serializer. Counterpart of `cbor.Serializer`.
///
/// Output is in upstream's deterministic form and begins with the bytes `d9 d9 f7`. Decoders detect CBOR by these
/// bytes, but input passed to this serializer can begin without them. The rules for input are described in
/// [`serializer::cbor`](crate::serializer::cbor). Upstream's codecs support CBOR only if the server enables it; a
/// [`CodecFactory`](crate::serializer::CodecFactory) supports it only if
/// [`CodecFactoryOptions::cbor`](crate::serializer::CodecFactoryOptions::cbor) is true.
///
/// ```
/// # #[cfg(feature = "core")] {
/// use apimachinery::serializer::{CborSerializer, Decoder, Encoder, JsonSerializer};
///
/// let json = JsonSerializer::new(apimachinery::apis::scheme());
/// let cbor = CborSerializer::new(apimachinery::apis::scheme());
/// let map = json.decode(br#"{"kind":"ConfigMap","apiVersion":"v1","data":{"a":"b"}}"#, None).unwrap();
/// let data = cbor.encode_to_vec(&*map.object).unwrap();
/// assert!(data.starts_with(b"\xd9\xd9\xf7\xa4\x44data\xa1\x41a\x41b\x44kind\x49ConfigMap"));
/// assert_eq!(cbor.decode(&data, None).unwrap().object, &map.object);
///
/// let error = cbor.decode(b"\xa1\x44kind\x43Pod", None).unwrap_err();
/// assert_eq!(error.to_string(), "Object 'apiVersion' is missing");
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct CborSerializer {
    scheme: Arc<Scheme>,
    mode: Mode,
    transcode: bool,
}

/// The result of decoding into an object: warnings, and the error of a strict decoder.
struct Read {
    warnings: Vec<Warning>,
    refused: Option<Warning>,
}

/// The kind and version stated by a document.
#[derive(Clone, Default, PartialEq)]
struct Said {
    kind: Str,
    api_version: Str,
}

crate::message! {
    Said {
        kind => "kind", 0, Never;
        api_version => "apiVersion", 0, Never;
    }
}

impl CborSerializer {
    /// Creates a serializer for the kinds of `scheme`. It is lax: unknown fields are dropped with a warning.
    #[must_use]
    pub fn new(scheme: impl Into<Arc<Scheme>>) -> Self {
        CborSerializer { scheme: scheme.into(), mode: Mode::Lax, transcode: true }
    }

    /// Makes the serializer reject unknown fields. Duplicate keys are errors in both modes. As in upstream, the error
    /// names only one unknown field, by its index in its map. [`Error::into_decoded`] returns the decoded object.
    ///
    /// ```
    /// # #[cfg(feature = "core")] {
    /// use apimachinery::serializer::{CborSerializer, Decoder};
    ///
    /// let strict = CborSerializer::new(apimachinery::apis::scheme()).strict();
    /// let error = strict.decode(b"\xa3\x41x\x01\x44kind\x43Pod\x4aapiVersion\x42v1", None).unwrap_err();
    /// assert_eq!(error.to_string(), "strict decoding error: cbor: found unknown field at map element index 0");
    /// assert!(error.into_decoded().is_some());
    /// # }
    /// ```
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.mode = Mode::Strict;
        self
    }

    /// Makes the serializer store the values of [`RawExtension`](crate::meta::RawExtension) fields as CBOR when
    /// decoding, instead of converting them to JSON. Use it for streams of watch events, whose objects are CBOR that is
    /// decoded separately. Counterpart of upstream's option `Transcode(false)`.
    ///
    /// ```
    /// # #[cfg(feature = "meta")] {
    /// use apimachinery::apis::meta::v1::WatchEvent;
    /// use apimachinery::schema::GroupVersionKind;
    /// use apimachinery::serializer::{CborSerializer, Decoder};
    ///
    /// let kind = GroupVersionKind::new("", "v1", "WatchEvent");
    /// let raw = |cbor: CborSerializer| {
    ///     let event = cbor.decode(b"\xa2\x44type\x45ADDED\x46object\xa0", Some(&kind)).unwrap();
    ///     event.downcast::<WatchEvent>().unwrap().object.object.raw
    /// };
    /// let cbor = CborSerializer::new(apimachinery::apis::scheme());
    /// assert_eq!(*raw(cbor.clone()), *b"{}");
    /// assert_eq!(*raw(cbor.keeping_raw()), *b"\xd9\xd9\xf7\xa0");
    /// # }
    /// ```
    #[must_use]
    pub fn keeping_raw(mut self) -> Self {
        self.transcode = false;
        self
    }

    fn read(&self, target: Mut<'_>, data: &[u8]) -> Result<Read, Error> {
        let mut refused = None;
        let warnings = cbor::read(target, data, self.mode.is_strict().then_some(&mut refused), self.transcode)?;
        Ok(Read { warnings, refused })
    }

    fn decode_kind(&self, data: &[u8], gvk: GroupVersionKind) -> Result<Decoded, Error> {
        kind::check(&gvk)?;
        let mut object = self.scheme.new_object(&gvk).map_err(|error| Error::from(error).of_kind(&gvk))?;
        let read = self.read(object.cursor_mut(), data).map_err(|error| error.of_kind(&gvk))?;
        match read.refused {
            None => Ok(Decoded { object, gvk, warnings: read.warnings }),
            Some(refused) => Err(Error::strict(vec![refused], gvk, Some(object))),
        }
    }

    /// Decodes into an unstructured object, whose kind is determined only by the content.
    fn decode_unstructured(
        &self,
        data: &[u8],
        defaults: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<Decoded<()>, Error> {
        let filled = content(data).map_err(|error| unlisted(data, into, error));
        let filled = filled.and_then(|content| fill(content, into));
        if let Err(error) = filled {
            // The kind is needed only for the error. If the data does not state it, decoding it fails first.
            return Err(error.of_kind(&completed(type_meta(data)?, defaults)));
        }
        let gvk = into.type_meta().group_version_kind();
        let gvk = if into.type_meta().api_version.matches('/').count() > 1 { GroupVersionKind::default() } else { gvk };
        kind::check(&gvk)?;
        Ok(Decoded::new((), gvk))
    }
}

/// Returns the kind and version stated by a document.
///
/// # Errors
///
/// Returns an error if the data is not a document, if a top-level key occurs twice, or if `kind` or `apiVersion` is not
/// a string.
pub(crate) fn type_meta(data: &[u8]) -> Result<TypeMeta, Error> {
    let mut said = Said::default();
    cbor::read(Mut::new(&mut said), data, None, false)
        .map_err(|error| error.within("unable to determine group/version/kind: "))?;
    Ok(TypeMeta::new(said.api_version, said.kind))
}

/// Converts a document to an [`Unknown`] that contains JSON.
///
/// # Errors
///
/// Same as [`type_meta`], and also returns an error if JSON cannot represent the document.
pub(crate) fn into_unknown(data: &[u8]) -> Result<Decoded, Error> {
    let type_meta = type_meta(data)?;
    let (gvk, content) = (type_meta.group_version_kind(), Value::Map(content(data)?));
    let raw = json::to_string(&content)?.as_str().into();
    let object = Unknown { type_meta, raw, content_type: Unknown::JSON.into(), ..Unknown::default() };
    Ok(Decoded::new(Box::new(object), gvk))
}

/// Returns the kind stated by a document, completed by `defaults`.
fn completed(type_meta: TypeMeta, defaults: Option<&GroupVersionKind>) -> GroupVersionKind {
    let gvk = type_meta.group_version_kind();
    match defaults {
        Some(defaults) => kind::completed(gvk, defaults),
        None => gvk,
    }
}

/// Decodes a document to untyped content.
fn content(data: &[u8]) -> Result<Map<Value>, format::Error> {
    let mut content = Map::nil();
    cbor::read(Mut::new(&mut content), data, None, false)?;
    Ok(content)
}

/// Sets the content of an untyped object.
fn fill(content: Map<Value>, into: &mut dyn Object) -> Result<(), Error> {
    let any: &mut dyn std::any::Any = into;
    if let Some(object) = any.downcast_mut::<Unstructured>() {
        *object = Unstructured::new(content);
    } else if let Some(list) = any.downcast_mut::<UnstructuredList>() {
        check_items(content.get("items"))?;
        *list = UnstructuredList::from_document(content)?;
        for item in &list.items {
            let TypeMeta { kind, api_version } = item.type_meta();
            match (kind.is_empty(), api_version.is_empty()) {
                (true, _) => return Err(Error::missing_kind()),
                (_, true) => return Err(Error::missing_version()),
                _ => {}
            }
        }
    }
    Ok(())
}

/// Returns the error for a list whose content cannot be decoded. Upstream checks the items first, as far as they can be
/// decoded.
#[cold]
fn unlisted(data: &[u8], into: &mut dyn Object, error: format::Error) -> Error {
    let any: &mut dyn std::any::Any = into;
    if !any.is::<UnstructuredList>() || check(data).is_err() {
        return error.into();
    }
    let content = readable_entries(Reader::new(data));
    fill(content, &mut UnstructuredList::default()).err().unwrap_or_else(|| error.into())
}

/// Checks that items, if they are present, are a list of maps.
fn check_items(items: Option<&Value>) -> Result<(), Error> {
    let Some(items) = items else { return Ok(()) };
    let Some(items) = items.as_list() else {
        return Err(Error::other("items field of UnstructuredList must be encoded as an array or null if present"));
    };
    match items.iter().all(|item| item.as_map().is_some()) {
        true => Ok(()),
        false => Err(Error::other("elements of the items field of UnstructuredList must be encoded as a map")),
    }
}

impl Encoder for CborSerializer {
    fn encode(&self, object: &dyn Object, out: &mut Vec<u8>) -> Result<(), Error> {
        out.extend_from_slice(&MAGIC);
        Ok(cbor::write(out, object.cursor())?)
    }

    fn encode_as(&self, object: &dyn Object, kind: &GroupVersionKind, out: &mut Vec<u8>) -> Result<(), Error> {
        out.extend_from_slice(&MAGIC);
        stamp::write_cbor(out, object, kind)
    }

    fn identifier(&self) -> String {
        "cbor".to_string()
    }
}

impl Decoder for CborSerializer {
    fn decode(&self, data: &[u8], defaults: Option<&GroupVersionKind>) -> Result<Decoded, Error> {
        self.decode_kind(data, completed(type_meta(data)?, defaults))
    }

    fn decode_into(
        &self,
        data: &[u8],
        defaults: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<Decoded<()>, Error> {
        if is_unstructured(into) {
            return self.decode_unstructured(data, defaults, into);
        }
        let gvk = completed(type_meta(data)?, defaults);
        let kinds = self.scheme.object_kinds(into).map_err(|error| Error::from(error).of_kind(&gvk))?.kinds;
        let gvk = kinds.first().map_or_else(|| gvk.clone(), |first| kind::completed(gvk.clone(), first));
        if !kinds.contains(&gvk) {
            let decoded = self.decode_kind(data, gvk)?;
            return Err(Error::wrong_kind(decoded, into.type_name()));
        }
        let read = self.read(into.cursor_mut(), data).map_err(|error| error.of_kind(&gvk))?;
        match read.refused {
            None => Ok(Decoded { object: (), gvk, warnings: read.warnings }),
            Some(refused) => Err(Error::strict(vec![refused], gvk, None)),
        }
    }

    fn recognizes(&self, data: &[u8]) -> Recognition {
        if data.starts_with(&MAGIC) { Recognition::Yes } else { Recognition::No }
    }
}
