//! How to write the field of a row as JSON. The type inside options and boxes is resolved once for each row rather than
//! once for each value.

use crate::reflect::{Field, LeafType, MapType, OptionType, Shape, Type};

/// How to get from a field to the value that is written.
#[derive(Clone, Copy)]
pub(super) enum FieldEncoding {
    Text,
    Bool,
    Int32,
    Int64,
    OptionalBool,
    OptionalInt32,
    OptionalInt64,
    Struct(&'static Shape),
    /// A struct in an optional box.
    Pointer(&'static Shape),
    /// A struct in an option.
    OptionalStruct(&'static OptionType),
    /// A list of structs of this size, with the layout of a vector.
    StructRun(u32, &'static Shape),
    /// A list of strings, with the layout of a vector.
    Texts,
    /// A map of strings.
    TextMap(&'static MapType),
    Leaf(&'static LeafType),
    /// A leaf in an option.
    OptionalLeaf(&'static OptionType),
    /// A map of leaves.
    LeafMap(&'static MapType),
    Other(&'static Field),
    /// Any type, if the key is too long to be copied as a whole.
    Long(&'static FieldEncoding),
}

impl FieldEncoding {
    pub(super) fn of(field: &'static Field) -> Self {
        FieldEncoding::to(field.ty()).unwrap_or(FieldEncoding::Other(field))
    }

    fn to(ty: Type) -> Option<Self> {
        Some(match ty {
            Type::Str => FieldEncoding::Text,
            Type::Bool => FieldEncoding::Bool,
            Type::Int32 => FieldEncoding::Int32,
            Type::Int64 => FieldEncoding::Int64,
            Type::Leaf(ty) => FieldEncoding::Leaf(ty),
            Type::Struct(_) => FieldEncoding::Struct(plain(ty)?),
            Type::Option(ty) => FieldEncoding::to_option(ty)?,
            Type::List(ty) if ty.is_vector() => match ty.item() {
                Type::Str => FieldEncoding::Texts,
                item => FieldEncoding::StructRun(ty.item_size() as u32, plain(item)?),
            },
            Type::Map(ty) => match ty.value() {
                Type::Str => FieldEncoding::TextMap(ty),
                Type::Leaf(_) => FieldEncoding::LeafMap(ty),
                _ => return None,
            },
            _ => return None,
        })
    }

    fn to_option(ty: &'static OptionType) -> Option<Self> {
        Some(match ty.inner() {
            Type::Bool => FieldEncoding::OptionalBool,
            Type::Int32 => FieldEncoding::OptionalInt32,
            Type::Int64 => FieldEncoding::OptionalInt64,
            Type::Leaf(_) => FieldEncoding::OptionalLeaf(ty),
            Type::Struct(_) => plain(ty.inner()).map(|_| FieldEncoding::OptionalStruct(ty))?,
            _ => FieldEncoding::Pointer(plain(ty.boxed()?.inner())?),
        })
    }

    /// Returns true for a string with a short key.
    #[cfg(any(test, feature = "serde"))]
    #[inline]
    pub(super) fn is_text(self) -> bool {
        matches!(self, FieldEncoding::Text)
    }
}

/// Returns the table of a struct, unless the struct is a union.
fn plain(ty: Type) -> Option<&'static Shape> {
    match ty {
        Type::Struct(shape) if !shape.is_union() => Some(shape),
        _ => None,
    }
}
