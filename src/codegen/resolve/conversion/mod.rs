//! Conversion rules for all fields of all versions and of the hub.
//!
//! Explicit rules are read first, implied rules are added next, and every field without a rule is reported last. A rule
//! may cover fields of nested types, so the check runs after the rules of all types are known.

mod annotations;
mod answers;
mod draft;
mod drops;
mod enums;
mod exclusions;
mod fit;
mod implied;
mod in_place;
mod items;
mod missing;
mod parts;
mod required;
mod rules;
mod spread;
mod suggestions;
mod transforms;

use std::collections::{BTreeMap, HashSet};

use self::draft::Draft;
use super::declare::KindType;
use super::hub::{self, Hub};
use super::same::Sameness;
use super::tree::{GroupId, INTERNAL, Tree};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::model::{Body, Conversion, TypeId};

/// The data that rules are checked against.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a, 't> {
    pub(crate) tree: &'t Tree<'a>,
    pub(crate) same: &'t Sameness,
    pub(crate) hub: &'t Hub,
    pub(crate) kinds: &'t [KindType<'a>],
}

/// Returns the conversions of all types of all versions.
pub(crate) fn read(context: Context<'_, '_>, report: &mut Report) -> BTreeMap<TypeId, Conversion> {
    let misnamed = check_names(context, report);
    let mut unsure = HashSet::new();
    let mut conversions = BTreeMap::new();
    let mut drafts = BTreeMap::new();
    let spread = spread::everywhere(context.tree);
    for id in context.tree.ids().filter(|id| converts(context.tree, *id) && !spread.contains(id)) {
        let there = context.hub.of(id);
        let doc = context.tree.conversion_doc(id);
        let is_doubtful = [id, there].iter().any(|id| context.tree.is_doubtful(*id) || misnamed.contains(id));
        if is_doubtful || is_half_a_kind(context.tree, id, there, report) {
            unsure.insert(id);
            continue;
        }
        if !context.same.same(id, there) {
            drafts.insert(id, Draft::read(context, id, there, doc, report));
        } else if let Some(doc) = doc {
            conversions.extend(in_place::read(context, id, doc, report).map(|conversion| (id, conversion)));
        }
    }
    // Without the rules of a kind, it is unknown which fields below it are stored in annotations.
    let unsure = groups_of_kinds(context, &unsure);
    drafts.retain(|id, _| !unsure.contains(&context.tree.facts(*id).group));
    drafts.values().for_each(|draft| required::check(context, draft, report));
    annotations::lift(context, &mut drafts, report);
    answers::check(context, &drafts, report);
    conversions.extend(drafts.into_iter().map(|(id, draft)| (id, draft.finish())));
    conversions
}

/// Returns the rules of a group's `internal.yaml` by hub type.
pub(crate) fn internal(context: Context<'_, '_>, group: GroupId, report: &mut Report) -> BTreeMap<TypeId, Conversion> {
    let docs = context.tree.groups[group].doc.internal.iter().flat_map(|internal| &internal.conversion);
    let mut conversions = BTreeMap::new();
    for doc in docs {
        let Some(id) = context.hub.named(group, &doc.ty.text) else {
            let names = context.hub.of_group(group);
            report.add(hub::unknown_type(&doc.ty, names.keys().map(String::as_str)));
            continue;
        };
        let owner = context.tree.facts(id).group;
        if owner != group {
            let owner = &context.tree.groups[owner].doc.folder;
            let message = format!("the hub type `{}` belongs to `{owner}`", doc.ty.text);
            report.add(
                error("foreign-hub-type", doc.ty.span, message)
                    .help(format!("move the rule to `{owner}/internal.yaml`")),
            );
            continue;
        }
        conversions.extend(in_place::read(context, id, doc, report).map(|conversion| (id, conversion)));
    }
    conversions
}

/// Returns true for a struct of a version that is converted.
fn converts(tree: &Tree<'_>, id: TypeId) -> bool {
    let ty = tree.get(id);
    let version = tree.version_doc(tree.facts(id).group, &ty.version);
    ty.version != INTERNAL && version.is_some_and(|doc| !doc.unconverted) && matches!(ty.body, Body::Struct(_))
}

/// Returns the groups in which one of these types is a kind, or may be one.
fn groups_of_kinds(context: Context<'_, '_>, types: &HashSet<TypeId>) -> HashSet<GroupId> {
    let tree = context.tree;
    let is_kind = |id: &&TypeId| {
        let names = context.kinds.iter().filter(|kind| kind.group == tree.facts(**id).group).map(|kind| kind.ty);
        names.into_iter().any(|kind| tree.get(kind).name == tree.get(**id).name)
    };
    types.iter().filter(is_kind).map(|id| tree.facts(*id).group).collect()
}

