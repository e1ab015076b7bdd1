//! CBOR at the level of items: validation by the rules of Kubernetes, and reading and writing of heads and texts.

mod check;
mod fault;
mod head;
mod left;
mod reader;
mod skip;
mod writer;

pub(crate) use self::check::{Checker, Limits, check, check_written};
pub(crate) use self::fault::Fault;
pub(crate) use self::head::{Head, Major};
pub(crate) use self::left::Left;
pub(crate) use self::reader::{Encoding, Reader};
pub(crate) use self::writer::{
    long_head, set_count, set_text, write_bool, write_bytes, write_float, write_head, write_integer, write_null,
    write_text, write_text_start,
};

/// The tag 55799 in its shortest form, which precedes every object that Kubernetes writes.
pub(crate) const MAGIC: [u8; 3] = [0xd9, 0xd9, 0xf7];

/// The item `null`.
pub(crate) const NULL: u8 = 0xf6;

/// The item `false`. The next byte is `true`.
pub(crate) const FALSE: u8 = 0xf4;
