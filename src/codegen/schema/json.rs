//! A JSON value that can be printed.

use std::fmt;

/// A JSON value. Maps keep the order of their entries.
#[derive(Clone, Debug)]
pub(super) enum Json {
    Bool(bool),
    Int(i64),
    Text(String),
    List(Vec<Json>),
    Map(Vec<(&'static str, Json)>),
}

impl Json {
    pub(super) fn text(text: &str) -> Json {
        Json::Text(text.to_owned())
    }

    pub(super) fn map(members: impl IntoIterator<Item = (&'static str, Json)>) -> Json {
        Json::Map(members.into_iter().collect())
    }

    fn print(&self, f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
        match self {
            Json::Bool(value) => write!(f, "{value}"),
            Json::Int(value) => write!(f, "{value}"),
            Json::Text(text) => f.write_str(&quoted(text)),
            Json::List(items) => block(f, depth, ['[', ']'], items, |f, item| item.print(f, depth + 1)),
            Json::Map(members) => block(f, depth, ['{', '}'], members, |f, (name, value)| {
                write!(f, "{}: ", quoted(name))?;
                value.print(f, depth + 1)
            }),
        }
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f, 0)
    }
}

/// Prints the items between brackets, one per line, indented by two spaces per level.
fn block<T>(
    f: &mut fmt::Formatter<'_>,
    depth: usize,
    [open, close]: [char; 2],
    items: &[T],
    mut print: impl FnMut(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    write!(f, "{open}")?;
    for (index, item) in items.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(f, "{comma}\n{:indent$}", "", indent = 2 * (depth + 1))?;
        print(f, item)?;
    }
    if items.is_empty() { write!(f, "{close}") } else { write!(f, "\n{:indent$}{close}", "", indent = 2 * depth) }
}

/// Returns the text in quotes. Control characters, which do not occur in schemas, are not escaped.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_one_item_a_line() {
        let list = Json::List(vec![Json::Int(1), Json::text(r#"a "b" \c"#)]);
        let map = Json::map([("list", list), ("none", Json::map([])), ("yes", Json::Bool(true))]);
        let expected = "{\n  \"list\": [\n    1,\n    \"a \\\"b\\\" \\\\c\"\n  ],\n  \"none\": {},\n  \"yes\": true\n}";
        assert_eq!(map.to_string(), expected);
    }
}
