//! Plans the reports of lost values, and determines which conversion functions may report any.

use super::preserve::covered;
use super::traversal::closure;
use super::{Alias, Chosen, Direction, FieldRef, Index, Loss, LossCondition, Op, Variable};
use crate::codegen::model::{Action, Conversion, Path, Side, Transform, TypeId};

/// Returns the types for which a conversion function, or one that it calls, may report a loss.
pub(super) fn reporting_types(index: &Index<'_>, converted: &Chosen) -> Chosen {
    let own = |id: TypeId| {
        let shared = index.shared_rules(id).map(|(_, rules)| rules);
        let mut rules = index.conversion(id).into_iter().chain(shared);
        converted.contains(&id)
            && rules.any(|rules| {
                // Preserved values of list items may have no item any more.
                rules.functions.is_some()
                    || rules.preserve.is_some()
                    || rules.rules.iter().any(|rule| loses(&rule.action))
            })
    };
    closure(index, own, |id, at| !super::traversal::is_covered(index, id, at))
}

/// Returns true if the step for a rule may report a loss. Annotation rules may, because they can overwrite an
/// annotation of the user.
fn loses(action: &Action) -> bool {
    match action {
        Action::Drop { .. } | Action::Alias { .. } | Action::Annotation { .. } | Action::Values { .. } => true,
        Action::Split { .. } | Action::Entry { .. } => true,
        Action::Transform { transform: Transform::Decimal { .. }, .. } => true,
        Action::Set { reason, .. } | Action::Function { reason, .. } | Action::Transform { reason, .. } => {
            reason.is_some()
        }
        Action::Move { .. } | Action::MakePresent { .. } => false,
    }
}

/// Returns the reports of values that the rules of a pair of types drop in `direction`.
pub(super) fn of_pair(
    index: &Index<'_>,
    rules: &Conversion,
    here: TypeId,
    there: TypeId,
    direction: Direction,
) -> Vec<Op> {
    let (source, root) = match direction {
        Direction::ToHub => (Side::Here, here),
        Direction::FromHub => (Side::There, there),
    };
    let mut ops = Vec::new();
    let mut add = |path: Path, condition: LossCondition, reason: &str| {
        let field = FieldRef { variable: Variable::From, root, path };
        ops.push(Op::Report(Loss { field, condition, reason: reason.to_owned() }));
    };
    for rule in &rules.rules {
        match &rule.action {
            Action::Drop { side, field, reason } if *side == source => {
                let covered = covered(rules, source);
                let mut paths = Vec::new();
                uncovered(index, root, field, &covered, &mut paths);
                paths.into_iter().for_each(|path| add(path, LossCondition::Set, reason));
            }
            Action::Set { side, field, value, reason: Some(reason) } if source == *side => {
                add(field.clone(), LossCondition::DiffersFrom(value.clone()), reason);
            }
            Action::Values { from, to, pairs, unsupported, .. } => {
                let path = if source == Side::Here { from } else { to };
                let values = foreign_values(pairs, source);
                if !values.is_empty() {
                    add(
                        path.clone(),
                        LossCondition::OneOf(values),
                        "the other version uses this text for another value",
                    );
                }
                if let Some(unsupported) = unsupported {
                    let values = if source == Side::Here { &unsupported.version } else { &unsupported.hub };
                    if !values.is_empty() {
                        add(path.clone(), LossCondition::OneOf(values.clone()), &unsupported.reason);
                    }
                }
            }
            _ => {}
        }
    }
    ops
}

/// Collects the parts of a dropped field that no other rule moves: the field itself, or, if rules cover fields below
/// it, the remaining ones.
fn uncovered(index: &Index<'_>, root: TypeId, field: &Path, covered: &[&Path], paths: &mut Vec<Path>) {
    let is_below = |path: &&&Path| path.0.len() > field.0.len() && path.0.starts_with(&field.0);
    if !covered.iter().any(|path| is_below(&path)) {
        return paths.push(field.clone());
    }
    let Some((_, body)) = index.structure(&index.leaf(root, field).ty) else { return };
    for at in 0..body.fields.len() {
        let mut below = field.clone();
        below.0.push(at);
        if !covered.contains(&&below) {
            uncovered(index, root, &below, covered, paths);
        }
    }
}

/// Returns the values of the other side that are not values of this side. They would be replaced by another value on
/// the way back.
fn foreign_values(pairs: &[(String, String)], source: Side) -> Vec<String> {
    let (own, other): (Vec<&String>, Vec<&String>) = match source {
        Side::Here => pairs.iter().map(|(here, there)| (here, there)).unzip(),
        Side::There => pairs.iter().map(|(here, there)| (there, here)).unzip(),
    };
    other.into_iter().filter(|value| !own.contains(value)).cloned().collect()
}

/// Returns the report of an alias whose value differs from that of the aliased field.
pub(super) fn of_alias(alias: &Alias) -> Op {
    let (field, winner) = if alias.item.is_some() { (&alias.of, &alias.alias) } else { (&alias.alias, &alias.of) };
    let condition = LossCondition::Overruled(alias.clone(), winner.clone());
    Op::Report(Loss { field: field.clone(), condition, reason: String::new() })
}
