//! Rules that convert a value to another representation.

use super::Context;
use super::draft::Draft;
use super::fit::{self, Pair};
use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::files::Word;
use crate::codegen::load::document::{RuleDoc, TransformDoc};
use crate::codegen::model::{Body, Empty, Field, Leaf, Literal, Omit, Scalar, Side, Transform, TypeId, TypeRef};
use crate::codegen::resolve::path;
use crate::codegen::resolve::tree::Tree;

const TEXT: TypeRef = TypeRef::Scalar(Scalar::String);

/// Reads a rule, and reports fields whose types it cannot convert.
pub(super) fn read(
    context: Context<'_, '_>,
    draft: &Draft<'_>,
    pair: &Pair<'_>,
    doc: &TransformDoc,
    report: &mut Report,
) -> Option<Transform> {
    let (tree, types) = (context.tree, types(context.tree, draft, pair));
    if types.iter().any(|ty| tree.is_broken(ty)) {
        return None;
    }
    match of_types(context, types, doc, report) {
        Some(found) => found.ok(),
        None => {
            report.add(misfit(tree, draft, pair, doc));
            None
        }
    }
}

/// Returns the conversion between two types, or between the items of two lists or maps.
fn of_types(
    context: Context<'_, '_>,
    [here, there]: [&TypeRef; 2],
    doc: &TransformDoc,
    report: &mut Report,
) -> Option<Found> {
    let tree = context.tree;
    let found = match doc {
        TransformDoc::Unit(unit) => unit_of(here, there, unit, report),
        TransformDoc::Scale(factor) if *factor < 2 => None,
        TransformDoc::Scale(factor) => (is_integer(here) && is_integer(there)).then_some(Ok(Transform::Scale(*factor))),
        TransformDoc::As(word) if word.text == "decimal" => {
            side_of(here, there, |ty| *ty == TEXT, is_integer).map(|side| Ok(Transform::Decimal { side }))
        }
        TransformDoc::As(_) => list(context, here, there).map(Ok),
        TransformDoc::Entries(key, value) => entries(context, [here, there], key, value, report),
        TransformDoc::Texts(separator) => {
            let is_texts = |ty: &TypeRef| matches!(ty, TypeRef::List(item) if *tree.base(item) == TEXT);
            let is_map = |ty: &TypeRef| matches!(ty, TypeRef::Map(item) if *tree.base(item) == TEXT);
            let side = side_of(here, there, is_texts, is_map).filter(|_| !separator.text.is_empty());
            side.map(|side| Ok(Transform::Texts { side, separator: separator.text.clone() }))
        }
        TransformDoc::Keys(pairs) => {
            let are_maps = matches!((here, there), (TypeRef::Map(_), TypeRef::Map(_)));
            let fits = are_maps && context.same.same_type(tree, here, there);
            fits.then(|| keys(pairs, report))
        }
    };
    found.or_else(|| {
        let found = of_types(context, items(tree, [here, there])?, doc, report)?;
        Some(found.map(|inner| Transform::Items(Box::new(inner))))
    })
}

/// Returns the types of the items of two lists, or of the values of two maps.
fn items<'t>(tree: &'t Tree<'_>, types: [&'t TypeRef; 2]) -> Option<[&'t TypeRef; 2]> {
    match types.map(|ty| tree.base(ty)) {
        [TypeRef::List(here), TypeRef::List(there)] | [TypeRef::Map(here), TypeRef::Map(there)] => {
            Some([&**here, &**there].map(|ty| tree.base(ty)))
        }
        _ => None,
    }
}

/// Returns the types that `values` replaces: those of two fields, or of the items in them.
fn innermost<'t>(tree: &'t Tree<'_>, types: [&'t TypeRef; 2]) -> [&'t TypeRef; 2] {
    items(tree, types).map_or(types, |types| innermost(tree, types))
}

/// A transform, or a mistake that has been reported.
type Found = Result<Transform, ()>;

fn types<'t>(tree: &'t Tree<'_>, draft: &Draft<'_>, pair: &Pair<'_>) -> [&'t TypeRef; 2] {
    let here = path::field(tree, draft.here, pair.from);
    let there = path::field(tree, draft.there, pair.to);
    [tree.base(&here.ty), tree.base(&there.ty)]
}

