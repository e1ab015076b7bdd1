//! Documents with the expected text, one folder each: `in.yaml` or `in.json`, with `out` of the same extension, or
//! `refusal.txt`. The first line of `in.yaml` can name the target: `# target: apps/v1`. `report.txt` contains the unknown
//! fields and the unavoidable differences. `BLESS=1` rewrites the results.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use apimachinery::edit::{Refusal, apply};
use apimachinery::schema::{GroupVersion, GroupVersionKind};
use apimachinery::yaml;

use super::{editor, newest};

/// Small cases: one for each rule.
const CASES: &str = "tests/edit/cases";

/// Files as people write them.
const FILES: &str = "tests/edit/files";

/// Patches: incomplete objects, whose values are only moved.
const PATCHES: &str = "tests/edit/patches";

/// The result of a file.
#[derive(Default)]
struct Converted {
    text: Vec<u8>,
    report: String,
    refusals: String,
}

impl Converted {
    /// Converts all documents of a text. What is between them is copied.
    fn of(text: &[u8], is_patch: bool) -> Converted {
        let first = String::from_utf8_lossy(text.split(|byte| *byte == b'\n').next().unwrap_or_default()).into_owned();
        let named =
            first.strip_prefix("# target: ").map(|name| name.trim().parse::<GroupVersion>().expect("a version"));
        let mut converted = Converted::default();
        // UTF-16 is not split, as its separators are not those of UTF-8.
        if text.starts_with(b"\xFF\xFE") {
            converted.add(text, named.as_ref(), is_patch);
            return converted;
        }
        let mut at = 0;
        for document in yaml::documents(text) {
            let document = document.expect("a document");
            converted.text.extend_from_slice(&text[at..document.offset()]);
            at = document.offset() + document.raw().len();
            converted.add(document.raw(), named.as_ref(), is_patch);
        }
        converted.text.extend_from_slice(&text[at..]);
        converted
    }

    fn add(&mut self, document: &[u8], named: Option<&GroupVersion>, is_patch: bool) {
        match convert(document, named, is_patch) {
            Ok((text, report)) => {
                self.text.extend(text);
                self.report += &report;
            }
            Err(refusal) => self.refusals += &format!("{refusal}\n"),
        }
    }
}

fn convert(text: &[u8], named: Option<&GroupVersion>, is_patch: bool) -> Result<(Vec<u8>, String), Refusal> {
    let target = |gvk: &GroupVersionKind| named.cloned().or_else(|| newest(gvk));
    let edited = if is_patch { editor().convert_patch(text, &target)? } else { editor().convert(text, &target)? };
    let unknown = edited.unknown.iter().map(|path| format!("unknown: {path}\n"));
    let differences = edited.differences.iter().map(|difference| format!("differs: {difference}\n"));
    Ok((apply(text, &edited.edits), unknown.chain(differences).collect()))
}

fn blesses() -> bool {
    std::env::var_os("BLESS").is_some()
}

/// Compares a file with the text that it must contain; the file must not exist if that is empty.
fn check(path: &Path, found: &[u8]) {
    if blesses() {
        drop(fs::remove_file(path));
        if !found.is_empty() {
            fs::write(path, found).expect("the folder can be written");
        }
    }
    let expected = fs::read(path).unwrap_or_default();
    let [found, expected] = [found, &expected].map(|text| String::from_utf8_lossy(text).into_owned());
    assert_eq!(found, expected, "{}", path.display());
}

fn folders(parent: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(parent).expect("a folder of cases").map(|entry| entry.expect("an entry").path());
    let mut folders: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

#[test]
fn cases() {
    let (cases, files) = (folders(CASES), folders(FILES));
    assert!(cases.len() > 60 && files.len() >= 4, "the cases are missing");
    let patches = folders(PATCHES);
    assert!(patches.len() > 10, "the patches are missing");
    let complete = cases.into_iter().chain(files).map(|folder| (folder, false));
    for (folder, is_patch) in complete.chain(patches.into_iter().map(|folder| (folder, true))) {
        let name = ["in.yaml", "in.json"].into_iter().find(|name| folder.join(name).is_file()).expect("an input");
        let input = fs::read(folder.join(name)).expect("an input");
        let Converted { text, report, refusals } = Converted::of(&input, is_patch);
        let is_refused = !refusals.is_empty();
        check(&folder.join("refusal.txt"), refusals.as_bytes());
        check(&folder.join("report.txt"), if is_refused { b"" } else { report.as_bytes() });
        check(&folder.join(name.replace("in.", "out.")), if is_refused { b"" } else { &text });
    }
}

#[test]
fn every_row_and_trap_has_a_case() {
    let readme = fs::read_to_string(Path::new(CASES).join("README.md")).expect("a table of the cases");
    let names = |text: &str| text.split('`').skip(1).step_by(2).map(str::to_string).collect::<BTreeSet<_>>();
    let known: BTreeSet<String> =
        folders(CASES).iter().map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned()).collect();
    let mut mentioned = BTreeSet::new();
    let mut traps = BTreeSet::new();
    let mut rows = 0;
    for line in readme.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---")) {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let Some((cases, subject)) = cells.split_last().filter(|(cases, _)| **cases != "cases") else { continue };
        let cases = names(cases);
        assert!(!cases.is_empty() && cases.is_subset(&known), "{line}");
        mentioned.extend(cases);
        match subject[0].parse::<usize>() {
            Ok(trap) => assert!(traps.insert(trap), "{line}"),
            Err(_) => rows += 1,
        }
    }
    assert_eq!(traps, (1..=23).collect(), "every trap has a row");
    assert!(rows >= 20, "the rows of the additions are missing");
    assert_eq!(mentioned, known, "every case is in the table");
}
