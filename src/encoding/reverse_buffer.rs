//! The free memory before a message that is written from its end. Its start and size are kept in registers: loading
//! them for every field would wait for the preceding store.

use std::marker::PhantomData;
use std::ptr;

use crate::field::Str;
use crate::reflect::{Leaf, Ref};
use crate::wire::{Tag, WireType};

/// A destination of a message that is written from its last byte to its first. Its values live for `'a`.
pub(crate) trait ReverseSink<'a> {
    /// Returns the number of bytes written so far.
    fn position(&self) -> usize;
    /// Returns the free memory before them.
    fn free(&mut self) -> &mut [u8];
    /// Reports that the first `length` bytes of the free memory are still free, and that the rest was written.
    fn keep_free(&mut self, length: usize);
    /// Writes a field with a varint.
    fn varint(&mut self, tag: Tag, value: u64);
    /// Writes a field with a string.
    fn text(&mut self, tag: Tag, value: &'a [u8]);
    /// Writes a field with the message of a leaf.
    fn leaf(&mut self, tag: Tag, leaf: &'a dyn Leaf);
    /// Writes a field, unless it is omitted.
    fn field(&mut self, tag: Tag, value: Ref<'a>);
}

/// A sink and its free memory.
pub(super) struct ReverseBuffer<'s, 'a, S> {
    sink: &'s mut S,
    region: Region,
    life: PhantomData<&'a u8>,
}

/// The start and the length of free memory.
#[derive(Clone, Copy)]
struct Region {
    start: *mut u8,
    left: usize,
    /// The number of bytes that are free or written.
    total: usize,
}

impl Region {
    #[inline]
    fn of<'a>(sink: &mut impl ReverseSink<'a>) -> Self {
        let position = sink.position();
        let free = sink.free();
        Region { start: free.as_mut_ptr(), left: free.len(), total: position + free.len() }
    }
}

/// The longest text that is copied inline, and the space for its tag and length.
const TEXT: usize = 64;
const HEAD: usize = 8;

impl<'s, 'a, S: ReverseSink<'a>> ReverseBuffer<'s, 'a, S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn of(sink: &'s mut S) -> Self {
        let region = Region::of(sink);
        ReverseBuffer { sink, region, life: PhantomData }
    }

    /// Returns the memory to the sink.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn commit(&mut self) {
        self.sink.keep_free(self.region.left);
    }

    /// Returns the number of bytes written so far.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn position(&self) -> usize {
        self.region.total - self.region.left
    }

    /// Calls a function of the sink.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn with_sink(&mut self, write: impl FnOnce(&mut S)) {
        self.region = with_sink(self.sink, self.region.left, write);
    }

    /// Writes a field with a varint, which nearly always has one or two bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn varint(&mut self, tag: Tag, value: u64) {
        match value {
            0..0x80 if self.region.left >= HEAD => self.put(tag.before(value << 56, 1), tag.len() + 1),
            0x80..0x4000 if self.region.left >= HEAD => {
                let bytes = value >> 7 << 8 | value & 0x7f | 0x80;
                self.put(tag.before(bytes << 48, 2), tag.len() + 2);
            }
            _ => self.region = long_varint(self.sink, self.region.left, tag, value),
        }
    }

    /// Writes a field with a string.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn text(&mut self, tag: Tag, text: &'a [u8]) {
        let length = text.len();
        if length > TEXT || self.region.left < TEXT + HEAD {
            self.region = long_text(self.sink, self.region.left, tag, text);
            return;
        }
        // SAFETY: the region has at least `TEXT + HEAD` free bytes: for the text and for the word before it.
        unsafe {
            let to = self.region.start.add(self.region.left - length);
            copy_short(text.as_ptr(), to, length);
            let head = tag.before((length as u64) << 56, 1);
            to.sub(HEAD).cast::<[u8; HEAD]>().write(head.to_le_bytes());
        }
        self.region.left -= length + tag.len() + 1;
    }

    /// Writes a list of strings.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn texts(&mut self, tag: Tag, items: Option<&'a [Str]>) {
        if let Some(items) = items {
            self.region = texts(self.sink, self.region.left, tag, items);
        }
    }

    /// Writes the entries of a map of strings, each as a message of key and value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn text_map(&mut self, tag: Tag, entries: Option<&'a [(Str, Str)]>) {
        if let Some(entries) = entries {
            self.region = text_map(self.sink, self.region.left, tag, entries);
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn leaf(&mut self, tag: Tag, leaf: &'a dyn Leaf) {
        self.region = by_leaf(self.sink, self.region.left, tag, leaf);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn field(&mut self, tag: Tag, value: Ref<'a>) {
        self.region = by_field(self.sink, self.region.left, tag, value);
    }

    /// Writes the highest bytes of a word. All of its bytes are stored, because the memory before them is still free.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put(&mut self, word: u64, length: usize) {
        debug_assert!(self.region.left >= HEAD, "there is space for a word");
        // SAFETY: both callers have checked that the region has at least `HEAD` free bytes.
        unsafe { self.region.start.add(self.region.left - HEAD).cast::<[u8; HEAD]>().write(word.to_le_bytes()) }
        self.region.left -= length;
    }
}

