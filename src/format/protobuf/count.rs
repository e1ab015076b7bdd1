use super::encode::{write_body, write_field};
use super::sink::Sink;
use super::with_writer;
use crate::reflect::{Leaf, Others, ProtoWriter, Ref, StructRef, Tag, varint_length};

/// The length of a value as a message, without writing it.
pub(crate) fn encoded_len(value: Ref<'_>) -> usize {
    with_writer(|leaves| {
        let mut counter = Counter { count: 0, leaves };
        write_body(&mut counter, value);
        counter.count
    })
}

/// Counts what a writer would write.
struct Counter<'w> {
    count: usize,
    /// Only a leaf itself knows what it writes, so it does that, to here.
    leaves: &'w mut ProtoWriter,
}

impl Others for Counter<'_> {
    fn field(&mut self, tag: Tag, value: Ref<'_>) -> usize {
        let mut counter = Counter { count: 0, leaves: self.leaves };
        write_field(&mut counter, tag, value.view());
        counter.count
    }

    fn leaf(&mut self, leaf: &dyn Leaf) -> usize {
        leaf.proto_len().unwrap_or_else(|| {
            self.leaves.clear();
            leaf.write_proto(self.leaves);
            self.leaves.position()
        })
    }
}

impl<'a> Sink<'a> for Counter<'_> {
    #[inline]
    fn position(&self) -> usize {
        self.count
    }

    /// In any order: of a length it says nothing.
    #[inline]
    fn fields(&mut self, value: StructRef<'a>) {
        self.count += value.wire_length(self);
    }

    #[inline]
    fn varint(&mut self, tag: Tag, value: u64) {
        self.count += tag.len() + varint_length(value);
    }

    #[inline]
    fn fixed64(&mut self, tag: Tag, _: u64) {
        self.count += tag.len() + 8;
    }

    #[inline]
    fn bytes(&mut self, tag: Tag, value: &'a [u8]) {
        self.varint(tag, value.len() as u64);
        self.count += value.len();
    }

    #[inline]
    fn length_since(&mut self, tag: Tag, position: usize) {
        self.varint(tag, (self.count - position) as u64);
    }

    #[inline]
    fn leaf(&mut self, leaf: &'a dyn Leaf) {
        self.count += Others::leaf(self, leaf);
    }

    /// Nothing to count: whoever writes is told.
    fn fail(&mut self, _: &'static str) {}
}
