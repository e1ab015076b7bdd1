use apimachinery::meta::{Object, Unstructured};
use apimachinery::serializer::{CborSerializer, Decoder, Encoder, JsonSerializer};

use super::{Line, bytes, scheme, text_of};
use crate::tally::Findings;

/// Checks a random object from JSON to CBOR and back, typed and untyped.
pub(super) fn check(case: &Line<'_>, findings: &mut Findings) -> Result<(), String> {
    let (json, cbor) = (JsonSerializer::new(scheme()), CborSerializer::new(scheme()));
    let text = case.text("json").expect("the object as JSON");
    let data = bytes(case, "cbor").expect("the object as CBOR");
    let typed = match json.decode(text.as_bytes(), None) {
        Ok(typed) => typed.object,
        Err(error) if error.is_not_registered() => return Err(case.text("gvk").unwrap_or_default()),
        Err(error) => {
            findings.check(false, || format!("does not decode: {error}"));
            return Ok(());
        }
    };
    findings.equal("cbor", &data, &cbor.encode_to_vec(&*typed).unwrap_or_default());
    let read = |data: &[u8]| match cbor.decode(data, None) {
        Ok(decoded) => line(&json, &*decoded.object),
        Err(error) => format!("error: {error}"),
    };
    findings.equal("back", case.text("back").unwrap_or(text.clone()).as_bytes(), read(&data).as_bytes());

    let mut untyped = Unstructured::default();
    json.decode_into(text.as_bytes(), None, &mut untyped).expect("the typed object was read");
    let dynamic = bytes(case, "cborDynamic").unwrap_or(data.clone());
    findings.equal("cborDynamic", &dynamic, &cbor.encode_to_vec(&untyped).unwrap_or_default());
    let from_dynamic = case.text("fromDynamic").or_else(|| case.text("back")).unwrap_or(text);
    findings.equal("fromDynamic", from_dynamic.as_bytes(), read(&dynamic).as_bytes());

    let mut again = Unstructured::default();
    cbor.decode_into(&data, None, &mut again).expect("the typed object was read");
    findings.equal("dynamicBack", line(&json, &untyped).as_bytes(), line(&json, &again).as_bytes());
    Ok(())
}

/// Returns the object as JSON without the final line feed.
pub(super) fn line(json: &JsonSerializer, object: &dyn Object) -> String {
    text_of(&json.encode_to_vec(object)).trim_end_matches('\n').to_owned()
}
