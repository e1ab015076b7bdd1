//! How much of a meaning is written: the values that a document gains beyond the authored ones.

use super::meaning::{Hub, Meaning, differences};
use super::minimal::{MAX_ROUNDS, Search, shown};
use super::plan::{Plan, set_at};
use super::reason::Reason;
use super::refusal::{Cause, Refusal};
use super::{Path, remedies, types};
use crate::meta::Value;

/// The values that a conversion adds to a document. Set with [`Editor::with_level`](super::Editor::with_level).
///
/// ```
/// # #[cfg(all(feature = "apps", feature = "extensions"))] {
/// use apimachinery::edit::{Editor, Level, apply};
/// use apimachinery::serializer::Codec;
///
/// let text = b"apiVersion: apps/v1beta1\nkind: Deployment\nmetadata: {name: web}\nspec: {selector: {}}\n";
/// let codec = Codec::new(apimachinery::apis::scheme());
/// let convert = |level| {
///     let editor = Editor::new(codec.clone()).with_level(level);
///     let edited = editor.convert(text, &|_| Some("apps/v1".parse().unwrap()))?;
///     Ok::<_, apimachinery::edit::Refusal>(String::from_utf8(apply(text, &edited.edits)).unwrap())
/// };
/// // The default of apps/v1beta1, which differs from the one of apps/v1.
/// assert!(convert(Level::Exact)?.contains("revisionHistoryLimit: 2"));
/// assert!(!convert(Level::Adopt)?.contains("revisionHistoryLimit"));
/// assert!(convert(Level::Full)?.contains("progressDeadlineSeconds: 600"));
/// # }
/// # Ok::<(), apimachinery::edit::Refusal>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Level {
    /// Only the values without which the meaning would change.
    #[default]
    Exact,
    /// Only the values that the conversion creates, and those that the target version requires. For all other fields that
    /// the source omits, the defaults of the target version are accepted. [`Edited::deviations`](super::Edited) lists
    /// them.
    Adopt,
    /// All values, with all defaults. Objects that already have their target version are completed, too.
    Full,
}

/// A value whose meaning differs on purpose: at [`Level::Adopt`], a default of the target version that is accepted, or
/// a remedy that [`Editor::with_fixes`](super::Editor::with_fixes) permits. In [`Edited::deviations`](super::Edited).
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::edit::{Editor, Level, Reason};
/// use apimachinery::serializer::Codec;
///
/// let text = b"apiVersion: apps/v1beta1\nkind: Deployment\nmetadata: {name: web}\nspec: {selector: {}}\n";
/// let editor = Editor::new(Codec::new(apimachinery::apis::scheme())).with_level(Level::Adopt);
/// let edited = editor.convert(text, &|_| Some("apps/v1".parse().unwrap()))?;
/// let deviation = &edited.deviations[0];
/// assert_eq!(deviation.to_string(), "spec.revisionHistoryLimit: 2 becomes 10");
/// assert_eq!(deviation.reason, Reason::Adopted);
/// # }
/// # Ok::<(), apimachinery::edit::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deviation {
    /// The path of the value in the target version.
    pub path: Path,
    /// The value in the meaning of the source document as JSON, or `None` if it is unset.
    pub before: Option<String>,
    /// The value in the meaning of the edited document as JSON, or `None` if it is unset.
    pub after: Option<String>,
    /// The reason: [`Reason::Adopted`] or [`Reason::Remedy`].
    pub reason: Reason,
}

impl std::fmt::Display for Deviation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.before, &self.after) {
            (Some(before), Some(after)) => write!(f, "{}: {before} becomes {after}", self.path),
            (Some(before), None) => write!(f, "{}: {before} is no longer set", self.path),
            (None, after) => write!(f, "{}: {} is set", self.path, after.as_deref().unwrap_or("nothing")),
        }
    }
}

