//! Documentation comments.

/// `text` as a documentation comment, a line each; nothing for an empty text.
pub(super) fn comment(text: &str) -> String {
    text.trim().lines().map(line).collect()
}

fn line(text: &str) -> String {
    let text = text.trim_end();
    match (text.trim_start(), text.len() - text.trim_start().len()) {
        ("", _) => "///\n".to_owned(),
        // A fence without a language and a deep indent would become a test of the documentation.
        ("```", _) => "/// ```text\n".to_owned(),
        (rest, 4..) => format!("///    {rest}\n"),
        _ => format!("/// {text}\n"),
    }
}

/// `text`, or `otherwise` where nothing was written.
pub(super) fn or(text: &str, otherwise: impl FnOnce() -> String) -> String {
    if text.trim().is_empty() { otherwise() } else { text.to_owned() }
}

/// The way users write a group and version: `apps/v1`, and `v1` for core.
pub(super) fn api_version(group: &str, version: &str) -> String {
    if group.is_empty() { version.to_owned() } else { format!("{group}/{version}") }
}
