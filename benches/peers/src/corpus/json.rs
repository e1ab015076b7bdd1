//! JSON text built member by member in a given order: API servers write the order of the struct, which a map would
//! lose.

use std::fmt::Display;

/// An object under construction.
#[derive(Clone, Default)]
pub struct Object(String);

/// Returns an object without members.
pub fn object() -> Object {
    Object::default()
}

impl Object {
    /// Adds a member whose value is JSON text: a number, boolean, object or list.
    pub fn raw(mut self, name: &str, json: impl Display) -> Self {
        let comma = if self.0.is_empty() { "" } else { "," };
        self.0 += &format!("{comma}{}:{json}", text(name));
        self
    }

    /// Adds a member whose value is JSON text: a number, boolean, object or list.
    pub fn text(self, name: &str, value: impl AsRef<str>) -> Self {
        let value = text(value.as_ref());
        self.raw(name, value)
    }

    /// Adds the members of `other`, like an inlined Go struct.
    pub fn with(mut self, other: Object) -> Self {
        if !self.0.is_empty() && !other.0.is_empty() {
            self.0.push(',');
        }
        self.0 += &other.0;
        self
    }
}

impl Display for Object {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{{{}}}", self.0)
    }
}

/// Returns a list of values in JSON.
pub fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(","))
}

/// Returns a list of strings.
pub fn texts<'a>(items: impl IntoIterator<Item = &'a str>) -> String {
    list(items.into_iter().map(text))
}

/// Returns a string with the escapes that Kubernetes writes.
pub fn text(value: &str) -> String {
    let mut json = String::from('"');
    for c in value.chars() {
        match c {
            '"' => json += "\\\"",
            '\\' => json += "\\\\",
            '\n' => json += "\\n",
            '<' | '>' | '&' => json += &format!("\\u{:04x}", u32::from(c)),
            c => json.push(c),
        }
    }
    json + "\""
}
