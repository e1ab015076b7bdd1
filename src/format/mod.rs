//! Encoders and decoders for all formats, which interpret values and their tables. Kubernetes' rules for fields are
//! implemented here: presence, `null`, order, duplicates, unknown names, and numbers.

pub mod cbor;
mod decode;
mod error;
pub mod json;
pub(crate) mod problem;
pub mod protobuf;
mod repeats;
mod semantic;
pub mod value;
pub(crate) mod yaml;

pub(crate) use self::decode::MAX_TYPED_DEPTH;
pub use self::error::Error;
pub(crate) use self::problem::Problems;
pub use self::problem::{Warning, WarningKind};
pub(crate) use self::semantic::semantic_eq;
