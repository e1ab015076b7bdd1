use super::Error;
use super::encode::{write_field, write_value};
use super::pieces::{Pieces, with_pieces};
use crate::reflect::{StructRef, View};

/// From how many items on a list is long.
const LONG: usize = 64;

/// Whether a struct has a long list, so that its message is better made item by item: what is still in the cache is
/// copied quickly.
pub(super) fn has_long_list(value: StructRef<'_>) -> bool {
    value.wire_fields().any(|(_, value)| matches!(value.view(), View::List(list) if list.len() >= LONG))
}

/// Hands out the message of a struct, the items of its own lists one by one, so that memory never holds more than one of
/// them.
pub(crate) fn stream<'a, E: From<Error>>(
    value: StructRef<'a>,
    take: &mut dyn FnMut(&Pieces<'a>) -> Result<(), E>,
) -> Result<(), E> {
    let mut piece = |write: &dyn Fn(&mut Pieces<'a>)| {
        with_pieces(|pieces| {
            write(pieces);
            pieces.check()?;
            take(pieces)
        })
    };
    for (field, value) in value.wire_fields() {
        let tag = field.tag();
        match value.view() {
            View::List(list) => list.iter().try_for_each(|item| piece(&|pieces| write_value(pieces, tag, item)))?,
            view => piece(&|pieces| write_field(pieces, tag, view))?,
        }
    }
    Ok(())
}
