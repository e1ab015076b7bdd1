//! Compares this crate with its peers; see `../README.md`.

use std::process::ExitCode;

fn main() -> ExitCode {
    apimachinery_peers::time()
}
