//! The smallest document in the target version with the same meaning: authored values are kept or moved, and only the
//! values without which the meaning would differ are added.

mod patch;
mod reduction;

use std::borrow::Cow;

use super::level::{Deviation, Level, Options, Origin};
use super::meaning::{Hub, Meaning, are_equal, differences};
use super::moves::{Move, Moves};
use super::path::Trail;
use super::plan::{Continued, EntryPlan, Plan, at, leaves};
use super::reason::{Change, Reason};
use super::refusal::{Cause, Refusal};
use super::tree::{NodeId, Tree};
use super::version::Known;
use super::written::Written;
use super::{Difference, Path, Step, directive, template, types};
use crate::meta::{TypeMeta, Value};
use crate::reflect::Shape;
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::serializer::Decoded;

/// The number of rounds in which values are added. One suffices in practice.
pub(super) const MAX_ROUNDS: usize = 5;

/// The result of a search.
pub(super) struct Minimal {
    pub(super) plan: Plan,
    /// Authored values that the document does not contain.
    pub(super) removed: Vec<Change>,
    /// The differences that no document in the target version avoids.
    pub(super) differences: Vec<Difference>,
    /// The meaning that the final text must have.
    pub(super) hub: Hub,
    /// The meaning of the source, if the final text has another one on purpose.
    pub(super) origin: Option<Origin>,
    pub(super) deviations: Vec<Deviation>,
    /// The authored annotations that the API server discards.
    pub(super) discarded: Vec<Path>,
    /// True if an annotation takes the place of a field that the target version lacks.
    pub(super) has_stopgaps: bool,
    /// The fields that neither version knows.
    pub(super) unknown: Vec<Path>,
    pub(super) shape: &'static Shape,
    /// The value with the meaning, if the document is a patch, which does not contain all of it.
    pub(super) complete: Option<Value>,
    /// The JSON of the document, if the search has already found that it has this meaning.
    pub(super) proven: Option<String>,
}

/// An authored collection, or an entry of a mapping by its index, that continues at another path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    Collection(NodeId),
    Entry(NodeId, usize),
}

/// The search for one object.
pub(super) struct Search<'a> {
    pub(super) meaning: &'a Meaning<'a>,
    pub(super) tree: &'a Tree<'a>,
    root: NodeId,
    pub(super) target: &'a GroupVersion,
    pub(super) shape: &'static Shape,
    input: Cow<'a, Value>,
    pub(super) hub: Hub,
    /// The object in the target version with all defaults.
    pub(super) full: Written,
    pub(super) gvk: &'a GroupVersionKind,
    pub(super) options: Options,
    /// The object in its own version with all defaults, once it is needed. Some objects cannot be written in it.
    source: Option<Option<Written>>,
    pub(super) plan: Plan,
    removed: Vec<Change>,
    unknown: Vec<Path>,
    /// Further paths of values that are moved to several places.
    others: Vec<(Path, NodeId)>,
    /// The paths of added values. The flag is true if the target version has another default there.
    added: Vec<(Path, bool)>,
    /// The paths of added values, as long as they can be removed again.
    pub(super) supplied: Vec<Path>,
    pub(super) deviations: Vec<Deviation>,
    has_stopgaps: bool,
    claimed: Vec<(Claim, Path)>,
    own_shape: &'static Shape,
    /// The old and new places of moved values.
    placed: Vec<(Path, Path)>,
    /// The places of all values that were added.
    additions: Vec<Path>,
    /// The document before values were added.
    moved: Option<Plan>,
    /// The JSON of the document, if it has the meaning of the source.
    proven: Option<String>,
}

/// A document of which the meaning is known.
pub(super) struct Attempt {
    pub(super) hub: Hub,
    /// True if it is that of the source.
    pub(super) is_equal: bool,
    /// The JSON of the document, if it was read from that.
    pub(super) json: Option<String>,
}

