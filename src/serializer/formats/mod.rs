//! Serializers that convert objects to and from one format, without version conversion.

pub(super) mod cbor;
pub(super) mod envelope;
pub(super) mod stamp;
pub(super) mod text;

#[cfg(feature = "cli")]
mod exact_names;
mod format;
mod json;
mod kind;
mod message;
mod meta_sniff;
mod protobuf;
mod raw_protobuf;
mod recognizer;
mod unstructured;
mod yaml;

pub use self::cbor::CborSerializer;
pub use self::format::Format;
pub use self::json::JsonSerializer;
pub use self::protobuf::ProtobufSerializer;
pub use self::raw_protobuf::RawProtobufSerializer;
pub use self::recognizer::Recognizer;
pub use self::unstructured::UnstructuredJsonScheme;
pub use self::yaml::YamlSerializer;