/// Reports a type that only one of two versions lists under `kinds`: the other one has no metadata.
fn is_half_a_kind(tree: &Tree<'_>, here: TypeId, there: TypeId, report: &mut Report) -> bool {
    let is_object = |id: TypeId| tree.named_field(id, "metadata");
    let (kind, other) = match (is_object(here), is_object(there)) {
        (Some(_), None) => (here, there),
        (None, Some(_)) => (there, here),
        _ => return false,
    };
    let (Body::Struct(body), doc) = (&tree.get(kind).body, tree.facts(other).doc) else { return false };
    let (kind, other, place) = (tree.get(kind), tree.get(other), tree.facts(other).name);
    if !body.has_type_meta || kind.name != other.name || doc.is_none_or(|doc| doc.from_proto) {
        return false;
    }
    let message = format!("`{}` is a kind in other versions, but only a type in `{}`", other.name, other.version);
    let help = format!("add `{}: {{}}` to `kinds` in `{}/{}.yaml`", other.name, other.group, other.version);
    report.add(error("kind-missing", place, message).help(help));
    true
}

/// Checks the names of the types with rules. Returns the types that a wrong name probably means, whose rules are missing.
fn check_names(context: Context<'_, '_>, report: &mut Report) -> HashSet<TypeId> {
    let mut misnamed = HashSet::new();
    let tree = context.tree;
    for (id, group) in tree.groups.iter().enumerate() {
        for version in &group.versions {
            for doc in &version.conversion {
                let found = tree.find(id, &version.name, &doc.ty.text, doc.ty.span, report);
                if found.is_none() {
                    misnamed.extend(tree.nearest(id, &version.name, &doc.ty.text));
                    // Only a kind has an annotation, but the kind that is meant may have another name.
                    let kinds =
                        context.kinds.iter().filter(|kind| kind.group == id && kind.version.name == version.name);
                    let preserves = doc.preserve.as_ref().is_some_and(|doc| doc.annotation.is_some());
                    misnamed.extend(kinds.filter(|_| preserves).map(|kind| kind.ty));
                }
                if found.is_some_and(|found| !matches!(tree.get(found).body, Body::Struct(_))) {
                    let message = format!("the type `{}` has no fields to convert", doc.ty.text);
                    let help = "remove it, or replace values with `values` in rules for the fields of this type";
                    report.add(error("conversion-without-fields", doc.ty.span, message).help(help));
                }
                let is_kind = |kind: &KindType<'_>| Some(kind.ty) == found;
                let annotation = doc.preserve.as_ref().and_then(|doc| doc.annotation.as_ref());
                // A kind that this version does not list under `kinds` is reported for this alone.
                let is_missing =
                    context.kinds.iter().any(|kind| kind.group == id && tree.get(kind.ty).name == doc.ty.text);
                let is_kind = is_missing || context.kinds.iter().any(is_kind);
                if let (Some(_), Some(word), false) = (found, annotation, is_kind) {
                    let message = format!(
                        "the type `{}` is not a kind, so it has no annotations in which to preserve fields",
                        doc.ty.text
                    );
                    report.add(error("preserve-on-type", word.span, message).help("move the annotation to the kind; here, write `preserve: [<path>]` for fields of this version, or `preserve: all`"));
                }
            }
        }
    }
    misnamed
}

#[cfg(test)]
mod tests {
    use crate::codegen::resolve::testing::{rules, types};

    /// Compares the rules of `Spec` in `v1beta1`, one per line. `v1` is the hub.
    fn check(hub: &str, old: &str, conversion: &str, expected: &[&str]) {
        let found = rules(&types(hub), &format!("{}conversion:\n{conversion}", types(old)), "Spec");
        assert_eq!(found, expected, "{old} with {conversion}");
    }

    #[test]
    fn what_has_the_same_name_and_type_moves() {
        check(
            "Spec { a: int32, b: Box } Box { x: string }",
            "Spec { b: Box, a: int32, c: int32 } Box { x: string }",
            "  Spec: { fields: { c: { drop: no use } } }",
            &["b -> b", "a -> a", "drop here c: no use"],
        );
    }

    #[test]
    fn a_rule_on_a_struct_holds_for_the_fields_that_no_other_names() {
        check(
            "Spec { b: Box, y: int32 } Box { x: string }",
            "Spec { b: Box } Box { x: string, y: int32 }",
            "  Spec: { fields: { b.y: y } }",
            &["b.x -> b.x", "b.y -> y"],
        );
        check(
            "Spec { c: Box, y: int32 } Box { x: string }",
            "Spec { b: Box } Box { x: string, y: int32 }",
            "  Spec: { fields: { b: c, b.y: y } }",
            &["b.x -> c.x", "b.y -> y"],
        );
    }

    #[test]
    fn a_dot_spreads_a_struct() {
        check(
            "Spec { x: string, z: int32 }",
            "Spec { b: optional Box } Box { x: string, y: int32 }",
            "  Spec: { fields: { b: { to: ., empty: present }, b.y: z } }",
            &["b.x -> x", "b.y -> z", "make present here b"],
        );
        check(
            "Spec { b: optional Box } Box { x: string, y: int32 }",
            "Spec { x: string, y: int32 }",
            "  Spec: { absent: { b: . } }",
            &["x -> b.x", "y -> b.y"],
        );
    }

