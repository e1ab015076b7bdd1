//! The benchmarks: realistic objects, and the operations of each candidate on them.

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
