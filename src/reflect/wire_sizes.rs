//! What the length of a message is counted from: its fields by what they hold, in no order. Nothing is asked of a field
//! that is always written, and those of one kind are counted in one loop.

use std::marker::PhantomData;

use super::cursor::{Ref, StructRef};
use super::prefetch::prefetch_start;
use super::row::Field;
use super::shape::Shape;
use super::types::{BoxType, OptionType, Type};
use crate::field::Str;
use crate::wire::Tag;

/// Rows on the wire by what they hold.
#[derive(Default)]
pub(super) struct WireSizes {
    /// The length of all fields that always have the same, and of the tags that are always written.
    fixed: usize,
    texts: Vec<u32>,
    ints: Vec<u32>,
    longs: Vec<u32>,
    structs: Vec<(u32, &'static Shape)>,
    /// Boxes in options.
    pointers: Vec<(u32, Tag, &'static Shape)>,
    /// The others, those of one kind together.
    rest: Vec<Rest>,
}

struct Rest {
    ty: Type,
    tag: Tag,
    offset: u32,
}

impl WireSizes {
    pub(super) fn of(fields: &[&'static Field]) -> Self {
        let mut sizes = WireSizes::default();
        fields.iter().for_each(|field| sizes.add(field));
        sizes.rest.sort_by_key(Rest::rank);
        sizes
    }

    fn add(&mut self, field: &'static Field) {
        let (offset, tag, ty) = (field.offset, field.tag(), field.ty);
        match ty {
            Type::Bool => self.fixed += 1,
            Type::Double => self.fixed += 8,
            Type::Str => self.texts.push(offset),
            Type::Int32 => self.ints.push(offset),
            Type::Int64 => self.longs.push(offset),
            Type::Struct(shape) => self.structs.push((offset, shape())),
            Type::Option(OptionType { inner: Type::Boxed(BoxType { inner: Type::Struct(shape), .. }), .. }) => {
                return self.pointers.push((offset, tag, shape()));
            }
            _ => return self.rest.push(Rest { ty, tag, offset }),
        }
        self.fixed += tag.len();
    }
}

impl Rest {
    /// Where it stands among the others.
    fn rank(&self) -> u8 {
        match self.ty {
            Type::List(_) => 0,
            Type::Map(_) => 1,
            Type::Option(_) => 2,
            Type::Bytes => 3,
            _ => 4,
        }
    }
}

impl<'a> StructRef<'a> {
    /// What the length of its message is counted from, a part of the rows at a time.
    #[inline]
    pub(crate) fn sizes(self) -> impl Iterator<Item = Sizes<'a>> {
        self.fetch();
        self.shape.descending().iter().map(move |part| Sizes { value: self, rows: &part.sizes })
    }
}

/// Fields of a struct by what they hold.
#[derive(Clone, Copy)]
pub(crate) struct Sizes<'a> {
    value: StructRef<'a>,
    rows: &'static WireSizes,
}

impl<'a> Sizes<'a> {
    /// The length of what always has the same: flags, doubles, and the tags of all fields but [`Sizes::pointers`] and
    /// [`Sizes::rest`].
    #[inline]
    pub(crate) fn fixed(self) -> usize {
        self.rows.fixed
    }

    /// The texts.
    #[inline]
    pub(crate) fn texts(self) -> impl Iterator<Item = &'a Str> {
        // SAFETY: at each of the offsets is a text (invariant 1), which is borrowed as long as the struct is.
        self.rows.texts.iter().map(move |&offset| unsafe { &*self.at(offset).cast() })
    }

    /// The integers, as they stand in a varint.
    #[inline]
    pub(crate) fn integers(self) -> impl Iterator<Item = u64> {
        // SAFETY: at each of the offsets is such an integer (invariant 1).
        let ints = self.rows.ints.iter().map(move |&offset| i64::from(unsafe { self.at(offset).cast::<i32>().read() }));
        let longs = self.rows.longs.iter().map(move |&offset| unsafe { self.at(offset).cast::<i64>().read() });
        ints.chain(longs).map(|integer| integer as u64)
    }

    /// The structs in the struct.
    #[inline]
    pub(crate) fn structs(self) -> impl Iterator<Item = StructRef<'a>> {
        // SAFETY: at each of the offsets is such a struct (invariant 1).
        self.rows.structs.iter().map(move |&(offset, shape)| unsafe { self.inner(self.at(offset), shape) })
    }

    /// Structs that pointers point to, each with its tag. The memory of all of them is asked for before the first.
    #[inline]
    pub(crate) fn pointers(self) -> impl Iterator<Item = (Tag, StructRef<'a>)> {
        // SAFETY: an option of a box is at each of the offsets (invariant 1), which is a pointer, null for `None`.
        let read = move |offset| unsafe { self.at(offset).cast::<*const u8>().read() };
        self.rows.pointers.iter().for_each(|&(offset, ..)| prefetch_start(read(offset)));
        self.rows.pointers.iter().filter_map(move |&(offset, tag, shape)| {
            let at = read(offset);
            // SAFETY: it points to such a struct.
            (!at.is_null()).then(|| (tag, unsafe { self.inner(at, shape) }))
        })
    }

    /// The other fields, written or not, each with its tag.
    #[inline]
    pub(crate) fn rest(self) -> impl Iterator<Item = (Tag, Ref<'a>)> {
        self.rows
            .rest
            .iter()
            .map(move |rest| (rest.tag, Ref { at: self.at(rest.offset), ty: &rest.ty, life: PhantomData }))
    }

    #[inline]
    fn at(self, offset: u32) -> *const u8 {
        // SAFETY: the offsets are those of fields of the struct that the cursor points to (invariant 1).
        unsafe { self.value.at.add(offset as usize) }
    }

    /// # Safety
    ///
    /// A struct with this table is there, borrowed as long as this one is.
    #[inline]
    unsafe fn inner(self, at: *const u8, shape: &'static Shape) -> StructRef<'a> {
        StructRef { at, shape, life: PhantomData }
    }
}
