//! SARIF 2.1.0, the format of static analysis results that code scanning services read.

use std::path::Path;

use super::entry::{Entry, Fix, Level, Rule};
use crate::cli::escape;
use crate::cli::input::source::STDIN;
use crate::field::Value;
use crate::serializer::json;

/// Returns a log with one run.
pub(super) fn log(entries: &[Entry]) -> Vec<u8> {
    let driver = Value::from([
        ("name", "apimachinery".into()),
        ("version", env!("CARGO_PKG_VERSION").into()),
        ("rules", Value::List(Rule::ALL.into_iter().map(rule).collect())),
    ]);
    let run = Value::from([
        ("columnKind", "unicodeCodePoints".into()),
        ("tool", Value::from([("driver", driver)])),
        ("results", Value::List(entries.iter().map(result).collect())),
    ]);
    let log = Value::from([
        ("$schema", "https://json.schemastore.org/sarif-2.1.0.json".into()),
        ("version", "2.1.0".into()),
        ("runs", Value::from([run])),
    ]);
    let compact = json::to_string(&log).expect("texts and integers are JSON");
    let mut text = json::indent(escape::json(&compact).as_bytes(), 2);
    text.push(b'\n');
    text
}

fn rule(rule: Rule) -> Value {
    Value::from([("id", rule.id().into()), ("shortDescription", message(rule.description()))])
}

fn result(entry: &Entry) -> Value {
    let mut place = vec![("artifactLocation", Value::from([("uri", uri(&entry.path).into())]))];
    if entry.line > 0 {
        place.push(("region", Value::from([("startLine", i64::from(entry.line).into())])));
    }
    let location = Value::from([("physicalLocation", Value::Map(place.into_iter().collect()))]);
    let level = match entry.rule.level() {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "note",
    };
    let fixes = entry.fix.iter().map(|edit| fix(&entry.path, edit));
    let mut result = Value::from([
        ("ruleId", entry.rule.id().into()),
        ("level", level.into()),
        ("message", message(&entry.message_lines().collect::<Vec<_>>().join("\n"))),
        ("locations", Value::from([location])),
    ]);
    if let Value::Map(members) = &mut result
        && entry.fix.is_some()
    {
        members.insert("fixes", Value::List(fixes.collect()));
    }
    result
}

/// Returns the change of a file.
fn fix(path: &Path, fix: &Fix) -> Value {
    let Fix { start, end, text } = fix;
    let region = Value::from([
        ("startLine", i64::from(start.line).into()),
        ("startColumn", i64::from(start.column).into()),
        ("endLine", i64::from(end.line).into()),
        ("endColumn", i64::from(end.column).into()),
    ]);
    let replacement = Value::from([("deletedRegion", region), ("insertedContent", message(text))]);
    let change = Value::from([
        ("artifactLocation", Value::from([("uri", uri(path).into())])),
        ("replacements", Value::from([replacement])),
    ]);
    Value::from([("description", message("Convert the object")), ("artifactChanges", Value::from([change]))])
}

fn message(text: &str) -> Value {
    Value::from([("text", text.into())])
}

/// Returns the URI of a file: relative to the working directory if the path is relative.
fn uri(path: &Path) -> String {
    if path.as_os_str() == STDIN {
        return "stdin".to_string();
    }
    let path = path.strip_prefix(".").unwrap_or(path);
    let scheme = if path.is_absolute() { "file://" } else { "" };
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    let encoded = bytes.map(|&byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => char::from(byte).to_string(),
        b'\\' if cfg!(windows) => "/".to_string(),
        _ => format!("%{byte:02X}"),
    });
    scheme.to_string() + &encoded.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        for (path, expected) in [
            ("deploy/web.yaml", "deploy/web.yaml"),
            ("./web.yaml", "web.yaml"),
            ("-", "stdin"),
            ("my chart/50%.yaml", "my%20chart/50%25.yaml"),
            ("a:b.yaml", "a%3Ab.yaml"),
            ("é.yaml", "%C3%A9.yaml"),
        ] {
            assert_eq!(uri(Path::new(path)), expected);
        }
        #[cfg(unix)]
        assert_eq!(uri(Path::new("/tmp/a.yaml")), "file:///tmp/a.yaml");
    }
}
