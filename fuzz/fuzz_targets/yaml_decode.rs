//! YAML decoded directly into an object, compared with its JSON form.
#![no_main]

use apimachinery::apis::apps::v1::Deployment;
use apimachinery::serializer::json;
use apimachinery::yaml;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let found = yaml::decode::<Deployment>(data);
    match yaml::to_json(data).map(|json| json::from_str::<Deployment>(&json)) {
        Ok(Ok(expected)) => assert!(found.expect("its JSON is an object") == expected),
        Ok(Err(_)) | Err(_) => assert!(found.is_err()),
    }
});
