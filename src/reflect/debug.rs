use std::fmt;

use super::cursor::{Ref, StructRef, View};
use super::table::Omit;

/// Writes the struct `value` to the formatter `f` for `Debug`, like `derive(Debug)`, but with JSON names and without
/// fields that JSON omits. [`message!`] implements `Debug` with this function, so it is rarely called directly.
///
/// [`message!`]: crate::message
///
/// ```
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Port { name: Option<apimachinery::meta::Str>, number: i32 }
/// # apimachinery::message! { Port { name => "name", 1, Empty; number => "number", 2, Never; } }
/// assert_eq!(format!("{:?}", Port { name: None, number: 80 }), "Port { number: 80 }");
/// ```
///
/// # Errors
///
/// Returns an error only if writing to `f` fails.
pub fn debug(value: StructRef<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut out = f.debug_struct(value.shape().name());
    for (field, value) in value.json_fields() {
        if field.omit() == Omit::Never || !value.is_empty() {
            out.field(field.name(), &show(value));
        }
    }
    out.finish()
}

struct Value<'a>(View<'a>);

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            View::Bool(value) => value.fmt(f),
            View::Int32(value) => value.fmt(f),
            View::Int64(value) => value.fmt(f),
            View::Double(value) => value.fmt(f),
            View::Str(value) => value.fmt(f),
            View::Bytes(value) => value.fmt(f),
            View::Leaf(value) => value.fmt(f),
            View::Struct(value) => debug(value, f),
            View::Option(None) => f.write_str("None"),
            View::Option(Some(value)) => show(value).fmt(f),
            View::List(list) if list.is_nil() => f.write_str("nil"),
            View::List(list) => f.debug_list().entries(list.iter().map(show)).finish(),
            View::Map(map) if map.is_nil() => f.write_str("nil"),
            View::Map(map) => f.debug_map().entries(map.iter().map(|(key, value)| (key, show(value)))).finish(),
        }
    }
}

fn show(value: Ref<'_>) -> Value<'_> {
    Value(value.view())
}