fn is_integer(ty: &TypeRef) -> bool {
    matches!(ty, TypeRef::Scalar(Scalar::Int32 | Scalar::Int64))
}

/// Returns the side whose type is of the first kind, if the other one's is of the second.
fn side_of(
    here: &TypeRef,
    there: &TypeRef,
    first: impl Fn(&TypeRef) -> bool,
    second: impl Fn(&TypeRef) -> bool,
) -> Option<Side> {
    match () {
        () if first(here) && second(there) => Some(Side::Here),
        () if first(there) && second(here) => Some(Side::There),
        () => None,
    }
}

fn unit_of(here: &TypeRef, there: &TypeRef, unit: &Word, report: &mut Report) -> Option<Found> {
    let is = |leaf| move |ty: &TypeRef| *ty == TypeRef::Leaf(leaf);
    if let Some(side) = side_of(here, there, is(Leaf::Duration), is_integer) {
        let units = [
            ("ns", 1),
            ("us", 1_000),
            ("ms", 1_000_000),
            ("s", 1_000_000_000),
            ("m", 60_000_000_000),
            ("h", 3_600_000_000_000),
        ];
        let nanos = units.iter().find(|(name, _)| *name == unit.text).map(|(_, nanos)| *nanos);
        let names = units.map(|(name, _)| name);
        return Some(
            nanos
                .map(|nanos| Transform::Duration { side, nanos })
                .ok_or_else(|| report.add(bad_unit(unit, "duration", &names))),
        );
    }
    let side = side_of(here, there, is(Leaf::Quantity), is_integer)?;
    let names = ["n", "u", "m", "1", "k", "M", "G", "T", "P", "Ki", "Mi", "Gi", "Ti", "Pi"];
    if !names.contains(&unit.text.as_str()) {
        report.add(bad_unit(unit, "quantity", &names));
        return Some(Err(()));
    }
    let suffix = if unit.text == "1" { String::new() } else { unit.text.clone() };
    Some(Ok(Transform::Quantity { side, suffix }))
}

fn bad_unit(unit: &Word, ty: &str, units: &[&str]) -> Diagnostic {
    error("bad-unit", unit.span, format!("`{}` is not a unit of a `{ty}`", unit.text))
        .help(format!("write one of {}", units.join(", ")))
}

fn list(context: Context<'_, '_>, here: &TypeRef, there: &TypeRef) -> Option<Transform> {
    let tree = context.tree;
    let is_struct = |ty: &TypeRef| tree.as_struct(ty).is_some();
    // A struct can also be converted to the type of the items, or from it.
    let fits = |here: &TypeRef, there: &TypeRef| {
        context.same.same_type(tree, here, there) || is_struct(here) && fit::fits(context, here, there)
    };
    let side = match (here, there) {
        (TypeRef::List(item), _) if fits(item, there) => Side::Here,
        (_, TypeRef::List(item)) if fits(here, item) => Side::There,
        _ => return None,
    };
    Some(Transform::List { side })
}

fn entries(
    context: Context<'_, '_>,
    [here, there]: [&TypeRef; 2],
    key: &Word,
    value: &Word,
    report: &mut Report,
) -> Option<Found> {
    let tree = context.tree;
    let (side, item, values) = match (here, there) {
        (TypeRef::List(item), TypeRef::Map(values)) => (Side::Here, item, values),
        (TypeRef::Map(values), TypeRef::List(item)) => (Side::There, item, values),
        _ => return None,
    };
    let item = tree.as_struct(item)?;
    let mut find = |word: &Word| path::find(tree, item, word, "the type", report);
    let (Some(key), Some(value)) = (find(key), find(value)) else { return Some(Err(())) };
    let fields = tree.fields(item);
    let index = |path: &crate::codegen::model::Path| (path.0.len() == 1).then(|| path.0[0]);
    let (key, value) = (index(&key)?, index(&value)?);
    let is_plain = |at: usize| !fields[at].optional;
    let fits = *tree.base(&fields[key].ty) == TEXT && context.same.same_type(tree, &fields[value].ty, values);
    let is_complete = fields.len() == 2 && key != value && is_plain(key) && is_plain(value);
    (fits && is_complete).then_some(Ok(Transform::Entries { side, item, key, value }))
}

