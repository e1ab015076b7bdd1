//! Output of the programs in `examples/`, which `cargo test` builds before this test, and of the README's command.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns the path of an example. Cargo builds examples in a folder next to the folder of the tests.
fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the path of this test");
    let folder = test.parent().and_then(Path::parent).expect("the folder of the profile");
    folder.join("examples").join(name).with_extension(std::env::consts::EXE_EXTENSION)
}

/// Runs an example with a file of `examples/manifests` and returns its output.
fn run(name: &str, arguments: &[&str], manifest: &str) -> String {
    let input = File::open(Path::new("examples/manifests").join(manifest)).expect("a manifest");
    let mut command = Command::new(program(name));
    let output = command
        .args(arguments)
        .stdin(input)
        .stderr(Stdio::null())
        .output()
        .expect("an example, as `cargo test` or `cargo build --examples` builds it");
    assert!(output.status.success(), "{name}: {}", output.status);
    String::from_utf8(output.stdout).expect("text")
}

/// Runs the first command of the README, and compares its output with the sample after it.
#[test]
fn the_first_sample_of_the_readme() {
    let readme = include_str!("../../README.md");
    let (_, rest) = readme.split_once("-- ").expect("a command");
    let (arguments, rest) = rest.split_once('\n').expect("an end");
    let (_, rest) = rest.split_once("```diff\n").expect("a sample");
    let (sample, _) = rest.split_once("```").expect("an end");
    let arguments: Vec<_> = arguments.split(' ').collect();
    let answer = super::support::run(&arguments, "");
    assert_eq!(answer.code, 3, "{}", answer.err);
    assert!(answer.text().contains(sample), "{}", answer.text());
}

#[test]
fn convert() {
    let out = run("convert", &["apps/v1"], "shop-2018.yaml");
    assert_eq!(out.matches("apiVersion: apps/v1\nkind: Deployment\n").count(), 4);
}

#[test]
fn webhook() {
    let out = run("webhook", &[], "review.json");
    assert!(out.contains(r#""convertedObjects":[{"kind":"Deployment","apiVersion":"apps/v1""#), "{out}");
    assert!(out.contains(r#""deprecated.deployment.rollback.to":"3""#), "{out}");
    assert!(out.contains(r#""result":{"status":"Success"}"#), "{out}");
}

#[test]
fn untyped() {
    let out = run("untyped", &["mirror.local"], "shop-2018.yaml");
    assert!(out.contains("image: mirror.local/nginx:1.15-alpine"), "{out}");
    let images = out.lines().filter(|line| line.trim_start().trim_start_matches("- ").starts_with("image: "));
    for image in images {
        assert!(image.contains("mirror.local/"), "{image}");
    }
}

#[test]
fn own_types() {
    let out = run("own_types", &[], "review.json");
    assert!(out.contains(r#"application/json: {\"kind\":\"Widget\",\"apiVersion\":\"example.com/v1\",\"color\":\"red\",\"size\":\"1Gi\"}\n"#), "{out}");
}

#[test]
fn watch() {
    let out = run("watch", &[], "watch.json");
    assert_eq!(out, "ADDED\tPod\tweb-1\nMODIFIED\tPod\tweb-1\nBOOKMARK\tPod\t\nDELETED\tPod\tweb-1\nERROR\tStatus\t\n");
}

#[test]
fn yaml() {
    let out = run("yaml", &[], "chart.yaml");
    assert!(out.starts_with("# 13:5: \"image\" is there twice\nname: shop\n"), "{out}");
    assert!(
        out.contains("    files:\n      tls.crt: 420\n      tls.key: 256\n    public: true\n    replicas: 3\n"),
        "{out}"
    );
    assert!(
        out.ends_with("# services.db.replicas: invalid type: string \"1\", expected u32 at line 11 column 15\n"),
        "{out}"
    );
}
