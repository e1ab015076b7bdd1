//! Operations by which the fields of a struct are written as a Protobuf message. Each table compiles its rows into
//! operations once, by descending field number, because messages are written from the end.

use crate::encoding::pointer_run::insert_run_checks;
use crate::reflect::{BoxType, Field, LeafType, OptionGetter, OptionType, Shape, Type};
use crate::wire::Tag;

/// A field with its offset and its tag. Optional fields are written if they have a value, plain ones always.
pub(in crate::encoding) enum WriteOp {
    Bool(u32, Tag),
    Int(u32, Tag),
    Long(u32, Tag),
    Text(u32, Tag),
    OptionalBool(u32, Tag),
    OptionalInt(u32, Tag),
    OptionalLong(u32, Tag),
    OptionalText(u32, Tag),
    TextList(u32, Tag),
    TextMap(u32, Tag),
    Leaf(u32, Tag, &'static LeafType),
    OptionalLeaf(u32, Tag, &'static OptionType),
    /// A list or map of others.
    Vector(u32, Tag, Box<Type>),
    Other(u32, Tag, Box<Type>),
    Struct(u32, Tag, &'static Shape),
    OptionalStruct(u32, Tag, &'static Shape, OptionGetter),
    /// Four adjacent `Option<Box<_>>` fields, which the next four operations describe.
    Pointers(u32),
    /// An `Option<Box<_>>`.
    Pointer(u32, Tag, &'static Shape),
    /// A list of structs, with the size of a struct.
    List(u32, Tag, &'static Shape, usize),
    End,
}

impl WriteOp {
    /// Returns the operations of a struct, of which the last is [`WriteOp::End`].
    pub(in crate::encoding) fn all(fields: impl Iterator<Item = &'static Field>) -> Box<[WriteOp]> {
        let mut ops: Vec<WriteOp> = fields.map(WriteOp::of).collect();
        insert_run_checks(&mut ops, WriteOp::pointer, WriteOp::Pointers);
        ops.push(WriteOp::End);
        ops.into()
    }

    fn of(field: &'static Field) -> WriteOp {
        let (at, tag) = (field.offset(), field.tag());
        match field.ty() {
            Type::Bool => WriteOp::Bool(at, tag),
            Type::Int32 => WriteOp::Int(at, tag),
            Type::Int64 => WriteOp::Long(at, tag),
            Type::Str => WriteOp::Text(at, tag),
            Type::Leaf(ty) => WriteOp::Leaf(at, tag, ty),
            Type::Struct(shape) => WriteOp::Struct(at, tag, shape),
            Type::Option(ty) => WriteOp::of_option(at, tag, ty),
            Type::List(ty) if ty.is_vector() => match ty.item() {
                Type::Struct(shape) => WriteOp::List(at, tag, shape, ty.item_size()),
                Type::Str => WriteOp::TextList(at, tag),
                _ => WriteOp::Vector(at, tag, Box::new(field.ty())),
            },
            Type::Map(ty) if ty.is_vector() && ty.has_text_pairs() => WriteOp::TextMap(at, tag),
            Type::Map(ty) if ty.is_vector() => WriteOp::Vector(at, tag, Box::new(field.ty())),
            ty => WriteOp::Other(at, tag, Box::new(ty)),
        }
    }

    fn of_option(at: u32, tag: Tag, ty: &'static OptionType) -> WriteOp {
        if let Some(Type::Struct(shape)) = ty.boxed().map(BoxType::inner) {
            return WriteOp::Pointer(at, tag, shape);
        }
        match ty.inner() {
            Type::Bool => WriteOp::OptionalBool(at, tag),
            Type::Int32 => WriteOp::OptionalInt(at, tag),
            Type::Int64 => WriteOp::OptionalLong(at, tag),
            Type::Str => WriteOp::OptionalText(at, tag),
            Type::Leaf(_) => WriteOp::OptionalLeaf(at, tag, ty),
            Type::Struct(shape) => WriteOp::OptionalStruct(at, tag, shape, ty.getter()),
            _ => WriteOp::Other(at, tag, Box::new(Type::Option(ty))),
        }
    }

    /// Returns the offset of the pointer, for an operation for a pointer.
    fn pointer(&self) -> Option<u32> {
        if let WriteOp::Pointer(at, ..) = self { Some(*at) } else { None }
    }
}
