use crate::field::Str;
use crate::reflect::{Content, KEY, ListRef, MapRef, Ref, StructRef, View, WrittenField};
use crate::wire::base64;
use crate::wire::escape::{QUOTE, SHORT, TEXT, write_string, write_text};
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
#[inline(never)]
fn write_struct(out: &mut Vec<u8>, value: StructRef<'_>) -> Result {
    if value.shape().is_union() {
        return write_union(out, value);
    }
    out.push(b'{');
    write_fields(out, value, 0, write_content)?;
    close(out, b'}');
    Ok(())
}

fn write_union(out: &mut Vec<u8>, value: StructRef<'_>) -> Result {
    if let Some(variant) = value.variant() {
        return write_value(out, variant);
    }
    write_null(out);
    Ok(())
}

/// Appends a kind with other texts for its first two rows, `kind` and `apiVersion`, if it has them.
pub(super) fn write_kind(out: &mut Vec<u8>, value: StructRef<'_>, kind: &str, api_version: &str) -> Result {
    write_kind_with(out, value, Some((kind, api_version)), write_content)
}

/// Appends an object, with texts for its first two rows if there are some and it says what it is, whose
/// other fields `write` appends.
pub(super) fn write_kind_with(
    out: &mut Vec<u8>,
    value: StructRef<'_>,
    said: Option<(&str, &str)>,
    write: impl FnMut(&mut Vec<u8>, &WrittenField<'_>) -> Result,
) -> Result {
    let said = said.filter(|_| value.shape().says_kind());
    out.push(b'{');
    for (name, text) in said.iter().flat_map(|(kind, api_version)| [("kind", *kind), ("apiVersion", *api_version)]) {
        if !text.is_empty() {
            write_string(out, name);
            out.push(b':');
            write_string(out, text);
            out.push(b',');
        }
    }
    let own_rows = if said.is_some() { 2 } else { 0 };
    write_fields(out, value, own_rows, write)?;
    close(out, b'}');
    Ok(())
}

/// Closes a list or an object whose every part has a comma behind it.
#[inline]
fn close(out: &mut Vec<u8>, bracket: u8) {
    match out.last_mut() {
        Some(comma @ b',') => *comma = bracket,
        _ => out.push(bracket),
    }
}

/// Appends the fields from a row on, a comma behind each; `write` appends what those hold that are no texts.
#[inline(always)]
fn write_fields(
    out: &mut Vec<u8>,
    value: StructRef<'_>,
    first: usize,
    mut write: impl FnMut(&mut Vec<u8>, &WrittenField<'_>) -> Result,
) -> Result {
    for written in value.written_from(first) {
        if let Content::Text(text) = written.content() {
            write_member(out, &written, text);
            continue;
        }
        written.write_key(out);
        write(out, &written).map_err(|error| error.below(written.field().name()))?;
        out.push(b',');
    }
    Ok(())
}

/// Appends what a field holds.
#[inline(always)]
fn write_content(out: &mut Vec<u8>, written: &WrittenField<'_>) -> Result {
    match written.content() {
        Content::Struct(value) => return write_struct(out, value),
        Content::List(list) => return write_list(out, list),
        Content::Map(map) => return write_map(out, map),
        Content::Other(value) => return write_value(out, value),
        Content::Text(text) => write_string(out, text),
        Content::Bool(value) => write_bool(out, value),
        Content::Int32(value) => write_integer(out, value),
        Content::Nothing => write_null(out),
    }
    Ok(())
}

/// The room that a member takes if it is a short text.
const MEMBER: usize = KEY + SHORT + 2;

/// Appends a text with its key and a comma.
#[inline(always)]
fn write_member(out: &mut Vec<u8>, written: &WrittenField<'_>, text: &Str) {
    match written.start() {
        (_, 0) => write_long_member(out, written, text),
        start => write_text::<KEY, MEMBER>(out, start, text.as_bytes(), b','),
    }
}

/// A text whose key is none of those that are copied as a whole.
#[cold]
fn write_long_member(out: &mut Vec<u8>, written: &WrittenField<'_>, text: &str) {
    written.write_key(out);
    write_text::<0, TEXT>(out, (b"", 0), text.as_bytes(), b',');
}

/// Appends any reflected value as compact JSON. What recurses is kept apart from what does not, so that a level of nesting
/// takes little of the stack.
#[inline(never)]
pub(crate) fn write_value(out: &mut Vec<u8>, value: Ref<'_>) -> Result {
    match value.view() {
        View::Str(value) => write_string(out, value),
        View::Struct(value) => return write_struct(out, value),
        View::Option(Some(value)) => return write_value(out, value),
        View::List(list) => return write_list(out, list),
        View::Map(map) => return write_map(out, map),
        View::Bool(value) => write_bool(out, value),
        View::Int32(value) => write_integer(out, value),
        View::Int64(value) => write_integer(out, value),
        View::Double(value) => return write_double(out, value),
        View::Leaf(value) => value.write_json(out).map_err(EncodeError::new)?,
        View::Bytes(value) if !value.is_nil() => write_base64(out, value),
        View::Bytes(_) | View::Option(None) => write_null(out),
    }
    Ok(())
}

fn write_double(out: &mut Vec<u8>, value: f64) -> Result {
    if !value.is_finite() {
        return Err(EncodeError::new(format!("JSON has no number {value}")));
    }
    write_json_float(out, value);
    Ok(())
}

fn write_bool(out: &mut Vec<u8>, value: bool) {
    out.extend_from_slice(if value { b"true" } else { b"false" });
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
    match list.structs() {
        Some(items) => write_items(out, list, items, write_struct, |_| Ok(())),
        None => write_list_with(out, list, |_| Ok(())),
    }
}

/// Appends a list; `written` is called behind every item and its comma.
pub(super) fn write_list_with(
    out: &mut Vec<u8>,
    list: ListRef<'_>,
    written: impl FnMut(&mut Vec<u8>) -> Result,
) -> Result {
    write_items(out, list, list.iter(), write_value, written)
}

/// Appends the items of a list, each by `write`; `written` is called behind every one and its comma.
#[inline(always)]
fn write_items<T>(
    out: &mut Vec<u8>,
    list: ListRef<'_>,
    items: impl Iterator<Item = T>,
    write: fn(&mut Vec<u8>, T) -> Result,
    mut written: impl FnMut(&mut Vec<u8>) -> Result,
) -> Result {
    if list.is_nil() {
        write_null(out);
        return Ok(());
    }
    out.push(b'[');
    for (index, item) in items.enumerate() {
        list.prefetch(index + 1);
        if let Err(error) = write(out, item) {
            return Err(error.below_item(index));
        }
        out.push(b',');
        written(out)?;
    }
    close(out, b']');
    Ok(())
}

fn write_map(out: &mut Vec<u8>, map: MapRef<'_>) -> Result {
    if map.is_nil() {
        write_null(out);
        return Ok(());
    }
    out.push(b'{');
    match map.texts() {
        Some(texts) => write_texts(out, texts),
        None => write_entries(out, map)?,
    }
    close(out, b'}');
    Ok(())
}

/// Appends the entries of a map of texts, a comma behind each.
fn write_texts(out: &mut Vec<u8>, texts: &[(Str, Str)]) {
    for (key, text) in texts {
        write_text::<1, TEXT>(out, QUOTE, key.as_bytes(), b':');
        write_text::<1, TEXT>(out, QUOTE, text.as_bytes(), b',');
    }
}

fn write_entries(out: &mut Vec<u8>, map: MapRef<'_>) -> Result {
    for (index, (key, value)) in map.iter().enumerate() {
        map.prefetch(index + 1);
        write_text::<1, TEXT>(out, QUOTE, key.as_bytes(), b':');
        if let Err(error) = write_value(out, value) {
            return Err(error.below(key));
        }
        out.push(b',');
    }
    Ok(())
}
