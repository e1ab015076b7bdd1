//! Generates this crate's own API.

use apimachinery::codegen::{self, Config};

fn main() {
    codegen::run(Config::new("api-defs"));
}
