use crate::reflect::{Ref, View};

/// Returns true if both values are semantically equal. Counterpart of `equality.Semantic`: nil and empty lists, maps
/// and bytes are equal, and leaves define their own equality. Values of different types are not equal.
pub(crate) fn semantic_eq(a: Ref<'_>, b: Ref<'_>) -> bool {
    match (a.view(), b.view()) {
        (View::Bool(a), View::Bool(b)) => a == b,
        (View::Int32(a), View::Int32(b)) => a == b,
        (View::Int64(a), View::Int64(b)) => a == b,
        (View::Double(a), View::Double(b)) => a == b,
        (View::Str(a), View::Str(b)) => a == b,
        (View::Bytes(a), View::Bytes(b)) => **a == **b,
        (View::Leaf(a), View::Leaf(b)) => a.semantic_eq(b),
        (View::Option(None), View::Option(None)) => true,
        (View::Option(Some(a)), View::Option(Some(b))) => semantic_eq(a, b),
        (View::Struct(a), View::Struct(b)) => {
            std::ptr::eq(a.shape(), b.shape())
                && a.json_fields().zip(b.json_fields()).all(|((_, a), (_, b))| semantic_eq(a, b))
        }
        (View::List(a), View::List(b)) => a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| semantic_eq(a, b)),
        (View::Map(a), View::Map(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.0 == b.0 && semantic_eq(a.1, b.1))
        }
        _ => false,
    }
}
