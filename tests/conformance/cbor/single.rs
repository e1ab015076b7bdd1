use apimachinery::meta::{Object, Unstructured, Value};
use apimachinery::serializer::{CborSerializer, Decoder, Encoder, JsonSerializer, UnstructuredJsonScheme, cbor, json};

use super::{Line, bytes, class, objects::line, scheme};
use crate::tally::Findings;

/// Checks a data item without a destination type.
pub(super) fn check_item(case: &Line<'_>, findings: &mut Findings) -> Result<(), String> {
    let raw = bytes(case, "raw").expect("an item");
    match (cbor::from_slice::<Value>(&raw), case.text("json")) {
        (Ok(value), Some(theirs)) => {
            findings.equal("json", theirs.as_bytes(), json::to_string(&value).unwrap_or_default().as_bytes());
            findings.equal("type", case.text("type").unwrap_or_default().as_bytes(), type_of(&value).as_bytes());
            findings.equal(
                "recode",
                &bytes(case, "recode").unwrap_or_default(),
                &cbor::to_vec(&value).unwrap_or_default(),
            );
        }
        (Err(error), None) => {
            let (found, theirs) = (error.to_string(), case.text("err").unwrap_or_default());
            let expected = case.text("class").unwrap_or_default();
            findings.check(class::of(&found) == expected, || format!("expected {theirs}, found {found}"));
        }
        (found, theirs) => findings.check(false, || format!("expected {theirs:?}, found {found:?}")),
    }
    Ok(())
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Int(_) => "int64",
        Value::Float(_) => "float64",
        Value::String(_) => "string",
        Value::List(_) => "array",
        Value::Map(_) => "map",
    }
}

/// Checks a conversion from JSON to CBOR.
pub(super) fn check_text(case: &Line<'_>, findings: &mut Findings) -> Result<(), String> {
    let (json, cbor) = (JsonSerializer::new(scheme()), CborSerializer::new(scheme()));
    let text = case.text("json").expect("a text");
    let untyped = case.text("from").as_deref() == Some("unstructured");
    let read = |decoder: &dyn Decoder, data: &[u8]| -> Result<Box<dyn Object>, apimachinery::serializer::Error> {
        if !untyped {
            return decoder.decode(data, None).map(|decoded| decoded.object);
        }
        let mut object = Unstructured::default();
        decoder.decode_into(data, None, &mut object)?;
        Ok(Box::new(object))
    };
    let object = match untyped {
        true => UnstructuredJsonScheme.decode(text.as_bytes(), None).map(|decoded| decoded.object),
        false => read(&json, text.as_bytes()),
    };
    let encoded = object.and_then(|object| cbor.encode_to_vec(&*object));
    match (encoded, bytes(case, "cbor")) {
        (Err(error), Some(_)) if error.is_not_registered() => return Err(text),
        (Ok(data), Some(theirs)) => {
            findings.equal("cbor", &theirs, &data);
            let back = read(&cbor, &data).map_or_else(|error| error.to_string(), |object| line(&json, &*object));
            findings.equal("back", case.text("back").unwrap_or(text).as_bytes(), back.as_bytes());
        }
        (Err(error), None) => {
            findings.check(!error.to_string().is_empty(), || "no text".into());
        }
        (found, _) => findings.check(false, || format!("expected {:?}, found {found:?}", case.text("err"))),
    }
    Ok(())
}
