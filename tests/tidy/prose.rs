//! The idiom of comments and documentation.
//!
//! Each pattern finds a turn of phrase that is rare in well-known crates (`serde_json`, jiff, clap: 3 to 8 of 1,000 lines)
//! and slows readers down where it is frequent. A single use can be right, so the test limits the share of lines.

use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// Areas of the repository with a limit of their own: a well-written area cannot make up for another.
const AREAS: [&[&str]; 5] = [
    &["src"],
    &["README.md", "docs", "CHANGELOG.md"],
    &["api-defs"],
    &["tests"],
    &["benches", "conformance", "fuzz", "examples", "templates", "tools"],
];

/// Lines with an idiom, in 1,000 lines of prose, that an area may contain.
const LIMIT: usize = 15;

/// Folders with outputs of programs.
const IGNORED: [&str; 3] = [".git", "node_modules", "target"];

const IDIOMS: [&str; 13] = [
    // A clause in place of a noun or a verb.
    r"^(?:What|Who|Whose|Where|Whether|How) (?:[a-su-z]|t(?:[^o]|o\w))",
    // Texts and types that act like people.
    r"\b(?:says?|said|saying)\b",
    r"\b(?:stands?|stood)\b",
    r"\b(?:tells?|told)\b",
    r"\basks?(?:ed)?\b",
    r"\b(?:for|by|to|of) who\b|\bwhoever\b|\bnobody\b|\bwho (?:takes|needs|asks|reads|writes|wants|has|knows|calls)\b",
    // Places in place of relations.
    r"\bbehind\b|\bin front of\b",
    r"\blies?\b",
    r"\bgoes\b",
    // Inverted or elliptic clauses.
    r"\b(?:is|are) no [a-z]+\b",
    r"\b(?:that|those) of\b",
    r"\b(?:is|are|was|were) there(?:[,.;:)]|$)",
    r"\bof (?:its|their|one's|your|our) own\b",
];

/// Returns the files with prose in a path, which is a file or a folder.
fn texts(path: &Path, found: &mut Vec<PathBuf>) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if path.is_file() {
        let extension = path.extension().unwrap_or_default();
        found.extend(["md", "proto", "rs", "yaml"].iter().any(|known| extension == *known).then(|| path.to_owned()));
    } else if path.is_dir() && !IGNORED.contains(&&*name) {
        let mut entries: Vec<_> = fs::read_dir(path)
            .expect("a folder of the repository")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        entries.sort();
        entries.iter().for_each(|entry| texts(entry, found));
    }
}

/// The text of a comment of Rust or of a Protobuf file.
fn comment(line: &str) -> Option<&str> {
    let text = line.strip_prefix("//")?;
    Some(text.strip_prefix(['/', '!']).unwrap_or(text).trim())
}

/// Finds the documentation in lines of a YAML file: values of `doc` and `description`, which may span lines, and comments.
struct Yaml {
    key: Regex,
    /// The indentation of the key of the block text that is being read.
    block: Option<usize>,
}

impl Yaml {
    fn prose<'a>(&mut self, line: &'a str) -> Option<&'a str> {
        let text = line.trim();
        let indent = line.len() - line.trim_start().len();
        if self.block.is_some_and(|key| indent > key) || self.block.is_some() && text.is_empty() {
            return Some(text);
        }
        self.block = None;
        let value = match self.key.captures(text) {
            Some(found) => found.get(1).expect("the group is not optional").as_str(),
            None => text.strip_prefix('#')?,
        };
        let value = value.trim().trim_matches(['"', '\'']).trim();
        if [">-", ">", "|", "|-"].contains(&value) {
            self.block = Some(indent);
            return None;
        }
        Some(value)
    }
}

/// Returns the lines of prose of a file, with their numbers, without code.
fn prose(path: &Path, text: &str) -> Vec<(usize, String)> {
    let code = Regex::new("`[^`]*`").expect("a valid pattern");
    let key = Regex::new(r"(?:\bdoc|docs|description): *(.*?)\s*[,}]*$").expect("a valid pattern");
    let mut yaml = Yaml { key, block: None };
    let extension = path.extension().unwrap_or_default();
    let mut in_code = false;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = if extension == "md" {
            Some(line.trim())
        } else if extension == "yaml" {
            yaml.prose(line)
        } else {
            comment(line.trim())
        };
        let Some(line) = line else {
            in_code = false;
            continue;
        };
        if line.starts_with("```") {
            in_code = !in_code;
        } else if !in_code && !line.is_empty() {
            found.push((number, code.replace_all(line, "`x`").into_owned()));
        }
    }
    found
}

fn idioms() -> Regex {
    Regex::new(&IDIOMS.join("|")).expect("valid patterns")
}

#[test]
fn comments_and_documentation_are_plain() {
    let idioms = idioms();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut complaints = Vec::new();
    for area in AREAS {
        let mut files = Vec::new();
        area.iter().for_each(|path| texts(&root.join(path), &mut files));
        let mut lines = 0;
        let mut hits = Vec::new();
        for file in files {
            // Some test data is not UTF-8.
            let text = fs::read(&file).expect("a readable file");
            let text = String::from_utf8_lossy(&text);
            let below = file.strip_prefix(root).expect("a file of the repository").display().to_string();
            for (number, line) in prose(&file, &text) {
                lines += 1;
                hits.extend(idioms.is_match(&line).then(|| format!("{below}:{number}: {line}")));
            }
        }
        assert!(lines > 0, "{area:?} contains no prose");
        if hits.len() * 1000 >= lines * LIMIT {
            complaints.push(format!("{}: {} of {lines} lines", area.join(", "), hits.len()));
            complaints.extend(hits);
        }
    }
    super::complain("rewrite some of these lines", &complaints);
}

#[test]
fn idioms_are_recognized() {
    let idioms = idioms();
    for line in ["What a decoder reads.", "the table says so", "it lies behind the map", "the length of its own"] {
        assert!(idioms.is_match(line), "{line}");
    }
    for line in ["Returns the value of a field.", "How to add a group", "the field is nothing but a name"] {
        assert!(!idioms.is_match(line), "{line}");
    }
}

#[test]
fn prose_of_every_kind_of_file_is_found() {
    let found = |name: &str, text: &str| -> Vec<usize> {
        prose(Path::new(name), text).into_iter().map(|(number, _)| number).collect()
    };
    assert_eq!(found("a.rs", "/// Text.\nfn a() {} // no\n    // Text.\n//! ```\n//! code\n//! ```\n"), [1, 3]);
    assert_eq!(found("a.proto", "// Text.\nmessage A {}\n"), [1]);
    assert_eq!(found("a.md", "# Title\n\n```rust\ncode\n```\nText.\n"), [1, 6]);
    assert_eq!(
        found("a.yaml", "# Text.\na: 1\ndoc: Text.\nb: { doc: Text }\ndoc: >-\n  Text.\n  Text.\nname: x\n"),
        [1, 3, 4, 6, 7]
    );
}
