//! Changes of the release in texts of the repository.

/// Returns the newest release in the table of versions.
pub(super) fn newest(versions: &str) -> Option<&str> {
    versions.lines().find_map(|line| line.strip_prefix("releases ")?.split_whitespace().last())
}

/// Returns the number of the minor release in `1.37.2`.
pub(super) fn minor(release: &str) -> &str {
    release.split('.').nth(1).unwrap_or_default()
}

/// Returns the version of the modules that are published with a release: `0.37.2` for `1.37.2`.
fn staging(release: &str) -> String {
    release.replacen('1', "0", 1)
}

/// Sets the constant `RELEASE`, and the release in its example.
pub(super) fn constant(text: &str, release: &str) -> String {
    let line = |line: &str| match line.split_once("Release::new(1, ") {
        Some((before, rest)) if before.contains("RELEASE") => {
            let end = rest.find(')').unwrap_or(rest.len());
            format!("{before}Release::new(1, {}{}", minor(release), &rest[end..])
        }
        _ => line.to_owned(),
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Sets the versions of Kubernetes' modules in a `go.mod`.
pub(super) fn modules(text: &str, previous: &str, release: &str) -> String {
    let line = |line: &str| match line.contains("k8s.io/") {
        true => {
            let staged = line.replace(&format!("v{}", staging(previous)), &format!("v{}", staging(release)));
            staged.replace(&format!("kubernetes v{previous}"), &format!("kubernetes v{release}"))
        }
        false => line.to_owned(),
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Sets the module with the golden files. The previous one joins the older ones if it has kinds that were removed.
pub(super) fn golden(text: &str, previous: &str, release: &str, joins: bool) -> String {
    let module = |release: &str| format!("\"k8s.io/api@v{}\"", staging(release));
    let mut text = text.replacen(&format!("= {};", module(previous)), &format!("= {};", module(release)), 1);
    let count = text.matches("    \"k8s.io/api@v").count();
    if let Some(end) = text.rfind("\",\n];").filter(|_| joins && !text.contains(&format!("    {}", module(previous)))) {
        text.insert_str(end + 2, &format!("\n    {},", module(previous)));
        text = text.replace(&format!("[&str; {count}]"), &format!("[&str; {}]", count + 1));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_release_changes_where_it_is_named() {
        assert_eq!(newest("# text\nreleases 1.16.15 1.36.3\nv1 Pod 1.16-\n"), Some("1.36.3"));
        assert_eq!(
            constant(
                "/// assert!(apis::RELEASE >= Release::new(1, 36));\npub const RELEASE: Release = Release::new(1, 36);\n",
                "1.37.2"
            ),
            "/// assert!(apis::RELEASE >= Release::new(1, 37));\npub const RELEASE: Release = Release::new(1, 37);\n"
        );
        assert_eq!(constant("Release::new(1, 8)", "1.37.2"), "Release::new(1, 8)");
        let before = "k8s.io/api => k8s.io/api v0.36.3\nk8s.io/kubernetes v1.36.3\nexample.com/x v1.36.3\n";
        let after = "k8s.io/api => k8s.io/api v0.37.2\nk8s.io/kubernetes v1.37.2\nexample.com/x v1.36.3\n";
        assert_eq!(modules(before, "1.36.3", "1.37.2"), after);
        assert_eq!(modules(after, "1.37.2", "1.37.2"), after);
    }

    #[test]
    fn the_golden_files_of_removed_kinds_are_kept() {
        let before = "API: &str = \"k8s.io/api@v0.36.3\";\nOLDER: [&str; 1] = [\n    \"k8s.io/api@v0.17.5\",\n];\n";
        let after = "API: &str = \"k8s.io/api@v0.37.2\";\nOLDER: [&str; 2] = [\n    \"k8s.io/api@v0.17.5\",\n    \"k8s.io/api@v0.36.3\",\n];\n";
        assert_eq!(golden(before, "1.36.3", "1.37.2", true), after);
        assert_eq!(golden(before, "1.36.3", "1.37.2", false), before.replace("0.36.3", "0.37.2"));
        assert_eq!(golden(after, "1.37.2", "1.37.2", false), after);
    }
}
