//! Reads files as documents: [`source`] opens a file, [`chunks`] splits it at the boundaries that its [`layout`] allows,
//! and [`documents`] splits a chunk into its documents.

pub(super) mod chunks;
pub(super) mod documents;
mod etcdctl;
mod extent;
pub(super) mod layout;
pub(super) mod source;
