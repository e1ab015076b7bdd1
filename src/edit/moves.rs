//! Finds where the conversion puts an authored value, by converting the object with another value in its place.

use super::meaning::Meaning;
use super::plan::{at, at_mut, leaves};
use super::refusal::{Cause, Refusal};
use super::{Path, Step, template};
use crate::meta::Value;
use crate::schema::GroupVersion;

/// The texts that take the place of an authored text; fields with their own syntax accept only some.
pub(super) const TEXTS: [&str; 5] = ["apimachinery-probe", "7919", "7919Mi", "2019-07-09T19:07:09Z", "7h9m19s"];

/// The number of conversions after which tracing stops. Values without a trace are printed anew.
const MAX_PROBES: usize = 200;

/// An authored value, and its paths in the target version: none if the conversion does not use it.
pub(super) struct Move {
    pub(super) from: Path,
    pub(super) to: Vec<Path>,
}

/// The object whose values are traced, in three forms.
pub(super) struct Moves<'a> {
    pub(super) meaning: &'a Meaning<'a>,
    pub(super) target: &'a GroupVersion,
    /// The authored object.
    pub(super) input: &'a Value,
    /// The authored object, as its version writes it.
    pub(super) bare: &'a Value,
    /// The converted object with all defaults.
    pub(super) full: &'a Value,
    /// Paths with the positions of their values in other items of lists; see [`numbered`].
    pub(super) patterns: Vec<(Vec<Mark>, Vec<Vec<Mark>>)>,
    pub(super) probes: usize,
}

/// A step of a pattern. Indexes are numbered: the first index of a path is variable 0, and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Step(Step),
    Variable(usize),
}

