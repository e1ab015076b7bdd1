use crate::reflect::{Leaf, ProtoWriter};

/// Where a message goes, from its last byte to its first: into memory, or only into a count.
pub(super) trait Sink {
    /// The number of bytes so far.
    fn position(&self) -> usize;
    /// A field of a varint.
    fn varint(&mut self, number: u32, value: u64);
    /// A field of eight bytes.
    fn fixed64(&mut self, number: u32, value: u64);
    /// A field of text or bytes.
    fn bytes(&mut self, number: u32, value: &[u8]);
    /// Makes what came since `position` a message or bytes field.
    fn length_since(&mut self, number: u32, position: usize);
    /// The content of a leaf's message.
    fn leaf(&mut self, leaf: &dyn Leaf);
    /// What came is no message.
    fn fail(&mut self, message: &'static str);
}

impl Sink for ProtoWriter {
    #[inline]
    fn position(&self) -> usize {
        ProtoWriter::position(self)
    }

    #[inline]
    fn varint(&mut self, number: u32, value: u64) {
        ProtoWriter::varint(self, number, value);
    }

    fn fixed64(&mut self, number: u32, value: u64) {
        ProtoWriter::fixed64(self, number, value);
    }

    #[inline]
    fn bytes(&mut self, number: u32, value: &[u8]) {
        ProtoWriter::bytes(self, number, value);
    }

    #[inline]
    fn length_since(&mut self, number: u32, position: usize) {
        ProtoWriter::length_since(self, number, position);
    }

    #[inline]
    fn leaf(&mut self, leaf: &dyn Leaf) {
        leaf.write_proto(self);
    }

    fn fail(&mut self, message: &'static str) {
        ProtoWriter::fail(self, message);
    }
}
