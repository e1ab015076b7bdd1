//! The reduction of a document with the right meaning: additions without which the meaning stays the same are removed.

use super::super::meaning::{Hub, are_equal};
use super::super::moves::is_empty;
use super::super::plan::{EntryPlan, Plan, at, leaves};
use super::super::{Path, Step, types};
use super::Search;

/// The number of added values that are tested one by one.
const MAX_TESTED: usize = 200;

impl Search<'_> {
    /// Removes those parts of added collections, and those copies, that the target version fills in itself.
    pub(super) fn leave_out(&mut self, other: Option<&Hub>) {
        let added = std::mem::take(&mut self.added);
        let mut tested = 0;
        let mut others = std::mem::take(&mut self.others);
        others.sort_by_key(|(path, _)| path.steps().len());
        for (path, _) in others {
            if tested < MAX_TESTED && matches!(self.plan.find(self.tree, path.steps()), Some(Plan::Copy(_))) {
                tested += 1;
                self.try_without(&path, other);
            }
        }
        let mut needed = Vec::new();
        for (path, has_default) in &added {
            let Some(Plan::New(value, None, _)) = self.plan.find(self.tree, path.steps()) else { continue };
            let below = leaves(&value, path);
            // Without the only added value, the meaning differs. A default of the target version can depend only on the
            // values next to it.
            let is_alone = !added.iter().any(|(other, _)| other != path && are_near(path, other));
            if (*has_default || added.len() == 1) && is_alone && below == [path.clone()] {
                continue;
            }
            // A list is tested as a whole.
            let mut fields: Vec<Path> = below.iter().rev().filter_map(field_of).collect();
            fields.dedup();
            for leaf in fields.iter().filter(|field| field.steps().starts_with(path.steps())) {
                let (parent, _) = leaf.steps().split_at(leaf.steps().len() - 1);
                // No version fills in single entries of a map with free keys.
                if types::has_free_keys(self.shape, &Path::of(parent)) || tested >= MAX_TESTED {
                    continue;
                }
                // A value is needed in all items of a list, or in none.
                let field = (in_any_item(leaf), at(&value, &leaf.steps()[path.steps().len()..]).cloned());
                if needed.contains(&field) {
                    continue;
                }
                tested += 1;
                if !self.try_without(leaf, other) {
                    needed.push(field);
                }
            }
        }
        // Only the last item of a list can be removed.
        let items = added.iter().rev().filter(|(path, _)| matches!(path.steps().last(), Some(Step::Index(_))));
        for (path, _) in items {
            if tested < MAX_TESTED && matches!(self.plan.find(self.tree, path.steps()), Some(Plan::New(_, None, _))) {
                tested += 1;
                self.try_without(path, other);
            }
        }
    }

    /// Removes a value if the meaning stays the same. Returns true if it does.
    fn try_without(&mut self, path: &Path, other: Option<&Hub>) -> bool {
        let mut without = self.plan.clone();
        without.take(self.tree, path.steps());
        let parent = &path.steps()[..path.steps().len() - 1];
        // An empty collection of the author stays.
        let authored = self.tree.find(self.root, &Path::of(parent));
        if let Some(node) = authored.filter(|node| is_empty(&self.tree.value(*node)))
            && without.find(self.tree, parent).is_some_and(|rest| is_empty(&rest.value(self.tree)))
        {
            let source = self.tree.entry_of(node);
            let entry = EntryPlan { key: String::new(), source, plan: Plan::Source(node) };
            without.put(self.tree, parent, &[], entry);
        }
        let mut pruned = without.clone();
        pruned.prune();
        // An empty collection can mean something else than none.
        let is_same = pruned.find(self.tree, parent).is_some();
        let candidates = std::iter::once(pruned).chain(Some(without).filter(|_| !is_same));
        for plan in candidates {
            let equal = self.meaning.json(&plan.value(self.tree)).ok().filter(|json| self.is_equal(json, other));
            if equal.is_some() {
                self.proven = equal.filter(|_| other.is_none());
                self.plan = plan;
                return true;
            }
        }
        false
    }

    fn is_equal(&self, json: &str, other: Option<&Hub>) -> bool {
        let hub = self.meaning.decode_json(json).and_then(|decoded| self.meaning.hub(decoded));
        hub.is_ok_and(|hub| are_equal(other.unwrap_or(&self.hub), &hub))
    }
}

/// Returns the path of the field that contains a value: the value itself, or the list around it.
fn field_of(leaf: &Path) -> Option<Path> {
    let last = leaf.steps().iter().rposition(|step| matches!(step, Step::Key(_)))?;
    Some(Path::of(&leaf.steps()[..=last]))
}

/// Returns the path of a field in the first items of lists, to compare the paths of the same field in several items.
fn in_any_item(path: &Path) -> Path {
    let first = |step: &Step| if let Step::Index(_) = step { Step::Index(0) } else { step.clone() };
    path.steps().iter().map(first).collect()
}

/// Returns true if two values are in the same part of the specification.
fn are_near(path: &Path, other: &Path) -> bool {
    let common = path.steps().iter().zip(other.steps()).take_while(|(a, b)| a == b).count();
    common >= 2 && common + 2 >= path.steps().len()
}
