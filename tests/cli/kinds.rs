//! The `kinds` command.

use serde_json::Value;

use super::support::run;

#[test]
fn lists_all_kinds() {
    let answer = run(&["kinds", "-o", "json"], "");
    answer.clean();
    let kinds = answer.json();
    let find = |group: &str, version: &str| {
        let found = kinds.as_array().expect("a list").iter();
        let mut found =
            found.filter(|kind| kind["kind"] == "Deployment" && kind["group"] == group && kind["version"] == version);
        found.next().expect("a Deployment").clone()
    };
    let new = find("apps", "v1");
    assert_eq!(
        (&new["resource"], &new["served"], &new["shortNames"][0]),
        (&"deployments".into(), &true.into(), &"deploy".into())
    );
    assert_eq!((&new["namespaced"], &new["removed"]), (&true.into(), &Value::Null));
    assert_eq!((&new["storageVersion"], &new["verbs"][0]), (&"apps/v1".into(), &"create".into()));
    let scale = serde_json::json!({
        "name": "scale",
        "answers": {"group": "autoscaling", "version": "v1", "kind": "Scale"},
        "verbs": ["get", "patch", "update"],
    });
    assert_eq!(new["subresources"][0], scale);
    let old = find("extensions", "v1beta1");
    assert_eq!((&old["removed"], &old["served"]), (&"1.16".into(), &false.into()));
    assert_eq!(old["replacement"], serde_json::json!({"group": "apps", "version": "v1", "kind": "Deployment"}));

    let table = run(&["kinds"], "");
    let text = table.clean();
    assert!(text.starts_with("APIVERSION"), "{text}");
    assert_eq!(text.lines().count(), 1 + kinds.as_array().map_or(0, Vec::len));
    assert!(!text.lines().any(|line| line.ends_with(' ')));
}
