use crate::reflect::{Leaf, StructRef, Tag, WireType};

/// The tag of the only field of a message that does not represent a struct.
pub(super) const ONLY: Tag = Tag::new(1, WireType::Length);

/// The destination of a message, written from its last byte to its first: memory, or only a count. The message's values
/// live for `'a`.
pub(super) trait Sink<'a> {
    /// Returns the number of bytes so far.
    fn position(&self) -> usize;
    /// Writes the fields of a struct.
    fn fields(&mut self, value: StructRef<'a>);
    /// Writes a varint field.
    fn varint(&mut self, tag: Tag, value: u64);
    /// Writes a field of eight bytes.
    fn fixed64(&mut self, tag: Tag, value: u64);
    /// Writes a field of text or bytes.
    fn bytes(&mut self, tag: Tag, value: &'a [u8]);
    /// Turns everything written since `position` into a message or bytes field.
    fn length_since(&mut self, tag: Tag, position: usize);
    /// Writes the content of a leaf's message, if it is more than a single field of bytes.
    fn leaf(&mut self, leaf: &'a dyn Leaf);
    /// Records that the content is not a valid message.
    fn fail(&mut self, message: &'static str);
}
