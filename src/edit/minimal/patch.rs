//! Patches: authored values, nulls and directives are moved, and nothing is added but what a moved value needs.

use super::super::directive::{self, DELETION, ORDER, RETAINED};
use super::super::meaning::are_equal;
use super::super::moves::Move;
use super::super::place::{NoPlace, Place, Places};
use super::super::plan::{Plan, at, set_at};
use super::super::refusal::{Cause, Refusal};
use super::super::{Path, Step};
use super::Search;
use crate::meta::Value;

impl Search<'_> {
    /// Returns true for empty collections, which no conversion moves.
    pub(super) fn is_empty(&self, path: &Path) -> bool {
        match at(&self.input, path.steps()) {
            Some(Value::Map(map)) => map.is_empty(),
            Some(Value::List(list)) => list.is_empty(),
            _ => false,
        }
    }

    pub(super) fn nowhere(&self, path: &Path) -> Refusal {
        let message = format!("{} has no field for this value, so the patch must be changed by hand", self.target);
        Refusal::new(Cause::Conversion, message).in_path(path)
    }

    fn in_list(&self, from: &Path, to: &Path) -> Refusal {
        let message = format!(
            "{} has this value at {to}, in a list that a patch replaces as a whole; write the complete list",
            self.target
        );
        Refusal::new(Cause::Conversion, message).in_path(from)
    }

    fn place_of(&self, path: &Path) -> Result<Place, NoPlace> {
        let to = self.target.with_kind(self.gvk.kind.clone());
        let (shape, other) = (self.own_shape, self.shape);
        Places { meaning: self.meaning, from: self.gvk, to: &to, shape, other, context: &self.input }.of(path)
    }

    /// Returns the place of a value that must be moved.
    fn new_place(&self, path: &Path) -> Result<Path, Refusal> {
        let place = self.place_of(path).map_err(|reason| match reason {
            NoPlace::Nowhere => self.nowhere(path),
            NoPlace::InList(place) => self.in_list(path, &place),
            NoPlace::Split(one, other) => {
                let message = format!(
                    "{} has several places for this value, {one} and {other}, so the patch must be changed by hand",
                    self.target
                );
                Refusal::new(Cause::Conversion, message).in_path(path)
            }
        })?;
        Ok(place.path)
    }

    /// Checks that all values can be moved in a patch, and finds the places of those that are moved only together with
    /// others.
    pub(super) fn check_moves(&self, found: &mut [(Path, Move)]) -> Result<(), Refusal> {
        for (_, Move { from, to }) in found {
            if to.is_empty() && !self.is_unused(from)? {
                to.push(self.new_place(from)?);
            }
            let is_outside = |to: &&Path| to.indexes() != from.indexes();
            if let Some(to) = to.iter().find(is_outside) {
                return Err(self.in_list(from, to));
            }
        }
        Ok(())
    }

    /// Returns true if the meaning does not depend on a value.
    fn is_unused(&self, path: &Path) -> Result<bool, Refusal> {
        if self.place_of(path) != Err(NoPlace::Nowhere) {
            return Ok(false);
        }
        let mut without = self.input.as_ref().clone();
        set_at(&mut without, path.steps(), None);
        let hub = self.meaning.hub_of(&without)?;
        Ok(are_equal(&self.hub, &hub))
    }

    fn is_moved(&self, path: &Path) -> bool {
        self.placed.iter().any(|(from, _)| path.steps().starts_with(from.steps()))
    }

    /// Moves the nulls and empty collections, and the directives.
    pub(super) fn place_unset(&mut self, regions: &[Path]) -> Result<(), Refusal> {
        let (mut directives, mut unset) = (Vec::new(), Vec::new());
        directive::find(&self.tree.value(self.root), &Path::default(), &mut directives, &mut unset);
        let region_of = |path: &Path| regions.iter().find(|region| path.steps().starts_with(region.steps())).cloned();
        for path in unset {
            let is_field = matches!(path.steps().last(), Some(Step::Key(_)));
            let region = region_of(&path);
            if self.is_moved(&path) || !is_field || (region.is_none() && !self.is_null(&path)) {
                continue;
            }
            let to = match &region {
                Some(_) => self.new_place(&path)?,
                // Without a place of its own, the value stays where both versions have a field.
                None => self.place_of(&path).map_or_else(|_| path.clone(), |place| place.path),
            };
            self.carry(region, path, to)?;
        }
        for path in directives {
            if !self.is_moved(&path) {
                let region = region_of(&path);
                let to = self.place_of_directive(&path, region.is_some())?;
                self.carry(region, path, to)?;
            }
        }
        Ok(())
    }

    fn is_null(&self, path: &Path) -> bool {
        self.tree.find(self.root, path).is_some_and(|node| self.tree.value(node).is_null())
    }

    /// Moves a value as it is, unless it stays at its place.
    fn carry(&mut self, region: Option<Path>, from: Path, to: Path) -> Result<(), Refusal> {
        if region.is_none() && from == to {
            return Ok(());
        }
        if self.plan.find(self.tree, to.steps()).is_some() {
            let message = format!("{} has another value of the patch at the same place, {to}", self.target);
            return Err(Refusal::new(Cause::Conversion, message).in_path(&from));
        }
        if region.is_none() {
            self.plan.take(self.tree, from.steps());
        }
        let region = region.unwrap_or_else(|| from.clone());
        self.place(&region, Move { from, to: vec![to] });
        Ok(())
    }

    /// Returns the place of a directive: that of the mapping or list to which it applies.
    fn place_of_directive(&mut self, path: &Path, must_move: bool) -> Result<Path, Refusal> {
        let Some((Step::Key(key), parent)) = path.steps().split_last() else { return Ok(path.clone()) };
        let parent = Path::of(parent);
        let prefix = [ORDER, DELETION].into_iter().find(|prefix| key.starts_with(prefix));
        let applies_to = prefix.map_or_else(|| parent.clone(), |prefix| parent.key(&key[prefix.len()..]));
        if applies_to.steps().is_empty() {
            return Ok(path.clone());
        }
        let place = match self.place_of(&applies_to) {
            Ok(place) => place.path,
            Err(_) if must_move => self.new_place(&applies_to)?,
            Err(_) => return Ok(path.clone()),
        };
        if key == RETAINED {
            self.check_retained(path, &parent, &place)?;
        }
        match (prefix, place.steps().split_last()) {
            (Some(prefix), Some((Step::Key(list), parent))) => Ok(Path::of(parent).key(&format!("{prefix}{list}"))),
            (Some(_), _) => Err(self.nowhere(path)),
            (None, _) => Ok(place.key(key)),
        }
    }

    /// Refuses a list of retained fields if the fields have other names.
    fn check_retained(&self, path: &Path, parent: &Path, place: &Path) -> Result<(), Refusal> {
        let names = self.tree.find(self.root, path).map(|node| self.tree.value(node)).unwrap_or_default();
        let names = names.as_list().into_iter().flat_map(|names| names.iter()).filter_map(Value::as_str);
        for name in names {
            let own = parent.key(name);
            match self.place_of(&own) {
                Ok(found) if found.path == place.key(name) => {}
                Err(NoPlace::Nowhere) if parent == place => {}
                _ => {
                    let message = format!("{} has another name for the retained field {name:?}", self.target);
                    return Err(Refusal::new(Cause::Conversion, message).in_path(path));
                }
            }
        }
        Ok(())
    }

    /// Returns the document to write. For a patch, it lacks the values that conversion adds, unless they are needed by a
    /// moved value next to them; the complete value is returned as well.
    pub(super) fn without_additions(&mut self) -> (Plan, Option<Value>) {
        let complete = std::mem::replace(&mut self.plan, Plan::Source(self.root));
        let Some(mut plan) = self.moved.take() else { return (complete, None) };
        for path in &self.additions {
            let Some(found) = complete.find(self.tree, path.steps()) else { continue };
            let is_needed = match &found {
                Plan::Copy(_) => true,
                // The conversion changes the authored value.
                Plan::New(_, Some(node), _) => {
                    !matches!(self.tree.value(*node), Value::Null | Value::Map(_) | Value::List(_))
                }
                _ => self.is_beside_moved(path),
            };
            if is_needed {
                let entry = super::EntryPlan { key: String::new(), source: None, plan: found };
                plan.put(self.tree, path.steps(), &[], entry);
            }
        }
        (plan, Some(complete.value(self.tree)))
    }

    fn is_beside_moved(&self, path: &Path) -> bool {
        let parent = |path: &Path| path.steps().split_last().map(|(_, parent)| Path::of(parent));
        self.placed.iter().any(|(_, to)| parent(to) == parent(path))
    }
}
