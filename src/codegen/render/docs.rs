//! Documentation comments.

/// Returns `text` as a documentation comment, or nothing for an empty text.
pub(super) fn comment(text: &str) -> String {
    let mut in_code = false;
    text.trim().lines().map(|text| line(text, &mut in_code)).collect()
}

fn line(text: &str, in_code: &mut bool) -> String {
    let text = text.trim_end();
    let rest = text.trim_start();
    if rest.starts_with("```") {
        *in_code = !*in_code;
    }
    match (rest, text.len() - rest.len()) {
        ("", _) => "///\n".to_owned(),
        // rustdoc would compile fences without a language and deeply indented text as tests.
        ("```", _) if *in_code => "/// ```text\n".to_owned(),
        (rest, 4..) if !*in_code => format!("///    {rest}\n"),
        _ => format!("/// {text}\n"),
    }
}

/// Returns `text`, or the result of `otherwise` if it is empty.
pub(super) fn or(text: &str, otherwise: impl FnOnce() -> String) -> String {
    if text.trim().is_empty() { otherwise() } else { text.to_owned() }
}

/// Returns a group and version as in manifests: `apps/v1`, or `v1` for core.
pub(super) fn api_version(group: &str, version: &str) -> String {
    if group.is_empty() { version.to_owned() } else { format!("{group}/{version}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documentation_never_becomes_a_test() {
        let text = "A.\n\n```\nlet x;\n    deep\n```\n    indented\n";
        let expected = "/// A.\n///\n/// ```text\n/// let x;\n///     deep\n/// ```\n///    indented\n";
        assert_eq!(comment(text), expected);
        assert_eq!(comment("```yaml\na: 1\n```"), "/// ```yaml\n/// a: 1\n/// ```\n");
        assert_eq!(comment(" \n"), "");
    }
}
