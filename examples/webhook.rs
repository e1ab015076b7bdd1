//! A conversion webhook that reads a `ConversionReview` from stdin and writes the response to stdout. A real one also
//! needs an HTTPS server that calls `answer`.
//!
//! ```console
//! $ cargo run --example webhook < examples/manifests/review.json
//! ```

use std::error::Error;
use std::io::Read;

use apimachinery::meta::{RawExtension, TypeMeta};
use apimachinery::prelude::*;
use apimachinery::serializer::json;

#[derive(Clone, Default, PartialEq)]
struct ConversionReview {
    type_meta: TypeMeta,
    request: Option<ConversionRequest>,
    response: Option<ConversionResponse>,
}

#[derive(Clone, Default, PartialEq)]
struct ConversionRequest {
    uid: Str,
    desired_api_version: Str,
    objects: List<RawExtension>,
}

#[derive(Clone, Default, PartialEq)]
struct ConversionResponse {
    uid: Str,
    converted_objects: List<RawExtension>,
    result: Outcome,
}

#[derive(Clone, Default, PartialEq)]
struct Outcome {
    status: Str,
    message: Str,
}

apimachinery::message! {
    ConversionReview: kind {
        request => "request", 1, Empty;
        response => "response", 2, Empty;
    }
}
apimachinery::message! {
    ConversionRequest {
        uid => "uid", 1, Never;
        desired_api_version => "desiredAPIVersion", 2, Never;
        objects => "objects", 3, Never;
    }
}
apimachinery::message! {
    ConversionResponse {
        uid => "uid", 1, Never;
        converted_objects => "convertedObjects", 2, Never;
        result => "result", 3, Never;
    }
}
apimachinery::message! {
    Outcome {
        status => "status", 1, Empty;
        message => "message", 2, Empty;
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut body = Vec::new();
    std::io::stdin().read_to_end(&mut body)?;
    let codec = Codec::new(apimachinery::apis::scheme());
    let mut review: ConversionReview = json::from_slice(&body)?;
    review.response = review.request.take().map(|request| answer(&codec, request));
    println!("{}", json::to_string(&review)?);
    Ok(())
}

/// Converts all objects, or none, with the reason.
fn answer(codec: &Codec, request: ConversionRequest) -> ConversionResponse {
    let uid = request.uid.clone();
    match convert_all(codec, request) {
        Ok(converted_objects) => {
            let result = Outcome { status: "Success".into(), ..Outcome::default() };
            ConversionResponse { uid, converted_objects, result }
        }
        Err(error) => {
            let result = Outcome { status: "Failed".into(), message: error.to_string().into() };
            ConversionResponse { uid, converted_objects: List::default(), result }
        }
    }
}

/// Converts through the hub without defaults, which the API server sets before it calls the webhook.
fn convert_all(codec: &Codec, request: ConversionRequest) -> Result<List<RawExtension>, Box<dyn Error>> {
    let target: GroupVersion = request.desired_api_version.parse()?;
    let convert = |object: &RawExtension| -> Result<RawExtension, Box<dyn Error>> {
        let converted = codec.convert(codec.decode(&object.raw)?, &target)?;
        Ok(RawExtension::from(converted.object))
    };
    request.objects.iter().map(convert).collect()
}
