//! Detection of the kind of a document before its type is known.

use crate::field::Str;
use crate::format;
use crate::meta::TypeMeta;
use crate::wire::json::{MAX_DEPTH, SyntaxError};
use crate::wire::pull::Pull;
use crate::wire::raw::RawKind;

/// The kind and version stated by a document.
#[derive(Default)]
pub(crate) struct Said {
    pub(crate) type_meta: TypeMeta,
    /// False if one of the two field names is not spelled exactly.
    pub(crate) is_exact: bool,
}

/// Reads `kind` and `apiVersion` of a document. As with Go's standard decoder, which upstream uses here, names are
/// matched case-insensitively, the last of several occurrences is used, and `null` leaves the value empty.
///
/// # Errors
///
/// Returns an error if the document is not an object, or if one of the two values is not a string.
pub(super) fn said<'a>(mut reader: impl Pull<'a>) -> Result<Said, format::Error> {
    let found =
        read(&mut reader).unwrap_or_else(|error| Err(format::Error::syntax(&error, reader.position(error.offset()))));
    found.map_err(|error| error.within("couldn't get version/kind; json parse error: "))
}

fn read<'a>(reader: &mut impl Pull<'a>) -> Result<Result<Said, format::Error>, SyntaxError> {
    let mut found = Said { is_exact: true, ..Said::default() };
    let kind = reader.peek();
    if kind != RawKind::Object {
        reader.skip(MAX_DEPTH)?;
        reader.end()?;
        return Ok(if kind == RawKind::Null { Ok(found) } else { Err(mismatch("object", kind)) });
    }
    let mut more = reader.begin_object()?;
    while more {
        let name = reader.name()?;
        let target = member(&mut found.type_meta, &name);
        found.is_exact &= target.is_none() || matches!(&*name, "kind" | "apiVersion");
        match (target, reader.peek()) {
            (Some(target), RawKind::String) => *target = reader.string()?.into(),
            (Some(_), kind) if kind != RawKind::Null => {
                return Ok(Err(mismatch("string", kind).within(&format!("{name}: "))));
            }
            _ => reader.skip(MAX_DEPTH)?,
        }
        more = reader.more_members()?;
    }
    reader.end()?;
    Ok(Ok(found))
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

/// Returns true if a name equals `small`, ignoring case. Unicode case folding maps the Kelvin sign to `k` and the long
/// s to `s`.
pub(super) fn same_letters(name: &str, small: &str) -> bool {
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
    use crate::wire::json::Reader;

    fn check(text: &str, kind: &str, api_version: &str) {
        assert_eq!(said(Reader::new(text)).expect("an object").type_meta, TypeMeta::new(api_version, kind), "{text}");
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
        assert!(said(Reader::new(r#"{"kind":1}"#)).is_err());
        assert!(said(Reader::new("[]")).is_err());
        assert!(said(Reader::new(r#"{"kind":"A"} x"#)).is_err());
    }
}
