//! Rules within one object: in the hub's version, in a version whose type is the hub type, and in `internal.yaml`.

use super::{Context, drops};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Word;
use crate::codegen::load::document::{ConversionDoc, RuleDoc};
use crate::codegen::model::{Action, Conversion, Empty, Functions, Path, Rule, Side, TypeId, TypeRef};
use crate::codegen::resolve::path;

const IN_PLACE: &str =
    "remove it, or use a rule that applies within one object: `alias`, `empty: present`, or `fn` for the type";

/// Reads the rules of a type; `alias`, `empty: present` and `fn` are allowed.
pub(crate) fn read(
    context: Context<'_, '_>,
    id: TypeId,
    doc: &ConversionDoc,
    report: &mut Report,
) -> Option<Conversion> {
    let name = &context.tree.get(id).name;
    let foreign = doc.absent.first().map(|rule| ("absent", rule.path.span));
    let foreign = foreign.or(doc.preserve.as_ref().map(|doc| ("preserve", doc.span)));
    if let Some((word, span)) = foreign {
        let message = format!("the type `{name}` is the hub type itself, so `{word}` has no effect");
        report.add(error("rule-in-place", span, message).help(IN_PLACE));
    }
    let rules: Vec<_> = doc.fields.iter().filter_map(|rule| self::rule(context, id, rule, report)).collect();
    drops::check(doc, report);
    let functions = doc.functions.as_ref().map(|words| functions(context, id, doc, words, report));
    (!rules.is_empty() || functions.is_some()).then_some(Conversion { hub: Some(id), rules, functions, preserve: None })
}

fn rule(context: Context<'_, '_>, id: TypeId, rule: &RuleDoc, report: &mut Report) -> Option<Rule> {
    let field = path::find(context.tree, id, &rule.path, "the type", report)?;
    if rule.bad {
        return None;
    }
    let source = context.tree.source(rule.path.span);
    let others = rule.to.is_some() || rule.values.is_some() || rule.function.is_some() || rule.annotation.is_some();
    let others = others || rule.label.is_some() || rule.split.is_some() || rule.key.is_some();
    let others = others || !rule.transforms.is_empty();
    let action = match (&rule.alias, rule.empty) {
        _ if others || rule.set.is_some() || rule.drop.is_some() => refuse(context, id, rule, report),
        (Some(of), None) => alias(context, id, &field, of, report),
        (None, Some((Empty::Present, _))) => make_present(context, id, field, rule, report),
        _ => refuse(context, id, rule, report),
    };
    action.map(|action| Rule { action, source })
}

fn refuse(context: Context<'_, '_>, id: TypeId, rule: &RuleDoc, report: &mut Report) -> Option<Action> {
    let message =
        format!("the type `{}` is the hub type itself, so its fields are not moved", context.tree.get(id).name);
    report.add(error("rule-in-place", rule.path.span, message).help(IN_PLACE));
    None
}

fn make_present(
    context: Context<'_, '_>,
    id: TypeId,
    field: Path,
    rule: &RuleDoc,
    report: &mut Report,
) -> Option<Action> {
    if !path::field(context.tree, id, &field).optional {
        let message = format!("the field `{}` is not optional, so it is always present", rule.path.text);
        report.add(error("idle-rule", rule.path.span, message).help("remove the rule"));
        return None;
    }
    Some(Action::MakePresent { side: Side::There, field })
}

/// Reads another name of a field of the same side, or of the first item of a list: `podIPs.0.ip`.
pub(crate) fn alias(
    context: Context<'_, '_>,
    id: TypeId,
    alias: &Path,
    of: &Word,
    report: &mut Report,
) -> Option<Action> {
    let tree = context.tree;
    let (list, item) = match of.text.split_once(".0") {
        Some((list, rest)) if rest.is_empty() || rest.starts_with('.') => (list, Some(rest.trim_start_matches('.'))),
        _ => (of.text.as_str(), None),
    };
    let first = path::find(tree, id, &Word { text: list.to_owned(), span: of.span }, "the type", report)?;
    let (item, ty) = match item {
        None => (None, path::field(tree, id, &first).ty.clone()),
        Some(rest) => {
            let (item, ty) = first_item(context, id, &first, rest, of, report)?;
            (Some(item), ty)
        }
    };
    if first == *alias && item.is_none() {
        let message = format!("the field `{}` is an alias of itself", of.text);
        let help = "write the path of another field, or remove `alias`";
        report.add(error("alias-itself", of.span, message).help(help));
        return None;
    }
    let own = &path::field(tree, id, alias).ty;
    if !context.same.same_type(tree, own, &ty) {
        let message = format!("`{}` is `{}`, but its alias is `{}`", of.text, tree.show(&ty), tree.show(own));
        report.add(
            error("alias-type", of.span, message)
                .help("use the same type for both, or set the alias in a function: `fn`"),
        );
        return None;
    }
    Some(Action::Alias { alias: alias.clone(), of: first, item })
}

fn first_item(
    context: Context<'_, '_>,
    id: TypeId,
    list: &Path,
    rest: &str,
    of: &Word,
    report: &mut Report,
) -> Option<(Path, TypeRef)> {
    let tree = context.tree;
    let TypeRef::List(item) = tree.base(&path::field(tree, id, list).ty) else {
        let message = format!("`{}` requires a list before `.0`", of.text);
        report.add(error("alias-item", of.span, message).help("write the path of a list, or remove `.0`"));
        return None;
    };
    if rest.is_empty() {
        return Some((Path::default(), (**item).clone()));
    }
    let Some(owner) = tree.as_struct(item) else {
        let message = format!("the items of this list are `{}` and have no field `{rest}`", tree.show(item));
        report.add(error("alias-item", of.span, message).help("end the path with `.0`"));
        return None;
    };
    let path = path::find(tree, owner, &Word { text: rest.to_owned(), span: of.span }, "the type", report)?;
    let ty = path::field(tree, owner, &path).ty.clone();
    Some((path, ty))
}

fn functions(
    context: Context<'_, '_>,
    id: TypeId,
    doc: &ConversionDoc,
    words: &[Word],
    report: &mut Report,
) -> Functions {
    let mut paths = Vec::new();
    for word in words {
        if doc.fields.iter().any(|rule| rule.path.text == word.text) {
            report.add(super::rules::claimed(word));
        }
        paths.extend(path::find(context.tree, id, word, "the type", report));
    }
    let drops = drops::read(context.tree, id, id, doc, report);
    Functions { version: paths.clone(), hub: paths, drops }
}
