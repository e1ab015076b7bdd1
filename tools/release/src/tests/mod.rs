//! Tests that import facts of a fictitious API.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::output::Report;
use crate::{Options, run};

mod boxes;
mod faults;
mod files;
mod kinds;
mod mistakes;
mod service;
mod text;

/// A short version of the package that every API needs.
const META: &str = r#"{ "path": "go/meta/v1", "group": "meta.k8s.io", "version": "v1", "structs": {
    "TypeMeta": { "fields": [] },
    "ListMeta": { "fields": [{ "name": "Continue", "json": "continue", "omit": "empty", "type": "string", "proto": 3 }] },
    "ObjectMeta": { "fields": [{ "name": "Name", "json": "name", "omit": "empty", "type": "string", "proto": 1 }] } } }"#;

/// A temporary folder with facts and definitions, removed on drop.
struct Case {
    root: PathBuf,
    facts: Vec<PathBuf>,
}

impl Case {
    /// Creates a case with the given packages and the package of meta; `kinds` is the content of the selection file.
    fn new(packages: &str, kinds: &str) -> Case {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let root = std::env::temp_dir().join(format!("apimachinery-release-{}-{number}", std::process::id()));
        let mut case = Case { root, facts: Vec::new() };
        case.write("served.json", "[]");
        case.write("versions.txt", "releases 1.50.0 1.99.0\n");
        case.write("defs/kinds.txt", kinds);
        case.facts("facts.json", &format!("[{META}, {packages}]"));
        case
    }

    /// Adds a file of facts.
    fn facts(&mut self, name: &str, text: &str) {
        self.write(name, text);
        self.facts.push(self.root.join(name));
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.root.join(name);
        let folder = path.parent().expect("the path has a parent");
        fs::create_dir_all(folder).expect("the temporary folder is writable");
        fs::write(path, text).expect("the temporary folder is writable");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.root.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns the content of a generated file without its header.
    fn body(&self, name: &str) -> String {
        let text = self.read(&format!("defs/{name}"));
        let (header, body) = text.split_once('\n').expect("the file has a header line");
        assert!(header.contains(crate::HEADER), "{header}");
        match name.ends_with(".yaml") {
            true => body.strip_prefix(crate::yaml::SCHEMA).expect("the schema for editors").to_owned(),
            false => body.to_owned(),
        }
    }

    fn options(&self) -> Options {
        Options {
            facts: self.facts.clone(),
            served: self.root.join("served.json"),
            versions: self.root.join("versions.txt"),
            out: self.root.join("defs"),
            kinds: None,
            accepted: Vec::new(),
        }
    }

    fn import(&self) -> Report {
        run(&self.options()).unwrap_or_else(|error| panic!("{error}"))
    }

    fn errors(&self) -> String {
        run(&self.options()).expect_err("the input is invalid").to_string()
    }
}

impl Drop for Case {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// Returns a package of group `zoo.example.com`, version `v1`.
fn zoo(kinds: &str, structs: &str, types: &str) -> String {
    format!(
        r#"{{ "path": "go/zoo/v1", "group": "zoo.example.com", "version": "v1",
             "kinds": [{kinds}], "structs": {{ {structs} }}, "types": {{ {types} }} }}"#
    )
}

/// Returns a kind with metadata and a spec, and its list.
fn kind(name: &str, spec: &str) -> String {
    let meta = r#"{ "name": "TypeMeta", "inline": true, "type": "go/meta/v1.TypeMeta" }"#;
    format!(
        r#""{name}": {{ "fields": [{meta},
             {{ "name": "ObjectMeta", "json": "metadata", "omit": "empty", "type": "go/meta/v1.ObjectMeta", "proto": 1 }},
             {{ "name": "Spec", "json": "spec", "omit": "empty", "type": "{name}Spec", "proto": 2 }}] }},
           "{name}List": {{ "fields": [{meta},
             {{ "name": "ListMeta", "json": "metadata", "omit": "empty", "type": "go/meta/v1.ListMeta", "proto": 1 }},
             {{ "name": "Items", "json": "items", "type": "[]{name}", "proto": 2 }}] }},
           "{name}Spec": {{ "fields": [{spec}] }}"#
    )
}

/// Returns a field that JSON omits when it is empty. Its JSON name is the Go name with the first letter in lower case.
fn field(name: &str, go_type: &str, number: u32) -> String {
    let json = name[..1].to_lowercase() + &name[1..];
    format!(r#"{{ "name": "{name}", "json": "{json}", "omit": "empty", "type": "{go_type}", "proto": {number} }}"#)
}

/// Returns a struct with the given fields.
fn object(name: &str, fields: &[String]) -> String {
    format!(r#""{name}": {{ "fields": [{}] }}"#, fields.join(", "))
}

/// The registration of kind `Keeper` and its list.
const KEEPER: &str = r#"{ "kind": "Keeper", "type": "Keeper", "resource": true, "introduced": "1.2" },
                        { "kind": "KeeperList", "type": "KeeperList" }"#;
