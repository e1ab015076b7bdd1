//! The `.import.yaml` file of a version.

use std::fmt::Write;

use serde_json::Value;

use crate::gotype::{self, Many};
use crate::model::{Base, Field, GroupVersion, Kind, Message, Named, Resource, Subresource, Version};

/// The comment by which editors find the JSON Schema.
pub(crate) const SCHEMA: &str = "# yaml-language-server: $schema=../version.schema.json\n";

/// Returns the content of the file.
pub(crate) fn render(version: &Version, header: &str) -> String {
    let mut text = format!("# {header}\n{SCHEMA}");
    let _ = writeln!(text, "group: {}", scalar(&version.group_version.group));
    let _ = writeln!(text, "version: {}", scalar(&version.group_version.version));
    let kinds = version.kinds.iter().map(|kind| (kind.name.as_str(), kind_map(kind)));
    section(&mut text, "kinds", kinds);
    let named = version.named.iter().map(|(name, named)| (name.as_str(), named_map(named)));
    let structs = version.messages.iter().filter(|message| !message.is_on_the_wire());
    let structs = structs.map(|message| (message.name.as_str(), struct_map(message, &version.group_version)));
    section(&mut text, "types", named.chain(structs));
    let defaults = version.defaults.iter().map(|(name, set)| (name.as_str(), default_map(set)));
    section(&mut text, "defaults", defaults);
    text
}

fn section<'a>(text: &mut String, key: &str, entries: impl Iterator<Item = (&'a str, String)>) {
    let mut entries = entries.peekable();
    if entries.peek().is_some() {
        let _ = writeln!(text, "{key}:");
    }
    for (name, map) in entries {
        let gap = if map.starts_with('\n') { "" } else { " " };
        let _ = writeln!(text, "  {name}:{gap}{map}");
    }
}

fn kind_map(kind: &Kind) -> String {
    let text = |key: &str, value: &Option<String>| value.as_ref().map(|value| format!("{key}: {}", scalar(value)));
    let mut parts: Vec<String> = text("type", &kind.type_name).into_iter().collect();
    parts.extend(kind.resource.iter().flat_map(resource_parts));
    parts.extend(kind.list.map(|list| format!("list: {list}")));
    let life = [
        text("introduced", &kind.life.introduced),
        text("deprecated", &kind.life.deprecated),
        text("removed", &kind.life.removed),
        text("replacement", &kind.replacement),
    ];
    parts.extend(life.into_iter().flatten());
    parts.extend((!kind.served).then(|| "served: false".to_owned()));
    map(&parts)
}

fn resource_parts(resource: &Resource) -> Vec<String> {
    let words = |key: &str, words: &[String]| (!words.is_empty()).then(|| format!("{key}: {}", list(words)));
    let parts = [
        Some(format!("resource: {}", scalar(&resource.plural))),
        resource.singular.as_ref().map(|singular| format!("singular: {}", scalar(singular))),
        Some(format!("scope: {}", scalar(&resource.scope))),
        words("shortNames", &resource.short_names),
        words("categories", &resource.categories),
        resource.verbs.as_ref().map(|verbs| format!("verbs: {}", list(verbs))),
        (!resource.subresources.is_empty()).then(|| format!("subresources: {}", subresources(&resource.subresources))),
    ];
    parts.into_iter().flatten().collect()
}

fn subresources(all: &[Subresource]) -> String {
    let part = |subresource: &Subresource| {
        let kind = subresource.kind.as_ref().map(|kind| format!("kind: {}", scalar(kind)));
        let verbs = subresource.verbs.as_ref().map(|verbs| format!("verbs: {}", list(verbs)));
        let parts: Vec<String> = [kind, verbs].into_iter().flatten().collect();
        format!("{}: {}", subresource.name, map(&parts))
    };
    map(&all.iter().map(part).collect::<Vec<_>>())
}

