use super::encode::write_body;
use super::sink::Sink;
use super::with_writer;
use crate::reflect::{Leaf, ProtoWriter, Ref};

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

/// The length of a varint.
#[inline]
fn varint_length(value: u64) -> usize {
    if value < 0x80 { 1 } else { (64 + 6 - value.leading_zeros() as usize) / 7 }
}

impl Counter<'_> {
    #[inline]
    fn tag(&mut self, number: u32) {
        self.count += varint_length(u64::from(number) << 3);
    }
}

impl<'a> Sink<'a> for Counter<'_> {
    #[inline]
    fn position(&self) -> usize {
        self.count
    }

    #[inline]
    fn varint(&mut self, number: u32, value: u64) {
        self.count += varint_length(value);
        self.tag(number);
    }

    #[inline]
    fn fixed64(&mut self, number: u32, _: u64) {
        self.count += 8;
        self.tag(number);
    }

    #[inline]
    fn bytes(&mut self, number: u32, value: &'a [u8]) {
        self.varint(number, value.len() as u64);
        self.count += value.len();
    }

    #[inline]
    fn length_since(&mut self, number: u32, position: usize) {
        self.varint(number, (self.count - position) as u64);
    }

    fn leaf(&mut self, leaf: &'a dyn Leaf) {
        self.leaves.clear();
        leaf.write_proto(self.leaves);
        self.count += self.leaves.position();
    }

    /// Nothing to count: whoever writes is told.
    fn fail(&mut self, _: &'static str) {}
}
