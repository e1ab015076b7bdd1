//! Frames: how objects follow one another on a stream.
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

/// The largest frame, in bytes: 16 MiB, as upstream's streaming decoder.
///
/// ```
/// use apimachinery::serializer::framer::{Framer, FrameReader, LengthDelimitedFramer, MAX_FRAME};
///
/// let length = (MAX_FRAME as u32 + 1).to_be_bytes();
/// let mut frames = LengthDelimitedFramer.reader(Box::new(&length[..]));
/// assert!(frames.read_frame(&mut Vec::new()).unwrap_err().is_too_large());
/// ```
pub const MAX_FRAME: usize = 16 << 20;

/// Cuts a stream into frames, and puts frames on a stream: upstream's `runtime.Framer`.
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
    /// Reads the frames of a stream. It reads no further than it must to know that a frame has
    /// ended, but for what the stream has at hand.
    fn reader<'a>(&self, stream: Box<dyn Read + Send + 'a>) -> Box<dyn FrameReader + 'a>;

    /// Writes one frame.
    ///
    /// # Errors
    ///
    /// If the stream fails, or the frame is one that this framing cannot say.
    fn write_frame(&self, stream: &mut dyn Write, frame: &[u8]) -> io::Result<()>;
}

/// Reads frame after frame.
///
/// ```
/// use apimachinery::serializer::framer::{Framer, FrameReader, JsonFramer};
///
/// let mut frames = JsonFramer.reader(Box::new(&b"{\"a\":1} {}"[..]));
/// let mut frame = Vec::new();
/// while frames.read_frame(&mut frame)? {
///     assert!(frame.starts_with(b"{"));
/// }
/// assert!(frame.is_empty(), "the stream is at its end");
/// # Ok::<(), apimachinery::serializer::framer::FrameError>(())
/// ```
pub trait FrameReader: Send {
    /// Reads the next frame in the place of what `frame` holds; false, with an empty `frame`, at the
    /// end of the stream.
    ///
    /// # Errors
    ///
    /// If the stream fails or is no sequence of frames. A frame that is too large is an error too, of
    /// which [`FrameError::is_too_large`] is true: the next call skips the rest of it and reads the
    /// frame behind it.
    fn read_frame(&mut self, frame: &mut Vec<u8>) -> Result<bool, FrameError>;
}

impl<F: FrameReader + ?Sized> FrameReader for Box<F> {
    fn read_frame(&mut self, frame: &mut Vec<u8>) -> Result<bool, FrameError> {
        (**self).read_frame(frame)
    }
}
