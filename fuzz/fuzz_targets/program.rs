//! Commands of the program with an arbitrary file: they exit with 0 or 1 and never panic.
#![no_main]

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::LazyLock;

use apimachinery_fuzz::Choices;
use apimachinery_fuzz::files::Folder;
use libfuzzer_sys::fuzz_target;

static FOLDER: LazyLock<Folder> = LazyLock::new(|| Folder::new("program"));

/// The commands; the path of the input is appended.
const COMMANDS: &[&[&str]] = &[
    &["convert", "-f"],
    &["convert", "--strict", "-o", "json", "-f"],
    &["convert", "--output-version", "extensions/v1beta1", "-f"],
    &["decode"],
    &["decode", "--strict", "-o", "json"],
    &["encode"],
    &["encode", "--storage", "-o", "cbor"],
    &["encode", "--strict", "-o", "json"],
    &["lint", "--target", "1.25", "-f"],
    &["lint", "--target", "1.36", "-o", "json", "-f"],
    &["yaml-to-json"],
    &["yaml-to-json", "--strict"],
    &["json-to-yaml"],
    &["json-to-yaml", "--strict"],
];

fuzz_target!(|data: &[u8]| {
    let mut choices = Choices::new(data);
    let command = choices.one(COMMANDS);
    let path = FOLDER.write("input", choices.rest());
    let words = ["apimachinery"].iter().chain(*command).map(OsString::from);
    let code = apimachinery::cli::run_with(words.chain([path.into_os_string()]));
    assert_ne!(code, ExitCode::from(2), "{command:?} is a valid command line");
});
