//! Defaults: the paths and values of all steps, checked against their types.

use std::collections::BTreeMap;

use super::same::Sameness;
use super::tree::{GroupId, Tree};
use super::{literal, path};
use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::files::{Span, Word};
use crate::codegen::load::document::{BodyDoc, StepDoc, VersionDoc};
use crate::codegen::load::yaml::Node;
use crate::codegen::model::{Body, Condition, Literal, Omit, Path, Scalar, Step, TypeId, TypeRef};

/// Returns the steps of a version's types: first `default:` of fields, then `defaults` in the order of the file.
pub(crate) fn read(
    tree: &Tree<'_>,
    same: &Sameness,
    group: GroupId,
    version: &VersionDoc,
    report: &mut Report,
) -> BTreeMap<TypeId, Vec<Step>> {
    let mut defaults: BTreeMap<TypeId, Vec<Step>> = BTreeMap::new();
    for doc in &version.types {
        if let Some(id) = tree.named(group, &version.name, &doc.name.text)
            && let Some(step) = field_defaults(tree, id, &doc.body, report)
        {
            defaults.entry(id).or_default().push(step);
        }
    }
    for doc in &version.defaults {
        let Some(id) = tree.find(group, &version.name, &doc.ty.text, doc.ty.span, report) else { continue };
        let steps = doc.steps.iter().map(|step| self::step(tree, same, id, step, report));
        defaults.entry(id).or_default().extend(steps);
    }
    defaults
}

/// Returns the step that sets the fields with `default:`.
fn field_defaults(tree: &Tree<'_>, id: TypeId, body: &BodyDoc, report: &mut Report) -> Option<Step> {
    let BodyDoc::Struct { fields, .. } = body else { return None };
    let mut step = Step::default();
    for doc in fields {
        let Some(node) = &doc.default else { continue };
        let Some(steps) = path::child(tree, id, &doc.name.text) else { continue };
        let path = Path(steps);
        step.source.get_or_insert_with(|| tree.source(doc.name.span));
        if let Some(literal) = default(tree, id, &path, node, doc.name.span, report) {
            step.set.push((path, literal));
        }
    }
    (!step.set.is_empty()).then_some(step)
}

/// Reads the value for a field that may have a default.
fn default(tree: &Tree<'_>, id: TypeId, path: &Path, node: &Node, at: Span, report: &mut Report) -> Option<Literal> {
    let (owner, index) = path::end(tree, id, path);
    let field = &tree.fields(owner)[index];
    let from_yaml = tree.facts(owner).doc.is_some_and(|doc| !doc.from_proto);
    if from_yaml && !field.optional && field.omit == Omit::Never && !tree.is_broken(&field.ty) {
        report.add(on_required(tree, owner, index, at));
        return None;
    }
    literal::read(tree, &field.ty, &field.limits, node, report)
}

fn on_required(tree: &Tree<'_>, owner: TypeId, index: usize, at: Span) -> Diagnostic {
    let field = &tree.fields(owner)[index];
    let message = format!("the required field `{}.{}` cannot have a default", tree.get(owner).name, field.name);
    let help = format!(
        "write `type: optional {}`, so that an unset field differs from {}",
        tree.show(&field.ty),
        empty(tree, &field.ty)
    );
    error("default-on-required", at, message).help(help)
}

