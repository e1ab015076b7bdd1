use std::borrow::Cow;
use std::io::{self, Read, Write};

use super::source::Source;
use super::{FrameError, FrameReader, Framer};
use crate::go_yaml::{is_separator, with_line_feeds};

/// The maximum size of a document in bytes: 5 MiB, as in upstream's document decoder.
const MAX_DOCUMENT: usize = 5 << 20;

/// The maximum part of a line that is read at once.
const MAX_PIECE: usize = 64 << 10;

/// A framer for YAML documents separated by lines that begin with `---`.
///
/// The writer puts the separator `---` before every frame.
///
/// For the reader, a document ends at the next separator, which is removed together with the newline before it. The
/// last document of the stream ends with the stream and keeps its final newline. A separator at the start of the
/// stream, or directly after another separator, does not end a document: it is returned as the first line of the next
/// document.
///
/// After the dashes, a separator may contain only white space and a comment. Any other content is an error, as in
/// upstream's document reader, and the document before that separator is lost. Upstream's framer silently drops the
/// content instead.
///
/// A document larger than the limit (see [`FrameError::is_too_large`](super::FrameError::is_too_large)) is skipped with
/// an error, and the next call reads the document after it; upstream ends the stream.
///
/// ```
/// use apimachinery::serializer::framer::{FrameReader, Framer, YamlFramer};
///
/// let mut frames = YamlFramer.reader(Box::new(&b"a: 1\n--- # next\nb: 2\n"[..]));
/// let mut frame = Vec::new();
/// assert!(frames.read_frame(&mut frame)?);
/// assert_eq!(frame, b"a: 1");
/// assert!(frames.read_frame(&mut frame)?);
/// assert_eq!(frame, b"b: 2\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct YamlFramer;

impl Framer for YamlFramer {
    fn reader<'a>(&self, stream: Box<dyn Read + Send + 'a>) -> Box<dyn FrameReader + 'a> {
        Box::new(Documents::new(Source::new(stream), MAX_DOCUMENT))
    }

    fn write_frame(&self, stream: &mut dyn Write, frame: &[u8]) -> io::Result<()> {
        stream.write_all(b"---\n")?;
        stream.write_all(frame)
    }
}

/// The documents of a stream.
pub(super) struct Documents<'a> {
    stream: Source<'a>,
    limit: usize,
    /// True if every line, including the last, must end with a line feed and no other line break.
    whole_lines: bool,
    /// A line, or part of a long one.
    piece: Vec<u8>,
    at_line_start: bool,
    /// True if a document was too large and its rest has not been read yet.
    unfinished: bool,
}

impl<'a> Documents<'a> {
    /// Creates a reader for documents of at most `limit` bytes.
    pub(super) fn new(stream: Source<'a>, limit: usize) -> Self {
        Documents { stream, limit, whole_lines: false, piece: Vec::new(), at_line_start: true, unfinished: false }
    }

    /// Creates a reader that returns documents as [`yaml::documents`](crate::yaml::documents) does, with all their line
    /// breaks.
    pub(super) fn of_whole_lines(stream: Source<'a>, limit: usize) -> Self {
        Documents { whole_lines: true, ..Documents::new(stream, limit) }
    }

    /// Reads the next line or part of a line. Returns false at the end of the stream.
    fn next_piece(&mut self) -> io::Result<bool> {
        self.at_line_start = self.piece.last().is_none_or(|byte| *byte == b'\n');
        self.piece.clear();
        self.stream.take_line(MAX_PIECE, &mut self.piece)?;
        Ok(!self.piece.is_empty())
    }

    /// Returns true if the piece is a separator, or the start of one. A separator with other content is an error, and
    /// the document before it is lost, as in upstream.
    fn is_separator(&mut self) -> Result<bool, FrameError> {
        if !self.at_line_start {
            return Ok(false);
        }
        match is_separator(&self.piece) {
            Ok(found) => Ok(found),
            Err(error) => {
                self.skip_line()?;
                Err(FrameError::malformed(error.to_string()))
            }
        }
    }

    /// Skips the rest of the line that begins with the current piece.
    fn skip_line(&mut self) -> io::Result<()> {
        while !self.piece.ends_with(b"\n") && self.next_piece()? {}
        Ok(())
    }

    fn end_lines(&self, frame: &mut Vec<u8>) {
        if self.whole_lines
            && let Cow::Owned(lines) = with_line_feeds(frame)
        {
            *frame = lines;
        }
    }

    fn append_to(&mut self, frame: &mut Vec<u8>) -> Result<(), FrameError> {
        if frame.len() + self.piece.len() > self.limit {
            frame.clear();
            self.unfinished = true;
            return Err(FrameError::too_large());
        }
        frame.extend_from_slice(&self.piece);
        Ok(())
    }
}

impl FrameReader for Documents<'_> {
    fn read_frame(&mut self, frame: &mut Vec<u8>) -> Result<bool, FrameError> {
        frame.clear();
        let mut started = false;
        while self.next_piece()? {
            let separates = self.is_separator().inspect_err(|_| frame.clear())?;
            if separates && (started || self.unfinished) {
                self.skip_line()?;
                self.unfinished = false;
                if started {
                    frame.pop_if(|last| *last == b'\n' && !self.whole_lines);
                    self.end_lines(frame);
                    return Ok(true);
                }
            } else if !self.unfinished {
                self.append_to(frame)?;
                started = true;
            }
        }
        self.end_lines(frame);
        Ok(started)
    }
}