impl Moves<'_> {
    /// Returns the moves of all values in a part of the object.
    pub(super) fn of(&mut self, region: &Path) -> Result<Vec<Move>, Refusal> {
        let mut moves: Vec<Move> = Vec::new();
        let Some(value) = at(self.input, region.steps()) else { return Ok(moves) };
        for leaf in leaves(value, region) {
            if moves.iter().any(|known| leaf.steps().starts_with(known.from.steps())) {
                continue;
            }
            let targets = self.targets(&leaf);
            self.check_placeholder(&leaf, &targets)?;
            moves.push(self.widened(region, &leaf, targets));
        }
        Ok(moves)
    }

    /// Refuses a placeholder whose replacement decides its place: a port can be a number or a name.
    fn check_placeholder(&mut self, leaf: &Path, targets: &[Path]) -> Result<(), Refusal> {
        let text = at(self.input, leaf.steps()).and_then(Value::as_str);
        if !text.is_some_and(template::is_placeholder) {
            return Ok(());
        }
        let as_number = self.probe_with(leaf, &[Some(Value::Int(7919))]);
        if as_number.is_empty() || as_number == targets {
            return Ok(());
        }
        let message = "the type of the value decides its place: replace the placeholder first";
        Err(Refusal::new(Cause::Template, message).in_path(leaf))
    }

    /// Extends a move to the largest part of the region that is moved as a whole.
    fn widened(&self, region: &Path, leaf: &Path, targets: Vec<Path>) -> Move {
        let from = leaf.steps();
        let Some(first) = targets.first() else { return Move { from: leaf.clone(), to: targets } };
        let is_same = |up: usize| {
            let (from, to) = (&from[..from.len() - up], &first.steps()[..first.steps().len() - up]);
            // A collection with other authored values keeps those.
            if from != to && at(self.input, to).is_some() {
                return false;
            }
            match (at(self.bare, from), at(self.full, to)) {
                (Some(authored), Some(full)) => contains(full, authored),
                _ => false,
            }
        };
        let common = from.iter().rev().zip(first.steps().iter().rev()).take_while(|(a, b)| a == b).count();
        let most = common.min(from.len() - region.steps().len());
        let up = (1..=most).rev().find(|up| is_same(*up)).unwrap_or(0);
        let ends_alike = |to: &Path| to.steps().ends_with(&from[from.len() - up..]);
        let to = targets.iter().filter(|to| ends_alike(to)).map(|to| Path::of(&to.steps()[..to.steps().len() - up]));
        Move { from: Path::of(&from[..from.len() - up]), to: to.collect() }
    }

    /// Returns the paths at which the converted object contains a value.
    fn targets(&mut self, leaf: &Path) -> Vec<Path> {
        if let Some(targets) = self.predicted(leaf) {
            return targets;
        }
        let targets = self.probe(leaf);
        if !targets.is_empty() {
            let numbers = leaf.indexes();
            let patterns = targets.iter().map(|target| numbered(target, &numbers)).collect();
            self.patterns.push((numbered(leaf, &numbers), patterns));
        }
        targets
    }

    /// Predicts the paths from the paths of the same field in another item of a list, if the values agree.
    fn predicted(&self, leaf: &Path) -> Option<Vec<Path>> {
        let numbers = leaf.indexes();
        let pattern = numbered(leaf, &numbers);
        let value = at(self.bare, leaf.steps())?;
        let known = self.patterns.iter().filter(|(from, _)| *from == pattern);
        known.map(|(_, targets)| targets.iter().map(|target| filled(target, &numbers)).collect::<Vec<_>>()).find(
            |targets| {
                targets.iter().all(|target| at(self.full, target.steps()).is_some_and(|full| is_like(full, value)))
            },
        )
    }

    fn probe(&mut self, leaf: &Path) -> Vec<Path> {
        let Some(value) = at(self.input, leaf.steps()) else { return Vec::new() };
        let sentinels: Vec<Option<Value>> = match value {
            Value::String(_) => TEXTS.iter().map(|text| Some(Value::from(*text))).collect(),
            Value::Bool(value) => vec![Some(Value::Bool(!value))],
            Value::Int(_) | Value::Float(_) => vec![Some(Value::Int(7919)), Some(Value::Int(7))],
            _ => vec![None],
        };
        self.probe_with(leaf, &sentinels)
    }

    fn probe_with(&mut self, leaf: &Path, sentinels: &[Option<Value>]) -> Vec<Path> {
        let Some(value) = at(self.input, leaf.steps()) else { return Vec::new() };
        for sentinel in sentinels.iter().filter(|sentinel| sentinel.as_ref() != Some(value)) {
            if self.probes >= MAX_PROBES {
                break;
            }
            self.probes += 1;
            let mut probed = self.input.clone();
            match sentinel {
                Some(sentinel) => {
                    if let Some(place) = at_mut(&mut probed, leaf.steps()) {
                        *place = sentinel.clone();
                    }
                }
                None => remove(&mut probed, leaf.steps()),
            }
            let Some(converted) = self.converted(&probed) else { continue };
            let mut found = Vec::new();
            carriers(self.full, &converted, sentinel.as_ref(), &Path::default(), &mut found);
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    fn converted(&self, object: &Value) -> Option<Value> {
        self.meaning.converted(object, self.target).ok()
    }
}

fn remove(value: &mut Value, path: &[Step]) {
    let Some((Step::Key(key), parent)) = path.split_last() else { return };
    if let Some(map) = at_mut(value, parent).and_then(Value::as_map_mut) {
        map.remove(key);
    }
}

/// Adds the paths whose values change to the sentinel, or that disappear if there is none.
pub(super) fn carriers(full: &Value, probed: &Value, sentinel: Option<&Value>, path: &Path, found: &mut Vec<Path>) {
    match (full, probed) {
        (Value::Map(_) | Value::Null, Value::Map(map)) if sentinel.is_some() => {
            for (key, probed) in map.iter() {
                carriers(full.get(key).unwrap_or(&Value::Null), probed, sentinel, &path.key(key), found);
            }
        }
        (Value::Map(full), Value::Map(probed)) => {
            for (key, full) in full.iter() {
                match probed.get(key) {
                    Some(probed) => carriers(full, probed, sentinel, &path.key(key), found),
                    None => {
                        let path = path.key(key);
                        let leaves = leaves(full, &path);
                        let is_empty =
                            |leaf: &Path| at(full, &leaf.steps()[path.steps().len()..]).is_some_and(is_empty);
                        match leaves.iter().all(is_empty) {
                            true => found.push(path),
                            false => found.extend(leaves.into_iter().filter(is_empty)),
                        }
                    }
                }
            }
        }
        (Value::List(_) | Value::Null, Value::List(probed)) => {
            for (index, probed) in probed.iter().enumerate() {
                let full = full.as_list().and_then(|full| full.get(index));
                carriers(full.unwrap_or(&Value::Null), probed, sentinel, &path.index(index), found);
            }
        }
        (full, probed) => {
            if full != probed && sentinel.is_some_and(|sentinel| is_like(probed, sentinel)) {
                found.push(path.clone());
            }
        }
    }
}

/// Returns true for null and for empty collections.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Map(map) => map.is_empty(),
        Value::List(list) => list.is_empty(),
        value => value.is_null(),
    }
}

/// Returns true if both values are equal, or one is the text of the other.
fn is_like(value: &Value, other: &Value) -> bool {
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.to_string()),
        Value::Int(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        Value::Bool(value) => Some(value.to_string()),
        _ => None,
    };
    value == other || text(value).is_some_and(|value| text(other).is_some_and(|other| value == other))
}

/// Returns true if a value contains all parts of `authored` at the same places.
fn contains(value: &Value, authored: &Value) -> bool {
    match (value, authored) {
        (Value::Map(map), Value::Map(authored)) => {
            authored.iter().all(|(key, authored)| map.get(key).is_some_and(|value| contains(value, authored)))
        }
        (Value::List(list), Value::List(authored)) => {
            list.len() == authored.len() && list.iter().zip(authored.iter()).all(|(value, own)| contains(value, own))
        }
        (value, authored) => value == authored,
    }
}

/// Replaces the indexes of a path that equal the given ones, in order, by variables.
fn numbered(path: &Path, numbers: &[usize]) -> Vec<Mark> {
    let mut next = 0;
    let mark = |step: &Step| match step {
        Step::Index(index) if numbers.get(next) == Some(index) => {
            next += 1;
            Mark::Variable(next - 1)
        }
        step => Mark::Step(step.clone()),
    };
    path.steps().iter().map(mark).collect()
}

fn filled(pattern: &[Mark], numbers: &[usize]) -> Path {
    let step = |mark: &Mark| match mark {
        Mark::Step(step) => step.clone(),
        Mark::Variable(number) => Step::Index(numbers.get(*number).copied().unwrap_or_default()),
    };
    pattern.iter().map(step).collect()
}
