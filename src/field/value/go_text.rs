//! Values and their types in the format of Go's `fmt`, because error messages match upstream's exactly.

use std::fmt;

use super::walk::Event;
use super::{Value, Walk};
use crate::wire::float::write_yaml_float;

impl Value {
    /// Returns the name of the value's type, as formatted by Go's `%T`.
    pub(crate) fn go_type(&self) -> &'static str {
        match self {
            Value::Null => "<nil>",
            Value::Bool(_) => "bool",
            Value::Int(_) => "int64",
            Value::Float(_) => "float64",
            Value::String(_) => "string",
            Value::List(_) => "[]interface {}",
            Value::Map(_) => "map[string]interface {}",
        }
    }

    /// Returns the name of the value's kind, as returned by Go's reflection.
    pub(crate) fn go_kind(&self) -> &'static str {
        match self {
            Value::List(_) => "slice",
            Value::Map(_) => "map",
            scalar => scalar.go_type(),
        }
    }
}

/// Formats a value like Go's `%v`.
pub(crate) struct GoText<'a>(pub(crate) &'a Value);

impl fmt::Display for GoText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separate = false;
        for event in Walk::new(self.0) {
            if separate && !matches!(event, Event::EndList | Event::EndMap) {
                f.write_str(" ")?;
            }
            separate = !matches!(event, Event::List(Some(_)) | Event::Map(Some(_)) | Event::Key(_));
            match event {
                Event::Scalar(Value::Bool(value)) => write!(f, "{value}")?,
                Event::Scalar(Value::Int(value)) => write!(f, "{value}")?,
                Event::Scalar(Value::Float(value)) => f.write_str(&go_float(*value))?,
                Event::Scalar(Value::String(value)) => f.write_str(value)?,
                Event::Scalar(_) => f.write_str("<nil>")?,
                Event::List(None) => f.write_str("[]")?,
                Event::List(Some(_)) => f.write_str("[")?,
                Event::Map(None) => f.write_str("map[]")?,
                Event::Map(Some(_)) => f.write_str("map[")?,
                Event::Key(key) => write!(f, "{key}:")?,
                Event::EndList | Event::EndMap => f.write_str("]")?,
            }
        }
        Ok(())
    }
}

/// Formats a float like Go's `%v`.
fn go_float(value: f64) -> String {
    if !value.is_finite() {
        return if value.is_nan() { "NaN".to_string() } else { format!("{value:+}").replace("inf", "Inf") };
    }
    let mut text = Vec::new();
    write_yaml_float(&mut text, value);
    String::from_utf8_lossy(&text).into_owned()
}
