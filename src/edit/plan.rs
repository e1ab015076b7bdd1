//! The document to write: the authored tree with values that are moved, added or removed.

use super::reason::Reason;
use super::tree::{NodeId, Shape, Tree};
use super::{Path, Step};
use crate::meta::{List, Map, Value};

/// A value of the document to write.
#[derive(Clone, Debug)]
pub(super) enum Plan {
    /// An authored value, unchanged.
    Source(NodeId),
    /// An authored value, written once more without its comments.
    Copy(NodeId),
    /// A value that is printed.
    New(Value, Option<NodeId>, Reason),
    Map(MapPlan),
    List(ListPlan),
}

/// A mapping with changes. `source` is the authored mapping that it continues, at its place or at another one.
#[derive(Clone, Debug, Default)]
pub(super) struct MapPlan {
    pub(super) source: Option<NodeId>,
    pub(super) entries: Vec<EntryPlan>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct ListPlan {
    pub(super) source: Option<NodeId>,
    pub(super) items: Vec<Plan>,
}

#[derive(Clone, Debug)]
pub(super) struct EntryPlan {
    pub(super) key: String,
    /// The authored entry that this one continues: its mapping, and its index there.
    pub(super) source: Option<(NodeId, usize)>,
    pub(super) plan: Plan,
}

impl Plan {
    /// Returns the value of the plan.
    pub(super) fn value(&self, tree: &Tree<'_>) -> Value {
        match self {
            Plan::Source(node) | Plan::Copy(node) => tree.value(*node),
            Plan::New(value, ..) => value.clone(),
            Plan::Map(map) => {
                Value::Map(map.entries.iter().map(|entry| (entry.key.as_str(), entry.plan.value(tree))).collect())
            }
            Plan::List(list) => {
                Value::List(List::from(list.items.iter().map(|item| item.value(tree)).collect::<Vec<_>>()))
            }
        }
    }

    /// Splits an authored collection into its children, one level deep.
    pub(super) fn open(&mut self, tree: &Tree<'_>) {
        let (node, is_copy) = match self {
            Plan::Source(node) => (*node, false),
            Plan::Copy(node) => (*node, true),
            Plan::New(value, _, reason) => {
                if let Some(opened) = opened(value, reason) {
                    *self = opened;
                }
                return;
            }
            _ => return,
        };
        let id = tree.target(node);
        match tree.shape(node) {
            Shape::Map { entries, .. } if is_copy => {
                let entries = entries.iter().map(|entry| EntryPlan {
                    key: entry.key.clone(),
                    source: None,
                    plan: Plan::Copy(entry.value),
                });
                *self = Plan::Map(MapPlan { source: None, entries: entries.collect() });
            }
            Shape::List { items, .. } if is_copy => {
                let items = items.iter().map(|item| Plan::Copy(*item)).collect();
                *self = Plan::List(ListPlan { source: None, items });
            }
            Shape::Map { entries, .. } => {
                let entries = entries.iter().enumerate().map(|(index, entry)| EntryPlan {
                    key: entry.key.clone(),
                    source: Some((id, index)),
                    plan: Plan::Source(entry.value),
                });
                *self = Plan::Map(MapPlan { source: Some(node), entries: entries.collect() });
            }
            Shape::List { items, .. } => {
                let items = items.iter().map(|item| Plan::Source(*item)).collect();
                *self = Plan::List(ListPlan { source: Some(node), items });
            }
            _ => {}
        }
    }

    /// Returns the value at a path, if there is one.
    pub(super) fn find(&self, tree: &Tree<'_>, path: &[Step]) -> Option<Plan> {
        let Some((step, rest)) = path.split_first() else { return Some(self.clone()) };
        match (self, step) {
            (Plan::Source(node), step) => Plan::Source(tree.child(*node, step)?).find(tree, rest),
            (Plan::Copy(node), step) => Plan::Copy(tree.child(*node, step)?).find(tree, rest),
            (Plan::Map(map), Step::Key(key)) => {
                map.entries.iter().find(|entry| entry.key == *key)?.plan.find(tree, rest)
            }
            (Plan::List(list), Step::Index(index)) => list.items.get(*index)?.find(tree, rest),
            (Plan::New(value, _, reason), step) => {
                let below = at(value, std::slice::from_ref(step))?;
                Plan::New(below.clone(), None, reason.clone()).find(tree, rest)
            }
            _ => None,
        }
    }

    /// Removes the value at a path, and returns its entry or its plan.
    pub(super) fn take(&mut self, tree: &Tree<'_>, path: &[Step]) -> Option<EntryPlan> {
        self.open(tree);
        match (self, path) {
            (Plan::Map(map), [Step::Key(key)]) => {
                let index = map.entries.iter().position(|entry| entry.key == *key)?;
                Some(map.entries.remove(index))
            }
            (Plan::List(list), [Step::Index(index)]) if *index + 1 == list.items.len() => {
                list.items.pop().map(|plan| EntryPlan { key: String::new(), source: None, plan })
            }
            (Plan::Map(map), [Step::Key(key), rest @ ..]) => {
                map.entries.iter_mut().find(|entry| entry.key == *key)?.plan.take(tree, rest)
            }
            (Plan::List(list), [Step::Index(index), rest @ ..]) => list.items.get_mut(*index)?.take(tree, rest),
            _ => None,
        }
    }

