//! The walk over a struct and its nested structs, which executes the operations of their tables. It has a stack of a few
//! levels instead of recursion, so that the state of its visitor stays in registers.

use std::mem::MaybeUninit;

use crate::reflect::{Shape, StructRef};
use crate::wire::Tag;

/// Executes the operations of structs, from the last item of a list to the first: it writes fields, or computes their
/// length. The values live for `'a`.
///
/// # Safety
///
/// `begin` returns the first of the operations of the table, which are never dropped. The last one returns [`Next::Out`],
/// one that returns [`Next::Skip`] precedes at least as many, and one that returns [`Next::Into`] returns structs that the
/// visited one contains.
pub(super) unsafe trait Visitor<'a> {
    type Op: 'static;
    /// Begins the struct at `at`, and returns the first of the operations of its table.
    fn begin(&mut self, at: *const u8, shape: &'static Shape) -> *const Self::Op;
    /// Prefetches an item of a list, whose size is given, before it begins.
    fn prefetch(at: *const u8, size: usize);
    /// Executes an operation.
    ///
    /// # Safety
    ///
    /// The operation belongs to the table of the live struct that `at` points to, which is borrowed for the lifetime.
    unsafe fn execute(&mut self, op: &'static Self::Op, at: *const u8) -> Next;
    /// Returns the length of everything so far.
    fn position(&self) -> usize;
    /// Ends a nested struct, whose fields were visited since the position.
    fn end(&mut self, tag: Tag, position: usize);
    /// Visits a struct that is nested too deeply for the stack of the walk.
    fn nested(&mut self, value: StructRef<'a>);
}

/// The number of nested structs that are visited without a call.
const LEVELS: usize = 8;

/// What follows an operation.
pub(super) enum Next {
    Continue,
    /// Skips some operations.
    Skip(usize),
    Into(StructRun),
    Out,
}

/// A position in the operations of a struct.
struct OpCursor<Op> {
    at: *const u8,
    op: *const Op,
}

/// Adjacent structs of one table that are visited with the same tag, from the last to the first: the items of a list, or
/// a single struct.
#[derive(Clone, Copy)]
pub(super) struct StructRun {
    at: *const u8,
    tag: Tag,
    shape: &'static Shape,
    /// The number of structs before this one, and the distance between them.
    more: usize,
    size: usize,
}

/// A struct whose nested structs are being visited.
struct Suspended<Op> {
    cursor: OpCursor<Op>,
    structs: StructRun,
    /// The position of the visitor before the nested struct.
    position: usize,
}

/// Visits the fields of a struct: plain values, structs and leaves even if they are zero, options that are set, lists and
/// maps with content, and bytes unless they are nil.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn walk<'a, V: Visitor<'a>>(value: StructRef<'a>, visitor: &mut V) {
    let mut waiting = [const { MaybeUninit::<Suspended<V::Op>>::uninit() }; LEVELS];
    let mut levels = 0;
    let mut cursor = OpCursor::new(value.as_ptr(), value.shape(), visitor);
    loop {
        // SAFETY: each cursor executes the operations that the visitor returned for its own struct, and is replaced after the
        // last one; the struct lives for the lifetime of the values, like those that it contains. The first `levels` suspended
        // structs are initialized.
        unsafe {
            match cursor.run(visitor) {
                Some(structs) => match waiting.get_mut(levels) {
                    Some(place) => {
                        levels += 1;
                        place.write(Suspended { cursor, structs, position: visitor.position() });
                        cursor = OpCursor::new(structs.at, structs.shape, visitor);
                    }
                    None => structs.visit(visitor),
                },
                None if levels == 0 => return,
                None => {
                    let outer = waiting.get_unchecked_mut(levels - 1).assume_init_mut();
                    visitor.end(outer.structs.tag, outer.position);
                    if outer.structs.advance::<V>() {
                        outer.position = visitor.position();
                        cursor = OpCursor::new(outer.structs.at, outer.structs.shape, visitor);
                    } else {
                        cursor = OpCursor { ..outer.cursor };
                        levels -= 1;
                    }
                }
            }
        }
    }
}

impl<Op> OpCursor<Op> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new<'a>(at: *const u8, shape: &'static Shape, visitor: &mut impl Visitor<'a, Op = Op>) -> Self {
        OpCursor { at, op: visitor.begin(at, shape) }
    }

    /// Executes operations up to the next nested structs, or to the last one. A loop of its own, so that the compiler keeps
    /// the position in a register: writing pods takes 10 % less time.
    ///
    /// # Safety
    ///
    /// The operations belong to the table of the live struct that `at` points to, which is borrowed for the lifetime.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn run<'a>(&mut self, visitor: &mut impl Visitor<'a, Op = Op>) -> Option<StructRun>
    where
        Op: 'static,
    {
        let (at, mut op) = (self.at, self.op);
        loop {
            // SAFETY: the operations are those of the struct's table, are never dropped, and are not executed after the last one.
            unsafe {
                let next = visitor.execute(&*op, at);
                op = op.add(1);
                match next {
                    Next::Continue => {}
                    Next::Skip(count) => op = op.add(count),
                    Next::Into(structs) => {
                        self.op = op;
                        return Some(structs);
                    }
                    Next::Out => return None,
                }
            }
        }
    }
}

impl StructRun {
    /// Visits a struct, or an optional struct, whose pointer is null for `None`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn one(at: *const u8, tag: Tag, shape: &'static Shape) -> Next {
        if at.is_null() { Next::Continue } else { Next::Into(StructRun { at, tag, shape, more: 0, size: 0 }) }
    }

    /// Visits a list of structs of this size.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn list((items, len): (*const u8, usize), tag: Tag, shape: &'static Shape, size: usize) -> Next {
        match len.checked_sub(1) {
            Some(more) => Next::Into(StructRun { at: items.wrapping_add(more * size), tag, shape, more, size }),
            None => Next::Continue,
        }
    }

    /// Continues with the preceding struct. Returns false before the first one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<'a, V: Visitor<'a>>(&mut self) -> bool {
        if self.more == 0 {
            return false;
        }
        self.more -= 1;
        self.at = self.at.wrapping_sub(self.size);
        V::prefetch(self.at, self.size);
        true
    }

    /// Visits all of them. Inline, because the state of the visitor would have to be in memory for a call.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit<'a, V: Visitor<'a>>(mut self, visitor: &mut V) {
        loop {
            let position = visitor.position();
            // SAFETY: a run is created from a field of a struct that is being visited, so this is a live struct with the table.
            visitor.nested(unsafe { StructRef::from_raw(self.at, self.shape) });
            visitor.end(self.tag, position);
            if !self.advance::<V>() {
                return;
            }
        }
    }
}
