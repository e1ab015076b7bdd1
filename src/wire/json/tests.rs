use super::*;

fn check(text: &str, expected: std::result::Result<&str, &str>) {
    let mut reader = Reader::new(text);
    let result = reader.raw().and_then(|raw| reader.end().map(|()| raw.text()));
    assert_eq!(result.map_err(|error| error.to_string()), expected.map_err(str::to_string), "{text:?}");
}

#[test]
fn takes_values_whole() {
    for text in ["1", "-0.5e+7", "\"a\\u00e9\\ud83d\"", "[]", "{\"a\":[1,{}],\"b\":null}", "true"] {
        check(text, Ok(text));
    }
    check(" [ 1 ] ", Ok("[ 1 ]"));
}

#[test]
fn names_the_mistake() {
    check("", Err("unexpected end of JSON input"));
    check("{\"a\" 1}", Err("invalid character '1' after object key"));
    check("[1,]", Err("invalid character ']' looking for beginning of value"));
    check("01", Err("invalid character '1' after top-level value"));
    check("1.", Err("unexpected end of JSON input"));
    check("\"\n\"", Err("invalid character '\\n' in string literal"));
    check("nul1", Err("invalid character '1' in literal null (expecting 'l')"));
    check("\x01", Err("invalid character '\\x01' looking for beginning of value"));
    check("{'a'}", Err("invalid character '\\'' looking for beginning of object key string"));
}

#[test]
fn unescapes() {
    let text = |json| Reader::new(json).string().map(Cow::into_owned);
    assert_eq!(text(r#""\ud83d\ude00 \ud83d \ude00A\/""#), Ok("😀 \u{fffd} \u{fffd}A/".into()));
    assert_eq!(text("\"0123456789abcdef\\n0123456789\""), Ok("0123456789abcdef\n0123456789".into()));
}

#[test]
fn ten_thousand_levels_and_no_more() {
    let nested = |n: usize| "[".repeat(n) + &"]".repeat(n);
    check(&nested(MAX_DEPTH), Ok(&nested(MAX_DEPTH)));
    check(&nested(MAX_DEPTH + 1), Err("exceeded max depth"));
}

#[test]
fn every_bad_byte_is_replaced() {
    assert_eq!(decode_utf8(b"a\xff\xe2\x82b"), "a\u{fffd}\u{fffd}\u{fffd}b");
}
