use std::io::{self, Read, Write};

use super::source::Source;
use super::{FrameError, FrameReader, Framer, MAX_FRAME};

/// The framer for Protobuf: every frame is preceded by its length, a big-endian 32-bit integer.
///
/// A stream that ends inside a frame is an error. Upstream accepts a stream that ends directly after a length, or at
/// the end of a piece that it has read.
///
/// ```
/// use apimachinery::serializer::framer::{FrameReader, Framer, LengthDelimitedFramer};
///
/// let mut frames = LengthDelimitedFramer.reader(Box::new(&b"\0\0\0\x05ab"[..]));
/// assert_eq!(frames.read_frame(&mut Vec::new()).unwrap_err().to_string(), "unexpected EOF");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LengthDelimitedFramer;

impl Framer for LengthDelimitedFramer {
    fn reader<'a>(&self, stream: Box<dyn Read + Send + 'a>) -> Box<dyn FrameReader + 'a> {
        Box::new(Reader { stream: Source::new(stream), left: 0 })
    }

    fn write_frame(&self, stream: &mut dyn Write, frame: &[u8]) -> io::Result<()> {
        let Ok(length) = u32::try_from(frame.len()) else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "frame too large: expected less than 4 GiB"));
        };
        stream.write_all(&length.to_be_bytes())?;
        stream.write_all(frame)
    }
}

struct Reader<'a> {
    stream: Source<'a>,
    /// The remaining length of a frame that was too large.
    left: u64,
}

impl FrameReader for Reader<'_> {
    fn read_frame(&mut self, frame: &mut Vec<u8>) -> Result<bool, FrameError> {
        frame.clear();
        let left = std::mem::take(&mut self.left);
        if !self.stream.skip(left)? {
            return Err(FrameError::unexpected_end());
        }
        let Some(length) = self.length()? else { return Ok(false) };
        if length as usize > MAX_FRAME {
            self.left = length.into();
            return Err(FrameError::too_large());
        }
        if self.stream.take(length as usize, frame)? < length as usize {
            Err(FrameError::unexpected_end())
        } else {
            Ok(true)
        }
    }
}

impl Reader<'_> {
    fn length(&mut self) -> Result<Option<u32>, FrameError> {
        let mut header = Vec::with_capacity(4);
        match self.stream.take(4, &mut header)? {
            0 => Ok(None),
            _ => match header.try_into() {
                Ok(header) => Ok(Some(u32::from_be_bytes(header))),
                Err(_) => Err(FrameError::unexpected_end()),
            },
        }
    }
}
