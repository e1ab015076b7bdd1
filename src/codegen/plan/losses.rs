//! Plans the reports of lost values, and determines which conversion functions may report any.

use super::preserve::answered;
use super::walk::closure;
use super::{Alias, Chosen, Direction, Index, Lose, Op, Place, Variable, When};
use crate::codegen::model::{Action, Conversion, Path, Side, TypeId};

/// Returns the types for which a conversion function, or one that it calls, may report a loss.
pub(super) fn reporting_types(index: &Index<'_>, converted: &Chosen) -> Chosen {
    let own = |id: TypeId| {
        let shared = index.shared_rules(id).map(|(_, rules)| rules);
        let mut rules = index.conversion(id).into_iter().chain(shared);
        converted.contains(&id)
            && rules.any(|rules| rules.functions.is_some() || rules.rules.iter().any(|rule| loses(&rule.action)))
    };
    closure(index, own, |id, at| !super::walk::is_answered(index, id, at))
}

/// True if the step for a rule may report a loss. Annotation rules may, because they can overwrite an annotation of the
/// user.
fn loses(action: &Action) -> bool {
    match action {
        Action::Drop { .. } | Action::Alias { .. } | Action::Annotation { .. } | Action::Values { .. } => true,
        Action::Set { reason, .. } | Action::Function { reason, .. } => reason.is_some(),
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
    let mut add = |path: Path, when: When, reason: &str| {
        let place = Place { variable: Variable::From, root, path };
        ops.push(Op::Lose(Lose { place, when, reason: reason.to_owned() }));
    };
    for rule in &rules.rules {
        match &rule.action {
            Action::Drop { side, field, reason } if *side == source => {
                let answered = answered(rules, source);
                let mut paths = Vec::new();
                unanswered(index, root, field, &answered, &mut paths);
                paths.into_iter().for_each(|path| add(path, When::Set, reason));
            }
            Action::Set { field, value, reason: Some(reason) } if source == Side::There => {
                add(field.clone(), When::Not(value.clone()), reason);
            }
            Action::Values { from, to, pairs, .. } => {
                let path = if source == Side::Here { from } else { to };
                let words = strange(pairs, source);
                if !words.is_empty() {
                    add(path.clone(), When::Word(words), "the other version uses this text for another value");
                }
            }
            _ => {}
        }
    }
    ops
}

/// Collects the parts of a dropped field that no other rule moves: the field itself, or, if rules cover fields below
/// it, the remaining ones.
fn unanswered(index: &Index<'_>, root: TypeId, field: &Path, answered: &[&Path], paths: &mut Vec<Path>) {
    let is_below = |path: &&&Path| path.0.len() > field.0.len() && path.0.starts_with(&field.0);
    if !answered.iter().any(|path| is_below(&path)) {
        return paths.push(field.clone());
    }
    let Some((_, body)) = index.structure(&index.leaf(root, field).ty) else { return };
    for at in 0..body.fields.len() {
        let mut below = field.clone();
        below.0.push(at);
        if !answered.contains(&&below) {
            unanswered(index, root, &below, answered, paths);
        }
    }
}

/// Returns the values of the other side that are not values of this side. They would be replaced by another value on
/// the way back.
fn strange(pairs: &[(String, String)], source: Side) -> Vec<String> {
    let (own, other): (Vec<&String>, Vec<&String>) = match source {
        Side::Here => pairs.iter().map(|(here, there)| (here, there)).unzip(),
        Side::There => pairs.iter().map(|(here, there)| (there, here)).unzip(),
    };
    other.into_iter().filter(|word| !own.contains(word)).cloned().collect()
}

/// Returns the report of an alias whose value differs from that of the aliased field.
pub(super) fn of_alias(alias: &Alias) -> Op {
    let (place, winner) = if alias.item.is_some() { (&alias.of, &alias.alias) } else { (&alias.alias, &alias.of) };
    let when = When::Overruled(alias.clone(), winner.clone());
    Op::Lose(Lose { place: place.clone(), when, reason: String::new() })
}
