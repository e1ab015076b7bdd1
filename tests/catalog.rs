//! Which kinds there are, how a server offers them, and the list of them in KINDS.md.
//!
//! The facts are not part of the repository: `../shared/facts`, or a folder named by `APIMACHINERY_FACTS`. Without them
//! the tests that compare with them say so and pass; what the Scheme says must still be what it said when they agreed.

#![cfg(feature = "default")]

#[path = "catalog/list.rs"]
mod list;
#[path = "catalog/registered.rs"]
mod registered;
#[path = "catalog/served.rs"]
mod served;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// A file of facts, if they are there.
fn facts(name: &str) -> Option<Value> {
    let named = std::env::var_os("APIMACHINERY_FACTS").map(PathBuf::from);
    let path = named.unwrap_or_else(|| Path::new("../shared/facts").to_path_buf()).join(name);
    let Ok(text) = fs::read(&path) else {
        eprintln!("no facts: {} is not there", path.display());
        return None;
    };
    Some(serde_json::from_slice(&text).expect("facts are JSON"))
}

/// 64 bits of FNV-1a.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
