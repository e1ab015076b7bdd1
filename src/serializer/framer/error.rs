use std::{fmt, io};

/// The error returned by [`FrameReader::read_frame`](super::FrameReader::read_frame): the next frame exceeds the size
/// limit, the content is malformed, or reading from the stream failed.
///
/// ```
/// use apimachinery::serializer::framer::{FrameReader, Framer, JsonFramer};
///
/// let mut frames = JsonFramer.reader(Box::new(&b"{\"a\" 1}"[..]));
/// let error = frames.read_frame(&mut Vec::new()).unwrap_err();
/// assert_eq!(error.to_string(), "invalid character '1' after object key");
/// assert!(!error.is_too_large());
/// ```
#[derive(Debug)]
pub struct FrameError(Kind);

#[derive(Debug)]
enum Kind {
    TooLarge,
    Malformed(String),
    Read(io::Error),
}

impl FrameError {
    pub(super) fn too_large() -> Self {
        FrameError(Kind::TooLarge)
    }

    pub(super) fn malformed(message: impl Into<String>) -> Self {
        FrameError(Kind::Malformed(message.into()))
    }

    /// Creates the error for a stream that ends inside a frame.
    pub(super) fn unexpected_end() -> Self {
        FrameError(Kind::Read(io::Error::new(io::ErrorKind::UnexpectedEof, "unexpected EOF")))
    }

    /// Returns true if a frame exceeds the size limit of 16 MiB, [`MAX_FRAME`](super::MAX_FRAME). The next call reads
    /// the frame after it. After any other error, the stream cannot be read further. Counterpart of
    /// `ErrObjectTooLarge`.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        matches!(self.0, Kind::TooLarge)
    }
}

impl From<io::Error> for FrameError {
    fn from(error: io::Error) -> Self {
        FrameError(Kind::Read(error))
    }
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::TooLarge => f.write_str("object to decode was longer than maximum allowed size"),
            Kind::Malformed(message) => f.write_str(message),
            Kind::Read(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FrameError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0 {
            Kind::Read(error) => Some(error),
            _ => None,
        }
    }
}
