//! Untyped values of JSON.

use super::text::set_text;
use crate::field::Value;
use crate::field::value::{Builder, number};
use crate::wire::json::{MAX_DEPTH, Reader, SyntaxError};
use crate::wire::pull::Pull;
use crate::wire::raw::{Raw, RawKind};

/// Paths with more bytes are long: a document can repeat many keys below them.
const LONG: usize = 1 << 10;

/// The limit for the total size of reported long paths.
const MOST_LONG: usize = 1 << 20;

/// Reads a JSON value. The last of equal keys is used.
pub(crate) fn parse(raw: Raw<'_>) -> Result<Value, String> {
    let value = pull(&mut Reader::new(raw.text()), MAX_DEPTH, &mut |_, _| ());
    value.unwrap_or_else(|error| Err(error.to_string()))
}

/// Reads a value of a document with at most `levels` levels. The last of equal keys is used; `duplicate` is called with
/// the path and the position of each repetition.
///
/// # Errors
///
/// The inner error is for a number out of range.
pub(crate) fn pull<'a>(
    reader: &mut impl Pull<'a>,
    levels: usize,
    duplicate: &mut dyn FnMut(String, usize),
) -> Result<Result<Value, String>, SyntaxError> {
    let mut puller = Puller { reader, value: Builder::default(), duplicate, long: 0, out_of_range: None };
    puller.document(levels)?;
    Ok(match puller.out_of_range {
        None => Ok(puller.value.finish()),
        Some(message) => Err(message),
    })
}

struct Puller<'p, R> {
    reader: &'p mut R,
    value: Builder,
    duplicate: &'p mut dyn FnMut(String, usize),
    /// The total size of the long paths that have been reported to `duplicate`.
    long: usize,
    /// The error for the first number out of range.
    out_of_range: Option<String>,
}

