//! What the programs measure: objects that look like those of a cluster, and one view of each candidate that decodes
//! and encodes them.

mod candidate;
mod check;
mod corpus;
mod counts;
mod family;
mod go;
mod limits;
mod messages;
mod objects;
mod options;
mod plot;
mod report;
mod rounds;
mod row;
mod run;
mod sweep;
mod works;

pub use self::run::{count, time};
