//! Properties of the YAML reader and writer on randomly damaged texts and random values, and comparisons with other
//! parsers.
//!
//! The seed is fixed. `YAML_SEED` selects another one, and `YAML_DOCUMENTS` sets the number of documents. `against_go`
//! runs the Go program of `conformance/` if `APIMACHINERY_GO` contains the path of its binary.

mod corpus;
#[path = "../conformance/data.rs"]
#[allow(dead_code, reason = "some of the data is for the suite alone")]
mod data;
mod decoding;
mod go;
mod independent;
mod mutation;
mod places;
#[path = "../../src/testing/random.rs"]
mod random;
mod reading;
mod serde;
mod spans;
mod streams;
mod values;
mod writing;

use random::Random;

fn number_from(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Runs a property with a number of seeds, each with a separate random generator.
fn for_every_seed(default: u64, property: impl FnMut(Random)) {
    let first = number_from("YAML_SEED", 1);
    let seeds = first..first + number_from("YAML_DOCUMENTS", default);
    seeds.map(Random::new).for_each(property);
}
