//! Standard output.

use std::io::{self, BufWriter, Write};

use super::escape;
use crate::go_yaml;
use crate::serializer::{self, Format, json};

/// The number of spaces per level, as in kubectl's JSON.
const INDENT: usize = 4;

/// Formats JSON values as one indented list that is safe to print.
pub(super) fn json_list(values: impl Iterator<Item = String>) -> Vec<u8> {
    let list = values.collect::<Vec<_>>().join(",");
    let mut text = json::indent(format!("[{}]", escape::json(&list)).as_bytes(), INDENT);
    text.push(b'\n');
    text
}

/// The output format of documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputFormat {
    /// YAML, separated by `---`.
    Yaml,
    /// Indented JSON, one document after another.
    Json,
    /// KYAML, with `---` before each document.
    Kyaml,
    /// One line of JSON per document.
    CompactJson,
    /// Protobuf in Kubernetes' envelope.
    Protobuf,
    /// CBOR with its tag.
    Cbor,
}

impl OutputFormat {
    /// Returns the format in which an object is encoded before [`OutputFormat::lay_out`].
    pub(super) fn encoding(self) -> Format {
        match self {
            OutputFormat::Protobuf => Format::Protobuf,
            OutputFormat::Cbor => Format::Cbor,
            _ => Format::Json,
        }
    }

    /// Returns true for text formats.
    pub(super) fn is_text(self) -> bool {
        self.encoding() == Format::Json
    }

    /// Converts an encoded object to the output format.
    ///
    /// # Errors
    ///
    /// Returns an error if YAML cannot represent the object.
    pub(super) fn lay_out(self, encoded: Vec<u8>) -> Result<Vec<u8>, serializer::Error> {
        match self {
            OutputFormat::Yaml => Ok(go_yaml::json_to_yaml(&encoded)?.into_bytes()),
            OutputFormat::Kyaml => Ok(go_yaml::json_to_kyaml(&encoded)?.into_bytes()),
            OutputFormat::Json => {
                let mut text = json::indent(encoded.trim_ascii_end(), INDENT);
                text.push(b'\n');
                Ok(text)
            }
            OutputFormat::CompactJson => {
                let mut line = encoded;
                line.truncate(line.trim_ascii_end().len());
                line.push(b'\n');
                Ok(line)
            }
            OutputFormat::Protobuf | OutputFormat::Cbor => Ok(encoded),
        }
    }
}

/// Writes documents with separators.
pub(super) struct Output<W: Write> {
    out: BufWriter<W>,
    format: OutputFormat,
    begun: bool,
}

impl<W: Write> Output<W> {
    pub(super) fn new(out: W, format: OutputFormat) -> Self {
        Output { out: BufWriter::with_capacity(1 << 16, out), format, begun: false }
    }

    /// Writes a document returned by [`OutputFormat::lay_out`].
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    pub(super) fn write(&mut self, document: &[u8]) -> io::Result<()> {
        if self.begun && self.format == OutputFormat::Yaml {
            self.out.write_all(b"---\n")?;
        }
        self.begun = true;
        self.out.write_all(document)
    }

    /// Returns the writer after all buffered output is written to it.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub(super) fn into_inner(self) -> io::Result<W> {
        self.out.into_inner().map_err(io::IntoInnerError::into_error)
    }

    /// Writes buffered output.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}
