//! Implementation of serde's traits by the tables, for any self-describing format.

mod de;
mod ser;
mod verbatim;

pub use self::de::deserialize;
pub use self::ser::serialize;
pub use ::serde::{Deserialize, Deserializer, Serialize, Serializer};
