//! The functions that the build script prints if they are missing. The case `golden/stubs` contains them exactly as they
//! are printed, and `behavior` compiles them: what an author pastes compiles before its bodies are written.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use apimachinery::codegen::Config;

use super::bless::blesses;

const CASE: &str = "tests/golden/stubs";

/// Splits a message into the files to write, by their path below the case, and the modules to add.
fn printed(message: &str) -> (BTreeMap<String, String>, String) {
    let (mut files, mut modules, mut file) = (BTreeMap::<String, String>::new(), String::new(), None);
    for line in message.lines().skip_while(|line| !line.starts_with("add to the module ")).skip(1) {
        if let Some(path) = line.strip_prefix("write to the new file `") {
            let path = path.trim_end_matches("`:").trim_start_matches("tests/golden/stubs/src/behavior/stubs/");
            file = Some(path.to_owned());
            continue;
        }
        match &file {
            Some(path) => *files.entry(path.clone()).or_default() += &format!("{line}\n"),
            None => modules += &format!("{line}\n"),
        }
    }
    let trimmed = files.into_iter().map(|(path, text)| (path, format!("{}\n", text.trim())));
    (trimmed.collect(), modules.trim().to_owned())
}

#[test]
fn the_printed_functions_are_those_that_are_compiled() {
    let config = Config::new(format!("{CASE}/api-defs")).sources(format!("{CASE}/src"));
    let message = config.load().expect_err("all functions are missing").to_string();
    let (files, modules) = printed(&message.replace('\\', "/"));
    assert_eq!(files.len(), 4, "{message}");
    for (path, text) in files {
        let path = Path::new(CASE).join(path);
        if blesses() {
            fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be created");
            fs::write(&path, &text).expect("a file can be written");
        }
        let committed = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert_eq!(committed, text, "{}: run with BLESS=1 if the new functions are right", path.display());
    }
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(include_str!("behavior.rs")).contains(&words(&modules)), "{modules}");
}
