use super::encode::write_body;
use super::sink::Sink;
use super::with_writer;
use crate::reflect::{Leaf, OnTheWire, ProtoWriter, Ref, Tag, varint_length};

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

impl<'a> Sink<'a> for Counter<'_> {
    #[inline]
    fn position(&self) -> usize {
        self.count
    }

    #[inline]
    fn some(&mut self, fields: &mut OnTheWire<'a>) {
        let (fixed, texts) = fields.take_sizes();
        self.count += fixed;
        for text in texts {
            self.count += varint_length(text.len() as u64) + text.len();
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
