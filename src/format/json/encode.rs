use crate::reflect::{Field, ListRef, MapRef, Ref, StructRef, View};
use crate::wire::base64;
use crate::wire::escape::write_string;
use crate::wire::float::write_json_float;

/// What JSON cannot say, and the path of the value. Boxed: results are for the good case.
#[derive(Debug)]
pub(crate) struct EncodeError(Box<Failure>);

#[derive(Debug)]
struct Failure {
    path: String,
    message: String,
}

impl EncodeError {
    #[cold]
    pub(in crate::format) fn new(message: impl Into<String>) -> Self {
        EncodeError(Box::new(Failure { path: String::new(), message: message.into() }))
    }

    #[cold]
    pub(in crate::format) fn below(mut self, step: &str) -> Self {
        let path = &mut self.0.path;
        let separator = if path.is_empty() || path.starts_with('[') { "" } else { "." };
        path.insert_str(0, separator);
        path.insert_str(0, step);
        self
    }

    #[cold]
    pub(in crate::format) fn below_item(self, index: usize) -> Self {
        self.below(&format!("[{index}]"))
    }
}

impl std::fmt::Display for EncodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0.path.as_str() {
            "" => f.write_str(&self.0.message),
            path => write!(f, "{path}: {}", self.0.message),
        }
    }
}

type Result = std::result::Result<(), EncodeError>;

/// Appends a struct as compact JSON, in the order of its table.
fn write_struct(out: &mut Vec<u8>, value: StructRef<'_>) -> Result {
    out.push(b'{');
    write_fields(out, value.json_fields())?;
    out.push(b'}');
    Ok(())
}

/// Appends a kind with other texts for its first two rows, `kind` and `apiVersion`.
pub(super) fn write_kind(out: &mut Vec<u8>, value: StructRef<'_>, kind: &str, api_version: &str) -> Result {
    out.push(b'{');
    let mut separator = "";
    for (name, text) in [("kind", kind), ("apiVersion", api_version)] {
        if !text.is_empty() {
            out.extend_from_slice(separator.as_bytes());
            write_string(out, name);
            out.push(b':');
            write_string(out, text);
            separator = ",";
        }
    }
    let start = out.len();
    out.extend_from_slice(separator.as_bytes());
    let fields = out.len();
    write_fields(out, value.json_fields().skip(2))?;
    if out.len() == fields {
        out.truncate(start);
    }
    out.push(b'}');
    Ok(())
}

#[inline]
fn write_fields<'a>(out: &mut Vec<u8>, fields: impl Iterator<Item = (&'static Field, Ref<'a>)>) -> Result {
    let empty = out.len();
    for (field, value) in fields {
        let view = value.view();
        if view.is_omitted(field.omit()) {
            continue;
        }
        if out.len() > empty {
            out.push(b',');
        }
        out.extend_from_slice(field.key().as_bytes());
        if let Err(error) = write_view(out, view) {
            return Err(error.below(field.name()));
        }
    }
    Ok(())
}

/// Appends any reflected value as compact JSON.
pub(crate) fn write_value(out: &mut Vec<u8>, value: Ref<'_>) -> Result {
    write_view(out, value.view())
}

/// What recurses is kept apart from what does not, so that a level of nesting takes little of the
/// stack.
#[inline]
fn write_view(out: &mut Vec<u8>, view: View<'_>) -> Result {
    match view {
        View::Struct(value) => write_struct(out, value),
        View::Option(Some(value)) => write_value(out, value),
        View::List(list) => write_list(out, list),
        View::Map(map) => write_map(out, map),
        plain => write_plain(out, plain),
    }
}

/// A value that holds no other.
#[inline]
fn write_plain(out: &mut Vec<u8>, view: View<'_>) -> Result {
    match view {
        View::Bool(value) => out.extend_from_slice(if value { b"true" } else { b"false" }),
        View::Int32(value) => write_integer(out, value),
        View::Int64(value) => write_integer(out, value),
        View::Double(value) if value.is_finite() => write_json_float(out, value),
        View::Double(value) => return Err(EncodeError::new(format!("JSON has no number {value}"))),
        View::Str(value) => write_string(out, value),
        View::Bytes(value) if !value.is_nil() => write_base64(out, value),
        View::Leaf(value) => value.write_json(out).map_err(EncodeError::new)?,
        // An option without value; the others are written by functions of their own.
        _ => write_null(out),
    }
    Ok(())
}

fn write_null(out: &mut Vec<u8>) {
    out.extend_from_slice(b"null");
}

fn write_integer(out: &mut Vec<u8>, value: impl itoa::Integer) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

fn write_base64(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'"');
    out.extend_from_slice(base64::encode(bytes).as_bytes());
    out.push(b'"');
}

fn write_list(out: &mut Vec<u8>, list: ListRef<'_>) -> Result {
    if list.is_nil() {
        write_null(out);
        return Ok(());
    }
    out.push(b'[');
    for (index, item) in list.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        if let Err(error) = write_value(out, item) {
            return Err(error.below_item(index));
        }
    }
    out.push(b']');
    Ok(())
}

fn write_map(out: &mut Vec<u8>, map: MapRef<'_>) -> Result {
    if map.is_nil() {
        write_null(out);
        return Ok(());
    }
    out.push(b'{');
    for (index, (key, value)) in map.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write_string(out, key);
        out.push(b':');
        if let Err(error) = write_value(out, value) {
            return Err(error.below(key));
        }
    }
    out.push(b'}');
    Ok(())
}
