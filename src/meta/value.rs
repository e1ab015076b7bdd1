//! The reflection of untyped values.

use super::leaf::same_type;
use crate::field::Value;
use crate::field::value::{Walk, to_cbor, write};
use crate::reflect::{Leaf, ProtoReader, ProtoWriter, Raw, WireError, parse};

crate::reflect::plain_leaf! { Value = Value::Null }

impl Leaf for Value {
    fn is_zero(&self) -> bool {
        self.is_null()
    }

    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), String> {
        write(out, Walk::new(self))
    }

    fn read_json(&mut self, raw: Raw<'_>) -> Result<(), String> {
        self.set_value(parse(raw)?)
    }

    fn is_untyped(&self) -> bool {
        true
    }

    fn set_value(&mut self, value: Value) -> Result<(), String> {
        *self = value;
        Ok(())
    }

    fn semantic_eq(&self, other: &dyn Leaf) -> bool {
        same_type::<Self>(other).is_some_and(|other| Walk::new(self).semantic_eq(Walk::new(other)))
    }

    fn write_cbor(&self, out: &mut Vec<u8>) -> Result<(), String> {
        to_cbor(out, self)
    }

    fn write_proto(&self, writer: &mut ProtoWriter) {
        writer.fail("an untyped value has no Protobuf encoding");
    }

    fn merge_proto(&mut self, _: ProtoReader<'_>) -> Result<(), WireError> {
        Err(WireError::Invalid("an untyped value has no Protobuf encoding".into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::json;

    fn value(json: &str) -> Value {
        json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
    }

    #[test]
    fn numbers_are_integers_where_they_can() {
        let cases = [
            ("1", Value::Int(1)),
            ("-0", Value::Int(0)),
            ("1.0", Value::Float(1.0)),
            ("1e3", Value::Float(1000.0)),
            ("9223372036854775807", Value::Int(i64::MAX)),
            ("9223372036854775808", Value::Float(9_223_372_036_854_775_808.0)),
        ];
        for (text, expected) in cases {
            assert_eq!(value(text), expected, "{text}");
        }
        assert!(json::from_str::<Value>("1e400").is_err());
    }

    #[test]
    fn the_last_of_equal_keys_counts_and_each_is_reported() {
        let text = r#"{"b":1,"a":[{"x":1,"x":2}],"b":{"c":1},"b":3}"#;
        assert_eq!(json::to_string(&value(text)).expect("the value is finite"), r#"{"a":[{"x":2}],"b":3}"#);
        let error = json::from_slice_strict::<Value>(text.as_bytes()).unwrap_err();
        assert_eq!(error.details(), [r#"duplicate field "a[0].x""#, r#"duplicate field "b""#]);
    }

    #[test]
    fn shows_itself_like_json() {
        let text = format!("{:?}", value(r#"{"a":[1,2.0,"x",null,true],"b":{}}"#));
        assert_eq!(text, r#"{"a": [1, 2.0, "x", null, true], "b": {}}"#);
    }

    #[test]
    fn ten_thousand_levels_take_no_stack() {
        let work = || {
            for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
                let text = open.repeat(10_000) + "1" + &close.repeat(10_000);
                let deep = value(&text);
                let copy = deep.clone();
                assert!(copy == deep && copy.semantic_eq(&deep) && !format!("{copy:?}").is_empty());
                assert_eq!(json::to_string(&copy).expect("the value is finite"), text);
                let deeper = json::from_str::<Value>(&format!("[{text}]")).unwrap_err();
                assert_eq!(deeper.to_string(), "exceeded max depth");
            }
        };
        std::thread::Builder::new()
            .stack_size(256 << 10)
            .spawn(work)
            .expect("threads can be spawned")
            .join()
            .expect("the thread does not panic");
    }

    #[test]
    fn nothing_and_empty_mean_the_same() {
        let nil = Value::from([("a", Value::List(crate::field::List::nil()))]);
        assert!(nil.semantic_eq(&value(r#"{"a":[]}"#)) && !nil.semantic_eq(&value(r#"{"a":null}"#)));
        assert!(!value("1").semantic_eq(&value("1.0")));
    }
}
