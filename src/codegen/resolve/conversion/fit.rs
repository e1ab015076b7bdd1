//! The check that a value of one field is valid for another one.

use heck::ToSnakeCase;

use super::draft::Draft;
use super::{Context, enums, suggestions};
use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::files::{Span, Word};
use crate::codegen::model::{Empty, Field, Leaf, Path, Scalar, TypeRef};
use crate::codegen::resolve::tree::Tree;
use crate::codegen::resolve::{defaults, path};

/// Two fields, and the position for the message if they do not fit.
pub(crate) struct Pair<'p> {
    pub(crate) from: &'p Path,
    pub(crate) to: &'p Path,
    pub(crate) empty: Option<(Empty, Span)>,
    /// The values that the rule replaces.
    pub(crate) values: &'p [(Word, Word)],
    /// True if the rule has a reason to drop values without a counterpart.
    pub(crate) drops: bool,
    pub(crate) at: Span,
    /// False for an implied move.
    pub(crate) said: bool,
}

/// Reports differences that prevent a value from being moved unchanged.
pub(crate) fn check(context: Context<'_, '_>, draft: &Draft<'_>, pair: &Pair<'_>, report: &mut Report) {
    let tree = context.tree;
    let (here, there) = (path::field(tree, draft.here, pair.from), path::field(tree, draft.there, pair.to));
    if !fits(context, &here.ty, &there.ty) {
        report.add(type_differs(tree, draft, pair, here, there));
    } else {
        check_presence(tree, draft, pair, pair.values.is_empty(), report);
        enums::check(context, draft, pair, report);
    }
}

/// Returns true if the types are equal, or if the nested type is converted to the other.
pub(crate) fn fits(context: Context<'_, '_>, here: &TypeRef, there: &TypeRef) -> bool {
    let tree = context.tree;
    if tree.is_broken(here) || tree.is_broken(there) {
        return true;
    }
    match (tree.base(here), tree.base(there)) {
        (TypeRef::Named(a), TypeRef::Named(b)) => {
            context.same.same(*a, *b) || context.same.same(context.hub.of(*a), *b)
        }
        (TypeRef::List(a), TypeRef::List(b)) | (TypeRef::Map(a), TypeRef::Map(b)) => fits(context, a, b),
        (a, b) => a == b,
    }
}

fn type_differs(tree: &Tree<'_>, draft: &Draft<'_>, pair: &Pair<'_>, here: &Field, there: &Field) -> Diagnostic {
    let from = path::show(tree, draft.here, pair.from);
    let to = path::show(tree, draft.there, pair.to);
    let message =
        format!("`{from}` is `{}` here, but `{to}` is `{}` in the hub", tree.show(&here.ty), tree.show(&there.ty));
    let name = there.name.to_snake_case();
    let target = if from == to { String::new() } else { format!("to: {to}, ") };
    let ty = tree.get(draft.here);
    let place = if pair.said { String::new() } else { format!("under `conversion.{}.fields`, ", ty.name) };
    let mut mistake = error("type-differs", pair.at, message).label("the value cannot be moved unchanged");
    let mut lead = format!("{place}write");
    if let Some(words) = suggestions::all_words(tree, &here.ty, &there.ty) {
        mistake = mistake.help(format!("{lead} `{from}: {{ {target}{words} }}`,"));
        lead = "or write".to_owned();
    }
    mistake.help(format!("{lead} `{from}: {{ {target}fn: {name} }}` and these functions:")).help(format!(
        "`{name}_to_hub({})` and `{name}_from_hub({})` in `functions::{}::{}::conversion`",
        rust(tree, here, there),
        rust(tree, there, here),
        ty.group,
        ty.version
    ))
}

/// Returns the Rust type that a function for a field takes: without the `Option` if both sides have one.
fn rust(tree: &Tree<'_>, field: &Field, other: &Field) -> String {
    let inner = rust_type(tree, &field.ty);
    if field.optional && !other.optional { format!("Option<{inner}>") } else { inner }
}

fn rust_type(tree: &Tree<'_>, ty: &TypeRef) -> String {
    match tree.base(ty) {
        TypeRef::Scalar(scalar) => rust_scalar(*scalar).to_owned(),
        TypeRef::Leaf(leaf) => rust_leaf(*leaf),
        TypeRef::Named(id) => tree.get(*id).name.clone(),
        TypeRef::List(item) => format!("List<{}>", rust_type(tree, item)),
        TypeRef::Map(item) => format!("Map<{}>", rust_type(tree, item)),
    }
}

fn rust_scalar(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::Int32 => "i32",
        Scalar::Int64 => "i64",
        Scalar::Double => "f64",
        Scalar::String => "Str",
        Scalar::Bytes => "Bytes",
    }
}

fn rust_leaf(leaf: Leaf) -> String {
    format!("{leaf:?}")
}

/// Reports a rule between an optional and a plain field that does not define the meaning of zero. `moves` is true if the
/// rule has no other effect than to move the value.
pub(super) fn check_presence(tree: &Tree<'_>, draft: &Draft<'_>, pair: &Pair<'_>, moves: bool, report: &mut Report) {
    let (here, there) = (path::field(tree, draft.here, pair.from), path::field(tree, draft.there, pair.to));
    match pair.empty {
        None if here.optional != there.optional => report.add(presence_differs(tree, draft, pair, moves, here)),
        Some((_, span)) if here.optional == there.optional => {
            let message = "`empty` has no effect, because both fields or neither of them are optional";
            report.add(error("idle-rule", span, message).help("remove `empty`"));
        }
        _ => {}
    }
}

fn presence_differs(tree: &Tree<'_>, draft: &Draft<'_>, pair: &Pair<'_>, moves: bool, here: &Field) -> Diagnostic {
    let (with, without) = if here.optional { ("here", "in the hub") } else { ("in the hub", "here") };
    let from = path::show(tree, draft.here, pair.from);
    let message = format!("`{from}` is optional {with}, but not {without}");
    let question = format!("does {} mean that the field is unset?", defaults::empty(tree, &here.ty));
    let to = path::show(tree, draft.there, pair.to);
    let to = if from == to { String::new() } else { format!("to: {to}, ") };
    let rule = |word| format!("`{from}: {{ {to}empty: {word} }}`");
    let help = match pair.said {
        true if !moves => "add `empty: absent` to the rule if it does, or `empty: present` otherwise".to_owned(),
        true => format!(
            "add `empty: absent` to the rule if it does, or `empty: present` otherwise, such as {}",
            rule("absent")
        ),
        false => format!(
            "under `conversion.{}.fields`, write {} if it does, or {} otherwise",
            tree.get(draft.here).name,
            rule("absent"),
            rule("present")
        ),
    };
    error("presence-differs", pair.at, message).label(question).help(help)
}
