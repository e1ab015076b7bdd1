use std::io::{self, Read, Write};

use super::source::Source;
use super::{FrameError, FrameReader, Framer, MAX_FRAME};
use crate::wire::json::{self, SyntaxError, decode_utf8};
use crate::wire::json_extent::Extent;
use crate::wire::pull::Pull;

/// A framer for JSON values with or without white space between them.
///
/// A frame is a value without the surrounding white space. The first value that is not valid JSON ends the stream with
/// the error of Go's decoder.
///
/// ```
/// use apimachinery::serializer::framer::{FrameReader, Framer, JsonFramer};
///
/// let mut frames = JsonFramer.reader(Box::new(&b" {\"a\": 1}{}\n"[..]));
/// let mut frame = Vec::new();
/// assert!(frames.read_frame(&mut frame)?);
/// assert_eq!(frame, b"{\"a\": 1}");
/// assert!(frames.read_frame(&mut frame)?);
/// assert!(!frames.read_frame(&mut frame)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JsonFramer;

impl Framer for JsonFramer {
    fn reader<'a>(&self, stream: Box<dyn Read + Send + 'a>) -> Box<dyn FrameReader + 'a> {
        Box::new(Reader { stream: Source::new(stream), value: Value::default(), failed: None })
    }

    /// JSON values are self-delimiting.
    fn write_frame(&self, stream: &mut dyn Write, frame: &[u8]) -> io::Result<()> {
        stream.write_all(frame)
    }
}

struct Reader<'a> {
    stream: Source<'a>,
    value: Value,
    failed: Option<String>,
}

impl FrameReader for Reader<'_> {
    fn read_frame(&mut self, frame: &mut Vec<u8>) -> Result<bool, FrameError> {
        frame.clear();
        if let Some(message) = &self.failed {
            return Err(FrameError::malformed(message));
        }
        self.value.skip_rest(&mut self.stream)?;
        if !self.stream.skip_blank(&mut |_| ())? {
            return Ok(false);
        }
        self.value.read(&mut self.stream, frame)?;
        let Err(error) = check(frame) else { return Ok(true) };
        frame.clear();
        let message = self.failed.insert(message(&error).to_string());
        Err(FrameError::malformed(&**message))
    }
}

/// The value that is being read.
#[derive(Default)]
pub(super) struct Value {
    extent: Extent,
    /// True if the value was too large and its rest has not been read yet.
    unfinished: bool,
}

impl Value {
    /// Reads a value into `value`, up to its end or the end of the stream.
    pub(super) fn read(&mut self, stream: &mut Source<'_>, value: &mut Vec<u8>) -> Result<(), FrameError> {
        self.extent = Extent::default();
        self.go_on(stream, &mut |piece| {
            if value.len() + piece.len() > MAX_FRAME {
                value.clear();
                return false;
            }
            value.extend_from_slice(piece);
            true
        })
    }

    /// Skips the rest of a value that was too large.
    pub(super) fn skip_rest(&mut self, stream: &mut Source<'_>) -> Result<(), FrameError> {
        if self.unfinished { self.go_on(stream, &mut |_| true) } else { Ok(()) }
    }

    /// Passes the value to `take` piece by piece, until `take` rejects a piece because the value is too large.
    fn go_on(&mut self, stream: &mut Source<'_>, take: &mut dyn FnMut(&[u8]) -> bool) -> Result<(), FrameError> {
        loop {
            let piece = stream.piece()?;
            let end = if piece.is_empty() { Some(0) } else { self.extent.advance(piece) };
            let length = end.unwrap_or(piece.len());
            let taken = take(&piece[..length]);
            stream.consume(length);
            self.unfinished = end.is_none();
            match (taken, end) {
                (false, _) => return Err(FrameError::too_large()),
                (true, Some(_)) => return Ok(()),
                (true, None) => {}
            }
        }
    }
}

/// Checks that the bytes are a single JSON value.
pub(super) fn check(value: &[u8]) -> Result<(), SyntaxError> {
    let text = decode_utf8(value);
    let mut reader = json::Reader::new(&text);
    reader.raw().and_then(|_| reader.end())
}

/// Returns the text of an error in Go's stream decoder.
pub(super) fn message(error: &SyntaxError) -> &str {
    if error.message() == json::UNEXPECTED_END { "unexpected EOF" } else { error.message() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns one byte at a time, as a slow connection does.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let length = into.len().min(1);
            self.0.read(&mut into[..length])
        }
    }

    fn frames(stream: &[u8]) -> (Vec<String>, Option<String>) {
        let mut reader = JsonFramer.reader(Box::new(Slow(stream)));
        let (mut found, mut frame) = (Vec::new(), Vec::new());
        loop {
            match reader.read_frame(&mut frame) {
                Ok(true) => found.push(String::from_utf8_lossy(&frame).into_owned()),
                Ok(false) => return (found, None),
                Err(error) => return (found, Some(error.to_string())),
            }
        }
    }

    #[test]
    fn values_of_all_kinds_follow_one_another() {
        let (found, error) = frames(br#" {"a":"}"}[{}] "x\"" 1 true{}null"#);
        assert_eq!(found, [r#"{"a":"}"}"#, "[{}]", r#""x\"""#, "1", "true", "{}", "null"]);
        assert_eq!(error, None);
    }

    #[test]
    fn a_value_cut_off_is_an_error() {
        assert_eq!(frames(b"{}\n{\"a\":").1.as_deref(), Some("unexpected EOF"));
    }

    #[test]
    fn what_is_too_large_is_skipped() {
        let mut stream = b"{\"a\":\"".to_vec();
        stream.resize(MAX_FRAME + 10, b'x');
        stream.extend_from_slice(b"\"}{\"b\":1}");
        let mut reader = JsonFramer.reader(Box::new(&*stream));
        let mut frame = Vec::new();
        assert!(reader.read_frame(&mut frame).is_err_and(|error| error.is_too_large()));
        assert!(reader.read_frame(&mut frame).expect("a frame"));
        assert_eq!(frame, b"{\"b\":1}");
    }
}