/// Copies up to 64 bytes: at least four of them by their two ends, which may overlap.
///
/// # Safety
///
/// `length` bytes are valid at both pointers, which do not overlap.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn copy_short(from: *const u8, to: *mut u8, length: usize) {
    macro_rules! ends {
        ($part:literal) => {{
            ptr::copy_nonoverlapping(from, to, $part);
            ptr::copy_nonoverlapping(from.add(length - $part), to.add(length - $part), $part);
        }};
    }
    // SAFETY: both pointers are valid for `length` bytes that do not overlap, and no part is longer than `length`.
    unsafe {
        match length {
            0 => {}
            1..4 => {
                *to = *from;
                *to.add(length / 2) = *from.add(length / 2);
                *to.add(length - 1) = *from.add(length - 1);
            }
            4..8 => ends!(4),
            8..16 => ends!(8),
            16..=32 => ends!(16),
            _ => ends!(32),
        }
    }
}

// Rare cases and loops are calls that take and return the memory's state by value, so that it stays in registers.

#[cfg_attr(not(debug_assertions), inline(always))]
fn with_sink<'a, S: ReverseSink<'a>>(sink: &mut S, left: usize, write: impl FnOnce(&mut S)) -> Region {
    sink.keep_free(left);
    write(sink);
    Region::of(sink)
}

#[inline(never)]
fn long_varint<'a, S: ReverseSink<'a>>(sink: &mut S, left: usize, tag: Tag, value: u64) -> Region {
    with_sink(sink, left, |sink| sink.varint(tag, value))
}

#[inline(never)]
fn long_text<'a, S: ReverseSink<'a>>(sink: &mut S, left: usize, tag: Tag, text: &'a [u8]) -> Region {
    with_sink(sink, left, |sink| sink.text(tag, text))
}

#[inline(never)]
fn by_leaf<'a, S: ReverseSink<'a>>(sink: &mut S, left: usize, tag: Tag, leaf: &'a dyn Leaf) -> Region {
    with_sink(sink, left, |sink| sink.leaf(tag, leaf))
}

#[inline(never)]
fn by_field<'a, S: ReverseSink<'a>>(sink: &mut S, left: usize, tag: Tag, value: Ref<'a>) -> Region {
    with_sink(sink, left, |sink| sink.field(tag, value))
}

#[inline(never)]
fn texts<'a, S: ReverseSink<'a>>(sink: &mut S, left: usize, tag: Tag, items: &'a [Str]) -> Region {
    with_sink(sink, left, |sink| {
        let mut out = ReverseBuffer::of(sink);
        items.iter().rev().for_each(|item| out.text(tag, item.as_bytes()));
        out.commit();
    })
}

#[inline(never)]
fn text_map<'a, S: ReverseSink<'a>>(sink: &mut S, left: usize, tag: Tag, entries: &'a [(Str, Str)]) -> Region {
    const KEY: Tag = Tag::new(1, WireType::Length);
    const VALUE: Tag = Tag::new(2, WireType::Length);
    with_sink(sink, left, |sink| {
        let mut out = ReverseBuffer::of(sink);
        for (key, value) in entries.iter().rev() {
            let position = out.position();
            out.text(VALUE, value.as_bytes());
            out.text(KEY, key.as_bytes());
            out.varint(tag, (out.position() - position) as u64);
        }
        out.commit();
    })
}
