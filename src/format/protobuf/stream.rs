use std::io::{self, Write};

use super::encode::{write_field, write_value};
use super::{Error, with_writer};
use crate::reflect::{ProtoWriter, StructRef, View};

/// Writes the fields of a message to a stream, the items of its own lists one by one, so that memory
/// never holds more than one of them.
pub(crate) fn stream(stream: &mut dyn Write, value: StructRef<'_>) -> io::Result<Result<(), Error>> {
    let mut piece = |write: &dyn Fn(&mut ProtoWriter)| {
        with_writer(|writer| {
            write(writer);
            match writer.failure() {
                Some(message) => Ok(Err(Error::other(message))),
                None => stream.write_all(writer.written()).map(Ok),
            }
        })
    };
    for (field, value) in value.wire_fields() {
        let number = field.number();
        let written = match value.view() {
            View::List(list) => {
                let mut items = list.iter().map(|item| piece(&|writer| write_value(writer, number, item)));
                items.find(|written| !matches!(written, Ok(Ok(()))))
            }
            _ => Some(piece(&|writer| write_field(writer, number, value.view()))),
        };
        match written {
            None | Some(Ok(Ok(()))) => {}
            Some(failed) => return failed,
        }
    }
    Ok(Ok(()))
}