/// Searches the smallest form of an object, which is a node of the tree with its value.
pub(super) fn search(
    meaning: &Meaning<'_>,
    tree: &Tree<'_>,
    (root, value): (NodeId, &Value),
    gvk: &GroupVersionKind,
    target: &GroupVersion,
    options: Options,
    known: Option<Box<Known>>,
) -> Result<Minimal, Refusal> {
    let to = target.with_kind(gvk.kind.clone());
    let shapes = meaning.shape(gvk).zip(meaning.shape(&to));
    let unknown = || Refusal::new(Cause::Conversion, format!("{target} has no kind {}", gvk.kind));
    let (own_shape, shape) = shapes.ok_or_else(unknown)?;
    let input = if meaning.is_patch { Cow::Owned(directive::without(value)) } else { Cow::Borrowed(value) };
    let (hub, first, unknown) = match known.map(|known| *known) {
        // A strict decoder has read it.
        Some(Known { source, edited }) => (source, edited, Vec::new()),
        None => (meaning.hub_of(&input)?, None, meaning.misfits(own_shape, value)),
    };
    let full = meaning.written(&hub, target)?;
    let plan = Plan::Source(root);
    let mut search = Search {
        meaning,
        tree,
        root,
        target,
        shape,
        input,
        hub,
        full,
        gvk,
        options,
        source: None,
        plan,
        removed: Vec::new(),
        unknown,
        others: Vec::new(),
        added: Vec::new(),
        supplied: Vec::new(),
        deviations: Vec::new(),
        has_stopgaps: false,
        claimed: Vec::new(),
        own_shape,
        placed: Vec::new(),
        additions: Vec::new(),
        moved: None,
        proven: None,
    };
    search.state_version(&to)?;
    if first.is_some() {
        return search.complete(first);
    }
    search.remove_ignored();
    let (document, misfits) = search.relocate()?;
    let first = search.respell(document, misfits)?;
    search.complete(first)
}

