mod any;
mod error;
mod rest;
mod usual;

#[cfg(feature = "prost")]
use self::any::Decoder;
pub use self::error::Loss;
use self::error::Result;
use self::usual::{Levels, merge_struct};
use crate::reflect::{Mut, ProtoReader, Unsorted, ViewMut, WireError};
#[cfg(feature = "prost")]
use crate::reflect::{StructMut, WireType};

/// Merges the value of one field into a struct. The tag was already read by the caller.
#[cfg(feature = "prost")]
pub(crate) fn merge_field(target: &mut StructMut<'_>, number: u32, wire: WireType, value: &[u8]) -> Result<()> {
    let unsorted = Unsorted::default();
    let mut levels = Levels { depth: 1, lost: &mut |_| (), unsorted: &unsorted };
    let merged = Decoder::new(ProtoReader::new(value), target.shape(), &mut levels).member(target, number, wire);
    if let Some(index) = target.shape().position_by_number(number) {
        unsorted.sort(target.field(index));
    }
    merged
}

/// Merges a message into any value that has a message form: a struct by its table, a leaf by its own rules.
///
/// Calls `lost` for content of the message that the value does not preserve.
pub(crate) fn merge_body(mut target: Mut<'_>, message: &[u8], lost: &mut dyn FnMut(Loss)) -> Result<()> {
    let unsorted = Unsorted::default();
    let merged = merge_value(target.reborrow(), message, lost, &unsorted);
    unsorted.sort(target);
    merged
}

fn merge_value(target: Mut<'_>, message: &[u8], lost: &mut dyn FnMut(Loss), unsorted: &Unsorted) -> Result<()> {
    match target.view() {
        ViewMut::Struct(target) => {
            merge_struct(target, message, message.len(), &mut Levels { depth: 0, lost, unsorted })
        }
        ViewMut::Leaf(target) => Ok(target.merge_proto(ProtoReader::new(message))?),
        ViewMut::Option(target) => merge_value(target.make(), message, lost, unsorted),
        _ => Err(WireError::Invalid("cannot decode a message into a value that is neither a struct nor a leaf".into())
            .into()),
    }
}
