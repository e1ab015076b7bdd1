use std::iter;

use super::encode::{write_body, write_field};
use super::sink::Sink;
use super::writer::with_writer;
use crate::encoding::ReverseSink;
use crate::format::Error;
use crate::reflect::{Leaf, ProtoWriter, Ref, StructRef, Tag, View};

/// The size in bytes from which on a text is referenced rather than copied to the writer.
const LARGE: usize = 2048;

/// A message in pieces. Small parts are stored in a writer. Large texts are only referenced, so that they are copied
/// once, directly to the destination of the message.
pub(crate) struct Pieces<'a> {
    writer: ProtoWriter,
    /// The large texts, from the last to the first.
    large: LargeTexts<'a>,
    /// The total size of the large texts in bytes.
    apart: usize,
    /// The size in bytes from which on a text is large.
    limit: usize,
}

/// A large text, and the number of bytes in the writer that follow it.
type Large<'a> = (usize, &'a [u8]);

/// The number of large texts that are stored without an allocation.
const FEW: usize = 8;

/// A list of large texts, optimized for few of them.
#[derive(Default)]
struct LargeTexts<'a> {
    few: [Large<'a>; FEW],
    count: usize,
    /// All texts, if there are more than [`FEW`].
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

/// Calls `work` with an empty message that reuses the memory of the previous one.
pub(crate) fn with_pieces<'a, R>(work: impl FnOnce(&mut Pieces<'a>) -> R) -> R {
    with_writer(|writer| in_pieces(writer, LARGE, work))
}

/// Calls `work` with a message that precedes the content of `writer`. Texts are large from `limit` bytes on.
pub(super) fn in_pieces<'a, R>(writer: &mut ProtoWriter, limit: usize, work: impl FnOnce(&mut Pieces<'a>) -> R) -> R {
    // An owned writer is accessed with one indirection less than a borrowed one.
    let mut pieces = Pieces { writer: std::mem::take(writer), large: LargeTexts::default(), apart: 0, limit };
    let result = work(&mut pieces);
    *writer = pieces.writer;
    result
}

impl<'a> Pieces<'a> {
    /// Writes a value before the current content: only its fields, without a length.
    ///
    /// # Errors
    ///
    /// Returns an error if the value has no Protobuf form.
    pub(crate) fn write(&mut self, value: Ref<'a>) -> Result<(), Error> {
        write_body(self, value);
        self.check()
    }

    /// Returns the writer of small parts, to prepend more of them.
    pub(crate) fn writer(&mut self) -> &mut ProtoWriter {
        &mut self.writer
    }

    /// Returns the number of bytes so far.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.writer.position() + self.apart
    }

    /// Returns the pieces in their order in the message.
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

    /// Appends the message. If `out` is empty, it gets exactly the required capacity.
    pub(crate) fn append_to(&self, out: &mut Vec<u8>) {
        out.reserve(self.len());
        self.iter().for_each(|piece| out.extend_from_slice(piece));
    }

    /// Returns an error if the content is not a valid message.
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

impl<'a> ReverseSink<'a> for Pieces<'a> {
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
            protobuf::write(&mut expected, Ref::new(&texts)).expect("lists of texts have a Protobuf form");
            assert!(
                protobuf::to_vec(&texts).expect("lists of texts have a Protobuf form") == expected.written(),
                "{count} large texts"
            );
        }
    }
}
