//! Lower bounds for operations on the same bytes. Their results are not checked.

use std::cell::RefCell;
use std::convert::Infallible;

use serde::de::IgnoredAny;

use crate::candidate::{Candidate, each};

/// Returns UTF-8 validation, skipping as JSON, and copying of texts.
pub(crate) fn reading(texts: &[String]) -> [Candidate<'_>; 3] {
    [
        each("limit: utf8", texts, |text| simdutf8::basic::from_utf8(text.as_bytes()), |_, _| Ok(())),
        each("limit: skip", texts, |text| serde_json::from_str::<IgnoredAny>(text), |_, _| Ok(())),
        memcpy(texts),
    ]
}

/// Returns copying of texts.
pub(crate) fn memcpy(texts: &[String]) -> Candidate<'_> {
    let longest = texts.iter().map(String::len).max().unwrap_or(0);
    let buffer = RefCell::new(vec![0; longest]);
    let copy = move |text: &String| -> Result<(), &str> {
        buffer.borrow_mut()[..text.len()].copy_from_slice(text.as_bytes());
        Ok(())
    };
    each("limit: memcpy", texts, copy, |_, ()| Ok(()))
}

/// Returns copying of encoded objects to new memory, if there are any: large texts cannot be written faster.
pub(crate) fn copying<T: AsRef<[u8]>>(written: &[T]) -> Option<Candidate<'_>> {
    let copy = |bytes: &T| Ok::<_, Infallible>(bytes.as_ref().to_vec());
    (!written.is_empty()).then(|| each("limit: copy", written, copy, |_, _| Ok(())))
}