/// The settings of an editor.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Options {
    pub(super) level: Level,
    /// Apply remedies for what the API server refuses.
    pub(super) fixes: bool,
    /// Write comments with the reasons of added values.
    pub(super) explains: bool,
}

/// Values with their paths; `None` for a value that was added.
type Replaced = Vec<(Path, Option<Value>)>;

/// A meaning that differs on purpose, with the values that restore the one of the source.
type Adapted = (Hub, Replaced);

/// The meaning of a source document from which the edited document deviates on purpose.
pub(super) struct Origin {
    hub: Hub,
    /// The values that restore the meaning, in the order in which they were replaced; `None` for a value that was added.
    replaced: Replaced,
}

impl Origin {
    /// Proves that a document has the meaning of the source, apart from the listed deviations: with the replaced values,
    /// both are equal.
    pub(super) fn prove(&self, meaning: &Meaning<'_>, document: &Value) -> Result<(), Refusal> {
        let mut restored = document.clone();
        for (path, value) in self.replaced.iter().rev() {
            set_at(&mut restored, path.steps(), value.as_ref());
        }
        let hub = meaning.hub_of(&restored)?;
        match differences(&self.hub, &hub).first() {
            Some(difference) => Err(Refusal::new(
                Cause::Proof,
                format!("the edited text differs in more than the listed values: {difference}"),
            )),
            None => Ok(()),
        }
    }
}

