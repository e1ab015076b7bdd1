use crate::reflect::{Leaf, StructRef, Tag, WireType};

/// The only field of a message that is no struct's.
pub(super) const ONLY: Tag = Tag::new(1, WireType::Length);

/// Where a message of values that live for `'a` goes, from its last byte to its first: into memory, or only into a count.
pub(super) trait Sink<'a> {
    /// The number of bytes so far.
    fn position(&self) -> usize;
    /// The fields of a struct.
    fn fields(&mut self, value: StructRef<'a>);
    /// A field of a varint.
    fn varint(&mut self, tag: Tag, value: u64);
    /// A field of eight bytes.
    fn fixed64(&mut self, tag: Tag, value: u64);
    /// A field of text or bytes.
    fn bytes(&mut self, tag: Tag, value: &'a [u8]);
    /// Makes what came since `position` a message or bytes field.
    fn length_since(&mut self, tag: Tag, position: usize);
    /// The content of a leaf's message, of one that is not bytes alone.
    fn leaf(&mut self, leaf: &'a dyn Leaf);
    /// What came is no message.
    fn fail(&mut self, message: &'static str);
}
