//! Objects that follow one another: decoded and encoded frame by frame, and as the events of a watch.

pub mod streaming;
pub mod watch;
