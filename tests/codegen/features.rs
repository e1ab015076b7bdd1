//! Features of the groups in Cargo.toml and known feature gates, compared with the definitions.
//!
//! `BLESS=1 cargo test --test codegen features` rewrites the features.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use apimachinery::codegen::Config;
use apimachinery::codegen::model::{Group, Model};
use apimachinery::defaulting::Profile;

use super::bless::blesses;

const BEGIN: &str = "# Groups: begin.";
const END: &str = "# Groups: end.";

/// Returns the features of all built-in groups: the default feature, and one for each group.
fn features(model: &Model) -> String {
    let built_in: Vec<&Group> = model.groups.iter().filter(|group| group.external).collect();
    let names = built_in.iter().map(|group| &*group.module);
    let mut lines = format!("default = [\n{}]\n\n", wrapped(names));
    for group in built_in {
        let needs = model.needs(group);
        // All other groups have objects or lists with metadata.
        let meta = (group.module != "meta" && !needs.contains("meta")).then_some("meta");
        let needs: Vec<String> = needs.into_iter().chain(meta).map(|need| format!("{need:?}")).collect();
        lines += &format!("{} = [{}]\n", group.module, needs.join(", "));
    }
    lines
}

/// Formats names in lines of at most 120 columns.
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
    let (before, rest) = text.split_once(&format!("{BEGIN}\n")).expect("the start of a range");
    let (committed, after) = rest.split_once(END).expect("the end of a range");
    if blesses() {
        fs::write("Cargo.toml", format!("{before}{BEGIN}\n{expected}{END}{after}")).expect("the manifest is written");
        return;
    }
    assert_eq!(committed, expected, "run BLESS=1 cargo test --test codegen features");
}

/// Returns the contents of all files below a folder.
fn texts(folder: &Path) -> Vec<String> {
    let entries =
        fs::read_dir(folder).expect("a folder of the repository").map(|entry| entry.expect("an entry").path());
    let below = |path: &Path| if path.is_dir() { texts(path) } else { fs::read_to_string(path).into_iter().collect() };
    entries.flat_map(|path| below(&path)).collect()
}

#[test]
fn every_gate_that_a_default_asks_for_is_known() {
    let mut asked = BTreeSet::new();
    for (folder, word) in [("api-defs", " gate: "), ("src/apis", ".gate(\"")] {
        for text in texts(Path::new(folder)) {
            let gates =
                text.split(word).skip(1).map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or(""));
            asked.extend(gates.map(str::to_owned));
        }
    }
    let known: BTreeSet<String> = Profile::GATES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(asked, known);
}
