//! Streams of objects, decoded and encoded frame by frame, and as watch events.

pub mod streaming;
pub mod watch;
