//! Framers, which divide a stream of bytes into frames, one for each object, and write such streams.
//!
//! ```
//! use apimachinery::serializer::framer::{FrameReader, Framer, LengthDelimitedFramer};
//!
//! let mut stream = Vec::new();
//! LengthDelimitedFramer.write_frame(&mut stream, b"one")?;
//! LengthDelimitedFramer.write_frame(&mut stream, b"two")?;
//! assert_eq!(stream, b"\0\0\0\x03one\0\0\0\x03two");
//!
//! let mut frames = LengthDelimitedFramer.reader(Box::new(&*stream));
//! let mut frame = Vec::new();
//! assert!(frames.read_frame(&mut frame)?);
//! assert_eq!(frame, b"one");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cbor;
mod error;
mod json;
mod length_delimited;
mod source;
mod yaml;
mod yaml_or_json;

use std::fmt;
use std::io::{self, Read, Write};

pub use self::cbor::CborFramer;
pub use self::error::FrameError;
pub use self::json::JsonFramer;
pub use self::length_delimited::LengthDelimitedFramer;
pub use self::yaml::YamlFramer;
pub use self::yaml_or_json::YamlOrJsonReader;

/// The maximum size of a frame: 16 MiB, as in upstream's streaming decoder.
///
/// ```
/// use apimachinery::serializer::framer::{Framer, FrameReader, LengthDelimitedFramer, MAX_FRAME};
///
/// let length = (MAX_FRAME as u32 + 1).to_be_bytes();
/// let mut frames = LengthDelimitedFramer.reader(Box::new(&length[..]));
/// assert!(frames.read_frame(&mut Vec::new()).unwrap_err().is_too_large());
/// ```
pub const MAX_FRAME: usize = 16 << 20;

/// A framing of streams, by separators or lengths: splits a stream into frames, one for each object, and writes frames
/// to a stream. Counterpart of `runtime.Framer`.
///
/// ```
/// use apimachinery::serializer::framer::{Framer, JsonFramer, YamlFramer};
///
/// let framers: [&dyn Framer; 2] = [&JsonFramer, &YamlFramer];
/// let mut streams = [Vec::new(), Vec::new()];
/// for (framer, stream) in framers.iter().zip(&mut streams) {
///     framer.write_frame(stream, b"{}\n")?;
/// }
/// assert_eq!(streams, [b"{}\n".to_vec(), b"---\n{}\n".to_vec()]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Framer: fmt::Debug + Send + Sync {
    /// Creates a reader for the frames of `stream`. The reader never waits for more data than it needs to detect the
    /// end of a frame, but may buffer data that is already available.
    fn reader<'a>(&self, stream: Box<dyn Read + Send + 'a>) -> Box<dyn FrameReader + 'a>;

    /// Writes `frame` to `stream` with the separator or length that this framing requires. The stream is not flushed.
    ///
    /// # Errors
    ///
    /// Returns an error if writing to the stream fails, or if the frame is too large for the framing:
    /// [`LengthDelimitedFramer`] has a limit of 4 GiB.
    fn write_frame(&self, stream: &mut dyn Write, frame: &[u8]) -> io::Result<()>;
}

/// A reader of the frames of a stream, created by [`Framer::reader`].
///
/// ```
/// use apimachinery::serializer::framer::{Framer, FrameReader, JsonFramer};
///
/// let mut frames = JsonFramer.reader(Box::new(&b"{\"a\":1} {}"[..]));
/// let mut frame = Vec::new();
/// while frames.read_frame(&mut frame)? {
///     assert!(frame.starts_with(b"{"));
/// }
/// assert!(frame.is_empty(), "`frame` is cleared at the end of the stream");
/// # Ok::<(), apimachinery::serializer::framer::FrameError>(())
/// ```
pub trait FrameReader: Send {
    /// Reads the next frame and replaces the content of `frame` by it. At the end of the stream, returns false and
    /// clears `frame`.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream fails or is malformed. A frame that exceeds the size limit is also an error, for
    /// which [`FrameError::is_too_large`] is true; the next call skips the rest of that frame and reads the one after
    /// it.
    fn read_frame(&mut self, frame: &mut Vec<u8>) -> Result<bool, FrameError>;
}

impl<F: FrameReader + ?Sized> FrameReader for Box<F> {
    fn read_frame(&mut self, frame: &mut Vec<u8>) -> Result<bool, FrameError> {
        (**self).read_frame(frame)
    }
}
