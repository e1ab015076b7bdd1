//! Static reflection: a table for every type, and cursors over values and their tables.
//!
//! Use it to define your own types with [`message!`](crate::message), or to write functions that handle values of any
//! API type, such as a printer of all fields. Go's API machinery uses `reflect.Type` for this. Here, every struct has a
//! [`Shape`], a static table of its fields. A function receives a [`Ref`] or a [`Mut`], a cursor on a value, and
//! matches on its view: a plain value, or a cursor over the parts of a struct, list or map.
//!
//! JSON, YAML, Protobuf, CBOR and `Debug` are such functions. For speed, the module `encoding` compiles the tables into
//! plans, which read fields at their offsets. A table has slots for its plans, whose types it does not know.
//!
//! `unsafe` code is written only in this module, in `encoding` and in the expansion of `message!` and `named_text!`. It
//! relies on these invariants:
//!
//! 1. The offset of a [`Field`] is the offset, in the struct of its shape, of a field of exactly the type that its
//!    [`Type`] describes. Only [`message!`](crate::message) creates fields, from a path that the compiler checks against
//!    the struct.
//! 2. A cursor points to a live value of its type, borrowed for its lifetime. It is created from a typed reference, or
//!    from another cursor by projection.
//! 3. The functions in the table of an option, list, map or leaf are the instances for exactly that type.
//! 4. A value that a table describes as a string is a `Str`, or a named text with its layout, which
//!    [`named_text!`](crate::named_text) checks.

mod allocation;
mod batch;
mod containers;
mod copy;
mod cursor;
mod debug;
mod emptiness;
mod equal;
mod erased;
mod layout;
mod leaf;
mod leaf_type;
mod macros;
mod named_text;
mod omit;
mod prefetch;
mod row;
mod shape;
mod table;
mod text;
mod types;
mod untyped;
mod vector;
mod vector_mut;

pub(crate) use self::allocation::boxed;
pub use self::cursor::{ListMut, ListRef, MapMut, MapRef, Mut, OptionMut, Ref, StructMut, StructRef, View, ViewMut};
pub(crate) use self::cursor::{PlainMut, StructSlice, Unsorted};
pub use self::debug::debug;
pub(crate) use self::emptiness::emptiness_byte;
pub(crate) use self::erased::{convert_items, swap};
pub(crate) use self::layout::{OWN, Vector, own_bytes};
pub use self::leaf::Leaf;
pub(crate) use self::leaf::bytes_len;
pub(crate) use self::leaf_type::ExactEq;
pub(crate) use self::macros::plain_leaf;
pub(crate) use self::prefetch::{lines_of, prefetch_before, prefetch_behind, prefetch_start};
pub(crate) use self::row::{field, field_at};
pub(crate) use self::table::OptionGetter;
pub use self::table::{BoxType, Field, LeafType, ListType, MapType, Message, Omit, OptionType, Reflect, Shape, Type};
pub(crate) use self::text::{copied_utf8, set_ascii, set_short, set_text, utf8};
pub(crate) use self::untyped::{parse, pull};
pub(crate) use crate::wire::{JsonReader, SyntaxError, Tag, varint_length};
pub use crate::wire::{ProtoReader, ProtoWriter, Raw, RawKind, WireError, WireType};

/// Items for the expansion of `message!` and `named_text!`, exported by [`private`](crate::private).
pub(crate) mod generated {
    pub use super::copy::{ByTable, Zero, copy};
    pub use super::equal::equal;
    pub use super::named_text::has_option_of_text;
    pub use super::table::Place;
}

#[cfg(test)]
mod tests {
    use super::Field;

    #[test]
    fn rows_fill_lines_of_the_cache() {
        if size_of::<usize>() == 8 {
            assert_eq!(size_of::<Field>(), 64);
        }
    }
}
