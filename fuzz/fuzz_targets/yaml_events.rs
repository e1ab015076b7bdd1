//! Events stand where they say, and what stands there reads as them.
#![no_main]

#[path = "../../tests/yaml/places.rs"]
mod places;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| places::check(data));
