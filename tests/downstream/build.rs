//! Generates the API of this crate.

use apimachinery::codegen::{self, Config};

fn main() {
    codegen::run(Config::new("api-defs"));
}