impl<'a, R: Pull<'a>> Puller<'_, R> {
    fn document(&mut self, levels: usize) -> Result<(), SyntaxError> {
        let mut goes_on = self.begin(levels)?;
        while goes_on {
            self.name()?;
            goes_on = self.begin(levels)?;
            while !goes_on {
                let Some(in_map) = self.value.in_map() else { return Ok(()) };
                goes_on = if in_map { self.reader.more_members()? } else { self.reader.more_items()? };
                if !goes_on {
                    self.value.end();
                }
            }
        }
        Ok(())
    }

    /// Reads a scalar, an empty list or object, or the beginning of a list or object with content. Returns true for the
    /// last.
    fn begin(&mut self, levels: usize) -> Result<bool, SyntaxError> {
        match self.reader.peek() {
            kind @ (RawKind::Object | RawKind::List) => return self.collection(kind, levels),
            RawKind::String => self.text()?,
            RawKind::Number => self.number()?,
            RawKind::Bool => self.value.put(Value::Bool(self.reader.literal()? == "true")),
            RawKind::Null => {
                self.reader.literal()?;
                self.value.put(Value::Null);
            }
        }
        Ok(false)
    }

    fn collection(&mut self, kind: RawKind, levels: usize) -> Result<bool, SyntaxError> {
        if self.value.depth() == levels {
            return Err(self.reader.error("exceeded max depth".into()));
        }
        let has_parts = match kind {
            RawKind::Object => {
                self.value.begin_map();
                self.reader.begin_object()?
            }
            _ => {
                self.value.begin_list();
                self.reader.begin_list()?
            }
        };
        if !has_parts {
            self.value.end();
        }
        Ok(has_parts)
    }

    /// Reads the name of the next member, if the innermost open value is an object.
    fn name(&mut self) -> Result<(), SyntaxError> {
        if self.value.in_map() == Some(true) {
            let offset = self.reader.next_offset();
            let (start, length) = self.reader.name_start()?;
            if self.value.key(&start[..length], |place| set_text(place, &start, length)) {
                self.repeated(offset);
            }
        }
        Ok(())
    }

    #[cold]
    fn repeated(&mut self, offset: usize) {
        if self.long < MOST_LONG {
            let path = self.value.path();
            self.long += if path.len() > LONG { path.len() } else { 0 };
            (self.duplicate)(path, offset);
        }
    }

    #[inline]
    fn text(&mut self) -> Result<(), SyntaxError> {
        match self.reader.plain_start() {
            Some((start, length)) => self.value.put_text(|place| set_text(place, start, length)),
            None => {
                let text = self.reader.string()?;
                self.value.put_text(|place| place.set(&text));
            }
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), SyntaxError> {
        match number(self.reader.number()?) {
            Ok(number) => self.value.put(number),
            Err(message) => {
                self.value.put(Value::Null);
                self.out_of_range.get_or_insert(message);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::value::{plain_cbor, to_cbor};

    /// Checks that CBOR written directly equals the encoding of an intermediate value, if it is written at all.
    fn check_cbor(json: &str, plain: bool) {
        let mut out = b"-".to_vec();
        assert_eq!(plain_cbor(json, &mut out).is_some(), plain, "{json}");
        let mut expected = b"-".to_vec();
        if plain {
            to_cbor(&mut expected, &parse(Raw::new(json).expect("JSON")).expect("in range")).expect("finite");
            assert_eq!(out, expected, "{json}");
        }
    }

    #[test]
    fn cbor_at_once_has_entries_in_its_order() {
        check_cbor(
            r#" {"f:spec": {".":{},"f:a":{},"k:{\"p\":80}":{"f:x":{}}}, "b":[1,-2.50,1e2,"",true], "a":null} "#,
            true,
        );
        check_cbor(r#"{"aaaaaaaaab":1,"aaaaaaaaaa":2,"aaaaaaaa":3,"\u0061":4,"B":"\ud800"}"#, true);
        check_cbor(r#"[[],{},9223372036854775807,9223372036854775808,false,-0,0.0]"#, true);
        let many =
            |count: usize| (0..count).map(|at| format!(r#""{}":{at}"#, count - at)).collect::<Vec<_>>().join(",");
        // Keys of all lengths, with equal and different first bytes, followed by different bytes.
        for length in 0..40 {
            let key = |last: &str| "k".repeat(length) + last;
            let json = format!(r#"{{"{}":{{}},"{}":1,"{}":"x"}}"#, key("b"), key(""), key("a"));
            check_cbor(&json, true);
            check_cbor(&format!(r#"{{"{0}":{{}},"a":0,"{0}":7777777777777777777777}}"#, key("")), false);
        }
        for count in [23, 24, 300] {
            check_cbor(&format!(r#"{{"x":{{{}}},"w":[{}1]}}"#, many(count), "0,".repeat(count)), true);
        }
    }

    #[test]
    fn cbor_at_once_is_of_what_is_usual() {
        for json in [
            "",
            "{",
            r#"{"a":1,"a":1}"#,
            r#"{"a":1,"b":2,"\u0061":2}"#,
            "1e999",
            "[1,]",
            "{1:2}",
            "{} {}",
            "nul",
            r#"{"a" 1}"#,
        ] {
            check_cbor(json, false);
        }
        check_cbor(&format!("{}{}", "[".repeat(64), "]".repeat(64)), true);
        check_cbor(&format!("{}{}", "[".repeat(65), "]".repeat(65)), false);
    }

    #[test]
    fn keys_said_twice_are_named_by_their_paths() {
        let paths = |json: &str| {
            let mut paths = Vec::new();
            let value = pull(&mut Reader::new(json), MAX_DEPTH, &mut |path, at| paths.push(format!("{path} at {at}")));
            value.expect("JSON").expect("in range");
            paths
        };
        assert_eq!(paths(r#"{"b":1,"a":{"b":0},"b":2}"#), ["b at 19"]);
        assert_eq!(paths(r#"[0,[{},{"x":[true,{"c":1,"b":[],"\u0063":2}]}],"x"]"#), ["[1][1].x[1].c at 32"]);
        assert_eq!(paths(r#"{"a":{"z":{"y":1},"b":[[],[]],"z":{"y":1,"y":2}}}"#), ["a.z at 30", "a.z.y at 41"]);
        assert!(paths(r#"{"a":{"a":{"a":[{"a":1},{"a":1}]},"b":1},"b":1}"#).is_empty());
    }

    #[test]
    fn values_are_in_their_places() {
        let json = r#"{"c":[[],{},[1,{"b":"x","a":[null]}],"yes"],"a":-0,"b":{"k":9223372036854775808,"j":true}}"#;
        let a = Value::from([("b", "x".into()), ("a", Value::from([Value::Null]))]);
        let list = Value::from([Value::from(1), a]);
        let c = Value::from([Value::List([].into()), Value::Map([("", Value::Null); 0].into()), list, "yes".into()]);
        let b = Value::from([("k", 9_223_372_036_854_775_808.0.into()), ("j", true.into())]);
        assert_eq!(parse(Raw::new(json).expect("JSON")), Ok(Value::from([("a", 0.into()), ("b", b), ("c", c)])));
    }
}