fn keys(pairs: &[(Word, Word)], report: &mut Report) -> Found {
    for (index, (_, there)) in pairs.iter().enumerate() {
        if let Some((_, first)) = pairs[..index].iter().find(|(_, other)| other.text == there.text) {
            let message = format!("two keys are renamed to `{}`, so the rule cannot be reversed", there.text);
            report.add(
                error("keys-twice", there.span, message).also(first.span, "first used here").help("remove one of them"),
            );
            return Err(());
        }
    }
    Ok(Transform::Keys(pairs.iter().map(|(here, there)| (here.text.clone(), there.text.clone())).collect()))
}

/// Reports a rule that cannot convert between the types of its fields.
fn misfit(tree: &Tree<'_>, draft: &Draft<'_>, pair: &Pair<'_>, doc: &TransformDoc) -> Diagnostic {
    let (word, expected) = match doc {
        TransformDoc::Unit(_) => ("unit", "an integer and a `duration` or `quantity`"),
        TransformDoc::Scale(_) => ("scale", "two integers, by a factor of at least 2"),
        TransformDoc::As(word) if word.text == "decimal" => ("as: decimal", "an integer and a string"),
        TransformDoc::As(_) => {
            ("as: list", "a value and a list of values of the same type, or of the type that a struct is converted to")
        }
        TransformDoc::Entries(..) => (
            "entries",
            "a map and a list of structs that consist of a string for the key and a required value of the map's type",
        ),
        TransformDoc::Texts(_) => ("entries", "a `list<string>` and a `map<string>`, by a separator that is not empty"),
        TransformDoc::Keys(_) => ("keys", "two maps with the same values"),
    };
    let [here, there] = [(draft.here, pair.from), (draft.there, pair.to)].map(|(ty, path)| path::field(tree, ty, path));
    let message = format!(
        "`{word}` converts between {expected}, but `{}` is `{}` here and `{}` is `{}` in the hub",
        here.name,
        tree.show(&here.ty),
        there.name,
        tree.show(&there.ty)
    );
    error("transform-type", pair.at, message)
        .help("correct the paths or types, or use a pair of functions: `fn: <name>`")
}

/// Requires a reason of rules that lose values, and no reason of others.
pub(super) fn check_reason(transform: &Transform, rule: &RuleDoc, report: &mut Report) {
    let lost = match transform {
        Transform::Duration { .. } | Transform::Quantity { .. } => "fractions of a unit",
        Transform::Scale(_) => "remainders of the division",
        Transform::List { .. } => "all items after the first",
        Transform::Entries { .. } | Transform::Texts { .. } => "the order of the list and repeated keys",
        Transform::Items(inner) => return check_reason(inner, rule, report),
        Transform::Values(_) => return,
        Transform::Decimal { .. } | Transform::Keys(_) => {
            if let Some(reason) = &rule.drop {
                let message = "this rule loses nothing, so `drop` has no effect";
                report.add(error("idle-rule", reason.span, message).help("remove `drop`"));
            }
            return;
        }
    };
    if rule.drop.is_none() {
        let message = format!("this rule loses {lost}, so it needs a reason");
        report
            .add(error("loss-without-reason", rule.path.span, message).help("add `drop: <reason>`, which users read"));
    }
}

/// Returns true if `values` replaces values of which some are booleans or integers.
pub(super) fn is_table(context: Context<'_, '_>, draft: &Draft<'_>, pair: &Pair<'_>) -> bool {
    let types = innermost(context.tree, types(context.tree, draft, pair));
    let is_scalar = |ty: &&TypeRef| **ty == TEXT || is_integer(ty) || **ty == TypeRef::Scalar(Scalar::Bool);
    types.iter().all(is_scalar) && types.iter().any(|ty| **ty != TEXT)
}