impl Search<'_> {
    fn state_version(&mut self, to: &GroupVersionKind) -> Result<(), Refusal> {
        let path = Path::default().key("apiVersion");
        let node = self.tree.find(self.root, &path);
        let node = node.ok_or_else(|| Refusal::new(Cause::Layout, "the name apiVersion is not spelled exactly"))?;
        let version = TypeMeta::from(to).api_version;
        if self.tree.value(node).as_str() == Some(version.as_str()) {
            return Ok(());
        }
        let new = Value::from(version.as_str());
        self.put(&path, Plan::New(new.clone(), Some(node), Reason::Version));
        // Items of a typed list can contain the version, too.
        let items = Path::default().key("items");
        let count = self.tree.find(self.root, &items).map_or(0, |items| self.tree.items(items).len());
        let own = TypeMeta::from(self.gvk).api_version;
        for index in 0..count {
            let path = items.index(index).key("apiVersion");
            let node = self.tree.find(self.root, &path);
            if let Some(node) = node.filter(|node| self.tree.value(*node).as_str() == Some(own.as_str())) {
                self.put(&path, Plan::New(new.clone(), Some(node), Reason::Version));
            }
        }
        Ok(())
    }

    /// Removes fields that the source version ignores and the target version would not.
    fn remove_ignored(&mut self) {
        let (ignored, unknown) =
            std::mem::take(&mut self.unknown).into_iter().partition(|path| types::knows(self.shape, path));
        self.unknown = unknown;
        for path in ignored {
            self.remove(&path, Reason::Ignored);
        }
    }

    /// Moves the values for which the target version has no field at the same path. Returns the document, and the paths
    /// of those that do not fit at their new places either.
    fn relocate(&mut self) -> Result<(Value, Vec<Path>), Refusal> {
        let document = self.plan.value(self.tree);
        let misfits = self.misfits(&document);
        if !misfits.is_empty() {
            self.move_values(&misfits)?;
        }
        if self.meaning.is_patch {
            self.place_unset(&misfits)?;
        }
        if !misfits.is_empty() {
            self.plan.prune();
        } else if !self.meaning.is_patch {
            return Ok((document, misfits));
        }
        let document = self.plan.value(self.tree);
        let misfits = self.misfits(&document);
        Ok((document, misfits))
    }

    fn move_values(&mut self, misfits: &[Path]) -> Result<(), Refusal> {
        let bare = self.meaning.canonical(&self.meaning.decode(&self.input)?)?;
        let mut moves = Moves {
            meaning: self.meaning,
            target: self.target,
            input: &self.input,
            bare: &bare,
            full: self.full.value(),
            patterns: Vec::new(),
            probes: 0,
        };
        let mut found = Vec::new();
        for region in misfits {
            self.check_template(region)?;
            found.extend(moves.of(region)?.into_iter().map(|found| (region.clone(), found)));
        }
        if self.meaning.is_patch {
            found.retain(|(_, moved)| !moved.to.is_empty() || !self.is_empty(&moved.from));
            self.check_moves(&mut found)?;
        }
        for region in misfits {
            let missing = || Refusal::new(Cause::Layout, "cannot remove the value from its list").in_path(region);
            self.plan.take(self.tree, region.steps()).ok_or_else(missing)?;
        }
        for (region, moved) in found {
            self.place(&region, moved);
        }
        Ok(())
    }

    /// Returns the paths of the document's values for which the target version has no field.
    fn misfits(&self, document: &Value) -> Vec<Path> {
        let mut misfits = self.meaning.misfits(self.shape, document);
        misfits.retain(|path| !self.unknown.contains(path));
        misfits
    }

    /// Refuses a value that is computed from the text of a template.
    fn check_template(&self, region: &Path) -> Result<(), Refusal> {
        let Some(value) = at(&self.input, region.steps()) else { return Ok(()) };
        let is_template = |leaf: &Path| {
            let value = at(value, &leaf.steps()[region.steps().len()..]);
            value.is_some_and(template::is_part_of)
        };
        match leaves(value, region).into_iter().find(is_template) {
            Some(leaf) => Err(template::refusal().in_path(&leaf)),
            None => Ok(()),
        }
    }

    /// Places a moved value at its first path. The others are added only if they are needed.
    fn place(&mut self, region: &Path, moved: Move) {
        let Move { from, to } = moved;
        let Some(node) = self.tree.find(self.root, &from) else { return };
        let Some((first, others)) = to.split_first() else {
            self.removed.push(Change { old: Some(from), new: None, reason: Reason::Unused });
            return;
        };
        self.has_stopgaps |= is_annotation(first) && !is_annotation(&from);
        self.placed.push((from.clone(), first.clone()));
        self.others.extend(others.iter().map(|path| (path.clone(), node)));
        let continued = self.continued(region, &from, first);
        let source = match first.steps().last() {
            Some(Step::Key(_)) => self.tree.entry_of(node),
            _ => None,
        };
        let entry = EntryPlan { key: String::new(), source, plan: Plan::Source(node) };
        self.plan.put(self.tree, first.steps(), &continued, entry);
    }

    /// Returns the authored collections that those on the path `to` continue: those around `from` that are removed from
    /// their old place.
    fn continued(&mut self, region: &Path, from: &Path, to: &Path) -> Vec<Option<Continued>> {
        let (from, to) = (from.steps(), to.steps());
        let mut found: Vec<Option<Continued>> = vec![None; to.len()];
        for up in 1..=from.len().min(to.len()) {
            let (own, other) = (from.len() - up, to.len() - up);
            let is_same = match (&from[own], &to[other]) {
                (Step::Key(_), Step::Key(_)) => true,
                (Step::Index(a), Step::Index(b)) => a == b,
                _ => false,
            };
            // The collection around the region stays, but its entry moves.
            if !is_same || own + 1 < region.steps().len() {
                break;
            }
            let Some(collection) = self.tree.find(self.root, &Path::of(&from[..own])) else { break };
            let entry = match &from[own] {
                Step::Key(key) => self.tree.entry(collection, key).map(|index| (self.tree.target(collection), index)),
                Step::Index(_) => None,
            };
            let is_inside = own >= region.steps().len();
            let collection =
                Some(collection).filter(|id| is_inside && self.claims(Claim::Collection(*id), &to[..other]));
            let entry = entry.filter(|(map, index)| self.claims(Claim::Entry(*map, *index), &to[..=other]));
            found[other] = Some(Continued { collection, entry });
        }
        found
    }

    /// Returns true if the authored part continues at this path. Only one path can continue it.
    fn claims(&mut self, claim: Claim, path: &[Step]) -> bool {
        match self.claimed.iter().find(|(known, _)| *known == claim) {
            Some((_, known)) => known.steps() == path,
            None => {
                self.claimed.push((claim, Path::of(path)));
                true
            }
        }
    }

    /// Prints the values that do not fit at their new places in the form of the target version. Returns the document
    /// with its meaning.
    fn respell(&mut self, mut document: Value, mut misfits: Vec<Path>) -> Result<Option<Attempt>, Refusal> {
        for _ in 0..MAX_ROUNDS {
            let json = self.meaning.json(&document)?;
            let decoded = self.meaning.decode_json(&json);
            if let Err(refusal) = &decoded {
                misfits.extend(invalid(&document, refusal.message()));
            }
            misfits.sort();
            misfits.dedup();
            if misfits.is_empty() {
                return self.attempt(decoded?, json).map(Some);
            }
            for path in std::mem::take(&mut misfits) {
                let node = self.authored(&path);
                match self.full.at(path.steps()) {
                    Some(value) => self.put(&path, Plan::New(value, node, Reason::Respelled)),
                    None if self.meaning.is_patch => return Err(self.nowhere(&path)),
                    None => self.remove(&path, Reason::Unused),
                }
            }
            document = self.plan.value(self.tree);
        }
        Ok(None)
    }

    fn attempt(&self, decoded: Decoded, json: String) -> Result<Attempt, Refusal> {
        let hub = self.meaning.hub(decoded)?;
        Ok(Attempt { is_equal: are_equal(&self.hub, &hub), hub, json: Some(json) })
    }

    /// Adds what is missing until the meaning is the same. `first` is the document without additions, if its meaning is
    /// known.
    fn complete(mut self, mut first: Option<Attempt>) -> Result<Minimal, Refusal> {
        let mut last = None;
        self.moved = Some(self.plan.clone()).filter(|_| self.meaning.is_patch);
        for _ in 0..MAX_ROUNDS {
            let Attempt { hub, is_equal, json } = match first.take() {
                Some(known) => known,
                None => {
                    let json = self.meaning.json(&self.plan.value(self.tree))?;
                    self.attempt(self.meaning.decode_json(&json)?, json)?
                }
            };
            if is_equal {
                self.proven = json;
                self.leave_out(None);
                return self.finish(Vec::new(), None);
            }
            let got = self.meaning.written(&hub, self.target)?;
            let missing = self.full.differences(&got);
            let mut has_changed = false;
            for (path, got) in missing {
                has_changed |= self.supply(&path, got)?;
            }
            if !has_changed {
                // Even the complete object can differ. The document must not differ in anything else.
                let full = self.meaning.hub_of(self.full.value())?;
                let unavoidable = differences(&self.hub, &full);
                let mut found = differences(&self.hub, &hub);
                if found.iter().all(|difference| unavoidable.contains(difference)) {
                    self.leave_out(Some(&hub));
                    found.retain(|difference| !is_in_status(&difference.path));
                    // What a patch does not set is a zero value in some versions.
                    found.retain(|difference| !self.meaning.is_patch || !difference.is_unset_and_zero());
                    let is_full = self.options.level == Level::Full;
                    return self.finish(found, Some(if is_full { full } else { hub }));
                }
                return Err(self.unequal(&hub));
            }
            last = Some(hub);
        }
        Err(self.unequal(last.as_ref().unwrap_or(&self.hub)))
    }

    fn unequal(&self, hub: &Hub) -> Refusal {
        let difference = differences(&self.hub, hub).first().map(ToString::to_string).unwrap_or_default();
        let message = format!("no text in {} with the same meaning was found: {difference}", self.target);
        Refusal::new(Cause::Proof, message)
    }

    fn finish(mut self, differences: Vec<Difference>, hub: Option<Hub>) -> Result<Minimal, Refusal> {
        let adapted = self.adapt(hub.as_ref())?;
        let mut discarded = Vec::new();
        self.find_discarded(&self.input, &Trail::Root, &mut discarded);
        let (plan, complete) = self.without_additions();
        let is_unchanged = adapted.is_none() && self.options.level != Level::Full && !self.meaning.is_patch;
        let Search { removed, unknown, shape, deviations, has_stopgaps, proven, .. } = self;
        discarded.retain(|path| plan.find(self.tree, path.steps()).is_some());
        let (hub, origin) = Search::origin(hub.unwrap_or(self.hub), adapted);
        Ok(Minimal {
            plan,
            removed,
            differences,
            hub,
            origin,
            deviations,
            discarded,
            has_stopgaps,
            unknown,
            shape,
            complete,
            proven: proven.filter(|_| is_unchanged),
        })
    }

    /// Adds the paths of authored annotations that the converted object lacks. `trail` is the path of `authored`.
    fn find_discarded(&self, authored: &Value, trail: &Trail<'_>, found: &mut Vec<Path>) {
        let Value::Map(authored) = authored else { return };
        for (key, authored) in authored.iter() {
            if key == "annotations" && matches!(trail, Trail::Key(_, "metadata")) {
                let metadata = trail.path();
                let is_moved = self.full.at(metadata.steps()).is_none();
                let mut annotations = children(authored, &metadata.key(key));
                annotations.retain(|path| !is_moved && self.full.at(path.steps()).is_none());
                found.append(&mut annotations);
            } else {
                self.find_discarded(authored, &Trail::Key(trail, key), found);
            }
        }
    }

    /// Copies the value at a path from the converted object. Returns true if the document changes.
    fn supply(&mut self, path: &Path, got: Option<Value>) -> Result<bool, Refusal> {
        let present = self.plan.find(self.tree, path.steps());
        let Some(value) = self.full.at(path.steps()) else {
            // A patch keeps all values of its author, or is refused.
            let is_present = present.is_some() && !self.meaning.is_patch;
            if is_present {
                self.remove(path, Reason::Unused);
            }
            return Ok(is_present);
        };
        // A null is the same as no value.
        if value.is_null() && present.is_none() {
            return Ok(false);
        }
        if let Some((_, node)) = self.others.iter().find(|(other, _)| other == path && present.is_none()) {
            self.put(path, Plan::Copy(*node));
            self.additions.push(path.clone());
            return Ok(true);
        }
        let is_map = |plan: &Plan| plan.value(self.tree).as_map().is_some_and(|map| !map.is_empty());
        let is_extended = value.as_map().is_some() && present.as_ref().is_some_and(is_map);
        let has_copies = |(other, _): &(Path, NodeId)| other != path && other.steps().starts_with(path.steps());
        if is_extended || self.others.iter().any(has_copies) {
            let mut has_changed = false;
            for below in children(&value, path) {
                has_changed |= self.supply(&below, None)?;
            }
            return Ok(has_changed);
        }
        if present.as_ref().is_some_and(|present| present.value(self.tree) == value) {
            return Ok(false);
        }
        self.check_computed(path)?;
        let has_default = got.as_ref().is_some_and(|got| !got.is_null());
        // A value that the conversion rewrites is no default.
        let is_authored = present.as_ref().is_some_and(|present| !is_unset(&present.value(self.tree)));
        let reason = match self.default_at(path) {
            Some(own) if own == value && !is_authored => {
                // The zero value of a required field is no default.
                let has_none = |got: &Value| got.is_null() || is_zero(got) && types::is_required(self.shape, path);
                let target = got.filter(|got| !has_none(got)).as_ref().map(shown);
                Reason::Default { value: shown(&value), target }
            }
            _ => Reason::Conversion,
        };
        let node = if let Some(Plan::Source(node)) = present { Some(node) } else { None };
        self.put(path, Plan::New(value, node, reason));
        self.has_stopgaps |= is_annotation(path);
        self.added.push((path.clone(), has_default));
        self.supplied.push(path.clone());
        self.additions.push(path.clone());
        Ok(true)
    }

    /// Refuses to write a value that is computed from the text of a template.
    pub(super) fn check_computed(&self, path: &Path) -> Result<(), Refusal> {
        let is_computed = self.full.at(path.steps()).is_some_and(|value| template::is_part_of(&value));
        if is_computed { Err(template::refusal().in_path(path)) } else { Ok(()) }
    }

    /// Returns the value at a path of the object in its own version with all defaults.
    fn default_at(&mut self, path: &Path) -> Option<Value> {
        let version = self.gvk.group_version();
        let source = self.source.get_or_insert_with(|| self.meaning.written(&self.hub, &version).ok());
        source.as_ref()?.at(path.steps())
    }

    /// Returns the authored value that the document has at a path.
    pub(super) fn authored(&self, path: &Path) -> Option<NodeId> {
        match self.plan.find(self.tree, path.steps()) {
            Some(Plan::Source(node)) => Some(node),
            _ => None,
        }
    }

    pub(super) fn put(&mut self, path: &Path, plan: Plan) {
        let source = match self.tree.find(self.root, path) {
            Some(node) => self.tree.entry_of(node),
            None => None,
        };
        let entry = EntryPlan { key: String::new(), source, plan };
        self.plan.put(self.tree, path.steps(), &[], entry);
    }

    pub(super) fn remove(&mut self, path: &Path, reason: Reason) {
        if self.plan.take(self.tree, path.steps()).is_some() {
            self.removed.push(Change { old: Some(path.clone()), new: None, reason });
        }
    }
}

