//! The `diff` command.

use serde_json::json;

use super::support::{Folder, GADGET, OLD, run};

fn diff(before: &str, after: &str) -> (i32, String, String) {
    let folder = Folder::new(&format!("diff-{}", std::thread::current().name().unwrap_or_default().replace("::", "-")));
    let [before, after] = [folder.file("a.yaml", before), folder.file("b.yaml", after)];
    let answer = run(&["diff", &before, &after], "");
    (answer.code, answer.text().to_string(), answer.err.clone())
}

#[test]
fn objects_of_the_same_meaning_have_no_differences() {
    let text = format!("{OLD}---\n{GADGET}");
    for arguments in [&["convert", "-q"][..], &["convert", "-o", "yaml"], &["convert", "-o", "json"]] {
        let converted = run(arguments, &text);
        assert_eq!(diff(&text, converted.text()), (0, String::new(), String::new()), "{arguments:?}");
    }
    let list = format!("apiVersion: v1\nkind: List\nitems:\n- {}", OLD.trim_end().replace('\n', "\n  "));
    assert_eq!(diff(&list, OLD), (0, String::new(), String::new()));
}

#[test]
fn differences_have_paths() {
    let changed = OLD.replace("extensions/v1beta1", "apps/v1").replace("image: nginx", "image: apache");
    let (code, text, err) = diff(OLD, &changed);
    assert_eq!((code, &*err), (3, ""));
    let lines: Vec<_> = text.lines().collect();
    assert!(
        lines.contains(&r#"Deployment web: spec.template.spec.containers[0].image: "nginx" becomes "apache""#),
        "{text}"
    );
    assert!(lines.contains(&r"Deployment web: spec.progressDeadlineSeconds: 2147483647 becomes 600"), "{text}");
    let (code, text, _) = diff(GADGET, &GADGET.replace("yes", "[]"));
    assert_eq!((code, &*text), (3, "Gadget: spec.enabled: true becomes []\n"));
}

#[test]
fn objects_can_be_in_one_input_only() {
    let (code, text, _) = diff(OLD, GADGET);
    assert_eq!((code, &*text), (3, "Deployment web: the object is removed\nGadget: the object is added\n"));
    let folder = Folder::new("diff-json");
    let file = folder.file("a.yaml", OLD);
    let answer = run(&["diff", "-o", "json", &file, "-"], OLD.replace("name: web\n", "name: shop\n"));
    let object = |name: &str, side: &str| json!({"kind": "Deployment", "namespace": "", "name": name, "path": "", side: "the object"});
    assert_eq!((answer.code, answer.json()), (3, json!([object("shop", "after"), object("web", "before")])));
}

#[test]
fn secrets_stay_secret() {
    let secret =
        |value: &str| format!("apiVersion: v1\nkind: Secret\nmetadata: {{name: a}}\nstringData: {{key: {value}}}\n");
    let (code, text, _) = diff(&secret("hunter2"), &secret("hunter3"));
    assert_eq!((code, text.contains("hunter"), text.lines().count()), (3, false, 1), "{text}");
}

#[test]
fn mistakes_are_reported_with_their_place() {
    let (code, text, err) =
        diff(OLD, "a: [\n---\nkind: Deployment\napiVersion: apps/v1\nspec: {replicas: x}\nmetadata: {name: web}\n");
    assert_eq!(code, 1, "{text}");
    assert!(err.contains("b.yaml:2:1: document 1: error: yaml: "), "{err}");
    assert!(err.contains("Deployment web: "), "{err}");
}

#[test]
fn other_names_of_fields_have_the_same_meaning() {
    let named = OLD.replace("      containers:", "      serviceAccountName: shop\n      containers:");
    for other in
        [named.replace("Name: shop", ": shop"), named.replace("Name: shop", "Name: shop\n      serviceAccount: shop")]
    {
        assert_eq!(diff(&named, &other), (0, String::new(), String::new()), "{other}");
    }
    let (code, text, _) = diff(&named, &named.replace("Name: shop", ": market"));
    let expected = "Deployment web: spec.template.spec.serviceAccountName: \"shop\" becomes \"market\"\n";
    assert_eq!((code, &*text), (3, expected));
    // The complete object contains both names.
    let full = run(&["convert", "-q", "--level", "full"], &named);
    assert!(full.clean().contains("      serviceAccount: shop\n"), "{}", full.text());
}
