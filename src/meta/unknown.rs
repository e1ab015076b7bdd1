use super::{Object, TypeMeta};
use crate::field::Bytes;

/// An object of a kind that nobody registered, kept as it was written: Go's `runtime.Unknown`.
///
/// Encoding writes the raw bytes again. It holds JSON, whatever format it came in.
///
/// ```
/// use apimachinery::meta::{TypeMeta, Unknown};
///
/// let meta = TypeMeta::new("example.com/v1", "Gadget");
/// let gadget = Unknown { type_meta: meta, raw: r#"{"kind":"Gadget"}"#.into() };
/// assert_eq!(gadget.raw.len(), 17);
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct Unknown {
    /// What the document says it is.
    pub type_meta: TypeMeta,
    /// The whole document as JSON.
    pub raw: Bytes,
}

crate::message! {
    Unknown: kind {
        raw => "", 2, Never;
    }
}

/// True if `object` is an [`Unknown`].
#[must_use]
pub(crate) fn as_unknown(object: &dyn Object) -> Option<&Unknown> {
    (object as &dyn std::any::Any).downcast_ref()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reflect::{Shape, StructMut, StructRef};

    #[test]
    fn goes_back_from_dyn_object() {
        let object: Box<dyn Object> = Box::new(Unknown { raw: "{}".into(), ..Unknown::default() });
        assert_eq!(as_unknown(&*object).map(|unknown| &*unknown.raw), Some(&b"{}"[..]));
    }

    #[test]
    fn is_an_object_with_a_table() {
        let unknown = Unknown::default();
        let shape: &'static Shape = unknown.shape();
        assert_eq!(shape.json_fields().len(), 2);
        let _: StructRef<'_> = unknown.cursor();
        let mut unknown = unknown;
        let _: StructMut<'_> = unknown.cursor_mut();
    }
}
