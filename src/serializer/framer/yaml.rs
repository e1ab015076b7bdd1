use std::borrow::Cow;
use std::io::{self, Read, Write};

use super::source::Source;
use super::{FrameError, FrameReader, Framer};
use crate::yaml::{is_separator, with_line_feeds};

/// The largest document, in bytes: 5 MiB, as upstream's document decoder.
const MAX_DOCUMENT: usize = 5 << 20;

/// So much of a line is looked at in one go.
const MAX_PIECE: usize = 64 << 10;

/// YAML documents behind lines that begin with `---`.
///
/// Writing puts such a line before every frame. Reading gives the text between them without its last
/// line break; the lines separate and are part of no document, but for one before any other line.
/// Such a line holds nothing else but white space and a comment, as upstream's document reader
/// checks; upstream's framing drops anything else without a word.
///
/// A document that is too large is skipped as a value of JSON is; upstream ends the stream.
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
    /// Whether each line ends in a line feed and nothing else, the last one too.
    whole_lines: bool,
    /// A line, or a part of a long one.
    piece: Vec<u8>,
    at_line_start: bool,
    /// Whether a document was too large, and its rest is still to come.
    unfinished: bool,
}

impl<'a> Documents<'a> {
    /// Documents of at most `limit` bytes.
    pub(super) fn new(stream: Source<'a>, limit: usize) -> Self {
        Documents { stream, limit, whole_lines: false, piece: Vec::new(), at_line_start: true, unfinished: false }
    }

    /// Documents as [`yaml::documents`](crate::yaml::documents) has them, with all their line ends.
    pub(super) fn of_whole_lines(stream: Source<'a>, limit: usize) -> Self {
        Documents { whole_lines: true, ..Documents::new(stream, limit) }
    }

    /// Reads the next line or part of a line; false at the end of the stream.
    fn next_piece(&mut self) -> io::Result<bool> {
        self.at_line_start = self.piece.last().is_none_or(|byte| *byte == b'\n');
        self.piece.clear();
        self.stream.take_line(MAX_PIECE, &mut self.piece)?;
        Ok(!self.piece.is_empty())
    }

    /// True if the piece is a separator, or the start of one. What such a line holds too much is an
    /// error, and the document before it is lost with it, as upstream.
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

    /// Passes over the rest of the line of which the piece is the start.
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
