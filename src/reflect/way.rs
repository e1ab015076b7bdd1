//! What a row's field is to who writes JSON. Which type that is behind options and boxes is found out once a row, not once a
//! value.

use super::functions::{LeafType, MapType, OptionType};
use super::row::Field;
use super::shape::Shape;
use super::types::Type;

/// The way from the place of a field to what it holds.
#[derive(Clone, Copy)]
pub(super) enum Way {
    Text,
    Bool,
    Int32,
    Int64,
    OptionalBool,
    OptionalInt32,
    OptionalInt64,
    Struct(&'static Shape),
    /// To a struct in a box that may be missing.
    Pointer(&'static Shape),
    /// To a struct in an option.
    OptionalStruct(&'static OptionType),
    /// To a list of structs of a size, which lies as a vector.
    Structs(u32, &'static Shape),
    /// To a list of texts, which lies as a vector.
    Texts,
    /// To a map of texts.
    TextMap(&'static MapType),
    Leaf(&'static LeafType),
    /// To a leaf in an option.
    OptionalLeaf(&'static OptionType),
    /// To a map of leaves.
    LeafMap(&'static MapType),
    Other(&'static Field),
    /// What any of these is, behind a key that is none of those that are copied as a whole.
    Long(&'static Way),
}

impl Way {
    pub(super) fn of(field: &'static Field) -> Self {
        Way::to(field.ty()).unwrap_or(Way::Other(field))
    }

    fn to(ty: Type) -> Option<Self> {
        Some(match ty {
            Type::Str => Way::Text,
            Type::Bool => Way::Bool,
            Type::Int32 => Way::Int32,
            Type::Int64 => Way::Int64,
            Type::Leaf(ty) => Way::Leaf(ty),
            Type::Struct(_) => Way::Struct(plain(ty)?),
            Type::Option(ty) => Way::to_option(ty)?,
            Type::List(ty) if ty.vector.fits => match ty.item {
                Type::Str => Way::Texts,
                item => Way::Structs(ty.vector.size() as u32, plain(item)?),
            },
            Type::Map(ty) => match ty.value {
                Type::Str => Way::TextMap(ty),
                Type::Leaf(_) => Way::LeafMap(ty),
                _ => return None,
            },
            _ => return None,
        })
    }

    fn to_option(ty: &'static OptionType) -> Option<Self> {
        Some(match ty.inner {
            Type::Bool => Way::OptionalBool,
            Type::Int32 => Way::OptionalInt32,
            Type::Int64 => Way::OptionalInt64,
            Type::Leaf(_) => Way::OptionalLeaf(ty),
            Type::Struct(_) => plain(ty.inner).map(|_| Way::OptionalStruct(ty))?,
            _ => Way::Pointer(plain(ty.boxed()?.inner)?),
        })
    }

    /// True for a text, behind a short key.
    #[cfg(any(test, feature = "serde"))]
    #[inline]
    pub(super) fn is_text(self) -> bool {
        matches!(self, Way::Text)
    }
}

/// The table of a struct that is no union.
fn plain(ty: Type) -> Option<&'static Shape> {
    match ty {
        Type::Struct(shape) if !shape.is_union() => Some(shape),
        _ => None,
    }
}