/// Returns the name of the empty value of a type for messages.
pub(crate) fn empty(tree: &Tree<'_>, ty: &TypeRef) -> &'static str {
    match tree.base(ty) {
        TypeRef::Scalar(Scalar::String) => "an empty string",
        TypeRef::Scalar(Scalar::Bool) => "false",
        TypeRef::Scalar(Scalar::Int32 | Scalar::Int64 | Scalar::Double) => "zero",
        TypeRef::Scalar(Scalar::Bytes) => "empty bytes",
        TypeRef::List(_) => "an empty list",
        TypeRef::Map(_) => "an empty map",
        TypeRef::Named(_) => "an empty struct",
        TypeRef::Leaf(_) => "an empty value",
    }
}

fn step(tree: &Tree<'_>, same: &Sameness, id: TypeId, doc: &StepDoc, report: &mut Report) -> Step {
    let mut step =
        Step { or_empty: doc.or_empty, function: doc.function, source: Some(tree.source(doc.span)), ..Step::default() };
    let is_struct = matches!(tree.get(id).body, Body::Struct(_));
    let paths = [doc.set.len(), doc.copy.len(), doc.when.len(), doc.present.len(), doc.absent.len()];
    let says_more = paths.iter().any(|count| *count > 0);
    if !is_struct && says_more {
        let message =
            format!("the type `{}` has no fields, so its defaults must be set by a function", tree.get(id).name);
        report.add(error("step-without-fields", doc.span, message).help("write `[{ fn: true }]`"));
        return step;
    }
    step.conditions = conditions(tree, id, doc, report);
    for (word, node) in &doc.set {
        if let Some(path) = path::find(tree, id, word, "the type", report)
            && let Some(literal) = default(tree, id, &path, node, word.span, report)
        {
            step.set.push((path, literal));
        }
    }
    step.copy = doc.copy.iter().filter_map(|(to, from)| copy(tree, same, id, to, from, report)).collect();
    step
}

fn conditions(tree: &Tree<'_>, id: TypeId, doc: &StepDoc, report: &mut Report) -> Vec<Condition> {
    let mut conditions: Vec<_> = doc.gate.iter().map(|word| Condition::Gate(word.text.clone())).collect();
    for (word, nodes) in &doc.when {
        let Some(path) = path::find(tree, id, word, "the type", report) else { continue };
        let ty = &path::field(tree, id, &path).ty;
        let values = nodes.iter().filter_map(|node| literal::read(tree, ty, &Default::default(), node, report));
        let values = values.collect();
        conditions.push(Condition::Is(path, values));
    }
    for word in &doc.present {
        conditions.extend(path::find(tree, id, word, "the type", report).map(Condition::Present));
    }
    for word in &doc.absent {
        conditions.extend(path::find(tree, id, word, "the type", report).map(Condition::Absent));
    }
    conditions
}

fn copy(
    tree: &Tree<'_>,
    same: &Sameness,
    id: TypeId,
    to: &Word,
    from: &Word,
    report: &mut Report,
) -> Option<(Path, Path)> {
    let to_path = path::find(tree, id, to, "the type", report);
    let from_path = path::find(tree, id, from, "the type", report)?;
    let to_path = to_path?;
    if to_path == from_path {
        let message = format!("`copy` sets `{}` to its own value", to.text);
        report.add(error("copy-itself", from.span, message).help("write the path of another field, or remove it"));
        return None;
    }
    let (a, b) = (&path::field(tree, id, &to_path).ty, &path::field(tree, id, &from_path).ty);
    if !same.same_type(tree, a, b) {
        let message = format!("`{}` is `{}`, but `{}` is `{}`", to.text, tree.show(a), from.text, tree.show(b));
        let mistake = error("copy-type", to.span, message).label("both fields must have the same type");
        report.add(mistake.help("set it in a function: `- fn: true`"));
        return None;
    }
    Some((to_path, from_path))
}

#[cfg(test)]
mod tests {
    use crate::codegen::resolve::testing::{find, model, types};

    /// Compares the steps of `Spec`, one per line.
    fn check(spec: &str, defaults: &str, expected: &[&str]) {
        check_text(&types(spec), defaults, expected);
    }

    fn check_text(types: &str, defaults: &str, expected: &[&str]) {
        let text = format!("group: test.example.com\n{types}{defaults}");
        let model = model(&[("test/v1.yaml", &text)]);
        let steps = &model.groups[0].versions[0].defaults[&find(&model, "v1", "Spec")];
        let found: Vec<_> =
            steps.iter().map(|step| format!("{:?} {:?} {:?}", step.conditions, step.set, step.copy)).collect();
        assert_eq!(found, expected, "{defaults}");
    }

    #[test]
    fn a_map_is_one_step_and_a_list_is_steps() {
        check(
            "Spec { x: optional int32, b: Box } Box { y: optional string }",
            "defaults:\n  Spec: { x: 1, b.y: a }\n",
            &[r#"[] [(Path([0]), Int(1)), (Path([1, 0]), Text("a"))] []"#],
        );
        check(
            "Spec { x: optional int32, y: optional int32 }",
            "defaults:\n  Spec: [{ set: { x: 1 } }, { copy: { y: x } }]\n",
            &["[] [(Path([0]), Int(1))] []", "[] [] [(Path([1]), Path([0]))]"],
        );
    }

    #[test]
    fn a_fields_own_default_comes_first() {
        let types = "types:\n  Spec: { fields: { x: optional int32, y: { type: optional string, default: a } } }\n";
        check_text(
            types,
            "defaults:\n  Spec: { x: 1 }\n",
            &[r#"[] [(Path([1]), Text("a"))] []"#, "[] [(Path([0]), Int(1))] []"],
        );
    }

    #[test]
    fn all_conditions_must_hold() {
        check(
            "Spec { x: optional int32, y: optional string }",
            "defaults:\n  Spec: [{ gate: G, when: { y: [a, b] }, present: [y], absent: [x], set: { x: 1 } }]\n",
            &[
                r#"[Gate("G"), Is(Path([1]), [Text("a"), Text("b")]), Present(Path([1])), Absent(Path([0]))] [(Path([0]), Int(1))] []"#,
            ],
        );
    }

    #[test]
    fn literals_follow_the_type() {
        check(
            "Spec { p: optional intOrString, q: optional quantity, t: optional duration, l: optional list<Box> } Box { n: optional int32 }",
            "defaults:\n  Spec: { p: 25%, q: 1, t: 1m, l: [{ n: 1 }, {}] }\n",
            &[
                r#"[] [(Path([0]), Text("25%")), (Path([1]), Text("1")), (Path([2]), Text("1m")), (Path([3]), List([Struct([(0, Int(1))]), Struct([])]))] []"#,
            ],
        );
    }
}
