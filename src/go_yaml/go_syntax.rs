//! Formatting of values in messages, like Go's verb `%#v`.

use super::value::{Entry, Item, Scalar, Value};
use crate::order::sort_by;
use crate::wire::float::write_yaml_float;
use crate::wire::quote::{quote, quote_bytes};

/// The depth to which values are printed. Deeper values are omitted, to limit the recursion.
const MAX_DEPTH: usize = 50;

/// Formats a scalar on its own: text is quoted, integers above 63 bits are hexadecimal.
pub(super) fn scalar(scalar: &Scalar<'_>) -> String {
    match scalar {
        Scalar::Null => "<nil>".to_owned(),
        Scalar::Bool(value) => value.to_string(),
        Scalar::Int(value) => value.to_string(),
        Scalar::Uint(value) => format!("{value:#x}"),
        Scalar::Float(value) => float(*value),
        Scalar::Text(text) => quote(text),
        Scalar::Bytes(bytes) => quote_bytes(bytes),
    }
}

/// Formats a key as part of a path.
pub(super) fn plain(key: &Scalar<'_>) -> String {
    if let Scalar::Text(text) = key { text.to_string() } else { scalar(key) }
}

/// Formats any value. `items` and `entries` contain its children.
pub(super) fn value(value: &Value<'_>, items: &[Item<'_>], entries: &[Entry<'_>]) -> String {
    let mut out = String::new();
    Printer { items, entries }.value(&mut out, value, MAX_DEPTH);
    out
}

struct Printer<'p, 'a> {
    items: &'p [Item<'a>],
    entries: &'p [Entry<'a>],
}

impl Printer<'_, '_> {
    fn value(&self, out: &mut String, value: &Value<'_>, depth: usize) {
        match value {
            Value::List(_) | Value::Map(_) if depth == 0 => out.push_str("..."),
            Value::Scalar(value) => out.push_str(&scalar(value)),
            Value::List(range) => {
                out.push_str("[]interface {}{");
                for (index, item) in self.items[range.clone()].iter().enumerate() {
                    separate(out, index);
                    self.part(out, &item.value, depth);
                }
                out.push('}');
            }
            Value::Map(range) => {
                out.push_str("map[interface {}]interface {}{");
                for (index, entry) in sorted(&self.entries[range.clone()]).into_iter().enumerate() {
                    separate(out, index);
                    self.part(out, &Value::Scalar(entry.key.clone()), depth);
                    out.push(':');
                    self.part(out, &entry.value, depth);
                }
                out.push('}');
            }
        }
    }

    fn part(&self, out: &mut String, value: &Value<'_>, depth: usize) {
        match value {
            Value::Scalar(Scalar::Null) => out.push_str("interface {}(nil)"),
            value => self.value(out, value, depth - 1),
        }
    }
}

/// Sorts text keys by their bytes and places them before all others.
fn sorted<'e, 'a>(entries: &'e [Entry<'a>]) -> Vec<&'e Entry<'a>> {
    let mut sorted: Vec<_> = entries.iter().collect();
    let key = |entry: &&'e Entry<'a>| match &entry.key {
        Scalar::Text(text) => (false, text.as_ref()),
        _ => (true, ""),
    };
    sort_by(&mut sorted, &|a, b| key(a).cmp(&key(b)));
    sorted
}

fn separate(out: &mut String, index: usize) {
    if index > 0 {
        out.push_str(", ");
    }
}

fn float(value: f64) -> String {
    match (value.is_finite(), value > 0.0) {
        (false, true) => "+Inf".to_owned(),
        (false, false) if value.is_nan() => "NaN".to_owned(),
        (false, false) => "-Inf".to_owned(),
        (true, _) => {
            let mut out = Vec::new();
            write_yaml_float(&mut out, value);
            String::from_utf8_lossy(&out).into_owned()
        }
    }
}
