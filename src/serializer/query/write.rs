use super::{Values, is_type_meta};
use crate::reflect::{Leaf, Omit, Raw, Ref, StructRef, View};
use crate::wire::float::write_yaml_float;

/// Adds the fields of a struct.
pub(in crate::serializer) fn write(values: &mut Values, of: StructRef<'_>) {
    for (field, value) in of.json_fields() {
        if !is_type_meta(field) {
            write_field(values, field.name(), field.omit() != Omit::Never, value);
        }
    }
}

fn write_field(values: &mut Values, name: &str, omits: bool, value: Ref<'_>) {
    match value.view() {
        View::Option(Some(value)) => write_field(values, name, false, value),
        View::List(list) => list.iter().for_each(|item| write_text(values, name, omits, item)),
        View::Struct(inner) if !(omits && value.is_zero()) => write(values, inner),
        View::Struct(_) => {}
        _ => write_text(values, name, omits, value),
    }
}

/// Adds a value that has a textual form.
fn write_text(values: &mut Values, name: &str, omits: bool, value: Ref<'_>) {
    let view = value.view();
    let omitted = omits && if let View::Leaf(leaf) = view { leaf.is_zero() } else { value.is_empty() };
    if !omitted && let Some(text) = text(view) {
        values.add(name, text);
    }
}

fn text(view: View<'_>) -> Option<String> {
    match view {
        View::Bool(value) => Some(value.to_string()),
        View::Int32(value) => Some(value.to_string()),
        View::Int64(value) => Some(value.to_string()),
        View::Double(value) => Some(float(value)),
        View::Str(value) => Some(value.to_string()),
        View::Leaf(value) => leaf(value),
        View::Option(None) => Some(String::new()),
        _ => None,
    }
}

/// Formats a number as Go's `%v` does.
fn float(value: f64) -> String {
    if value.is_finite() {
        let mut out = Vec::new();
        write_yaml_float(&mut out, value);
        return String::from_utf8(out).expect("a formatted number is ASCII");
    }
    let text = if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "+Inf"
    } else {
        "-Inf"
    };
    text.to_string()
}

/// Returns a leaf as the string that it is encoded as in JSON. The zero time, which is `null` in JSON, becomes an empty
/// string.
fn leaf(value: &dyn Leaf) -> Option<String> {
    let mut out = Vec::new();
    value.write_json(&mut out).ok()?;
    match std::str::from_utf8(&out).ok()? {
        "null" => Some(String::new()),
        json => Raw::new(json)?.as_str().map(Into::into),
    }
}
