use super::encode::write_body;
use super::sink::Sink;
use super::with_writer;
use crate::reflect::{Leaf, Ref};

/// The length of a value as a message, without writing it.
pub(crate) fn encoded_len(value: Ref<'_>) -> usize {
    let mut counter = Counter::default();
    write_body(&mut counter, value);
    counter.0
}

/// Counts what a writer would write.
#[derive(Default)]
struct Counter(usize);

/// The length of a varint.
#[inline]
fn varint_length(value: u64) -> usize {
    ((64 + 6 - (value | 1).leading_zeros() as usize) / 7).max(1)
}

impl Counter {
    #[inline]
    fn tag(&mut self, number: u32) {
        self.0 += varint_length(u64::from(number) << 3);
    }
}

impl Sink for Counter {
    #[inline]
    fn position(&self) -> usize {
        self.0
    }

    #[inline]
    fn varint(&mut self, number: u32, value: u64) {
        self.0 += varint_length(value);
        self.tag(number);
    }

    #[inline]
    fn fixed64(&mut self, number: u32, _: u64) {
        self.0 += 8;
        self.tag(number);
    }

    #[inline]
    fn bytes(&mut self, number: u32, value: &[u8]) {
        self.varint(number, value.len() as u64);
        self.0 += value.len();
    }

    #[inline]
    fn length_since(&mut self, number: u32, position: usize) {
        self.varint(number, (self.0 - position) as u64);
    }

    /// Only a leaf itself knows what it writes.
    fn leaf(&mut self, leaf: &dyn Leaf) {
        self.0 += with_writer(|writer| {
            leaf.write_proto(writer);
            writer.position()
        });
    }

    /// Nothing to count: whoever writes is told.
    fn fail(&mut self, _: &'static str) {}
}
