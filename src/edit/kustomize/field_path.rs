//! Paths to fields as patches and kustomizations write them.

use super::super::path::{Path, Step};
use super::super::types;
use crate::reflect::{Shape, Type};

/// The notation of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// A JSON pointer, such as `/spec/ports/0/port`.
    Pointer,
    /// Names with dots, such as `spec.ports.[name=web].port` or `spec.ports[0].port`.
    Dots,
}

/// A path to a field of a kind. Items of lists have the index 0 in it, because all items of a list have the same type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldPath {
    pub(super) path: Path,
    /// The texts of the items of lists, with the separators before them.
    items: Vec<String>,
}

/// A part of a path: its name, and its text with the separator before it.
struct Part {
    name: String,
    text: String,
}

impl FieldPath {
    /// Reads a path to a field of a kind.
    pub(super) fn read(text: &str, notation: Notation, shape: &'static Shape) -> Option<FieldPath> {
        let parts = match notation {
            Notation::Pointer => pointer_parts(text)?,
            Notation::Dots => dotted_parts(text),
        };
        let (mut steps, mut items) = (Vec::new(), Vec::new());
        let mut ty = Some(Type::Struct(shape));
        for part in parts {
            let is_item = matches!(ty.map(types::plain), Some(Type::List(_)));
            let step = if is_item { Step::Index(0) } else { Step::Key(part.name) };
            ty = ty.and_then(|ty| types::child(ty, &step));
            if is_item {
                items.push(part.text);
            }
            steps.push(step);
        }
        Some(FieldPath { path: Path::of(&steps), items })
    }

    /// Returns the text of the place of this field. Its items of lists are the same.
    pub(super) fn text_of(&self, place: &Path, notation: Notation) -> String {
        let mut items = self.items.iter();
        let mut text = String::new();
        for step in place.steps() {
            match step {
                Step::Index(_) => text += items.next().map_or("", String::as_str),
                Step::Key(key) if notation == Notation::Pointer => {
                    text += &format!("/{}", key.replace('~', "~0").replace('/', "~1"));
                }
                Step::Key(key) => {
                    let dot = if text.is_empty() { "" } else { "." };
                    text += &format!("{dot}{}", key.replace('.', "\\."));
                }
            }
        }
        text
    }
}

fn pointer_parts(text: &str) -> Option<Vec<Part>> {
    let name = |part: &str| part.replace("~1", "/").replace("~0", "~");
    let parts = text.strip_prefix('/')?.split('/');
    Some(parts.map(|part| Part { name: name(part), text: format!("/{part}") }).collect())
}

/// Splits a path at dots and before brackets, except after backslashes and in brackets.
fn dotted_parts(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let (mut current, mut depth, mut is_escaped) = (String::new(), 0usize, false);
    let mut end = |current: &mut String| {
        let text = std::mem::take(current);
        let bare = text.trim_start_matches('.');
        if !bare.is_empty() {
            let inner = bare.strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
            let name = inner.map_or_else(|| bare.replace("\\.", "."), str::to_string);
            parts.push(Part { name, text });
        }
    };
    for character in text.chars() {
        let starts_part = depth == 0 && !is_escaped && (character == '.' || character == '[');
        // The bracket after a dot belongs to the same part.
        if starts_part && current != "." {
            end(&mut current);
        }
        match character {
            '[' if !is_escaped => depth += 1,
            ']' if !is_escaped => depth = depth.saturating_sub(1),
            _ => {}
        }
        is_escaped = character == '\\' && !is_escaped;
        current.push(character);
    }
    end(&mut current);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        dotted_parts(text).into_iter().map(|part| part.name).collect()
    }

    #[test]
    fn dots_and_brackets_separate() {
        assert_eq!(names("spec.ports[0].port"), ["spec", "ports", "0", "port"]);
        assert_eq!(names("spec.containers.[name=a.b].image"), ["spec", "containers", "name=a.b", "image"]);
        assert_eq!(names("metadata.annotations.example\\.com/a"), ["metadata", "annotations", "example.com/a"]);
        assert_eq!(names("metadata.annotations.[example.com/a]"), ["metadata", "annotations", "example.com/a"]);
        let texts: Vec<_> = dotted_parts("a[0].[b=c].d").into_iter().map(|part| part.text).collect();
        assert_eq!(texts, ["a", "[0]", ".[b=c]", ".d"]);
    }

    #[test]
    fn pointers_are_escaped() {
        let names: Vec<_> = pointer_parts("/a~1b/c~0d/-").into_iter().flatten().map(|part| part.name).collect();
        assert_eq!(names, ["a/b", "c~d", "-"]);
        assert!(pointer_parts("a/b").is_none());
    }
}