/// Reads a table of values. Each boolean, and each value of a closed enum, needs a counterpart, unless the rule has a
/// reason to drop it.
pub(super) fn table(
    context: Context<'_, '_>,
    draft: &Draft<'_>,
    pair: &Pair<'_>,
    report: &mut Report,
) -> Option<Transform> {
    let tree = context.tree;
    let outer = types(tree, draft, pair);
    let types = innermost(tree, outer);
    if is_broken(tree, draft, pair) {
        return None;
    }
    let before = report.len();
    let mut read = |ty: &TypeRef, word: &Word| {
        let literal = literal(ty, &word.text);
        if literal.is_none() {
            let message = format!("`{}` is not a value of the type `{}`", word.text, tree.show(ty));
            let help = match ty {
                TypeRef::Scalar(Scalar::Bool) => "write `true` or `false`",
                TypeRef::Scalar(Scalar::Int32) => "write a signed 32-bit integer",
                TypeRef::Scalar(Scalar::Int64) => "write a signed 64-bit integer",
                _ => "write a value of this type",
            };
            report.add(error("values-unknown", word.span, message).help(help));
        }
        literal
    };
    let pairs: Vec<_> =
        pair.values.iter().map(|(here, there)| Some((read(types[0], here)?, read(types[1], there)?))).collect();
    let fields = [(draft.here, pair.from), (draft.there, pair.to)].map(|(ty, path)| &path::field(tree, ty, path).ty);
    for (at, field) in fields.into_iter().enumerate() {
        let is_covered = |value: &String| pair.values.iter().any(|(here, there)| [here, there][at].text == *value);
        let is_unset =
            |value: &String| unset_zero(tree, draft, pair).is_some_and(|(side, zero)| side == at && zero == value);
        let lacks = |value: &String| !is_covered(value) && !is_unset(value);
        let missing: Vec<_> = domain(tree, field).into_iter().filter(lacks).collect();
        if !missing.is_empty() && report.len() == before && !pair.drops {
            let message = format!("`values` has no counterpart for `{}`", missing.join("`, `"));
            report.add(
                error("values-missing", pair.at, message)
                    .help("add a pair for each of them, or `drop: <reason>` if they are lost"),
            );
        }
    }
    if report.len() == before && !pair.drops {
        check_unset(tree, draft, pair, report);
    }
    let table = Transform::Values(pairs.into_iter().collect::<Option<_>>()?);
    Some(in_items(tree, outer, table))
}

/// Reports a field that objects can omit and whose empty value has no counterpart: neither in `values`, nor an unset
/// field, nor an empty value that `values` does not contain either.
fn check_unset(tree: &Tree<'_>, draft: &Draft<'_>, pair: &Pair<'_>, report: &mut Report) {
    let ends = [(draft.here, pair.from), (draft.there, pair.to)];
    let can_lack = |field: &Field| !field.optional && field.omit != Omit::Never;
    for (at, (ty, path)) in ends.into_iter().enumerate() {
        let (other, other_path) = ends[1 - at];
        let (field, target) = (path::field(tree, ty, path), path::field(tree, other, other_path));
        let (Some(zero), Some(other_zero)) = (zero(tree, &field.ty), zero(tree, &target.ty)) else { continue };
        let has = |side: usize, zero: &str| pair.values.iter().any(|(here, there)| [here, there][side].text == zero);
        let is_unset = target.optional && zero_is_unset(pair) || can_lack(target) && !has(1 - at, other_zero);
        if can_lack(field) && !has(at, zero) && !is_unset {
            let shown = if zero.is_empty() { "\"\"" } else { zero };
            let path = path::show(tree, ty, path);
            let message = format!("objects can omit `{path}`, but `values` has no counterpart for `{shown}`");
            let help = format!(
                "make the fields of both versions optional, add a pair for `{shown}`, or add `drop: <reason>` if it is lost"
            );
            report.add(error("values-missing", pair.at, message).help(help));
        }
    }
}

fn zero_is_unset(pair: &Pair<'_>) -> bool {
    pair.empty.is_some_and(|(empty, _)| empty == Empty::Absent)
}

/// Returns the zero value that `empty: absent` converts to an unset field, and its side.
fn unset_zero(tree: &Tree<'_>, draft: &Draft<'_>, pair: &Pair<'_>) -> Option<(usize, &'static str)> {
    let ends = [(draft.here, pair.from), (draft.there, pair.to)];
    let fields = ends.map(|(ty, path)| path::field(tree, ty, path));
    let side = fields.iter().position(|field| !field.optional).filter(|_| zero_is_unset(pair))?;
    Some((side, zero(tree, &fields[side].ty)?))
}