/// Returns the paths of a document that an error message begins with.
fn invalid(document: &Value, message: &str) -> Vec<Path> {
    let is_named = |path: &Path| message.strip_prefix(&path.plain()).is_some_and(|rest| rest.starts_with(": "));
    leaves(document, &Path::default()).into_iter().filter(is_named).collect()
}

/// Returns true for the path of an annotation of an object or a template.
fn is_annotation(path: &Path) -> bool {
    let is = |step: &Step, name: &str| matches!(step, Step::Key(key) if key == name);
    path.steps().windows(2).any(|pair| is(&pair[0], "metadata") && is(&pair[1], "annotations"))
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Bool(value) => !value,
        Value::Int(value) => *value == 0,
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}

/// Returns true for values that a version can replace by a default.
fn is_unset(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Map(map) => map.is_empty(),
        Value::List(list) => list.is_empty(),
        value => is_zero(value),
    }
}

/// Returns true for the status of an object or of an item of a list, which the API server ignores in manifests.
fn is_in_status(path: &Path) -> bool {
    let is_status = |step: Option<&Step>| step.is_some_and(|step| matches!(step, Step::Key(key) if key == "status"));
    let is_item = matches!(path.steps(), [Step::Key(items), Step::Index(_), ..] if items == "items");
    is_status(path.steps().get(if is_item { 2 } else { 0 }))
}

/// Returns the paths of the children of a collection.
fn children(value: &Value, path: &Path) -> Vec<Path> {
    match value {
        Value::Map(map) => map.iter().map(|(key, _)| path.key(key)).collect(),
        Value::List(list) => (0..list.len()).map(|index| path.index(index)).collect(),
        _ => Vec::new(),
    }
}

/// Returns a value as JSON.
pub(super) fn shown(value: &Value) -> String {
    crate::serializer::json::to_string(value).unwrap_or_default()
}
