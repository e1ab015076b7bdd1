//! Replacements for upstream's error messages.
//!
//! The library keeps the messages of Go's parsers, on which scripts and tests depend. Some of them contain Go syntax,
//! or a value of the document, which can be secret.

use crate::wire::quote::quote;

/// Returns the warning about a number at `path` that changes. It omits numbers that can be values of a Secret.
pub(super) fn changed_number(number: &str, path: &str, result: &str) -> String {
    let path_shown = quote(path);
    if path.split(['.', '[']).any(|name| name == "data" || name == "stringData") {
        return format!("a number in {path_shown} does not fit into 64 bits and changes; quote it to keep it as it is");
    }
    format!("number {number} in {path_shown} becomes {result}; quote it to keep it as it is")
}

/// Returns the text of an error without upstream's line number, which is counted differently, without Go syntax and
/// without values.
pub(super) fn plain(text: &str) -> String {
    let text = &*without_line(text);
    let Some(problem) = text.strip_prefix("yaml: ") else {
        return match text {
            _ if text.starts_with("unsupported map key of type: ") => {
                "a key must be a string, a number or a bool; write it in quotes".to_string()
            }
            _ if text.starts_with("invalid Yaml document separator: ") => {
                "text on the line of the document separator `---`; start the document on the next line".to_string()
            }
            _ => text.to_string(),
        };
    };
    if problem.starts_with("invalid map key: ") {
        return "yaml: a mapping or a list cannot be a key; write text in braces or brackets in quotes".to_string();
    }
    if problem.starts_with("unknown anchor '") {
        return "yaml: unknown anchor after `*`; write text that starts with `*` in quotes".to_string();
    }
    if problem.starts_with("anchor '") && problem.ends_with("' value contains itself") {
        return "yaml: a value contains its own anchor".to_string();
    }
    if let Some((_, tag)) = problem.strip_prefix("cannot decode ").and_then(|rest| rest.rsplit_once("` as a ")) {
        return format!("yaml: the value does not match its tag {tag}");
    }
    text.to_string()
}

/// Removes the line number from messages such as `yaml: line 3: problem`, because the program prints its own position.
fn without_line(text: &str) -> String {
    let numbered = text.strip_prefix("yaml: line ").and_then(|rest| rest.split_once(": "));
    match numbered {
        Some((line, problem)) if line.bytes().all(|byte| byte.is_ascii_digit()) => format!("yaml: {problem}"),
        _ => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml;

    fn check(text: &str, expected: &str) {
        let error = yaml::to_json(text.as_bytes()).expect_err("wrong");
        assert_eq!(plain(&error.to_string()), expected, "{text}");
    }

    #[test]
    fn neither_values_nor_syntax_of_go_are_left() {
        check("a:\n- [1\n- 2\n", "yaml: did not find expected ',' or ']'");
        check("a: {{ .x }}", "yaml: a mapping or a list cannot be a key; write text in braces or brackets in quotes");
        check("~: secret", "a key must be a string, a number or a bool; write it in quotes");
        check("a: *secret", "yaml: unknown anchor after `*`; write text that starts with `*` in quotes");
        check("a: &secret [*secret]", "yaml: a value contains its own anchor");
        check("a: !!float 'sec` as a ret'", "yaml: the value does not match its tag !!float");
    }
}
