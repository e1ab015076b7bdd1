//! Conversions that every Scheme has: bytes to bytes, and query parameters to values.

use super::{Converter, Error, Scope};
use crate::field::{Bytes, List, Str};
use crate::wire::quote::quote;

/// Registers upstream's conversions of bytes and of query parameters. If a parameter has several values, the first is
/// used.
pub(crate) fn register_builtin(converter: &mut Converter) {
    converter
        .register(made(|bytes: &Bytes| Ok(bytes.clone())))
        .register(made(|texts: &List<Str>| Ok(texts.first().cloned().unwrap_or_default())))
        .register(made(|texts: &List<Str>| Ok(truth(first(texts)))))
        .register(made(|texts: &List<Str>| Ok(Some(truth(first(texts))))))
        .register(made(|texts: &List<Str>| Ok(first_number(texts)?.unwrap_or_default())))
        .register(made(|texts: &List<Str>| first_number(texts)))
        .register(made(|text: &Str| number(text)))
        .register(made(|text: &Str| number(text).map(Some)));
}

/// Returns a conversion function that assigns the result of `make`.
fn made<A, B>(make: fn(&A) -> Result<B, Error>) -> impl Fn(&mut A, &mut B, &Scope<'_>) -> Result<(), Error> {
    move |from, to, _| {
        *to = make(from)?;
        Ok(())
    }
}

/// Parses a boolean as upstream does. A missing value, `0`, and `false` in any case are false; any other value is true,
/// including the empty string.
pub(crate) fn truth(text: Option<&str>) -> bool {
    // Go's case folding treats the long s as an s.
    text.is_some_and(|text| text != "0" && !text.replace('ſ', "s").eq_ignore_ascii_case("false"))
}

fn first_number(texts: &[Str]) -> Result<Option<i64>, Error> {
    first(texts).map(number).transpose()
}

fn first(texts: &[Str]) -> Option<&str> {
    texts.first().map(Str::as_str)
}

/// Parses a decimal number; errors have Go's texts.
pub(crate) fn number(text: &str) -> Result<i64, Error> {
    use std::num::IntErrorKind::{NegOverflow, PosOverflow};
    text.parse().map_err(|error: std::num::ParseIntError| {
        let reason = match error.kind() {
            PosOverflow | NegOverflow => "value out of range",
            _ => "invalid syntax",
        };
        Error::new(format!("strconv.ParseInt: parsing {}: {reason}", quote(text)))
    })
}
