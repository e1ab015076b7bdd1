//! JSON and YAML decoded into typed and untyped objects, and encoded again.

use std::sync::Arc;

use apimachinery::meta::Unstructured;
use apimachinery::scheme::Scheme;
use apimachinery::serializer::{
    Decoded, Decoder, Encoder, Error, JsonSerializer, UnstructuredJsonScheme, YamlSerializer, json,
};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::{Edge, Files, lines, text};
use crate::tally::Findings;

pub(super) fn run(edge: &mut Edge, files: &Files) {
    let scheme = Arc::new(apimachinery::apis::scheme());
    for case in lines(files, "typed-decode") {
        let mode = Mode::new(text(&case["mode"]), &scheme);
        let input = match case.get("input") {
            Some(input) => text(input).into(),
            None => STANDARD.decode(text(&case["input_base64"])).expect("base64"),
        };
        match mode.lax.decode(&input, None) {
            Err(error) if error.is_not_registered() => edge.tally.unknown_kind(error.to_string()),
            decoded => edge.case("typed", text(&case["name"]), |findings| match case.get("error") {
                Some(error) => findings.check(decoded.is_err(), || format!("decodes, where upstream says: {error}")),
                None => check(findings, &mode, decoded, (mode.strict)(&input), &case),
            }),
        }
    }
}

fn check(findings: &mut Findings, mode: &Mode, decoded: Result<Decoded, Error>, strict: Option<String>, case: &Value) {
    let encoded = decoded.and_then(|decoded| mode.json.encode_to_vec(&*decoded.object));
    match encoded {
        Ok(encoded) => findings.equal("encoded again", text(&case["reencoded"]).as_bytes(), &encoded),
        Err(error) => findings.check(false, || format!("does not decode: {error}")),
    }
    let expected = case["strict_error"].as_str().unwrap_or_default();
    findings.equal("the strict error", expected.as_bytes(), strict.unwrap_or_default().as_bytes());
}

/// Returns the error of strict decoding, if it fails.
type Strict = Box<dyn Fn(&[u8]) -> Option<String>>;

/// A decoder, the errors of its strict form, and an encoder.
struct Mode {
    lax: Box<dyn Decoder>,
    strict: Strict,
    json: Box<dyn Encoder>,
}

impl Mode {
    fn new(name: &str, scheme: &Arc<Scheme>) -> Self {
        let json = JsonSerializer::new(scheme.clone());
        let yaml = YamlSerializer::new(scheme.clone());
        match name {
            "json" => Mode::of(json.clone(), json.clone().strict(), json),
            "yaml" => Mode::of(yaml.clone(), yaml.strict(), json),
            "unstructured" => Mode {
                strict: Box::new(|input| {
                    json::from_slice_strict::<Unstructured>(input).err().map(|error| error.to_string())
                }),
                ..Mode::of(UnstructuredJsonScheme, UnstructuredJsonScheme, UnstructuredJsonScheme)
            },
            name => panic!("no mode is named {name}"),
        }
    }

    fn of(lax: impl Decoder + 'static, strict: impl Decoder + 'static, json: impl Encoder + 'static) -> Self {
        Mode {
            lax: Box::new(lax),
            strict: Box::new(move |input| strict.decode(input, None).err().map(|error| error.to_string())),
            json: Box::new(json),
        }
    }
}
