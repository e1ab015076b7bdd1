//! Kubernetes' API machinery for Rust, generated at build time: versioned types, conversions through a hub version,
//! defaults, a Scheme, and codecs for JSON, YAML, Protobuf and CBOR. The output is identical to Kubernetes' own, byte
//! for byte.
//!
//! # Encode and decode objects
//!
//! The API types are plain structs in [`apis`], made of the field types in [`meta`]. Every release of Kubernetes adds
//! fields, so end struct literals with `..Default::default()`. A [`Codec`](serializer::Codec) encodes objects in every
//! format. It decodes any version of a kind to the type that you choose, with defaults.
//!
//! ```
//! # #[cfg(all(feature = "apps", feature = "extensions"))] {
//! use apimachinery::apis::apps::v1::{Deployment, DeploymentSpec};
//! use apimachinery::prelude::*;
//!
//! let codec = Codec::new(apimachinery::apis::scheme());
//! let web = Deployment { spec: DeploymentSpec { replicas: Some(3), ..Default::default() }, ..Default::default() };
//! let yaml = codec.encode_as(&web, Format::Yaml)?;
//! assert!(yaml.starts_with(b"apiVersion: apps/v1\nkind: Deployment\n"));
//!
//! let old = b"apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: {name: web}\n";
//! let web = codec.decode_converted::<Deployment>(old)?.object;
//! assert_eq!((&*web.metadata.name, web.spec.replicas), ("web", Some(1)));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Convert a manifest
//!
//! Decoding fills in the defaults of the version in which a manifest is written, and converts the object to the hub
//! version. Encoding converts it from the hub to any version of the kind.
//!
//! ```
//! # #[cfg(all(feature = "apps", feature = "extensions"))] {
//! use apimachinery::prelude::*;
//!
//! let codec = Codec::new(apimachinery::apis::scheme());
//! let hub = codec.decode_into_hub(b"apiVersion: apps/v1beta1\nkind: Deployment\nmetadata: {name: web}\n")?;
//! let yaml = codec.encode_to_version(hub, &"apps/v1".parse()?, Format::Yaml)?;
//! assert!(yaml.bytes.starts_with(b"apiVersion: apps/v1\nkind: Deployment\n"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Detect unknown fields
//!
//! Like Kubernetes, lax decoding drops fields that the type does not have. They are reported in
//! [`Decoded::warnings`](serializer::Decoded::warnings), like the values that a conversion drops. In [`Mode::Strict`](serializer::Mode::Strict) they are an
//! error, which also contains the object.
//!
//! ```
//! # #[cfg(feature = "apps")] {
//! use apimachinery::prelude::*;
//! use apimachinery::serializer::Mode;
//!
//! let codec = Codec::new(apimachinery::apis::scheme());
//! let typo = b"apiVersion: apps/v1\nkind: Deployment\nspec: {replica: 2}\n";
//! assert_eq!(codec.decode(typo)?.warnings[0].to_string(), r#"unknown field "spec.replica""#);
//! assert!(codec.with_mode(Mode::Strict).decode(typo).unwrap_err().is_strict_decoding());
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Look up kinds
//!
//! A [`Scheme`](scheme::Scheme) contains the types, versions, resource names, defaults, conversions and field labels of
//! every kind. It is built once and then shared.
//!
//! ```
//! # #[cfg(feature = "apps")] {
//! use apimachinery::schema::{GroupKind, GroupVersionKind};
//!
//! let scheme = apimachinery::apis::scheme();
//! let deployment = GroupVersionKind::new("apps", "v1beta1", "Deployment");
//! assert!(scheme.recognizes(&deployment));
//! let versions = scheme.versions_for_group_kind(&GroupKind::new("apps", "Deployment"));
//! assert_eq!(versions[0].to_string(), "apps/v1");
//!
//! let error = scheme.new_object(&GroupVersionKind::new("apps", "v1", "Deploiment")).unwrap_err();
//! assert!(error.is_not_registered());
//! # }
//! ```
//!
//! # Handle untyped objects
//!
//! Kinds without generated types decode to [`Unstructured`](meta::Unstructured), a map keyed by field name. Objects of
//! any kind can be decoded to it, and parts of them can be read as typed values.
//!
//! ```
//! # #[cfg(feature = "core")] {
//! use apimachinery::apis::core::v1::Container;
//! use apimachinery::meta::{Unstructured, unstructured::nested};
//! use apimachinery::serializer::{json, value};
//!
//! let mut gadget: Unstructured = json::from_str(
//!     r#"{"kind":"Gadget","apiVersion":"example.com/v1","spec":{"sidecar":{"name":"proxy"}}}"#,
//! )?;
//! let sidecar = nested::value(&gadget.content, &["spec", "sidecar"])?.expect("the field is set");
//! assert_eq!(value::from_value::<Container>(sidecar)?.name, "proxy");
//! gadget.set_name("web");
//! assert_eq!(gadget.name(), "web");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Build codecs as an API server does
//!
//! [`Codec`](serializer::Codec) covers the common cases. It is built from upstream's codec stack, with upstream's
//! names: a [`CodecFactory`](serializer::CodecFactory) creates decoders and encoders for chosen versions and media
//! types, and every step between bytes and objects is a trait.
//!
//! ```
//! # #[cfg(all(feature = "apps", feature = "extensions"))] {
//! use apimachinery::schema::GroupVersion;
//! use apimachinery::serializer::{CodecFactory, Decoder, Encoder, serializer_info_for_media_type};
//!
//! let codecs = CodecFactory::new(apimachinery::apis::scheme());
//! let decoder = codecs.universal_decoder(&[GroupVersion::new("apps", "v1")]);
//! let web = decoder.decode(br#"{"kind":"Deployment","apiVersion":"apps/v1beta2"}"#, None)?;
//!
//! let media_type = "application/vnd.kubernetes.protobuf";
//! let info = serializer_info_for_media_type(codecs.supported_media_types(), media_type).expect("always supported");
//! let encoder = codecs.encoder_for_version(info.serializer.clone(), GroupVersion::new("apps", "v1"));
//! assert!(encoder.encode_to_vec(&*web.object)?.starts_with(b"k8s\0"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Define your own types
//!
//! * By hand: a struct and its [`message!`] table. A [`Builder`](scheme::Builder) registers your types and the built-in
//!   kinds (`apis::register`) in one Scheme.
//! * From definitions, in several versions with conversions and defaults: call the generator, module `codegen` (feature
//!   `codegen`), in your `build.rs`. `api-defs/README.md` describes the definition language.
//!
//! The folder `examples/` contains complete programs.
//!
//! # Use other crates
//!
//! With the feature `serde`, every type implements `Serialize` and `Deserialize`, for example for serde_json. With the
//! feature `prost`, every type implements `prost::Message`, for example for tonic. Serialization still uses this
//! crate's codecs, so the output is identical. The features `jiff` and `chrono` add conversions of times. The types do
//! not implement `kube::Resource`, so `kube::Api` does not accept them.
//!
//! The module [`yaml`] reads and writes any YAML as kubectl does.

