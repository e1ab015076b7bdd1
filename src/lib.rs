//! Kubernetes' API machinery for Rust, generated at build time: versioned types, conversions
//! through a hub, defaults, a Scheme, and codecs (JSON, YAML, Protobuf) that read and write byte
//! for byte as Kubernetes' own.
//!
//! # Write an object, read one
//!
//! The types are plain structs below [`apis`], made of the field types of [`meta`]. Literals end in
//! `..Default::default()`, since every release adds fields. A [`Codec`](serializer::Codec) writes them in any format, and
//! reads any version of a kind as the type that you work with, its defaults filled.
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
//! let web: Deployment = codec.decode_to(old)?;
//! assert_eq!((&*web.metadata.name, web.spec.replicas), ("web", Some(1)));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Convert a manifest
//!
//! Decoding fills the defaults of the version that a manifest was written in and converts it to
//! the hub; encoding converts from there to any version of the kind.
//!
//! ```
//! # #[cfg(all(feature = "apps", feature = "extensions"))] {
//! use apimachinery::prelude::*;
//!
//! let codec = Codec::new(apimachinery::apis::scheme());
//! let hub = codec.decode_to_hub(b"apiVersion: apps/v1beta1\nkind: Deployment\nmetadata: {name: web}\n")?;
//! let yaml = codec.encode_to_version(hub, &"apps/v1".parse()?, Format::Yaml)?;
//! assert!(yaml.starts_with(b"apiVersion: apps/v1\nkind: Deployment\n"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Know what was dropped
//!
//! As Kubernetes does, a lax decode drops what a type does not know. It comes back as
//! [`Decoded::warnings`](serializer::Decoded::warnings), or as an error in
//! [`Mode::Strict`](serializer::Mode::Strict), which holds the object as well.
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
//! # Ask the Scheme
//!
//! A [`Scheme`](scheme::Scheme) knows every kind: its types, versions, resource names, defaults,
//! conversions and field labels. It is built once and then shared.
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
//! # Take objects as they come
//!
//! A kind that nobody generated is [`Unstructured`](meta::Unstructured): its content by field names.
//! Any object can be taken so, and parts of it can be read as the types they are.
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
//! let sidecar = nested::value(&gadget.content, &["spec", "sidecar"])?.expect("it is there");
//! assert_eq!(value::from_value::<Container>(sidecar)?.name, "proxy");
//! gadget.set_name("web");
//! assert_eq!(gadget.name(), "web");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Build codecs as an API server does
//!
//! [`Codec`](serializer::Codec) is the short way. Behind it stands upstream's codec stack under upstream's
//! names: a [`CodecFactory`](serializer::CodecFactory) with decoders and encoders for chosen versions and
//! media types, and everything between bytes and objects as a trait.
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
//! let info = serializer_info_for_media_type(codecs.supported_media_types(), media_type).expect("it is there");
//! let encoder = codecs.encoder_for_version(info.serializer.clone(), GroupVersion::new("apps", "v1"));
//! assert!(encoder.encode_to_vec(&*web.object)?.starts_with(b"k8s\0"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Define types of your own
//!
//! By hand: a struct and [`message!`]. A [`Builder`](scheme::Builder) takes them and the built-in kinds
//! (`apis::register`) into one Scheme. From definitions in several versions, with conversions and
//! defaults: the module `codegen` (feature `codegen`) in your `build.rs`; `api-defs/README.md` is
//! the language. Five programs in `examples/` show all of this at work.
//!
//! # Meet the rest of the world
//!
//! With the features `serde` and `prost` every type has the traits of those crates, so serde_json, kube and
//! tonic take them; what is written stays Kubernetes' own, and the work that of the codecs here. [`yaml`] reads and writes YAML as
//! kubectl does, for any text.

#![deny(missing_docs, unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[allow(unused_extern_crates, reason = "generated text says `::apimachinery` here and in other crates")]
extern crate self as apimachinery;

#[allow(unsafe_code, reason = "in the expansion of message! only")]
pub mod apis;
pub mod conversion;
pub mod defaulting;
mod field;
mod format;
#[allow(unsafe_code, reason = "in the expansion of message! only")]
pub mod meta;
mod order;
pub mod prelude;
#[doc(hidden)]
pub mod private;
#[allow(unsafe_code, reason = "the one module that projects through type tables")]
pub mod reflect;
pub mod schema;
pub mod scheme;
#[allow(unsafe_code, reason = "in the expansion of message! only")]
pub mod serializer;
mod shims;
#[cfg(feature = "testing")]
pub mod testing;
mod wire;
pub mod yaml;

#[cfg(feature = "prost-messages")]
#[allow(missing_docs, clippy::all, clippy::pedantic, reason = "prost-build writes no documentation of its own")]
/// Plain prost structs of the messages in `api-defs`, made by prost-build.
///
/// They have neither Kubernetes' JSON nor its presence rules: zero values are left out.
pub mod prost_messages {
    include!(concat!(env!("OUT_DIR"), "/prost_messages.rs"));
}
#[cfg(feature = "cli")]
#[allow(unsafe_code, reason = "in the expansion of message! only")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "codegen")]
pub mod codegen;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
