//! Objects that follow one another: cut into frames, decoded and encoded, and as events of a watch.

pub mod framer;
pub mod streaming;
pub mod watch;
