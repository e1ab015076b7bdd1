use super::encode::{write_body, write_field};
use super::sink::Sink;
use super::with_writer;
use crate::reflect::{Leaf, ProtoWriter, Ref, StructRef, Tag, varint_length};

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

impl<'a> Counter<'_> {
    /// A struct behind a tag of this length.
    #[inline]
    fn message(&mut self, tag: usize, value: StructRef<'a>) {
        let position = self.count;
        self.fields(value);
        self.count += tag + varint_length((self.count - position) as u64);
    }
}

impl<'a> Sink<'a> for Counter<'_> {
    #[inline]
    fn position(&self) -> usize {
        self.count
    }

    /// In any order: of a length it says nothing.
    fn fields(&mut self, value: StructRef<'a>) {
        for part in value.sizes() {
            self.count += part.fixed();
            part.texts().for_each(|text| self.count += varint_length(text.len() as u64) + text.len());
            part.integers().for_each(|integer| self.count += varint_length(integer));
            part.structs().for_each(|value| self.message(0, value));
            part.pointers().for_each(|(tag, value)| self.message(tag.len(), value));
            part.rest().for_each(|(tag, value)| write_field(self, tag, value.view()));
        }
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

    fn leaf(&mut self, leaf: &'a dyn Leaf) {
        self.leaves.clear();
        leaf.write_proto(self.leaves);
        self.count += self.leaves.position();
    }

    /// Nothing to count: whoever writes is told.
    fn fail(&mut self, _: &'static str) {}
}
