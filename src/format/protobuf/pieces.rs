use std::iter;

use super::encode::{write_body, write_field};
use super::sink::Sink;
use super::{Error, with_writer};
use crate::reflect::{Leaf, ProtoWriter, Ref, StructRef, Tag, View, WireSink};

/// From how many bytes on it is worth an entry of its own not to copy a text twice.
const LARGE: usize = 2048;

/// A message before it is in one piece: what is small stands in a writer, and a large text stays where it is, so that it
/// is copied once, to where the message goes.
pub(crate) struct Pieces<'a> {
    writer: ProtoWriter,
    /// From the last to the first.
    large: LargeTexts<'a>,
    /// How many bytes they have.
    apart: usize,
    /// From how many bytes on a text is large.
    limit: usize,
}

/// A large text, and the number of bytes that the writer has behind it.
type Large<'a> = (usize, &'a [u8]);

/// So many large texts need no memory of their own.
const FEW: usize = 8;

/// Large texts, mostly few.
#[derive(Default)]
struct LargeTexts<'a> {
    few: [Large<'a>; FEW],
    count: usize,
    /// All of them where they are more.
    many: Vec<Large<'a>>,
}

impl<'a> LargeTexts<'a> {
    #[inline]
    fn push(&mut self, text: Large<'a>) {
        match self.few.get_mut(self.count) {
            Some(place) => *place = text,
            None => self.push_to_many(text),
        }
        self.count += 1;
    }

    #[cold]
    fn push_to_many(&mut self, text: Large<'a>) {
        if self.many.is_empty() {
            self.many.extend(self.few);
        }
        self.many.push(text);
    }

    #[inline]
    fn all(&self) -> &[Large<'a>] {
        self.few.get(..self.count).unwrap_or(&self.many)
    }
}

/// Runs `work` on an empty message in the memory that the last one left.
pub(crate) fn with_pieces<'a, R>(work: impl FnOnce(&mut Pieces<'a>) -> R) -> R {
    with_writer(|writer| in_pieces(writer, LARGE, work))
}

/// Runs `work` on a message in front of what `writer` holds, whose texts are large from `limit` bytes on.
pub(super) fn in_pieces<'a, R>(writer: &mut ProtoWriter, limit: usize, work: impl FnOnce(&mut Pieces<'a>) -> R) -> R {
    // Its own writer is nearer than a borrowed one.
    let mut pieces = Pieces { writer: std::mem::take(writer), large: LargeTexts::default(), apart: 0, limit };
    let result = work(&mut pieces);
    *writer = pieces.writer;
    result
}

impl<'a> Pieces<'a> {
    /// A value in front: the fields alone, without a length.
    ///
    /// # Errors
    ///
    /// If it has no form on the wire.
    pub(crate) fn write(&mut self, value: Ref<'a>) -> Result<(), Error> {
        write_body(self, value);
        self.check()
    }

    /// What is small, for more of that in front.
    pub(crate) fn writer(&mut self) -> &mut ProtoWriter {
        &mut self.writer
    }

    /// The number of bytes so far.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.writer.position() + self.apart
    }

    /// The pieces from the first to the last.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let written = self.writer.written();
        let place = |behind: usize| written.len() - behind;
        let large = self.large.all();
        let rest = large.first().map_or(0, |&(behind, _)| place(behind));
        let mut start = 0;
        let pairs = large.iter().rev().flat_map(move |&(behind, text)| {
            let small = &written[start..place(behind)];
            start = place(behind);
            [small, text]
        });
        pairs.chain(iter::once(&written[rest..]))
    }

    /// Appends the message; an empty `out` gets room for exactly that.
    pub(crate) fn append_to(&self, out: &mut Vec<u8>) {
        out.reserve(self.len());
        self.iter().for_each(|piece| out.extend_from_slice(piece));
    }

    /// An error if it is no message.
    pub(super) fn check(&self) -> Result<(), Error> {
        self.writer.failure().map_or(Ok(()), |message| Err(Error::other(message)))
    }

    #[inline(never)]
    fn many(&mut self, tag: Tag, text: &'a [u8]) {
        if text.len() < self.limit {
            self.writer.raw(text);
        } else {
            self.large.push((self.writer.position(), text));
            self.apart += text.len();
        }
        self.writer.head(tag, text.len() as u64);
    }
}

impl<'a> Sink<'a> for Pieces<'a> {
    #[inline]
    fn position(&self) -> usize {
        self.len()
    }

    fn fields(&mut self, value: StructRef<'a>) {
        value.write_wire(self);
    }

    #[inline]
    fn varint(&mut self, tag: Tag, value: u64) {
        self.writer.head(tag, value);
    }

    fn fixed64(&mut self, tag: Tag, value: u64) {
        self.writer.fixed64(tag, value);
    }

    #[inline]
    fn bytes(&mut self, tag: Tag, value: &'a [u8]) {
        if !self.writer.few(tag, value) {
            self.many(tag, value);
        }
    }

    #[inline]
    fn length_since(&mut self, tag: Tag, position: usize) {
        self.writer.head(tag, (self.len() - position) as u64);
    }

    #[inline]
    fn leaf(&mut self, leaf: &'a dyn Leaf) {
        leaf.write_proto(&mut self.writer);
    }

    fn fail(&mut self, message: &'static str) {
        self.writer.fail(message);
    }
}

impl<'a> WireSink<'a> for Pieces<'a> {
    #[inline]
    fn position(&self) -> usize {
        self.len()
    }

    #[inline]
    fn free(&mut self) -> &mut [u8] {
        self.writer.free()
    }

    #[inline]
    fn keep_free(&mut self, length: usize) {
        self.writer.keep_free(length);
    }

    fn varint(&mut self, tag: Tag, value: u64) {
        self.writer.head(tag, value);
    }

    #[inline]
    fn text(&mut self, tag: Tag, value: &'a [u8]) {
        self.many(tag, value);
    }

    #[inline]
    fn leaf(&mut self, tag: Tag, leaf: &'a dyn Leaf) {
        write_field(self, tag, View::Leaf(leaf));
    }

    #[inline]
    fn field(&mut self, tag: Tag, value: Ref<'a>) {
        write_field(self, tag, value.view());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{List, Str};
    use crate::format::protobuf;

    #[test]
    fn few_and_many_large_texts_stand_where_they_would_be_written() {
        for count in [0, 1, FEW - 1, FEW, FEW + 1, 3 * FEW] {
            let large = |index: usize| index.to_string().repeat(LARGE);
            let texts: List<Str> = (0..count).flat_map(|index| [large(index).into(), "small".into()]).collect();
            let mut expected = ProtoWriter::default();
            protobuf::write(&mut expected, Ref::new(&texts)).expect("a message");
            assert!(protobuf::to_vec(&texts).expect("a message") == expected.written(), "{count} large texts");
        }
    }
}