    #[test]
    fn a_struct_that_is_always_spread_needs_no_rules_of_its_own() {
        check(
            "Spec { x: string, y: int32 } Old { b: Box } Box { x: string, y: int32 }",
            "Spec { b: optional Box } Box { x: string }",
            "  Spec: { fields: { b: . }, absent: { y: { drop: old } } }",
            &["b.x -> x", "drop there y: old"],
        );
    }

    #[test]
    fn words() {
        check(
            "Spec { x: string, y: optional int32, z: duration }",
            "Spec { a: string, y: int32, c: int32, d: string, e: string }",
            "  Spec: { fields: { a: { to: x, values: { r: R } }, y: { empty: absent }, c: { to: z, fn: wait, drop: whole seconds }, d: { alias: a }, e: { drop: old } } }",
            &[
                "alias d of a",
                "a -> x values r=R",
                "y -> y Absent",
                "c -> z fn wait loses: whole seconds",
                "drop here e: old",
            ],
        );
        check(
            "Spec { x: string, y: int32, z: int32 }",
            "Spec { x: string }",
            "  Spec: { absent: { y: { set: 1, drop: one is enough }, z: { set: 2, drop: two } } }",
            &["x -> x", "set y: one is enough", "set z: two"],
        );
    }

    #[test]
    fn functions_answer_for_fields_of_either_side() {
        check(
            "Spec { x: string, y: int32 }",
            "Spec { x: string, z: int32 }",
            "  Spec: { fn: [y, z] }",
            &["x -> x", "fn here z, there y"],
        );
        check(
            "Spec { x: string, y: int32 }",
            "Spec { x: string, z: int32 }",
            "  Spec: { fn: [y, z], drop: { x: no case, y: whole } }",
            &[
                "x -> x",
                "fn here z, there y",
                "may change here x: no case",
                "may change there x: no case",
                "may change there y: whole",
            ],
        );
        check("Spec { x: string, y: int32 }", "Spec { y: int32 }", "  Spec: { fn: [x, y] }", &["fn here y, there x y"]);
    }

    #[test]
    fn the_first_item_of_a_list_may_have_a_name_of_its_own() {
        check(
            "Spec { ips: list<Ip>, names: list<string> } Ip { ip: string }",
            "Spec { ip: string, name: string, ips: list<Ip>, names: list<string> } Ip { ip: string }",
            "  Spec: { fields: { ip: { alias: ips.0.ip }, name: { alias: names.0 } } }",
            &["alias ip of ips item ip", "alias name of names item ", "ips -> ips", "names -> names"],
        );
    }

    #[test]
    fn types_that_are_one_convert_in_place() {
        check(
            "Spec { x: string, y: string }",
            "Spec { x: string, y: string }",
            "  Spec: { fields: { y: { alias: x } }, fn: [] }",
            &["alias y of x", "fn here , there "],
        );
    }

    /// Compares the rules of the kind `Widget`.
    fn check_kind(hub: &str, old: &str, conversion: &str, expected: &[&str]) {
        let kinds = "kinds: { Widget: {} }\n";
        let old = format!("{kinds}{}conversion:\n{conversion}", types(old));
        assert_eq!(rules(&format!("{kinds}{}", types(hub)), &old, "Widget"), expected, "{old}");
    }

    #[test]
    fn annotations_are_the_kinds() {
        check_kind(
            "Widget { b: Box } Box { s: Spec } Spec { x: string }",
            "Widget { b: Box } Box { s: Spec } Spec { x: string, y: int32 }",
            "  Spec: { fields: { y: { annotation: k } } }",
            &["metadata -> metadata", "b -> b", "annotation here b.s.y: k"],
        );
        check_kind(
            "Widget { b: Box } Box { s: Spec } Spec { x: string, y: int32 }",
            "Widget { c: Box } Box { s: Spec } Spec { x: string }",
            "  Widget: { fields: { c: b } }\n  Spec: { absent: { y: { annotation: k } } }",
            &["metadata -> metadata", "c -> b", "annotation there b.s.y: k"],
        );
    }

    #[test]
    fn a_kind_may_answer_for_the_fields_below_it() {
        check_kind(
            "Widget { s: Spec } Spec { x: string }",
            "Widget { s: Spec } Spec { x: string, y: int32 }",
            "  Widget: { fields: { s.y: { annotation: k } } }",
            &["metadata -> metadata", "s -> s", "annotation here s.y: k"],
        );
        check_kind(
            "Widget { s: Spec } Spec { x: string, z: string }",
            "Widget { s: Spec } Spec { x: string, y: int32 }",
            "  Widget: { fn: [s.y, s.z] }",
            &["metadata -> metadata", "s -> s", "fn here s.y, there s.z"],
        );
    }

    #[test]
    fn what_a_kind_preserves_needs_no_rule() {
        check_kind(
            "Widget { s: map<Spec> } Spec { x: string, z: string }",
            "Widget { s: map<Spec> } Spec { x: string, y: int32 }",
            "  Widget: { preserve: k }\n  Spec: { preserve: [y] }",
            &["metadata -> metadata", "s -> s"],
        );
    }
}
