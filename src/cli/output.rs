//! Standard output.

use std::io::{self, BufWriter, Write};

use super::visible;
use crate::serializer::{self, Format, json};
use crate::yaml;

/// Spaces a level, as kubectl prints JSON.
const INDENT: usize = 4;

/// JSON values as one list, laid out over lines and safe to print.
pub(super) fn json_list(values: impl Iterator<Item = String>) -> Vec<u8> {
    let list = values.collect::<Vec<_>>().join(",");
    let mut text = json::indent(format!("[{}]", visible::json(&list)).as_bytes(), INDENT);
    text.push(b'\n');
    text
}

/// How documents are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// With `---` between them.
    Yaml,
    /// Laid out over lines, one after another.
    Json,
    /// With `---` before each.
    Kyaml,
    /// A line for each.
    CompactJson,
    /// As etcd stores them.
    Protobuf,
    /// As etcd stores them where it is told to.
    Cbor,
}

impl Form {
    /// The format that an object is encoded in before it is laid out.
    pub(super) fn format(self) -> Format {
        match self {
            Form::Protobuf => Format::Protobuf,
            Form::Cbor => Format::Cbor,
            _ => Format::Json,
        }
    }

    /// True if people read it.
    pub(super) fn is_text(self) -> bool {
        self.format() == Format::Json
    }

    /// Lays out what was encoded.
    ///
    /// # Errors
    ///
    /// If YAML cannot say it.
    pub(super) fn lay_out(self, encoded: Vec<u8>) -> Result<Vec<u8>, serializer::Error> {
        match self {
            Form::Yaml => Ok(yaml::json_to_yaml(&encoded)?.into_bytes()),
            Form::Kyaml => Ok(yaml::json_to_kyaml(&encoded)?.into_bytes()),
            Form::Json => {
                let mut text = json::indent(encoded.trim_ascii_end(), INDENT);
                text.push(b'\n');
                Ok(text)
            }
            Form::CompactJson => {
                let mut line = encoded;
                line.truncate(line.trim_ascii_end().len());
                line.push(b'\n');
                Ok(line)
            }
            Form::Protobuf | Form::Cbor => Ok(encoded),
        }
    }
}

/// Writes documents, and what goes between them.
pub(super) struct Output<W: Write> {
    out: BufWriter<W>,
    form: Form,
    begun: bool,
}

impl<W: Write> Output<W> {
    pub(super) fn new(out: W, form: Form) -> Self {
        Output { out: BufWriter::with_capacity(1 << 16, out), form, begun: false }
    }

    pub(super) fn form(&self) -> Form {
        self.form
    }

    /// Writes a document that [`Form::lay_out`] made.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(super) fn write(&mut self, document: &[u8]) -> io::Result<()> {
        if self.begun && self.form == Form::Yaml {
            self.out.write_all(b"---\n")?;
        }
        self.begun = true;
        self.out.write_all(document)
    }

    /// # Errors
    ///
    /// If what is left cannot be written.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}
