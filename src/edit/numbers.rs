//! The numbers of a document that a 64-bit float does not represent exactly.

use std::collections::HashMap;

use super::refusal::{Cause, Refusal};
use crate::go_yaml::Mark;
use crate::meta::Value;
use crate::serializer::json;
use crate::wire::decimal::is_same_number;
use crate::wire::escape::write_string;
use crate::wire::float::write_json_float;

/// The texts of floats. A [`Value`] contains the nearest float of a number that is no integer of 63 bits, and decoders
/// of quantities and untyped fields read the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    /// The texts by the bits of the floats.
    texts: HashMap<u64, String>,
}

impl Numbers {
    /// Adds the text of a number in JSON syntax.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the document contains another number with the same nearest float.
    pub(super) fn add(&mut self, value: f64, text: &str, mark: Mark) -> Result<(), Refusal> {
        let printed = printed(value);
        let text = if is_same_number(text, &printed) { printed } else { text.to_string() };
        let known = self.texts.entry(value.to_bits()).or_insert_with(|| text.clone());
        if *known != text {
            let message = format!("the numbers {known} and {text} cannot be distinguished as floats");
            return Err(Refusal::new(Cause::Layout, message).at(Some(mark)));
        }
        Ok(())
    }

    /// Adds a number that is exactly a float.
    ///
    /// # Errors
    ///
    /// Same as [`add`](Self::add).
    pub(super) fn add_float(&mut self, value: f64, mark: Mark) -> Result<(), Refusal> {
        if value.is_finite() { self.add(value, &printed(value), mark) } else { Ok(()) }
    }

    /// Returns the text of a float, in JSON syntax.
    fn text(&self, value: f64) -> String {
        self.texts.get(&value.to_bits()).cloned().unwrap_or_else(|| printed(value))
    }

    /// Returns the JSON of a value.
    ///
    /// # Errors
    ///
    /// Returns a refusal if JSON cannot represent the value.
    pub(super) fn json(&self, value: &Value) -> Result<String, Refusal> {
        if self.texts.is_empty() {
            return json::to_string(value).map_err(|error| Refusal::new(Cause::Invalid, error.to_string()));
        }
        let mut out = Vec::new();
        self.write(&mut out, value)?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    }

    fn write(&self, out: &mut Vec<u8>, value: &Value) -> Result<(), Refusal> {
        match value {
            Value::List(list) if !list.is_nil() => {
                for (index, item) in list.iter().enumerate() {
                    out.push(if index == 0 { b'[' } else { b',' });
                    self.write(out, item)?;
                }
                out.extend_from_slice(if list.is_empty() { b"[]" } else { b"]" });
            }
            Value::Map(map) if !map.is_nil() => {
                for (index, (key, value)) in map.iter().enumerate() {
                    out.push(if index == 0 { b'{' } else { b',' });
                    write_string(out, key);
                    out.push(b':');
                    self.write(out, value)?;
                }
                out.extend_from_slice(if map.is_empty() { b"{}" } else { b"}" });
            }
            Value::Float(value) if value.is_finite() => out.extend_from_slice(self.text(*value).as_bytes()),
            scalar => {
                let text = json::to_string(scalar);
                let text = text.map_err(|error| Refusal::new(Cause::Invalid, error.to_string()))?;
                out.extend_from_slice(text.as_bytes());
            }
        }
        Ok(())
    }
}

fn printed(value: f64) -> String {
    let mut out = Vec::new();
    write_json_float(&mut out, value);
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_printed_exactly() {
        let mut numbers = Numbers::default();
        let mark = Mark::new(1, 1);
        numbers.add(1.8446744073709552e19, "18446744073709551615", mark).expect("the first number");
        numbers.add(1.5, "1.50", mark).expect("another number");
        numbers.add(1.5, "1.5", mark).expect("the same number");
        let value: Value = json::from_str(r#"{"a":[18446744073709551615,1.50,1],"b":{},"c":[]}"#).expect("JSON");
        let text = numbers.json(&value).expect("finite numbers");
        assert_eq!(text, r#"{"a":[18446744073709551615,1.5,1],"b":{},"c":[]}"#);
        assert!(numbers.add(1.8446744073709552e19, "18446744073709551614", mark).is_err());
    }
}