impl Search<'_> {
    /// Changes the smallest document to the level of the editor, and applies remedies. `exact` is the meaning of the
    /// document if it is not that of the source. Returns the new meaning and the replaced values if the meaning differs.
    pub(super) fn adapt(&mut self, exact: Option<&Hub>) -> Result<Option<Adapted>, Refusal> {
        let mut replaced = Vec::new();
        match self.options.level {
            Level::Exact => {}
            Level::Adopt => self.adopt(&mut replaced),
            Level::Full => self.write_out(exact)?,
        }
        let mut remedies = Vec::new();
        if self.options.fixes {
            let kind = self.target.with_kind(self.gvk.kind.clone());
            remedies = remedies::of(&kind, &self.plan.value(self.tree));
            for remedy in &remedies {
                self.apply_remedy(remedy, &mut replaced);
            }
        }
        if replaced.is_empty() {
            return Ok(None);
        }
        let hub = self.meaning.hub_of(&self.plan.value(self.tree))?;
        let got = self.meaning.written(&hub, self.target)?;
        let mut found = self.full.differences(&got);
        found.sort_by(|a, b| a.0.cmp(&b.0));
        for (path, after) in found {
            let remedy = remedies.iter().find(|remedy| remedy.path.is_related(&path));
            let reason = remedy.map_or(Reason::Adopted, |remedy| Reason::Remedy(remedy.reason.clone()));
            let before = self.full.at(path.steps()).as_ref().map(shown);
            self.deviations.push(Deviation { path, before, after: after.as_ref().map(shown), reason });
        }
        Ok(Some((hub, replaced)))
    }

    /// Joins the result of [`Search::adapt`] with the meaning of the source.
    pub(super) fn origin(exact: Hub, adapted: Option<Adapted>) -> (Hub, Option<Origin>) {
        match adapted {
            Some((hub, replaced)) => (hub, Some(Origin { hub: exact, replaced })),
            None => (exact, None),
        }
    }

    /// Removes the added defaults that the target version does not require.
    fn adopt(&mut self, replaced: &mut Replaced) {
        for path in std::mem::take(&mut self.supplied) {
            let Some(Plan::New(value, node, Reason::Default { .. })) = self.plan.find(self.tree, path.steps()) else {
                continue;
            };
            if types::is_required(self.shape, &path) {
                continue;
            }
            match node {
                Some(node) => self.put(&path, Plan::Source(node)),
                None => self.take_new(&path),
            }
            replaced.push((path, Some(value)));
        }
    }

    /// Removes an added value, and the collections that were created for it.
    pub(super) fn take_new(&mut self, path: &Path) {
        self.plan.take(self.tree, path.steps());
        for length in (1..path.steps().len()).rev() {
            let above = &path.steps()[..length];
            match self.plan.find(self.tree, above) {
                Some(Plan::Map(map)) if map.entries.is_empty() && map.source.is_none() => {
                    self.plan.take(self.tree, above);
                }
                _ => break,
            }
        }
    }

    /// Adds all values that the API server fills in, except those that would change the meaning: a deprecated field that
    /// another field sets.
    fn write_out(&mut self, exact: Option<&Hub>) -> Result<(), Refusal> {
        let mut missing = Vec::new();
        find_missing(self.full.value(), &self.plan.value(self.tree), &Path::default(), &mut missing);
        missing.iter().try_for_each(|path| self.check_computed(path))?;
        let smallest = self.plan.clone();
        for _ in 0..MAX_ROUNDS {
            for path in &missing {
                self.fill(path);
            }
            let hub = self.meaning.hub_of(&self.plan.value(self.tree))?;
            let changed = differences(exact.unwrap_or(&self.hub), &hub);
            if changed.is_empty() {
                return Ok(());
            }
            missing.retain(|path| !changed.iter().any(|changed| path.is_related(&changed.path)));
            self.plan = smallest.clone();
        }
        Ok(())
    }

    fn fill(&mut self, path: &Path) {
        let Some(value) = self.full.at(path.steps()) else { return };
        self.put(path, Plan::New(value, self.authored(path), Reason::Filled));
    }

    fn apply_remedy(&mut self, remedy: &remedies::Remedy, replaced: &mut Replaced) {
        let remedies::Remedy { path, value, reason } = remedy;
        let present = self.plan.find(self.tree, path.steps());
        // Collections that are created for the value are replaced, too.
        let steps = path.steps();
        let is_missing = |length: &usize| self.plan.find(self.tree, &steps[..*length]).is_none();
        let length = (1..steps.len()).find(is_missing).unwrap_or(steps.len());
        let before = present.as_ref().map(|plan| plan.value(self.tree));
        match (value, &present) {
            (Some(value), Some(Plan::Source(node))) => {
                self.put(path, Plan::New(value.clone(), Some(*node), Reason::Remedy(reason.clone())));
            }
            // The default of the target version has the same effect as an added value.
            (Some(Value::Bool(false)), Some(Plan::New(_, None, _))) => self.take_new(path),
            (Some(value), _) => self.put(path, Plan::New(value.clone(), None, Reason::Remedy(reason.clone()))),
            (None, Some(_)) => self.remove(path, Reason::Remedy(reason.clone())),
            (None, None) => return,
        }
        replaced.push((Path::of(&steps[..length]), before));
    }
}

/// Returns true for a zero value of the type of `full`.
fn is_unset(value: &Value, full: &Value) -> bool {
    match (value, full) {
        (Value::Null, _) => true,
        (Value::String(text), Value::String(_)) => text.is_empty(),
        (Value::Int(number), Value::Int(_)) => *number == 0,
        (Value::Bool(value), Value::Bool(_)) => !value,
        _ => false,
    }
}

/// Adds the outermost paths at which `value` lacks a part of `full`.
fn find_missing(full: &Value, value: &Value, path: &Path, missing: &mut Vec<Path>) {
    match (full, value) {
        (Value::Map(full), Value::Map(value)) => {
            for (key, full) in full.iter() {
                match value.get(key) {
                    Some(value) => find_missing(full, value, &path.key(key), missing),
                    None => missing.push(path.key(key)),
                }
            }
        }
        (Value::List(full), Value::List(value)) if full.len() == value.len() => {
            for (index, (full, value)) in full.iter().zip(value.iter()).enumerate() {
                find_missing(full, value, &path.index(index), missing);
            }
        }
        // An empty value that a default replaces has no effect.
        (full, value) if full != value && is_unset(value, full) => missing.push(path.clone()),
        _ => {}
    }
}