    /// Puts a value at a path, and creates the collections around it.
    ///
    /// `from` are the authored collections and entries that those on the path continue, the innermost last; `None` for
    /// new ones.
    pub(super) fn put(&mut self, tree: &Tree<'_>, path: &[Step], from: &[Option<Continued>], entry: EntryPlan) {
        let Some((step, rest)) = path.split_first() else {
            *self = entry.plan;
            return;
        };
        self.open(tree);
        let (own, below) = from.split_first().map_or((None, from), |(own, below)| (own.as_ref(), below));
        match step {
            Step::Key(key) => {
                if !matches!(self, Plan::Map(_)) {
                    *self = Plan::Map(MapPlan { source: own.and_then(|own| own.collection), entries: Vec::new() });
                }
                let Plan::Map(map) = self else { return };
                let place = map.entries.iter().position(|entry| entry.key == *key);
                let place = place.unwrap_or_else(|| {
                    let source = if rest.is_empty() { entry.source } else { own.and_then(|own| own.entry) };
                    let plan = Plan::New(Value::Null, None, Reason::Conversion);
                    map.insert(EntryPlan { key: key.clone(), source, plan })
                });
                if let Some(found) = map.entries.get_mut(place) {
                    found.plan.put(tree, rest, below, entry);
                }
            }
            Step::Index(index) => {
                if !matches!(self, Plan::List(_)) {
                    *self = Plan::List(ListPlan { source: own.and_then(|own| own.collection), items: Vec::new() });
                }
                let Plan::List(list) = self else { return };
                while list.items.len() <= *index {
                    list.items.push(Plan::New(Value::Null, None, Reason::Conversion));
                }
                list.items[*index].put(tree, rest, below, entry);
            }
        }
    }

    /// Removes collections that became empty, except items of lists. Returns true if nothing is left.
    pub(super) fn prune(&mut self) -> bool {
        match self {
            Plan::Map(map) => {
                let before = map.entries.len();
                map.entries.retain_mut(|entry| !entry.plan.prune());
                before == 0 || map.entries.is_empty()
            }
            Plan::List(list) => {
                for item in &mut list.items {
                    item.prune();
                }
                list.items.is_empty()
            }
            _ => false,
        }
    }
}

/// Splits a printed collection into its children.
fn opened(value: &Value, reason: &Reason) -> Option<Plan> {
    let new = |value: &Value| Plan::New(value.clone(), None, reason.clone());
    match value {
        Value::Map(map) => {
            let entries =
                map.iter().map(|(key, value)| EntryPlan { key: key.to_string(), source: None, plan: new(value) });
            Some(Plan::Map(MapPlan { source: None, entries: entries.collect() }))
        }
        Value::List(list) => Some(Plan::List(ListPlan { source: None, items: list.iter().map(new).collect() })),
        _ => None,
    }
}

/// The authored collection that a collection continues, and the authored entry of its child on the path.
#[derive(Clone, Debug)]
pub(super) struct Continued {
    pub(super) collection: Option<NodeId>,
    pub(super) entry: Option<(NodeId, usize)>,
}

impl MapPlan {
    /// Inserts an entry, in the order of the authored mapping if it continues an entry of that. Returns its place.
    fn insert(&mut self, entry: EntryPlan) -> usize {
        let own = |entry: &EntryPlan| entry.source.filter(|(map, _)| Some(*map) == self.source).map(|(_, index)| index);
        let place = match own(&entry) {
            Some(index) => self.entries.iter().position(|other| own(other).is_some_and(|other| other > index)),
            None => None,
        };
        let place = place.unwrap_or(self.entries.len());
        self.entries.insert(place, entry);
        place
    }
}

/// Returns the paths of all scalars, nulls and empty collections of a value.
pub(super) fn leaves(value: &Value, path: &Path) -> Vec<Path> {
    match value {
        Value::Map(map) if !map.is_empty() => {
            map.iter().flat_map(|(key, value)| leaves(value, &path.key(key))).collect()
        }
        Value::List(list) if !list.is_empty() => {
            list.iter().enumerate().flat_map(|(index, value)| leaves(value, &path.index(index))).collect()
        }
        _ => vec![path.clone()],
    }
}

/// Returns the value at a path.
pub(crate) fn at<'v>(value: &'v Value, path: &[Step]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.as_map()?.get(key),
        Step::Index(index) => value.as_list()?.get(*index),
    })
}

/// The number of items by which a list is extended at most.
const MAX_NEW_ITEMS: usize = 64;

/// Sets the value at a path, and creates the collections around it; removes the value of a key if there is no new value.
pub(super) fn set_at(object: &mut Value, path: &[Step], value: Option<&Value>) {
    let Some((step, rest)) = path.split_first() else {
        *object = value.cloned().unwrap_or_default();
        return;
    };
    match step {
        Step::Key(key) => {
            if object.as_map().is_none() {
                *object = empty_map();
            }
            let Some(map) = object.as_map_mut() else { return };
            if rest.is_empty() && value.is_none() {
                map.remove(key);
                return;
            }
            if !map.contains_key(key) {
                map.insert(key.as_str(), Value::Null);
            }
            if let Some(below) = map.get_mut(key) {
                set_at(below, rest, value);
            }
        }
        Step::Index(index) => {
            if object.as_list().is_none() {
                *object = Value::List(List::from(Vec::new()));
            }
            let Some(list) = object.as_list_mut() else { return };
            let longest = list.len() + MAX_NEW_ITEMS;
            while list.len() <= (*index).min(longest) {
                list.push(empty_map());
            }
            if let Some(item) = list.get_mut(*index) {
                set_at(item, rest, value);
            }
        }
    }
}

pub(super) fn empty_map() -> Value {
    let mut map = Map::default();
    map.make();
    Value::Map(map)
}

/// Returns the value at a path for modification.
pub(super) fn at_mut<'v>(value: &'v mut Value, path: &[Step]) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.as_map_mut()?.get_mut(key),
        Step::Index(index) => value.as_list_mut()?.get_mut(*index),
    })
}
