//! Protobuf: messages are written from the last byte to the first, so that the length of each nested message is known
//! when its tag is written. A second plan computes the length of a message without writing it.

pub(super) mod length;
pub(super) mod length_plan;
pub(super) mod plan;
mod walk;
mod write;
