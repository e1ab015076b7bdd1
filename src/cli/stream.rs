//! Edited files on standard output: one stream of documents.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::escape;
use super::input::chunks::Chunk;
use super::input::layout::Layout;
use super::input::source;
use super::report::Console;

/// Writes files one after another, separated by `---` if there are several.
pub(super) struct Stream<W: Write> {
    out: BufWriter<W>,
    /// True if the input has several files.
    has_several: bool,
    /// True if the name of each file is written before its text.
    has_names: bool,
    /// The format of the first file, which all others must have.
    is_json: Option<bool>,
    ends_line: bool,
    /// True if the rest of the current file is omitted.
    is_omitted: bool,
}

impl<W: Write> Stream<W> {
    pub(super) fn new(out: W, has_several: bool, has_names: bool) -> Self {
        let out = BufWriter::with_capacity(1 << 16, out);
        Stream { out, has_several, has_names, is_json: None, ends_line: true, is_omitted: false }
    }

    /// Writes the next part of a file. Reports files that cannot be in the same stream as the files before.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    pub(super) fn write(&mut self, path: &Path, chunk: &Chunk, text: &[u8], console: &mut Console) -> io::Result<()> {
        if chunk.is_first {
            self.is_omitted = !self.begin(path, chunk, console)?;
        }
        // Binary documents are reported one by one, and are not part of a stream of texts.
        if self.is_omitted || !chunk.layout.is_text() || text.is_empty() {
            return Ok(());
        }
        self.ends_line = text.ends_with(b"\n");
        if self.has_several {
            return self.out.write_all(text);
        }
        self.out.write_all(&chunk.encoding.encode(text)?)
    }

    /// Writes what separates a file from the one before. Returns false if the file cannot be in the stream.
    fn begin(&mut self, path: &Path, chunk: &Chunk, console: &mut Console) -> io::Result<bool> {
        if !self.has_several {
            self.out.write_all(chunk.encoding.mark())?;
            return Ok(true);
        }
        let is_json = chunk.layout == Layout::Json;
        let is_next = self.is_json.is_some();
        if *self.is_json.get_or_insert(is_json) != is_json {
            let remedy = "convert them separately, write the files with --in-place or --output-dir, or use -o yaml";
            console.fail(&source::name(path), &format!("JSON and YAML files cannot be in one stream; {remedy}"));
            return Ok(false);
        }
        if is_next {
            self.out.write_all(if self.ends_line { b"---\n" } else { b"\n---\n" })?;
        }
        if self.has_names {
            writeln!(self.out, "# Source: {}", escape::line(&source::name(path)))?;
        }
        Ok(true)
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
