//! The `.proto` file of a version.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::gotype::Many;
use crate::model::{Base, Field, GroupVersion, Message, Version};

/// The package that contains the built-in types.
const META: &str = "meta.v1";

/// Returns the content of the file.
pub(crate) fn render(version: &Version, header: &str) -> String {
    let mut body = String::new();
    for message in version.messages.iter().filter(|message| message.is_on_the_wire()) {
        write_message(&mut body, message, &version.group_version);
    }
    let mut text = format!("// {header}\nsyntax = \"proto3\";\npackage {};\n", version.group_version.package());
    for import in imports(version, &body) {
        text.push_str(&format!("import {import};\n"));
    }
    text + &body
}

/// Returns the imports that the fields require. The file of meta/v1 imports the built-in types publicly.
fn imports(version: &Version, body: &str) -> BTreeSet<String> {
    let meta = version.group_version.package() == META;
    let mut imports = BTreeSet::new();
    if body.contains("(api.") {
        imports.insert("\"apimachinery/api.proto\"".to_owned());
    }
    if meta {
        imports.insert("public \"apimachinery/meta.proto\"".to_owned());
    }
    for field in version.messages.iter().flat_map(|message| &message.fields).filter(|field| field.number.is_some()) {
        match &field.base {
            Base::Message(name) if name.group_version != version.group_version => {
                imports.insert(format!("\"{}.proto\"", name.group_version.stem()));
            }
            Base::Leaf(_) if !meta => {
                imports.insert("\"meta/v1.proto\"".to_owned());
            }
            _ => {}
        }
    }
    imports
}

fn write_message(text: &mut String, message: &Message, home: &GroupVersion) {
    let _ = writeln!(text, "\nmessage {} {{", message.name);
    if message.union {
        text.push_str("  option (api.union) = true;\n");
    }
    for field in &message.fields {
        write_field(text, field, home);
    }
    text.push_str("}\n");
}

fn write_field(text: &mut String, field: &Field, home: &GroupVersion) {
    let base = declared_type(field, home);
    let _ = write!(text, "  {base} {} = {}", field.name, field.number.unwrap_or_default());
    match &options(field)[..] {
        [] => {}
        options => {
            let _ = write!(text, " [{}]", options.join(", "));
        }
    }
    text.push_str(";\n");
}

/// Returns the type of a field with its label, such as `repeated string`.
pub(crate) fn declared_type(field: &Field, home: &GroupVersion) -> String {
    let base = type_name(&field.base, home);
    match field.many {
        Many::One if field.optional => format!("optional {base}"),
        Many::One => base,
        Many::List => format!("repeated {base}"),
        Many::Map => format!("map<string, {base}>"),
    }
}

fn type_name(base: &Base, home: &GroupVersion) -> String {
    match base {
        Base::Scalar(scalar) => (*scalar).to_owned(),
        Base::Leaf(leaf) if home.package() == META => (*leaf).to_owned(),
        Base::Leaf(leaf) => format!("meta.v1.{leaf}"),
        Base::Message(name) => name.group_version.refer(&name.name, home),
    }
}

fn options(field: &Field) -> Vec<String> {
    let flag = |name: &str, is: bool| is.then(|| format!("(api.{name}) = true"));
    let word = |name: &str, word: Option<&str>| word.map(|word| format!("(api.{name}) = {word}"));
    let text = |name: &str, text: &Option<String>| text.as_ref().map(|text| format!("{name} = {text:?}"));
    let keys = field.list_map_keys.iter().map(|key| format!("(api.list_map_key) = {key:?}"));
    let before = [
        text("json_name", &field.json_name),
        flag("always", field.always),
        word("omit", field.omit_zero.then_some("ZERO")),
        flag("inline", field.inline),
        text("(api.type)", &field.named),
        word("list_type", field.list_type),
    ];
    let after = [
        word("map_type", field.map_type),
        text("(api.patch_strategy)", &field.patch_strategy),
        text("(api.patch_merge_key)", &field.patch_merge_key),
        flag("box", field.boxed),
    ];
    before.into_iter().flatten().chain(keys).chain(after.into_iter().flatten()).collect()
}
