//! Normalization of the names of `kind` and `apiVersion` in documents.

use std::borrow::Cow;

use super::meta_sniff::same_letters;
use crate::meta::TypeMeta;
use crate::wire::escape::write_string;
use crate::wire::json::{Reader, SyntaxError};
use crate::wire::pull::Pull;

/// Returns a JSON object with `said` under `kind` and `apiVersion`, regardless of the case of their names. Each is
/// stored at the position of its first spelling.
///
/// # Errors
///
/// Returns an error if the text is not a JSON object.
pub(super) fn settled(json: &str, said: &TypeMeta) -> Result<String, SyntaxError> {
    let mut reader = Reader::new(json);
    let (mut out, mut written) = (Vec::with_capacity(json.len()), [false; 2]);
    let mut more = reader.begin_object()?;
    while more {
        let name = reader.name()?;
        let value = reader.raw()?.text();
        let (exact, value) = match () {
            () if same_letters(&name, "kind") => ("kind", said_text(&said.kind)),
            () if same_letters(&name, "apiversion") => ("apiVersion", said_text(&said.api_version)),
            () => (&*name, value.into()),
        };
        let repeats = match exact {
            "kind" => std::mem::replace(&mut written[0], true),
            "apiVersion" => std::mem::replace(&mut written[1], true),
            _ => false,
        };
        if !repeats {
            out.push(if out.is_empty() { b'{' } else { b',' });
            write_string(&mut out, exact);
            out.push(b':');
            out.extend_from_slice(value.as_bytes());
        }
        more = reader.more_members()?;
    }
    out.push(b'}');
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// Returns a text as a JSON string.
fn said_text(text: &str) -> Cow<'_, str> {
    let mut out = Vec::new();
    write_string(&mut out, text);
    String::from_utf8(out).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use super::super::meta_sniff::said;
    use super::*;

    #[test]
    fn names_in_another_case_are_settled() {
        let check = |json: &str, expected: &str| {
            let said = said(Reader::new(json)).expect("an object");
            assert!(!said.is_exact, "{json}");
            assert_eq!(settled(json, &said.type_meta).as_deref(), Ok(expected), "{json}");
        };
        check(r#"{"Kind":"A","spec": [1.0] ,"aPiVersion":"v1"}"#, r#"{"kind":"A","spec":[1.0],"apiVersion":"v1"}"#);
        check(r#"{"kind":"A","a":1,"KIND":"\u0042"}"#, r#"{"kind":"B","a":1}"#);
        for exact in [r#"{"kind":"A","apiVersion":"v1","spec":{"Kind":1}}"#, r#"{"kind":"A","kind":"B"}"#, "{}", "null"]
        {
            assert!(said(Reader::new(exact)).expect("an object").is_exact, "{exact}");
        }
    }
}
