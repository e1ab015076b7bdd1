//! What a JSON document says it is, read before its type is known.

use crate::format;
use crate::meta::TypeMeta;
use crate::wire::json::Reader;
use crate::wire::raw::RawKind;

/// The `kind` and `apiVersion` of a document. Go's standard decoder reads them, and so the names
/// match in any case and the last of several counts.
///
/// # Errors
///
/// If the text is not a JSON object, or one of the two is not a string.
pub(super) fn type_meta(text: &str) -> Result<TypeMeta, format::Error> {
    let mut reader = Reader::new(text);
    let mut found = TypeMeta::default();
    let syntax = |error| format::Error::syntax(&error, text);
    if !reader.eat_byte(b'{') {
        return Err(format::Error::other("couldn't get version/kind; the document is not an object"));
    }
    let mut more = !reader.eat_byte(b'}');
    while more {
        let name = reader.name().map_err(syntax)?;
        let target = match &*name {
            name if name.eq_ignore_ascii_case("kind") => Some(&mut found.kind),
            name if name.eq_ignore_ascii_case("apiVersion") => Some(&mut found.api_version),
            _ => None,
        };
        match (target, reader.peek()) {
            (Some(target), RawKind::String) => *target = reader.string().map_err(syntax)?.into(),
            (Some(_), kind) if kind != RawKind::Null => {
                let message = format!("couldn't get version/kind; {name}: expected string, found {}", kind.name());
                return Err(format::Error::other(message));
            }
            _ => drop(reader.raw().map_err(syntax)?),
        }
        more = reader.more(b'}').map_err(syntax)?;
    }
    reader.end().map_err(syntax)?;
    Ok(found)
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
    }

    #[test]
    fn refuses_other_types() {
        assert!(type_meta(r#"{"kind":1}"#).is_err());
        assert!(type_meta("[]").is_err());
        assert!(type_meta(r#"{"kind":"A"} x"#).is_err());
    }
}
