use super::encode::{write_body, write_field};
use super::sink::Sink;
use super::writer::with_writer;
use crate::encoding::FieldLengths;
use crate::reflect::{Leaf, Ref, StructRef, Tag, varint_length};

/// Returns the encoded length of a value as a message, without encoding it.
pub(crate) fn encoded_len(value: Ref<'_>) -> usize {
    let mut counter = Counter { count: 0 };
    write_body(&mut counter, value);
    counter.count
}

/// A sink that only counts bytes.
struct Counter {
    count: usize,
}

impl FieldLengths for Counter {
    fn field(&mut self, tag: Tag, value: Ref<'_>) -> usize {
        let mut counter = Counter { count: 0 };
        write_field(&mut counter, tag, value.view());
        counter.count
    }

    fn leaf(&mut self, leaf: &dyn Leaf) -> usize {
        leaf.proto_len().unwrap_or_else(|| written_length(leaf))
    }
}

/// Only some leaves can compute their encoded length; the others are encoded.
#[cold]
fn written_length(leaf: &dyn Leaf) -> usize {
    with_writer(|writer| {
        leaf.write_proto(writer);
        writer.position()
    })
}

impl<'a> Sink<'a> for Counter {
    #[inline]
    fn position(&self) -> usize {
        self.count
    }

    /// Fields are counted in any order, since their lengths do not depend on it.
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
        self.count += FieldLengths::leaf(self, leaf);
    }

    /// Counting cannot fail. The error is reported when the value is written.
    fn fail(&mut self, _: &'static str) {}
}