fn named_map(named: &Named) -> String {
    match named {
        Named::Enum(values) => format!("{{ enum: {} }}", list(values)),
        Named::Values(values) => format!("{{ values: {} }}", list(values)),
        Named::Type(base) => format!("{{ type: {base} }}"),
    }
}

/// Formats a struct without Protobuf encoding, with one field per line.
fn struct_map(message: &Message, home: &GroupVersion) -> String {
    let mut text = "\n    fields:".to_owned();
    for field in &message.fields {
        let name = field.json_name.as_ref().unwrap_or(&field.name);
        let _ = write!(text, "\n      {}: {}", scalar(name), field_map(field, home));
    }
    text
}

fn field_map(field: &Field, home: &GroupVersion) -> String {
    // The name of a list type may belong to the list or to its items, so only names of single values are used.
    let base = match (&field.named, &field.base) {
        (Some(named), _) if field.many == Many::One => named.clone(),
        (_, Base::Scalar(scalar)) => (*scalar).to_owned(),
        (_, Base::Leaf(leaf)) => gotype::word(leaf),
        (_, Base::Message(name)) => name.group_version.refer(&name.name, home),
    };
    let optional = if field.optional { "optional " } else { "" };
    let omit = match (field.optional, field.always) {
        (true, false) | (false, true) => None,
        (true, true) => Some("never"),
        (false, false) if field.omit_zero => Some("zero"),
        (false, false) => Some("empty"),
    };
    let word = |key: &str, word: Option<&str>| word.map(|word| format!("{key}: {word}"));
    let ty = format!("{optional}{}", field.many.of(&base));
    let parts = [
        Some(format!("type: {ty}")),
        word("omit", omit),
        word("listType", field.list_type.map(yaml_word)),
        (!field.list_map_keys.is_empty()).then(|| format!("listMapKeys: {}", list(&field.list_map_keys))),
        word("mapType", field.map_type.map(yaml_word)),
        word("patchStrategy", field.patch_strategy.as_deref()),
        word("patchMergeKey", field.patch_merge_key.as_deref()),
    ];
    match &parts.into_iter().flatten().collect::<Vec<_>>()[..] {
        [_] => ty,
        parts => map(parts),
    }
}

/// Returns the YAML spelling of an option value.
fn yaml_word(option: &str) -> &'static str {
    match option {
        "SET" => "set",
        "MAP" => "map",
        "GRANULAR" => "granular",
        _ => "atomic",
    }
}

fn default_map(set: &[(String, Value)]) -> String {
    let parts: Vec<String> =
        set.iter().map(|(field, value)| format!("{}: {}", scalar(field), literal(value))).collect();
    map(&parts)
}

fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => scalar(text),
        Value::Array(items) => format!("[{}]", items.iter().map(literal).collect::<Vec<_>>().join(", ")),
        Value::Object(fields) => {
            let parts: Vec<String> =
                fields.iter().map(|(key, value)| format!("{}: {}", scalar(key), literal(value))).collect();
            map(&parts)
        }
        other => other.to_string(),
    }
}

fn map(parts: &[String]) -> String {
    match parts {
        [] => "{}".to_owned(),
        parts => format!("{{ {} }}", parts.join(", ")),
    }
}

fn list(words: &[String]) -> String {
    format!("[{}]", words.iter().map(|word| scalar(word)).collect::<Vec<_>>().join(", "))
}

/// Formats a string, quoted if any YAML 1.1 or 1.2 parser would read it as another type.
fn scalar(text: &str) -> String {
    match is_plain(text) && !is_word(text) {
        true => text.to_owned(),
        false => Value::from(text).to_string(),
    }
}

fn is_plain(text: &str) -> bool {
    let safe = |letter: char| letter.is_ascii_alphanumeric() || " -_./".contains(letter);
    let ends = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_alphanumeric());
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && ends(text.chars().last()) && text.chars().all(safe)
}

fn is_word(text: &str) -> bool {
    let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"];
    words.contains(&text.to_lowercase().as_str())
}
