//! JSON made of YAML is the same JSON after another turn through YAML.
#![no_main]

use apimachinery::yaml;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok((json, duplicates)) = yaml::to_json_strict(data) else { return };
    assert!(duplicates.is_none_or(|error| !error.to_string().is_empty()));
    // As upstream, some JSON is no YAML: control characters, long keys.
    let Ok(text) = yaml::from_json(json.as_bytes()) else { return };
    assert_eq!(yaml::to_json(text.as_bytes()).expect("our own YAML"), json, "{text}");
});
