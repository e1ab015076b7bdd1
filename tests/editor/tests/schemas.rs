//! The JSON Schemas of definitions, applied by an independent validator in the way editors do.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use boon::{Compiler, SchemaIndex, Schemas};

/// Mistakes that are visible in a single file, and that an editor therefore marks while the user types.
const SEEN: [&str; 14] = [
    "bad-choice",
    "bad-release",
    "bad-kind",
    "bad-type",
    "drop-reason",
    "field-name",
    "format-newer",
    "function-name",
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

/// Returns all definitions of the repository that are correct.
fn correct() -> Vec<PathBuf> {
    let golden = entries(&root().join("tests/golden")).into_iter().map(|case| case.join("api-defs"));
    let folders = [root().join("api-defs"), root().join("tests/downstream/api-defs")].into_iter().chain(golden);
    folders.flat_map(|folder| definitions(&folder)).collect()
}

#[test]
fn each_definition_names_its_schema() {
    let files = correct();
    assert!(files.len() > 100, "{} files", files.len());
    for file in files {
        let text = fs::read_to_string(&file).expect("a readable file");
        let comment = "# yaml-language-server: $schema=";
        let path = text.lines().find_map(|line| line.strip_prefix(comment));
        let path = path.unwrap_or_else(|| panic!("{} has no comment for editors", file.display()));
        let schema = file.parent().expect("a folder").join(path).canonicalize();
        let schema = schema.unwrap_or_else(|error| panic!("{}: {path}: {error}", file.display()));
        let name = if file.ends_with("internal.yaml") { "internal.schema.json" } else { "version.schema.json" };
        assert_eq!(schema, root().join("api-defs").join(name).canonicalize().expect("a schema"), "{}", file.display());
    }
}

/// Collects the keys without documentation.
fn undocumented(schema: &serde_json::Value, path: &str, found: &mut Vec<String>) {
    match schema {
        serde_json::Value::Object(fields) => {
            for (key, value) in fields {
                if let ("properties", Some(properties)) = (key.as_str(), value.as_object()) {
                    let without = properties.iter().filter(|(_, of)| of.get("description").is_none());
                    found.extend(without.map(|(name, _)| format!("{path}.{name}")));
                }
                undocumented(value, &format!("{path}.{key}"), found);
            }
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| undocumented(item, path, found)),
        _ => {}
    }
}

#[test]
fn editors_show_documentation_for_each_key() {
    for name in ["version.schema.json", "internal.schema.json"] {
        let text = fs::read_to_string(root().join("api-defs").join(name)).expect("a schema");
        let schema: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let mut found = Vec::new();
        undocumented(&schema, "", &mut found);
        assert_eq!(found, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn the_settings_of_the_manual_select_the_definitions() {
    let manual = fs::read_to_string(root().join("api-defs/README.md")).expect("the manual");
    let settings = manual.lines().find(|line| line.starts_with("\"yaml.schemas\"")).expect("settings for VS Code");
    let settings: serde_json::Value = serde_json::from_str(&format!("{{ {settings} }}")).expect("JSON");
    let schemas = settings["yaml.schemas"].as_object().expect("a map");
    for file in definitions(&root().join("api-defs")) {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let matches =
            |glob: &str| match glob.strip_prefix("api-defs/*/").expect("a folder for each group").split_once('*') {
                Some((start, end)) => name.starts_with(start) && name.ends_with(end),
                None => glob.ends_with(&format!("/{name}")),
            };
        let selected: Vec<_> = schemas.iter().filter(|(_, glob)| matches(glob.as_str().expect("a glob"))).collect();
        let kind =
            if name == "internal.yaml" { "api-defs/internal.schema.json" } else { "api-defs/version.schema.json" };
        assert!(selected.len() == 1 && selected[0].0 == kind, "{}: {selected:?}", file.display());
    }
}
