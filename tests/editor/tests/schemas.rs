//! The JSON Schemas of definitions, applied by an independent validator in the way editors do.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use boon::{Compiler, SchemaIndex, Schemas};

/// Mistakes that are visible in a single file, and that an editor therefore marks while the user types.
const SEEN: [&str; 13] = [
    "bad-choice",
    "bad-release",
    "bad-kind",
    "bad-type",
    "drop-reason",
    "field-name",
    "format-newer",
    "json-path",
    "missing-key",
    "release-number",
    "type-name",
    "unknown-key",
    "wrong-type",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The two compiled schemas.
struct Editor {
    schemas: Schemas,
    version: SchemaIndex,
    internal: SchemaIndex,
}

impl Editor {
    fn new() -> Editor {
        let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
        let mut compile = |name: &str| {
            let path = root().join("api-defs").join(name).canonicalize().expect("the committed schema");
            compiler.compile(path.to_str().expect("a path in UTF-8"), &mut schemas).expect("a good schema")
        };
        let (version, internal) = (compile("version.schema.json"), compile("internal.schema.json"));
        Editor { schemas, version, internal }
    }

    /// Returns the errors that an editor marks in a file, or `None` if the file is not YAML.
    fn mistakes(&self, file: &Path) -> Option<Result<(), String>> {
        let text = fs::read_to_string(file).expect("a readable file");
        let value: serde_json::Value = serde_yaml::from_str(&text).ok()?;
        let value = if value.is_null() { serde_json::json!({}) } else { value };
        let schema = if file.ends_with("internal.yaml") { self.internal } else { self.version };
        Some(self.schemas.validate(&value, schema).map_err(|error| format!("{}: {error:#}", file.display())))
    }
}

/// Returns all YAML definitions below a folder of groups.
fn definitions(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in entries(folder).into_iter().filter(|path| path.is_dir()).flat_map(|group| entries(&group)) {
        if path.extension().is_some_and(|extension| extension == "yaml") {
            files.push(path);
        }
    }
    files
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.sort();
    paths
}

fn check_good(editor: &Editor, folder: &Path) -> usize {
    let files = definitions(folder);
    for file in &files {
        editor.mistakes(file).expect("YAML").unwrap_or_else(|mistake| panic!("{mistake}"));
    }
    files.len()
}

#[test]
fn good_definitions_are_accepted() {
    let editor = Editor::new();
    assert!(check_good(&editor, &root().join("api-defs")) > 0);
    assert!(check_good(&editor, &root().join("tests/downstream/api-defs")) > 0);
    for case in entries(&root().join("tests/golden")) {
        check_good(&editor, &case.join("api-defs"));
    }
    // Definitions of sixteen groups, if they are available.
    check_good(&editor, &root().join("../shared/reference/definitions"));
}

#[test]
fn what_one_file_shows_is_refused() {
    let editor = Editor::new();
    let mut refused = BTreeSet::new();
    for case in entries(&root().join("tests/invalid")) {
        let name = case.file_name().expect("a name").to_string_lossy().into_owned();
        let files = definitions(&case.join("api-defs"));
        if files.iter().filter_map(|file| editor.mistakes(file)).any(|result| result.is_err()) {
            refused.insert(name);
        }
    }
    assert_eq!(refused, SEEN.map(str::to_owned).into());
}
