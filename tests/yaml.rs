//! Properties of reading and writing YAML, on texts that are broken by chance and on values made by
//! chance, and comparisons with other parsers on the same texts.
//!
//! The seed is fixed; `YAML_SEED` starts elsewhere, `YAML_DOCUMENTS` makes more of everything.
//! `against_go` asks the Go program of `conformance/`, if `APIMACHINERY_GO` names it built.

#[path = "yaml/corpus.rs"]
mod corpus;
#[path = "conformance/data.rs"]
#[allow(dead_code, reason = "some of the data is for the suite alone")]
mod data;
#[path = "yaml/decoding.rs"]
mod decoding;
#[path = "yaml/go.rs"]
mod go;
#[path = "yaml/independent.rs"]
mod independent;
#[path = "yaml/mutation.rs"]
mod mutation;
#[path = "yaml/places.rs"]
mod places;
#[path = "../src/testing/random.rs"]
mod random;
#[path = "yaml/reading.rs"]
mod reading;
#[path = "yaml/spans.rs"]
mod spans;
#[path = "yaml/streams.rs"]
mod streams;
#[path = "yaml/values.rs"]
mod values;
#[path = "yaml/writing.rs"]
mod writing;

use random::Random;

fn number_from(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Runs a property with so many seeds; each makes numbers of its own.
fn for_every_seed(default: u64, property: impl FnMut(Random)) {
    let first = number_from("YAML_SEED", 1);
    let seeds = first..first + number_from("YAML_DOCUMENTS", default);
    seeds.map(Random::new).for_each(property);
}
