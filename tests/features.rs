//! The features of the groups in Cargo.toml are those that follow from the definitions.
//!
//! `BLESS=1 cargo test --test features` writes them anew.

use std::fs;

use apimachinery::codegen::Config;
use apimachinery::codegen::model::{Group, Model};

const BEGIN: &str = "# Groups: begin.";
const END: &str = "# Groups: end.";

/// The features of all built-in groups: the default, and one a group.
fn features(model: &Model) -> String {
    let built_in: Vec<&Group> = model.groups.iter().filter(|group| group.external).collect();
    let names = built_in.iter().map(|group| &*group.module);
    let mut lines = format!("default = [\n{}]\n\n", wrapped(names));
    for group in built_in {
        let needs = model.needs(group);
        // Every other group has objects or lists with metadata.
        let meta = (group.module != "meta" && !needs.contains("meta")).then_some("meta");
        let needs: Vec<String> = needs.into_iter().chain(meta).map(|need| format!("{need:?}")).collect();
        lines += &format!("{} = [{}]\n", group.module, needs.join(", "));
    }
    lines
}

/// Names in lines of at most 120 columns.
fn wrapped<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut lines: Vec<String> = Vec::new();
    for name in names {
        let name = format!("{name:?},");
        match lines.last_mut() {
            Some(line) if line.len() + name.len() < 120 => *line += &format!(" {name}"),
            _ => lines.push(format!("    {name}")),
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_features_of_groups_follow_from_the_definitions() {
    let model = Config::new("tests/golden/conversion/api-defs").load().expect("good definitions");
    let expected = features(&model);
    let text = fs::read_to_string("Cargo.toml").expect("the manifest").replace("\r\n", "\n");
    let (before, rest) = text.split_once(&format!("{BEGIN}\n")).expect("where they begin");
    let (committed, after) = rest.split_once(END).expect("where they end");
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        fs::write("Cargo.toml", format!("{before}{BEGIN}\n{expected}{END}{after}")).expect("the manifest is written");
        return;
    }
    assert_eq!(committed, expected, "run BLESS=1 cargo test --test features");
}
