//! Arbitrary text as definitions of API types, which result in code or in errors with positions, never in a panic.
//!
//! The input is up to three files, separated by zero bytes: YAML of a version, Protobuf of the same version, and YAML
//! of the hub.
#![no_main]

use std::sync::LazyLock;

use apimachinery::codegen::Config;
use apimachinery_fuzz::files::Folder;
use libfuzzer_sys::fuzz_target;

static FOLDER: LazyLock<Folder> = LazyLock::new(|| Folder::new("definitions"));

const FILES: [&str; 3] = ["paint/v1.yaml", "paint/v1.proto", "paint/internal.yaml"];

fuzz_target!(|data: &[u8]| {
    let parts: Vec<&[u8]> = data.splitn(FILES.len(), |&byte| byte == 0).collect();
    for (index, name) in FILES.into_iter().enumerate() {
        match parts.get(index) {
            Some(part) if std::str::from_utf8(part).is_ok() => drop(FOLDER.write(name, part)),
            _ => drop(std::fs::remove_file(FOLDER.path().join(name))),
        }
    }
    let config = Config::new(FOLDER.path()).without_builtin();
    match config.load() {
        Ok(model) => assert!(config.generate(&model).iter().all(|file| !file.path.is_empty())),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
