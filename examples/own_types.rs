//! Hand-written types in two versions. With a table for each and a Scheme, they work with all codecs.
//!
//! For more than a few types, let the generator write all of this from definitions; see `tests/downstream`.
//!
//! ```console
//! $ cargo run --example own_types
//! ```

use std::error::Error;

use apimachinery::conversion::{Error as ConversionError, Scope};
use apimachinery::defaulting::Defaulting;
use apimachinery::meta::TypeMeta;
use apimachinery::prelude::*;
use apimachinery::serializer::{CodecFactory, Decoder, Encoder};

/// Version v1, which is also the hub.
#[derive(Clone, Default, PartialEq)]
struct Widget {
    type_meta: TypeMeta,
    color: Str,
    size: Option<Quantity>,
}

/// Version v1beta1, which called the field `colour` and defaulted it to red.
#[derive(Clone, Default, PartialEq)]
struct OldWidget {
    type_meta: TypeMeta,
    colour: Str,
    size: Option<Quantity>,
}

apimachinery::message! {
    Widget: kind {
        color => "color", 1, Empty;
        size => "size", 2, Empty;
    }
}
apimachinery::message! {
    OldWidget: kind {
        colour => "colour", 1, Empty;
        size => "size", 2, Empty;
    }
}

fn fill_colour(widget: &mut OldWidget, _: &Defaulting) {
    if widget.colour.is_empty() {
        widget.colour = "red".into();
    }
}

fn to_hub(from: &mut OldWidget, to: &mut Widget, _: &Scope<'_>) -> Result<(), ConversionError> {
    to.color = std::mem::take(&mut from.colour);
    to.size = from.size.take();
    Ok(())
}

fn from_hub(from: &mut Widget, to: &mut OldWidget, _: &Scope<'_>) -> Result<(), ConversionError> {
    to.colour = std::mem::take(&mut from.color);
    to.size = from.size.take();
    Ok(())
}

fn scheme() -> Scheme {
    let group = "example.com";
    let mut builder = Scheme::builder();
    builder
        .set_version_priority(&["v1", "v1beta1"].map(|version| GroupVersion::new(group, version)))
        .expect("versions of one group");
    builder.known_type::<Widget>(GroupVersionKind::new(group, "v1", "Widget")).shared();
    builder
        .known_type::<OldWidget>(GroupVersionKind::new(group, "v1beta1", "Widget"))
        .apply_defaults(fill_colour)
        .convert(to_hub, from_hub);
    builder.hub::<Widget>(group, "Widget");
    builder.build()
}

fn main() -> Result<(), Box<dyn Error>> {
    let codecs = CodecFactory::new(scheme());

    // From bytes of any format: defaults of the document's version, then conversion to the hub.
    let hub =
        codecs.universal_decoder(&[]).decode(b"apiVersion: example.com/v1beta1\nkind: Widget\nsize: 1024Mi\n", None)?;
    let widget = hub.downcast::<Widget>().expect("the hub's type").object;
    assert_eq!((widget.color.as_str(), widget.size.as_ref().unwrap().to_string().as_str()), ("red", "1Gi"));

    // To bytes: conversion from the hub to the version of the encoder.
    for info in codecs.supported_media_types() {
        let encoder = codecs.encoder_for_version(info.serializer.clone(), GroupVersion::new("example.com", "v1"));
        let bytes = encoder.encode_to_vec(&widget)?;
        println!("{}: {}", info.media_type, bytes.escape_ascii());
    }
    Ok(())
}
