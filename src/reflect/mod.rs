//! Static reflection: a table for every type, and cursors over values and their tables.
//!
//! Use it to define your own types with [`message!`](crate::message), or to write functions that handle values of any
//! API type, such as a printer of all fields. Go's API machinery uses `reflect.Type` for this. Here, every struct has a
//! [`Shape`], a static table of its fields. A function receives a [`Ref`] or a [`Mut`], a cursor on a value, and
//! matches on its view: a plain value, or a cursor over the parts of a struct, list or map.
//!
//! JSON, YAML, Protobuf, CBOR and `Debug` are such functions. For speed, the module `encoding` compiles the tables into
//! plans, which read fields at their offsets; a table has one slot for all its plans.
//!
//! `unsafe` code is written only in this module, in `encoding` and in the expansion of `message!`. It relies on these
//! invariants:
//!
//! 1. The offset of a [`Field`] is the offset, in the struct of its shape, of a field of exactly the type that its
//!    [`Type`] describes. Only [`message!`](crate::message) creates fields, from a path that the compiler checks against
//!    the struct.
//! 2. A cursor points to a live value of its type, borrowed for its lifetime. It is created from a typed reference, or
//!    from another cursor by projection.
//! 3. The functions in the table of an option, list, map or leaf are the instances for exactly that type.

mod batch;
mod by_table;
mod containers;
mod copy;
mod cursor;
mod debug;
mod each;
mod equal;
mod functions;
mod leaf;
mod macros;
mod omit;
mod owners;
mod prefetch;
mod row;
mod shape;
mod swap;
mod telling;
mod text;
mod types;
mod untyped;
mod vector;

/// True if no layout of types of other crates is assumed, with `--cfg apimachinery_portable_layouts`. CI uses it to
/// test the code for releases of compact_str or the compiler with other layouts.
const PORTABLE: bool = cfg!(apimachinery_portable_layouts);

use self::by_table::ByTable;
pub(crate) use self::copy::boxed;
pub use self::cursor::{ListMut, ListRef, MapMut, MapRef, Mut, OptionMut, Ref, StructMut, StructRef, View, ViewMut};
pub(crate) use self::cursor::{PlainMut, Unsorted};
pub use self::debug::debug;
pub(crate) use self::each::make_each;
pub(crate) use self::functions::ExactEq;
pub use self::functions::{BoxType, LeafType, ListType, MapType, OptionType};
pub use self::leaf::Leaf;
pub(crate) use self::leaf::bytes_len;
pub(crate) use self::macros::plain_leaf;
pub use self::omit::Omit;
pub(crate) use self::prefetch::{lines_of, prefetch_before, prefetch_behind, prefetch_start};
pub use self::row::Field;
pub(crate) use self::row::field_at;
pub use self::shape::Shape;
pub(crate) use self::swap::swap;
pub(crate) use self::telling::telling_byte;
pub(crate) use self::text::{OWN, copied_utf8, own_bytes, set_ascii, set_short, set_text, utf8};
pub use self::types::{Message, Reflect, Type};
pub(crate) use self::untyped::{parse, pull};
pub(crate) use self::vector::Vector;
pub(crate) use crate::wire::{JsonReader, SyntaxError, Tag, varint_length};
pub use crate::wire::{ProtoReader, ProtoWriter, Raw, RawKind, WireError, WireType};

/// Items for the expansion of `message!`, exported by [`private`](crate::private).
pub(crate) mod generated {
    pub use super::by_table::{ByTable, Zero};
    pub use super::copy::copy;
    pub use super::equal::equal;
    pub use super::owners::Place;
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
