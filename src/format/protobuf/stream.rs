use super::encode::{write_field, write_value};
use super::pieces::{Pieces, with_pieces};
use crate::format::Error;
use crate::reflect::{StructRef, View};

/// The number of items from which on a list is long.
const LONG: usize = 64;

/// Returns true if a struct contains a long list. Its message is then encoded item by item, since content that is still
/// in the cache is copied faster.
pub(super) fn has_long_list(value: StructRef<'_>) -> bool {
    value.wire_fields().any(|(_, value)| matches!(value.view(), View::List(list) if list.len() >= LONG))
}

/// Passes the message of a struct to `take` in parts. The items of lists that are direct fields of the struct are
/// encoded one by one, so that only one of them is in memory at a time.
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