#![deny(missing_docs, unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[allow(unused_extern_crates, reason = "generated code refers to `::apimachinery`, in this crate and in others")]
extern crate self as apimachinery;

#[allow(unsafe_code, reason = "only in the expansion of message! and named_text!")]
pub mod apis;
pub mod conversion;
pub mod defaulting;
pub mod edit;
#[allow(unsafe_code, reason = "reads fields at the offsets of type tables")]
mod encoding;
mod field;
mod format;
mod go_yaml;
#[allow(unsafe_code, reason = "only in the expansion of message! and named_text!")]
pub mod meta;
mod order;
pub mod prelude;
#[doc(hidden)]
pub mod private;
#[allow(unsafe_code, reason = "projects to fields through type tables")]
pub mod reflect;
pub mod schema;
pub mod scheme;
#[allow(unsafe_code, reason = "only in the expansion of message! and named_text!")]
pub mod serializer;
mod shims;
#[cfg(feature = "testing")]
pub mod testing;
mod wire;
pub mod yaml;

#[cfg(feature = "prost-messages")]
#[allow(missing_docs, clippy::all, clippy::pedantic, reason = "prost-build generates no documentation")]
/// Plain prost structs for the messages in `api-defs`, generated by prost-build.
///
/// They support neither Kubernetes' JSON nor its presence rules: zero values are omitted.
pub mod prost_messages {
    include!(concat!(env!("OUT_DIR"), "/prost_messages.rs"));
}
#[cfg(feature = "cli")]
#[allow(unsafe_code, reason = "only in the expansion of message! and named_text!")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "codegen")]
pub mod codegen;

/// Compiles the samples of the README and of `docs/`.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../docs/library.md")]
    mod library {}
    #[doc = include_str!("../docs/own-apis.md")]
    mod own_apis {}
    #[doc = include_str!("../README.md")]
    mod readme {}
    #[doc = include_str!("../docs/yaml.md")]
    mod yaml {}
}
