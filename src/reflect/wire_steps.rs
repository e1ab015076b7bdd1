//! Steps by which the fields of a struct are written as a Protobuf message. Each table compiles its rows into steps
//! once, by descending field number, because messages are written from the end.

use super::functions::{BoxType, LeafType, MapType, OptionType};
use super::row::Field;
use super::shape::Shape;
use super::types::Type;
use crate::wire::Tag;

/// A step: a field with its offset and its tag. Optional fields are written if they have a value, plain ones always.
pub(super) enum Step {
    Bool(u32, Tag),
    Int(u32, Tag),
    Long(u32, Tag),
    Text(u32, Tag),
    OptionalBool(u32, Tag),
    OptionalInt(u32, Tag),
    OptionalLong(u32, Tag),
    OptionalText(u32, Tag),
    TextList(u32, Tag),
    TextMap(u32, Tag, &'static MapType),
    Leaf(u32, Tag, &'static LeafType),
    OptionalLeaf(u32, Tag, &'static LeafType, Value),
    /// A list or map of others.
    Vector(u32, Tag, Box<Type>),
    Rest(u32, Tag, Box<Type>),
    Struct(u32, Tag, &'static Shape),
    OptionalStruct(u32, Tag, &'static Shape, Value),
    /// Four adjacent `Option<Box<_>>` fields, which the next four steps describe.
    Pointers(u32),
    /// An `Option<Box<_>>`.
    Pointer(u32, Tag, &'static Shape),
    /// A list of structs, with the size of a struct.
    List(u32, Tag, &'static Shape, usize),
    End,
}

type Value = unsafe fn(*const u8) -> *const u8;

impl Step {
    /// Returns the steps of a struct, of which the last is [`Step::End`].
    pub(super) fn all(fields: impl Iterator<Item = &'static Field>) -> Box<[Step]> {
        let mut steps: Vec<Step> = fields.map(Step::of).collect();
        join_pointers(&mut steps, Step::pointer, Step::Pointers);
        steps.push(Step::End);
        steps.into()
    }

    fn of(field: &'static Field) -> Step {
        let (at, tag) = (field.offset, field.tag());
        match field.ty {
            Type::Bool => Step::Bool(at, tag),
            Type::Int32 => Step::Int(at, tag),
            Type::Int64 => Step::Long(at, tag),
            Type::Str => Step::Text(at, tag),
            Type::Leaf(ty) => Step::Leaf(at, tag, ty),
            Type::Struct(shape) => Step::Struct(at, tag, shape),
            Type::Option(ty) => Step::of_option(at, tag, ty),
            Type::List(ty) if ty.vector.fits => match ty.item {
                Type::Struct(shape) => Step::List(at, tag, shape, ty.vector.size()),
                Type::Str => Step::TextList(at, tag),
                _ => Step::Vector(at, tag, Box::new(field.ty)),
            },
            Type::Map(ty) if ty.vector.fits => match ty.value {
                Type::Str => Step::TextMap(at, tag, ty),
                _ => Step::Vector(at, tag, Box::new(field.ty)),
            },
            ty => Step::Rest(at, tag, Box::new(ty)),
        }
    }

    fn of_option(at: u32, tag: Tag, ty: &'static OptionType) -> Step {
        match ty.inner {
            Type::Boxed(BoxType { inner: Type::Struct(shape), .. }) => Step::Pointer(at, tag, shape),
            Type::Bool => Step::OptionalBool(at, tag),
            Type::Int32 => Step::OptionalInt(at, tag),
            Type::Int64 => Step::OptionalLong(at, tag),
            Type::Str => Step::OptionalText(at, tag),
            Type::Leaf(leaf) => Step::OptionalLeaf(at, tag, leaf, ty.get),
            Type::Struct(shape) => Step::OptionalStruct(at, tag, shape, ty.get),
            _ => Step::Rest(at, tag, Box::new(Type::Option(ty))),
        }
    }

    /// Returns the offset of the pointer, for a step for a pointer.
    fn pointer(&self) -> Option<u32> {
        if let Step::Pointer(at, ..) = self { Some(*at) } else { None }
    }
}

/// Inserts a step before every four steps for adjacent pointers, because nearly all pointers are null and four are
/// checked at once. `pointer` returns the offset of the pointer of a step, `four` creates the inserted step.
pub(super) fn join_pointers<S>(steps: &mut Vec<S>, pointer: fn(&S) -> Option<u32>, four: fn(u32) -> S) {
    let mut index = 0;
    while index < steps.len() {
        let places = steps[index..].first_chunk().map(|four| four.each_ref().map(pointer));
        if let Some(first) = places.and_then(first_of_four) {
            steps.insert(index, four(first));
            index += 4;
        }
        index += 1;
    }
}

/// Returns the lowest of four offsets of pointers, given in any order, if the pointers are adjacent. A table can have a
/// field in several rows, so equal offsets are not four pointers.
pub(super) fn first_of_four([a, b, c, d]: [Option<u32>; 4]) -> Option<u32> {
    const SIZE: u32 = size_of::<usize>() as u32;
    let mut places = [a?, b?, c?, d?];
    places.sort_unstable();
    let first = places[0];
    (places == [0, 1, 2, 3].map(|index| first + index * SIZE)).then_some(first)
}

/// A field of a struct.
///
/// # Safety
///
/// `at` points to a struct that has a field of type `T` at `offset`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn place<T>(at: *const u8, offset: u32) -> *const T {
    // SAFETY: `at` points to a struct with a field at `offset`, so the result stays in the struct.
    unsafe { at.add(offset as usize).cast() }
}

#[cfg(test)]
mod tests {
    use super::first_of_four;

    #[test]
    fn four_pointers_are_adjacent_and_different() {
        let four = |places: [u32; 4]| first_of_four(places.map(|place| Some(8 + place * size_of::<usize>() as u32)));
        assert_eq!(four([2, 0, 3, 1]), Some(8));
        assert_eq!(four([0, 0, 1, 3]), None, "the third one would be read where none is");
        assert_eq!(four([0, 1, 2, 4]), None);
        assert_eq!(first_of_four([Some(0), None, Some(8), Some(16)]), None);
    }
}