/// Reports a pair of `values` for a zero value that `empty: absent` converts to an unset field: its counterpart would
/// become the zero value, and then unset.
pub(super) fn check_pair_of_unset(tree: &Tree<'_>, draft: &Draft<'_>, pair: &Pair<'_>, report: &mut Report) {
    check_value_of_unset(tree, draft, pair, report);
    let Some((side, zero)) = unset_zero(tree, draft, pair) else { return };
    let Some((here, there)) = pair.values.iter().find(|(here, there)| [here, there][side].text == zero) else { return };
    let [word, other] = if side == 0 { [here, there] } else { [there, here] };
    let shown = if zero.is_empty() { "\"\"" } else { zero };
    let message = format!(
        "`empty: absent` makes `{shown}` an unset field, so `{}` would become `{shown}` and then unset",
        other.text
    );
    let help = format!(
        "write `empty: present`, or remove the pair, and add `drop: <reason>`: unset or `{}` is lost",
        other.text
    );
    report.add(error("values-unset", word.span, message).help(help));
}

/// Reports `empty: present` if the counterpart of the zero value is not empty: an unset field would get this value.
fn check_value_of_unset(tree: &Tree<'_>, draft: &Draft<'_>, pair: &Pair<'_>, report: &mut Report) {
    let Some((Empty::Present, span)) = pair.empty.filter(|_| !pair.drops) else { return };
    let fields = [(draft.here, pair.from), (draft.there, pair.to)].map(|(ty, path)| path::field(tree, ty, path));
    let Some(plain) = fields.iter().position(|field| !field.optional) else { return };
    let Some(zero) = zero(tree, &fields[plain].ty) else { return };
    let Some((here, there)) = pair.values.iter().find(|(here, there)| [here, there][plain].text == zero) else {
        return;
    };
    let value = &[here, there][1 - plain].text;
    if self::zero(tree, &fields[1 - plain].ty) == Some(value) {
        return;
    }
    let shown = if zero.is_empty() { "\"\"" } else { zero };
    let message = format!("`empty: present` makes an unset field `{shown}`, so it would become `{value}`");
    let help = "add `drop: <reason>`, which users read, or make the plain field optional and remove `empty`";
    report.add(error("values-unset", span, message).help(help));
}

/// Returns the text of the zero value of a scalar.
fn zero(tree: &Tree<'_>, ty: &TypeRef) -> Option<&'static str> {
    match tree.base(ty) {
        TypeRef::Scalar(Scalar::Bool) => Some("false"),
        TypeRef::Scalar(Scalar::Int32 | Scalar::Int64) => Some("0"),
        TypeRef::Scalar(Scalar::String) => Some(""),
        _ => None,
    }
}

/// Returns true if a field has a type with a mistake.
fn is_broken(tree: &Tree<'_>, draft: &Draft<'_>, pair: &Pair<'_>) -> bool {
    let ends = [(draft.here, pair.from), (draft.there, pair.to)];
    ends.iter().any(|(ty, path)| tree.is_broken(&path::field(tree, *ty, path).ty))
}

/// Applies a conversion to the items of two types if they are lists or maps.
fn in_items(tree: &Tree<'_>, types: [&TypeRef; 2], inner: Transform) -> Transform {
    match items(tree, types) {
        Some(types) => Transform::Items(Box::new(in_items(tree, types, inner))),
        None => inner,
    }
}

fn literal(ty: &TypeRef, text: &str) -> Option<Literal> {
    match ty {
        TypeRef::Scalar(Scalar::Bool) => text.parse().ok().map(Literal::Bool),
        TypeRef::Scalar(Scalar::Int32) => text.parse::<i32>().ok().map(|value| Literal::Int(value.into())),
        TypeRef::Scalar(Scalar::Int64) => text.parse().ok().map(Literal::Int),
        _ => Some(Literal::Text(text.to_owned())),
    }
}

/// Returns all values of a type, or none if they are too many to list.
fn domain(tree: &Tree<'_>, ty: &TypeRef) -> Vec<String> {
    let named = |id: &TypeId| match &tree.get(*id).body {
        Body::Text { values, closed: true } => values.clone(),
        Body::Alias(base) => domain(tree, base),
        _ => Vec::new(),
    };
    match ty {
        TypeRef::Scalar(Scalar::Bool) => vec!["true".to_owned(), "false".to_owned()],
        TypeRef::Named(id) => named(id),
        TypeRef::List(item) | TypeRef::Map(item) => domain(tree, item),
        _ => Vec::new(),
    }
}
