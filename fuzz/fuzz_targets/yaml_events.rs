//! Positions of events: the text at the position of an event reads as that event.
#![no_main]

#[path = "../../tests/yaml/places.rs"]
mod places;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| places::check(data));
