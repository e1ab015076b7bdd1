//! The README and the pages in `docs/`: their links resolve, and their samples are excerpts of what they claim to show.
//!
//! Samples in Rust are compiled as doctests of the crate, unless they are marked as excerpts:
//!
//! * `<!-- excerpt of FILE -->` before a code block: consecutive lines of a file in the repository.
//! * `<!-- generated FILE -->`: consecutive lines of a file that the generator creates for the built-in groups.
//!
//! `codegen tutorial` and `tests/tutorial` check the samples of `docs/tutorial.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use apimachinery::codegen::{Config, GeneratedFile};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).replace("\r\n", "\n")
}

/// The README and all pages in `docs/`, relative to the root.
fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("docs")).expect("the folder of pages");
    let names = entries.map(|entry| entry.expect("a readable entry").file_name());
    let mut pages: Vec<PathBuf> = names.map(|name| Path::new("docs").join(name)).collect();
    pages.push("README.md".into());
    pages.sort();
    pages
}

/// A fenced code block.
struct Sample {
    page: PathBuf,
    language: String,
    /// The last line before the block that is not empty.
    before: String,
    text: String,
}

impl Sample {
    /// The file in a comment such as `<!-- excerpt of FILE -->`, where `kind` is `excerpt of`.
    fn source(&self, kind: &str) -> Option<&str> {
        self.before.strip_prefix("<!-- ")?.strip_suffix(" -->")?.strip_prefix(kind).map(str::trim)
    }
}

fn samples() -> Vec<Sample> {
    let mut samples = Vec::new();
    for page in pages() {
        let content = text(&page);
        let (mut before, mut lines) = (String::new(), content.lines());
        while let Some(line) = lines.next() {
            if let Some(language) = line.strip_prefix("```") {
                let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
                let text = body.join("\n") + "\n";
                samples.push(Sample {
                    page: page.clone(),
                    language: language.to_owned(),
                    before: before.clone(),
                    text,
                });
            } else if !line.is_empty() {
                line.clone_into(&mut before);
            }
        }
    }
    samples
}

#[test]
fn excerpts_are_current() {
    for sample in samples() {
        if let Some(file) = sample.source("excerpt of") {
            assert!(text(file).contains(&sample.text), "{}: not in {file}:\n{}", sample.page.display(), sample.text);
        }
    }
}

#[test]
fn samples_of_generated_code_are_current() {
    let config = Config::new("api-defs").without_builtin().features(true);
    let files: Vec<GeneratedFile> = config.generate(&config.load().expect("the built-in definitions"));
    let shown: Vec<Sample> = samples().into_iter().filter(|sample| sample.source("generated").is_some()).collect();
    assert!(!shown.is_empty());
    for sample in shown {
        let name = sample.source("generated").expect("a name");
        let file = files.iter().find(|file| file.path == name).unwrap_or_else(|| panic!("{name} is not generated"));
        assert!(file.text.contains(&sample.text), "{}: not in {name}:\n{}", sample.page.display(), sample.text);
    }
}

#[test]
fn samples_in_rust_are_compiled_or_excerpts() {
    let doctests = text("src/lib.rs");
    let elsewhere = |sample: &&Sample| sample.page.ends_with("tutorial.md");
    let samples = samples();
    for sample in samples.iter().filter(|sample| sample.language.starts_with("rust") && !elsewhere(sample)) {
        let page = sample.page.to_string_lossy().replace('\\', "/");
        let is_excerpt = sample.source("excerpt of").or(sample.source("generated")).is_some();
        let is_ignored = sample.language.contains("ignore");
        assert_eq!(
            is_excerpt, is_ignored,
            "{page}: a sample that is not compiled must be an excerpt:\n{}",
            sample.text
        );
        let include = format!("include_str!(\"../{page}\")");
        assert!(is_excerpt || doctests.contains(&include), "{page} is not among the doctests of src/lib.rs");
    }
}

/// The anchor that GitHub creates for a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || ['-', '_'].contains(c)).collect()
}

fn anchors(page: &str) -> BTreeSet<String> {
    let mut is_code = false;
    let headings = page.lines().filter(|line| {
        is_code ^= line.starts_with("```");
        !is_code && line.starts_with('#')
    });
    headings.map(|line| anchor(line.trim_start_matches('#'))).collect()
}

/// The targets of the links in a page, without those in code.
fn links(page: &str) -> Vec<String> {
    let mut is_code = false;
    let prose = page.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    });
    let prose: Vec<&str> = prose.collect();
    let prose = prose.join("\n");
    prose.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target.to_owned()).collect()
}

/// All Markdown files in a folder of the repository, without build outputs.
fn markdown(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder of the repository");
    let mut found = Vec::new();
    for entry in entries.map(|entry| entry.expect("a readable entry")) {
        let path = folder.join(entry.file_name());
        let is_output = entry.file_name() == "target" || entry.file_name().as_encoded_bytes().starts_with(b".");
        if entry.path().is_dir() && !is_output {
            found.append(&mut markdown(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found
}

#[test]
fn links_resolve() {
    let mut broken = Vec::new();
    for page in markdown(Path::new("")) {
        let content = text(&page);
        for link in links(&content).into_iter().filter(|link| !link.contains("://")) {
            let (path, fragment) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() { page.clone() } else { page.with_file_name(path) };
            let exists = root().join(&target).exists();
            let has_anchor = || fragment.is_empty() || anchors(&text(&target)).contains(fragment);
            if !exists || !has_anchor() {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "broken links:\n  {}", broken.join("\n  "));
}

#[test]
fn the_readme_stays_short() {
    let lines = text("README.md").lines().count();
    assert!(lines <= 250, "the README has {lines} lines: move details to docs/");
}
