use std::io::Write;
use std::sync::Arc;

use super::text::Text;
use super::{Format, stamp};
use crate::format::json;
use crate::meta::Object;
use crate::reflect::View;
use crate::schema::GroupVersionKind;
use crate::scheme::Scheme;
use crate::serializer::encoder::write_whole;
use crate::serializer::framer::FrameError;
use crate::serializer::{Decoded, Decoder, Encoder, Error, Mode, Recognition};
use crate::wire::layout::write_indented;

/// The number of spaces for each level of the pretty form.
const INDENT: usize = 2;

/// The JSON serializer. Counterpart of `json.Serializer`.
///
/// By default, an object is encoded as one line with a trailing newline. The pretty form is indented by two spaces for
/// each level and has no trailing newline. The serializer recognizes documents whose first character is `{`.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::meta::{TypeMeta, Unknown};
/// use apimachinery::serializer::{Decoder, Encoder, JsonSerializer};
///
/// let json = JsonSerializer::new(apimachinery::apis::scheme());
/// let any = Unknown { raw: r#"{ "a": 1 }"#.into(), ..Default::default() };
/// assert_eq!(json.encode_to_vec(&any).unwrap(), b"{\"a\":1}\n");
/// assert_eq!(json.clone().pretty().encode_to_vec(&any).unwrap(), b"{\n  \"a\": 1\n}");
///
/// let error = json.decode(br#"{"kind":"Deployment"}"#, None).unwrap_err();
/// assert_eq!(error.to_string(), "Object 'apiVersion' is missing");
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct JsonSerializer {
    scheme: Arc<Scheme>,
    mode: Mode,
    pretty: bool,
}

impl JsonSerializer {
    /// Creates a serializer for the kinds of `scheme`. It writes compact JSON and is lax: unknown and duplicate fields
    /// are dropped with a warning.
    #[must_use]
    pub fn new(scheme: impl Into<Arc<Scheme>>) -> Self {
        JsonSerializer { scheme: scheme.into(), mode: Mode::Lax, pretty: false }
    }

    /// Makes the serializer write JSON indented by two spaces for each level, without a trailing newline. Decoding is
    /// not affected.
    #[must_use]
    pub fn pretty(mut self) -> Self {
        self.pretty = true;
        self
    }

    /// Makes the serializer reject unknown and duplicate fields. [`Error::into_decoded`] returns the decoded object.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::serializer::{Decoder, JsonSerializer};
    ///
    /// let strict = JsonSerializer::new(apimachinery::apis::scheme()).strict();
    /// let error = strict.decode(br#"{"apiVersion":"apps/v1","kind":"Deployment","size":1}"#, None).unwrap_err();
    /// assert!(error.is_strict_decoding() && error.into_decoded().is_some());
    /// # }
    /// ```
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.mode = Mode::Strict;
        self
    }

    /// Writes an object to a stream, item by item where possible.
    fn stream(
        &self,
        object: &dyn Object,
        kind: Option<&GroupVersionKind>,
        stream: &mut dyn Write,
    ) -> Result<(), Error> {
        let value = match object.cursor().view() {
            View::Struct(value) if !self.pretty => value,
            _ => return write_whole(self, object, kind, stream),
        };
        let said = kind.map(|kind| (kind.kind.clone(), kind.api_version()));
        let said = said.as_ref().map(|(kind, api_version)| (kind.as_str(), api_version.as_str()));
        json::stream_as(stream, value, said).map_err(FrameError::from)??;
        Ok(stream.write_all(b"\n").map_err(FrameError::from)?)
    }

    /// Adds the newline to the text in `out` from `start`, or replaces it by its pretty form.
    fn lay_out(&self, out: &mut Vec<u8>, start: usize) {
        if !self.pretty {
            return out.push(b'\n');
        }
        let compact = out.split_off(start);
        write_indented(out, &compact, INDENT);
    }
}

impl Encoder for JsonSerializer {
    fn encode(&self, object: &dyn Object, out: &mut Vec<u8>) -> Result<(), Error> {
        let start = out.len();
        json::write(out, object.cursor())?;
        self.lay_out(out, start);
        Ok(())
    }

    fn encode_as(&self, object: &dyn Object, kind: &GroupVersionKind, out: &mut Vec<u8>) -> Result<(), Error> {
        let start = out.len();
        stamp::write_json(out, object, kind)?;
        self.lay_out(out, start);
        Ok(())
    }

    fn encode_to(&self, object: &dyn Object, stream: &mut dyn Write) -> Result<(), Error> {
        self.stream(object, None, stream)
    }

    fn encode_as_to(&self, object: &dyn Object, kind: &GroupVersionKind, stream: &mut dyn Write) -> Result<(), Error> {
        self.stream(object, Some(kind), stream)
    }

    fn identifier(&self) -> String {
        identifier(self.pretty, self.mode, false)
    }
}

impl Decoder for JsonSerializer {
    fn decode(&self, data: &[u8], defaults: Option<&GroupVersionKind>) -> Result<Decoded, Error> {
        self.mode.judge(Text::from_json(data).decode(&self.scheme, defaults))
    }

    fn decode_into(
        &self,
        data: &[u8],
        defaults: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<Decoded<()>, Error> {
        self.mode.judge(Text::from_json(data).decode_into(&self.scheme, defaults, into))
    }

    fn recognizes(&self, data: &[u8]) -> Recognition {
        if Format::recognize(data) == Format::Json { Recognition::Yes } else { Recognition::No }
    }
}

/// Returns upstream's identifier, which JSON and YAML share.
pub(super) fn identifier(pretty: bool, mode: Mode, yaml: bool) -> String {
    let strict = mode.is_strict();
    format!(r#"{{"name":"json","pretty":"{pretty}","strict":"{strict}","yaml":"{yaml}"}}"#)
}
