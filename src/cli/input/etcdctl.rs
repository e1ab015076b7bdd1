//! Stored values as other programs print them: the JSON of `etcdctl get`, and base64.

use crate::field::{Bytes, List, Str};
use crate::serializer::json;
use crate::serializer::storage::unwrapped;

/// Returns the values in a text that is not a document: the output of `etcdctl get -w json`, or base64 of values, with
/// one value per line or one value on several lines.
pub(crate) fn values(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let text = text.trim_ascii();
    match text.first()? {
        b'{' => response(text),
        _ => base64(text),
    }
}

/// A response of etcd.
#[derive(Clone, Default, PartialEq)]
struct Response {
    kind: Str,
    kvs: List<KeyValue>,
}

/// A key-value pair, without the key.
#[derive(Clone, Default, PartialEq)]
struct KeyValue {
    value: Bytes,
}

crate::message! {
    Response {
        kind => "kind", 0, Never;
        kvs => "kvs", 0, Never;
    }
}

crate::message! {
    KeyValue {
        value => "value", 0, Never;
    }
}

/// Returns the values in a response of etcd. The text is parsed only if it starts with the header, and must not have a
/// kind, which would make it an object.
fn response(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    text[1..].trim_ascii_start().strip_prefix(b"\"header\"")?;
    let response: Response = json::from_slice(text).ok()?;
    response.kind.is_empty().then(|| response.kvs.into_iter().map(|pair| pair.value.to_vec()).collect())
}

fn base64(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    if !lines.clone().next()?.iter().all(is_digit) {
        return None;
    }
    lines
        .try_fold(Vec::new(), |mut values, line| {
            values.push(unwrapped(line)?);
            Some(values)
        })
        .or_else(|| Some(vec![unwrapped(text)?]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&[&str]>) {
        let found = values(text.as_bytes());
        let found = found.map(|values| values.into_iter().map(|value| String::from_utf8_lossy(&value).into_owned()));
        let expected = expected.map(|values| values.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(found.map(Iterator::collect), expected, "{text}");
    }

    #[test]
    fn responses_of_etcd_give_their_values() {
        let pairs = r#"[{"key":"YQ==","version":1,"value":"e30="},{"key":"Yg==","value":"azhzOmVuYzo="},{}]"#;
        check(&format!(r#"{{"header":{{"revision":3}},"kvs":{pairs},"count":3}}"#), Some(&["{}", "k8s:enc:", ""]));
        check(r#" { "header" : {} }"#, Some(&[]));
        check(r#"{"kind":"Pod","header":1}"#, None);
        check(r#"{"header":{},"kind":"Pod","kvs":[]}"#, None);
        check(r#"{"header":{},"kvs":[{"value":"*"}]}"#, None);
    }

    #[test]
    fn base64_is_a_value_or_one_on_each_line() {
        check("e30=\n", Some(&["{}"]));
        check("e30K\ne30K", Some(&["{}\n", "{}\n"]));
        check("ey\r\nJhIjoxfQ==", Some(&["{\"a\":1}"]));
        for text in ["", "abcd", "e30", "kind: Pod", "e30=\nabcd", "[]", "# e30="] {
            check(text, None);
        }
    }
}
