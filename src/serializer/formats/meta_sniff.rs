//! What a JSON document says it is, read before its type is known.

use crate::field::Str;
use crate::format;
use crate::meta::TypeMeta;
use crate::wire::json::Reader;
use crate::wire::raw::RawKind;

/// The `kind` and `apiVersion` of a document. Go's standard decoder reads them, and so the names
/// match in any case, the last of several counts, and `null` says nothing.
///
/// # Errors
///
/// If the text is not a JSON object, or one of the two is not a string.
pub(super) fn type_meta(text: &str) -> Result<TypeMeta, format::Error> {
    read(text).map_err(|error| error.within("couldn't get version/kind; json parse error: "))
}

fn read(text: &str) -> Result<TypeMeta, format::Error> {
    let mut reader = Reader::new(text);
    let mut found = TypeMeta::default();
    let syntax = |error| format::Error::syntax(&error, text);
    if !reader.eat_byte(b'{') {
        let kind = reader.raw().map_err(syntax)?.kind();
        reader.end().map_err(syntax)?;
        return if kind == RawKind::Null { Ok(found) } else { Err(mismatch("object", kind)) };
    }
    let mut more = !reader.eat_byte(b'}');
    while more {
        let name = reader.name().map_err(syntax)?;
        match (member(&mut found, &name), reader.peek()) {
            (Some(target), RawKind::String) => *target = reader.string().map_err(syntax)?.into(),
            (Some(_), kind) if kind != RawKind::Null => {
                return Err(mismatch("string", kind).within(&format!("{name}: ")));
            }
            _ => drop(reader.raw().map_err(syntax)?),
        }
        more = reader.more(b'}').map_err(syntax)?;
    }
    reader.end().map_err(syntax)?;
    Ok(found)
}

fn mismatch(expected: &str, found: RawKind) -> format::Error {
    format::Error::other(format!("expected {expected}, found {}", found.name()))
}

fn member<'a>(found: &'a mut TypeMeta, name: &str) -> Option<&'a mut Str> {
    match name {
        name if same_letters(name, "kind") => Some(&mut found.kind),
        name if same_letters(name, "apiversion") => Some(&mut found.api_version),
        _ => None,
    }
}

/// True if a name is `small` but for the case. To Unicode, the sign of the kelvin is a `k`, and the
/// long s an `s`.
fn same_letters(name: &str, small: &str) -> bool {
    let folded = name.chars().map(|char| match char {
        '\u{212a}' => 'k',
        '\u{17f}' => 's',
        char => char.to_ascii_lowercase(),
    });
    folded.eq(small.chars())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, kind: &str, api_version: &str) {
        assert_eq!(type_meta(text).expect("an object"), TypeMeta::new(api_version, kind), "{text}");
    }

    #[test]
    fn names_match_in_any_case_and_the_last_counts() {
        check(r#"{"Kind":"Pod","APIVERSION":"v1","spec":{"kind":"no"}}"#, "Pod", "v1");
        check(r#"{"kind":"A","kind":"B","apiVersion":null}"#, "B", "");
        check("{}", "", "");
        check(" null ", "", "");
        check("{\"\u{212a}ind\":\"A\",\"apiVer\u{17f}ion\":\"v1\"}", "A", "v1");
    }

    #[test]
    fn refuses_other_types() {
        assert!(type_meta(r#"{"kind":1}"#).is_err());
        assert!(type_meta("[]").is_err());
        assert!(type_meta(r#"{"kind":"A"} x"#).is_err());
    }
}
