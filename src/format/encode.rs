//! Shared parts of the encoders that write from front to back.

use std::marker::PhantomData;

use crate::encoding;
use crate::reflect::{Leaf, Ref};

/// The error for a value that a format cannot represent, with its path. Boxed, since results are optimized for success.
#[derive(Debug)]
pub(crate) struct EncodeError(Box<Failure>);

#[derive(Debug)]
struct Failure {
    path: String,
    message: String,
}

pub(super) type Result = std::result::Result<(), EncodeError>;

impl EncodeError {
    #[cold]
    pub(super) fn new(message: impl Into<String>) -> Self {
        EncodeError(Box::new(Failure { path: String::new(), message: message.into() }))
    }

    #[cold]
    pub(super) fn below(mut self, step: &str) -> Self {
        let path = &mut self.0.path;
        let separator = if path.is_empty() || path.starts_with('[') { "" } else { "." };
        path.insert_str(0, separator);
        path.insert_str(0, step);
        self
    }

    #[cold]
    pub(super) fn below_item(self, index: usize) -> Self {
        self.below(&format!("[{index}]"))
    }
}

impl std::fmt::Display for EncodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0.path.as_str() {
            "" => f.write_str(&self.0.message),
            path => write!(f, "{path}: {}", self.0.message),
        }
    }
}

/// A format, with the parts of it that tables do not handle.
pub(super) trait Encode {
    /// Appends a value that tables leave to the format.
    fn value(out: &mut Vec<u8>, value: Ref<'_>) -> Result;
    /// Appends a leaf.
    fn leaf(out: &mut Vec<u8>, leaf: &dyn Leaf) -> std::result::Result<(), String>;
}

/// The output to which tables write values in a format, and the first error.
pub(super) struct Sink<'o, F> {
    out: &'o mut Vec<u8>,
    error: Option<EncodeError>,
    format: PhantomData<F>,
}

impl<'o, F: Encode> Sink<'o, F> {
    /// Calls `write` to write a value.
    #[inline]
    pub(super) fn write(out: &'o mut Vec<u8>, write: impl FnOnce(&mut Self) -> bool) -> Result {
        let mut sink = Sink { out, error: None, format: PhantomData };
        write(&mut sink);
        sink.error.map_or(Ok(()), Err)
    }

    /// Records the result of a write. Returns true on success.
    #[inline]
    fn note(&mut self, result: Result) -> bool {
        self.error = result.err();
        self.error.is_none()
    }
}

impl<F: Encode> encoding::Sink for Sink<'_, F> {
    #[inline]
    fn out(&mut self) -> &mut Vec<u8> {
        self.out
    }

    fn value(&mut self, value: Ref<'_>) -> bool {
        let written = F::value(self.out, value);
        self.note(written)
    }

    fn leaf(&mut self, leaf: &dyn Leaf) -> bool {
        let written = F::leaf(self.out, leaf).map_err(EncodeError::new);
        self.note(written)
    }

    fn below(&mut self, name: &str) {
        self.error = self.error.take().map(|error| error.below(name));
    }

    fn below_item(&mut self, index: usize) {
        self.error = self.error.take().map(|error| error.below_item(index));
    }
}
