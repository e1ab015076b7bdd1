use apimachinery::meta::{Object, Unstructured, UnstructuredList};
use apimachinery::serializer::{CborSerializer, Decoder, Encoder, Error, JsonSerializer};

use super::{Line, bytes, class, scheme};
use crate::tally::Findings;

/// Returns the reason why the result of a case differs from upstream on purpose.
pub(super) fn deviation(case: &Line<'_>) -> Option<&'static str> {
    // Go escapes bytes that are not valid UTF-8, and writes all characters unescaped.
    let holds_other_bytes =
        ["lax", "json"].iter().any(|name| case.text(name).is_some_and(|json| json.contains("\\ufffd")));
    let is_typed = case.text("into").as_deref() == Some("typed");
    match case.text("name").as_deref() {
        Some("internal version") if is_typed => Some("our internal types are those of a version, and have its names"),
        _ if holds_other_bytes => Some("our texts are UTF-8: bytes that are none become U+FFFD when they are read"),
        _ => None,
    }
}

/// Checks a hand-written input: the result of the lax decoder and the error of the strict decoder.
pub(super) fn check(case: &Line<'_>, findings: &mut Findings) -> Result<(), String> {
    let raw = bytes(case, "raw").expect("an input");
    let into = case.text("into").expect("a destination");
    let cbor = CborSerializer::new(scheme());
    let lax = decode(&cbor, &into, &raw);
    if let Err(error) = &lax
        && error.is_not_registered()
        && class_of(case, "lax") != Some("not-registered")
    {
        return Err(case.text("gvk").unwrap_or_default());
    }
    for who in ["lax", "strict"] {
        if let Some(class) = case.text(&format!("{who}Class")) {
            assert_eq!(class_of(case, who), Some(&*class), "the class of {:?}", case.text(&format!("{who}Err")));
        }
    }
    check_lax(case, findings, &cbor, &lax);
    check_strict(case, findings, decode(&cbor.strict(), &into, &raw).err());
    Ok(())
}

/// Returns the class of upstream's error, if there is one.
fn class_of(case: &Line<'_>, who: &str) -> Option<&'static str> {
    case.text(&format!("{who}Err")).map(|text| class::of(&text))
}

fn check_lax(case: &Line<'_>, findings: &mut Findings, cbor: &CborSerializer, lax: &Result<Box<dyn Object>, Error>) {
    let class = lax.as_ref().err().map(|error| class::of(&error.to_string()));
    let expected = class_of(case, "lax");
    if class != expected {
        let found = lax.as_ref().err().map(Error::to_string);
        findings.check(false, || format!("lax: expected {:?}, found {found:?}", case.text("laxErr")));
    }
    let Ok(object) = lax else { return };
    let json = JsonSerializer::new(scheme()).encode_to_vec(&**object);
    match case.text("lax") {
        Some(theirs) => {
            findings.equal("lax", theirs.as_bytes(), super::text_of(&json).trim_end_matches('\n').as_bytes())
        }
        None if expected.is_none() => findings
            .check(case.text("encErr").is_some() && (json.is_err() || case.raw("recode").is_none()), || {
                "JSON was written".into()
            }),
        None => {}
    }
    let recoded = cbor.encode_to_vec(&**object);
    match bytes(case, "recode") {
        Some(theirs) => findings.equal("recode", &theirs, &recoded.unwrap_or_default()),
        None if expected.is_none() => findings.check(recoded.is_err(), || "CBOR was written".into()),
        None => {}
    }
}

fn check_strict(case: &Line<'_>, findings: &mut Findings, strict: Option<Error>) {
    let found = strict.as_ref().map(Error::to_string);
    let class = found.as_deref().map(class::of);
    findings.check(class == class_of(case, "strict"), || {
        format!("strict: expected {:?}, found {found:?}", case.text("strictErr"))
    });
    let soft = strict.is_some_and(|error| error.is_strict_decoding());
    findings.check(soft == (case.raw("strictSoft") == Some("true")), || format!("strict: soft is {soft}"));
    let texts = [
        "duplicate-key",
        "unknown-field",
        "trailing-data",
        "eof",
        "depth",
        "syntax",
        "missing-kind",
        "missing-version",
    ];
    if class.is_some_and(|class| texts.contains(&class)) {
        let expected = without_document(case.text("strictErr").unwrap_or_default());
        findings.equal("strictErr", expected.as_bytes(), found.unwrap_or_default().as_bytes());
    }
}

/// Removes the document from upstream's errors about a missing kind or version. Ours never contain it, because it can
/// be a Secret.
fn without_document(mut error: String) -> String {
    const START: &str = " is missing in '";
    if let Some(at) = error.find(START) {
        error.truncate(at + " is missing".len());
    }
    error
}

fn decode(cbor: &CborSerializer, into: &str, raw: &[u8]) -> Result<Box<dyn Object>, Error> {
    let mut target: Box<dyn Object> = match into {
        "unstructured" => Box::new(Unstructured::default()),
        "list" => Box::new(UnstructuredList::default()),
        _ => return cbor.decode(raw, None).map(|decoded| decoded.object),
    };
    cbor.decode_into(raw, None, &mut *target)?;
    Ok(target)
}
