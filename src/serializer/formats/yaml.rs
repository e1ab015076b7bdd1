use std::sync::Arc;

use super::json::identifier;
use super::stamp;
use super::text::Text;
use crate::format::json;
use crate::go_yaml;
use crate::meta::Object;
use crate::schema::GroupVersionKind;
use crate::scheme::Scheme;
use crate::serializer::{Decoded, Decoder, Encoder, Error, Mode};
use crate::wire::scratch::with_buffer;

/// The YAML serializer. Counterpart of `json.Serializer` with the option `Yaml`.
///
/// YAML is converted to JSON and then decoded, so an unquoted number is not accepted as a string. It is encoded from
/// JSON, with sorted keys. Strict mode rejects unknown fields and duplicate keys. If the data contains several
/// documents, only the first is decoded.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::serializer::{Decoder, Encoder, YamlSerializer};
///
/// let yaml = YamlSerializer::new(apimachinery::apis::scheme());
/// let text = b"kind: Deployment\napiVersion: apps/v1\nspec: {paused: yes, paused: no}\n";
/// let decoded = yaml.decode(text, None).unwrap();
/// let line = "yaml: unmarshal errors:\n  line 3: key \"paused\" already set in map";
/// assert_eq!(decoded.warnings[0].to_string(), line);
///
/// let error = yaml.strict().decode(text, None).unwrap_err();
/// assert_eq!(error.to_string(), format!("strict decoding error: {line}"));
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct YamlSerializer {
    scheme: Arc<Scheme>,
    mode: Mode,
}

impl YamlSerializer {
    /// Creates a serializer for the kinds of `scheme`. It is lax: unknown fields and duplicate keys are dropped with a
    /// warning.
    #[must_use]
    pub fn new(scheme: impl Into<Arc<Scheme>>) -> Self {
        YamlSerializer { scheme: scheme.into(), mode: Mode::Lax }
    }

    /// Makes the serializer reject unknown and duplicate fields, with an error for which
    /// [`Error::is_strict_decoding`](crate::serializer::Error::is_strict_decoding) is true.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.mode = Mode::Strict;
        self
    }
}

impl Encoder for YamlSerializer {
    fn encode(&self, object: &dyn Object, out: &mut Vec<u8>) -> Result<(), Error> {
        with_buffer(|text| {
            json::write(text, object.cursor())?;
            Ok(go_yaml::write_json(out, text)?)
        })
    }

    fn encode_as(&self, object: &dyn Object, kind: &GroupVersionKind, out: &mut Vec<u8>) -> Result<(), Error> {
        with_buffer(|text| {
            stamp::write_json(text, object, kind)?;
            Ok(go_yaml::write_json(out, text)?)
        })
    }

    fn identifier(&self) -> String {
        identifier(false, self.mode, true)
    }
}

/// Never recognizes data, because any text may be YAML; a recognizer therefore tries it last.
impl Decoder for YamlSerializer {
    fn decode(&self, data: &[u8], defaults: Option<&GroupVersionKind>) -> Result<Decoded, Error> {
        self.mode.judge(
            Text::from_yaml(data, go_yaml::read(&go_yaml::Text::decode(data)?)?.whole()).decode(&self.scheme, defaults),
        )
    }

    fn decode_into(
        &self,
        data: &[u8],
        defaults: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<Decoded<()>, Error> {
        self.mode.judge(Text::from_yaml(data, go_yaml::read(&go_yaml::Text::decode(data)?)?.whole()).decode_into(
            &self.scheme,
            defaults,
            into,
        ))
    }
}
