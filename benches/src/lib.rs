//! What the benchmarks share: objects that look like those of a cluster, and one view of each
//! candidate that decodes and encodes them.

pub mod candidates;
pub mod corpus;
pub mod go;
pub mod limits;
pub mod lookups;
pub mod measure;
pub mod report;
pub mod verify;
pub mod works;
