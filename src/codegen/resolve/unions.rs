//! Checks of `oneOf` and `discriminator`.

use std::collections::HashMap;

use super::tree::Tree;
use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::files::{Span, Word};
use crate::codegen::load::document::{BodyDoc, OneOfDoc, TypeDoc};
use crate::codegen::model::{Body, Field, Scalar, TypeId, TypeRef};
use crate::codegen::naming;

/// Returns the value of the discriminator for a member: by default, the name of the field with an uppercase first letter.
pub(super) fn value((value, field): &(Option<Word>, Word)) -> String {
    let default = || {
        let mut letters = field.text.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    };
    value.as_ref().map_or_else(default, |value| value.text.clone())
}

/// Checks the members and the discriminator of a type.
pub(super) fn check(tree: &Tree<'_>, id: TypeId, doc: &TypeDoc, report: &mut Report) {
    let BodyDoc::Struct { one_of, .. } = &doc.body else { return };
    one_of.members.iter().for_each(|(_, field)| check_member(tree, id, field, report));
    check_repeated(one_of, report);
    check_name(tree, id, one_of, report);
    let Some(word) = &one_of.discriminator else {
        if let Some(value) = one_of.members.iter().find_map(|(value, _)| value.as_ref()) {
            let message = format!("the value `{}` requires a discriminator", value.text);
            let help = "add `discriminator: <field>` to the type, or list only the fields: `oneOf: [<field>, <field>]`";
            report.add(error("discriminator-alone", value.span, message).help(help));
        }
        return;
    };
    if one_of.members.is_empty() {
        let message = "`discriminator` requires the fields of which one is set";
        report.add(error("discriminator-alone", word.span, message).help("add `oneOf: [<field>, <field>]`"));
    }
    check_discriminator(tree, id, word, one_of, report);
}

fn check_member(tree: &Tree<'_>, id: TypeId, word: &Word, report: &mut Report) {
    match field(tree, id, word) {
        Some(field) if field.optional => {}
        Some(field) => {
            let message = format!("the field `{}` must be optional, because it is part of `oneOf`", word.text);
            let help = match tree.base(&field.ty) {
                TypeRef::List(_) | TypeRef::Map(_) => "write a type with `fields` that contains it",
                _ => "write `optional` before its type",
            };
            report.add(error("one-of-plain", word.span, message).help(help));
        }
        None => report.add(among(tree, id, word, error("one-of-field", word.span, unknown(tree, id, word)))),
    }
}

/// Checks that members and the names of their Rust variants differ.
fn check_repeated(one_of: &OneOfDoc, report: &mut Report) {
    let mut seen = HashMap::new();
    let mut add = |key: (bool, String), span: Span, shown: &str, report: &mut Report| {
        if let Some(first) = seen.insert(key, span) {
            let message = format!("`{shown}` is listed twice in `oneOf`");
            report
                .add(error("one-of-twice", span, message).also(first, "first listed here").help("remove one of them"));
            return false;
        }
        true
    };
    for member in &one_of.members {
        let (given, field) = member;
        if add((false, field.text.clone()), field.span, &field.text, report) {
            let shown = value(member);
            let span = given.as_ref().map_or(field.span, |value| value.span);
            add((true, naming::variant(&shown)), span, &shown, report);
        }
    }
}

/// Checks that no type has the name of the generated enum.
fn check_name(tree: &Tree<'_>, id: TypeId, one_of: &OneOfDoc, report: &mut Report) {
    let Some((_, first)) = one_of.members.first() else { return };
    let (ty, group) = (tree.get(id), tree.facts(id).group);
    let name = naming::members(&ty.name);
    let is_taken = |other: TypeId| {
        let other_ty = tree.get(other);
        tree.facts(other).group == group && other_ty.version == ty.version && other_ty.name == name
    };
    if tree.ids().any(is_taken) {
        let message = format!("the type `{name}` has the name of the Rust enum of the members of `{}`", ty.name);
        report.add(error("member-name", first.span, message).help("rename one of the types"));
    }
}

fn check_discriminator(tree: &Tree<'_>, id: TypeId, word: &Word, one_of: &OneOfDoc, report: &mut Report) {
    let Some(field) = field(tree, id, word) else {
        return report.add(among(tree, id, word, error("discriminator-field", word.span, unknown(tree, id, word))));
    };
    if tree.is_broken(&field.ty) {
        return;
    }
    let is_member = one_of.members.iter().any(|(_, member)| member.text == word.text);
    let is_text = matches!(tree.base(&field.ty), TypeRef::Scalar(Scalar::String));
    if is_member || !is_text {
        let message = format!("the discriminator `{}` must be a string field that is not part of `oneOf`", word.text);
        let help = "declare a field with the type of an `enum` whose values are the names of the members";
        return report.add(error("discriminator-field", word.span, message).help(help));
    }
    let TypeRef::Named(ty) = &field.ty else { return };
    let Body::Text { values, .. } = &tree.get(*ty).body else { return };
    if values.is_empty() {
        return;
    }
    for member in &one_of.members {
        let value = value(member);
        // The value of an unknown field without a value of its own is a consequence.
        let is_known = member.0.is_some() || self::field(tree, id, &member.1).is_some();
        if is_known && !values.contains(&value) {
            let span = member.0.as_ref().map_or(member.1.span, |value| value.span);
            let message =
                format!("`{value}` is not a value of `{}`, the type of the discriminator", tree.get(*ty).name);
            let help = format!(
                "the values are {}; write a map from values to fields: `oneOf: {{ <value>: {} }}`",
                values.join(", "),
                member.1.text
            );
            report.add(error("discriminator-value", span, message).help(help));
        }
    }
}

fn field<'t>(tree: &'t Tree<'_>, id: TypeId, word: &Word) -> Option<&'t Field> {
    tree.fields(id).iter().find(|field| field.name == word.text)
}

fn unknown(tree: &Tree<'_>, id: TypeId, word: &Word) -> String {
    format!("the type `{}` has no field `{}`", tree.get(id).name, word.text)
}

/// Suggests a field of the type.
fn among(tree: &Tree<'_>, id: TypeId, word: &Word, mistake: Diagnostic) -> Diagnostic {
    let names = tree.fields(id).iter().map(|field| field.name.as_str());
    mistake.among(&word.text, "the fields are", names)
}

#[cfg(test)]
mod tests {
    use crate::codegen::resolve::testing::{find, model};

    /// Compares whether `Probe` of two versions, with these unions, is one Rust type.
    fn check(old: &str, new: &str, expected: bool) {
        let text = |version: &str, union: &str| {
            format!(
                "group: test.example.com\nversion: {version}\ntypes:\n  Probe:\n    fields: {{ kind: {{ type: string, omit: empty }}, exec: optional string, http: optional string }}\n{union}"
            )
        };
        let model = model(&[("test/v1.yaml", &text("v1", new)), ("test/v1beta1.yaml", &text("v1beta1", old))]);
        let probe = &model.types[find(&model, "v1beta1", "Probe").0];
        assert_eq!(probe.same_as.is_some(), expected, "{old:?} {new:?}");
    }

    #[test]
    fn types_with_different_unions_are_two_rust_types() {
        let plain = "    oneOf: [exec, http]\n";
        let tagged = "    oneOf: { E: exec, H: http }\n    discriminator: kind\n";
        check(plain, plain, true);
        check(tagged, tagged, true);
        check("", plain, false);
        check(plain, tagged, false);
        check(tagged, "    oneOf: { E: exec, T: http }\n    discriminator: kind\n", false);
    }
}
