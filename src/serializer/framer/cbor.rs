use std::io::{self, Read, Write};

use super::source::Source;
use super::{FrameError, FrameReader, Framer, MAX_FRAME};
use crate::wire::cbor::{Checker, Limits, Reader as Items};

/// A framer for CBOR sequences, `application/cbor-seq`: data items without anything between them. Counterpart of
/// upstream's CBOR framer.
///
/// Each frame is one item; leading tags 55799 (self-described CBOR) are removed. The first malformed item ends the
/// stream. Numbers and keys are not checked; the decoder of the frame does that.
///
/// ```
/// use apimachinery::serializer::framer::{CborFramer, FrameReader, Framer};
///
/// let mut frames = CborFramer::default().reader(Box::new(&b"\xd9\xd9\xf7\xa0\x82\x01\x02\x82"[..]));
/// let mut frame = Vec::new();
/// assert!(frames.read_frame(&mut frame)?);
/// assert_eq!(frame, b"\xa0");
/// assert!(frames.read_frame(&mut frame)?);
/// assert_eq!(frames.read_frame(&mut frame).unwrap_err().to_string(), "unexpected EOF");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CborFramer {
    /// If true, items with more than 32 nesting levels or 131,072 elements in a list or map are errors, as in Go's
    /// clients. If false (the default), the limits of [`serializer::cbor`](crate::serializer::cbor) apply.
    pub go_limits: bool,
}

impl Framer for CborFramer {
    fn reader<'a>(&self, stream: Box<dyn Read + Send + 'a>) -> Box<dyn FrameReader + 'a> {
        let limits = if self.go_limits { Limits::GO_STREAM } else { Limits::STREAM };
        Box::new(Reader { stream: Source::new(stream), limits, rest: None, failed: None })
    }

    /// CBOR items are self-delimiting.
    fn write_frame(&self, stream: &mut dyn Write, frame: &[u8]) -> io::Result<()> {
        stream.write_all(frame)
    }
}

struct Reader<'a> {
    stream: Source<'a>,
    limits: Limits,
    /// The rest of an item that was too large, which is to be skipped.
    rest: Option<Item>,
    failed: Option<String>,
}

/// An item that is being read.
struct Item {
    checker: Checker,
    /// The bytes of the item read so far, except for those already discarded.
    data: Vec<u8>,
}

impl FrameReader for Reader<'_> {
    fn read_frame(&mut self, frame: &mut Vec<u8>) -> Result<bool, FrameError> {
        frame.clear();
        if let Some(message) = &self.failed {
            return Err(FrameError::malformed(message));
        }
        if let Some(mut rest) = self.rest.take() {
            self.go_on(&mut rest, false)?;
        }
        if self.stream.piece()?.is_empty() {
            return Ok(false);
        }
        let mut item = Item { checker: Checker::new(self.limits), data: std::mem::take(frame) };
        if !self.go_on(&mut item, true)? {
            item.checker.forget(&mut item.data);
            self.rest = Some(item);
            return Err(FrameError::too_large());
        }
        *frame = item.data;
        let mut items = Items::new(frame);
        items.skip_magic();
        let start = items.offset();
        frame.drain(..start);
        Ok(true)
    }
}

impl Reader<'_> {
    /// Reads to the end of an item. Returns false if the item is too large to be kept.
    fn go_on(&mut self, item: &mut Item, keep: bool) -> Result<bool, FrameError> {
        loop {
            let piece = self.stream.piece()?;
            if piece.is_empty() {
                return Err(FrameError::unexpected_end());
            }
            let (before, size) = (item.data.len(), piece.len());
            item.data.extend_from_slice(piece);
            match item.checker.advance(&item.data) {
                Ok(true) => {
                    let end = item.checker.end();
                    self.stream.consume(end.saturating_sub(before));
                    item.data.truncate(end);
                    return Ok(true);
                }
                Ok(false) => self.stream.consume(size),
                Err(fault) => return Err(FrameError::malformed(&**self.failed.insert(fault.to_string()))),
            }
            match keep {
                true if item.data.len() > MAX_FRAME => return Ok(false),
                true => {}
                false => item.checker.forget(&mut item.data),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_is_skipped() {
        let mut stream = b"\x82\x5a\x01\x10\0\0".to_vec();
        stream.resize(stream.len() + (0x110_0000), b'x');
        stream.extend_from_slice(b"\x01\xa1\x41a\x01");
        let mut reader = CborFramer::default().reader(Box::new(&*stream));
        let mut frame = Vec::new();
        assert!(reader.read_frame(&mut frame).is_err_and(|error| error.is_too_large()));
        assert!(reader.read_frame(&mut frame).expect("a frame"));
        assert_eq!(frame, b"\xa1\x41a\x01");
        assert!(!reader.read_frame(&mut frame).expect("the end"));
    }

    #[test]
    fn deep_items_pass_unless_go_reads_them() {
        let stream = [[0x81].repeat(40), vec![0xf6]].concat();
        let read =
            |go_limits| CborFramer { go_limits }.reader(Box::new(&*stream.clone())).read_frame(&mut Vec::new()).is_ok();
        assert!(read(false) && !read(true));
    }
}
