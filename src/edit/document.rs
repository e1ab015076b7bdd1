//! A document with its objects: the search for each of them, the edits, and the proof.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::completeness::is_incomplete;
use super::level::{Level, Options};
use super::meaning::{Meaning, differences};
use super::minimal::{Minimal, search};
use super::plan::at_mut;
use super::reason::{Change, Reason};
use super::refusal::{Cause, Refusal};
use super::source::Source;
use super::tree::{NodeId, Tree};
use super::version::Known;
use super::writer::{Carried, Style, Writer};
use super::{
    Conversion, Edit, Edited, Form, Path, comments, explain, has_checks, refused_values, splice, types, wanted,
};
use crate::go_yaml;
use crate::meta::{TypeMeta, Value};
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::serializer::Codec;

/// A document to convert.
pub(super) struct Document<'t> {
    codec: &'t Codec,
    options: Options,
    pub(super) source: &'t Source<'t>,
    pub(super) tree: Tree<'t>,
}

/// An object of the document with its smallest form.
pub(super) struct Object {
    root: NodeId,
    pub(super) path: Path,
    pub(super) from: GroupVersionKind,
    pub(super) to: GroupVersion,
    pub(super) minimal: Minimal,
    is_patch: bool,
}

impl<'t> Document<'t> {
    /// Reads a document. `is_known` is true if its meaning was found by decoding the text.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the text is not valid or cannot be edited.
    pub(super) fn read(
        codec: &'t Codec,
        options: Options,
        source: &'t Source<'t>,
        is_known: bool,
    ) -> Result<Self, Refusal> {
        let document = Document { codec, options, source, tree: source.tree()? };
        // If the meaning is found by the tree, that must contain exactly what the decoder reads. Otherwise, the proof
        // compares the edited text with the known meaning.
        if !is_known && document.json(&document.tree.value(document.tree.root))? != source.read(source)? {
            return Err(Refusal::new(Cause::Layout, "the text contains a value that an edit could change"));
        }
        Ok(document)
    }

    pub(super) fn json(&self, value: &Value) -> Result<String, Refusal> {
        self.tree.numbers.json(value)
    }

    /// Converts all objects, each to the first of its targets that has fields for all of its content, or else to the
    /// first target.
    ///
    /// `known` is what is known of a document with its first target, if the document is no List.
    pub(super) fn convert(
        &self,
        form: Form,
        targets: &dyn Fn(&GroupVersionKind) -> Vec<GroupVersion>,
        mut known: Option<Box<Known>>,
    ) -> Result<Edited, Refusal> {
        let complete = Meaning::new(self.codec, &self.tree.numbers);
        let patches = Meaning::of_patches(self.codec, &self.tree.numbers);
        let meanings = [&complete, &patches];
        let mut objects = Vec::new();
        for (root, path) in self.objects() {
            let Some(from) = self.kind(root) else { continue };
            let versions = wanted(&from, targets, self.options.level);
            if versions.is_empty() {
                continue;
            }
            let input = self.tree.value(root);
            let is_patch = match form {
                Form::Complete => false,
                Form::Patch => true,
                Form::Any => is_incomplete(&from, &input),
            };
            let meaning = meanings[usize::from(is_patch)];
            let known = known.take().filter(|_| !is_patch);
            let Some((to, minimal)) = self.best(meaning, (root, &input), &from, versions, known) else { continue };
            let minimal = minimal.map_err(|refusal| {
                let path = refusal.path().map_or_else(|| path.clone(), |below| path.join(below.steps()));
                let position = self.tree.find(self.tree.root, &path).map(|node| self.tree.node(node).mark);
                refusal.at(position).within(path)
            })?;
            objects.push(Object { root, path, from, to, minimal, is_patch });
        }
        let mut edits = self.edits(&objects)?;
        self.prove(meanings, &objects, &edits, &[])?;
        // JSON has no comments.
        let style = Style::of(&self.tree);
        if self.options.explains && !style.is_json {
            let mut commented = edits.clone();
            let comments = explain::comment(self.source, style.newline, &objects, &mut commented)?;
            // A comment that changes the meaning is less important than the edit.
            if self.prove(meanings, &objects, &commented, &comments).is_ok() {
                edits = commented;
            }
        }
        Ok(self.edited(objects, edits))
    }

    /// Returns the first version that has fields for all content of an object, or else the first one without an error,
    /// with the result of the search.
    fn best(
        &self,
        meaning: &Meaning<'_>,
        object: (NodeId, &Value),
        from: &GroupVersionKind,
        versions: Vec<GroupVersion>,
        mut known: Option<Box<Known>>,
    ) -> Option<(GroupVersion, Result<Minimal, Refusal>)> {
        let mut best: Option<(GroupVersion, Result<Minimal, Refusal>)> = None;
        for version in versions {
            // A patch gets no defaults on any level.
            let options = match meaning.is_patch {
                true => Options { level: Level::Exact, fixes: false, ..self.options },
                false => self.options,
            };
            let found = search(meaning, &self.tree, object, from, &version, options, known.take());
            if found.as_ref().is_ok_and(|minimal| !minimal.has_stopgaps) {
                return Some((version, found));
            }
            if best.as_ref().is_none_or(|(_, best)| best.is_err() && found.is_ok()) {
                best = Some((version, found));
            }
        }
        best
    }

    /// Returns the objects with their paths: the items of a `v1` List, or the document.
    fn objects(&self) -> Vec<(NodeId, Path)> {
        let (tree, root) = (&self.tree, self.tree.root);
        let is_list = self.kind(root).is_some_and(|gvk| gvk.is_v1_list());
        let items = tree.find(root, &Path::default().key("items")).filter(|_| is_list);
        let Some(items) = items else { return vec![(root, Path::default())] };
        let path = Path::default().key("items");
        tree.items(items).iter().enumerate().map(|(index, item)| (*item, path.index(index))).collect()
    }

    fn kind(&self, root: NodeId) -> Option<GroupVersionKind> {
        let text = |key: &str| {
            let node = self.tree.find(root, &Path::default().key(key))?;
            self.tree.value(node).as_str().map(str::to_string)
        };
        Some(TypeMeta::new(text("apiVersion")?, text("kind")?).group_version_kind())
    }

    /// Returns the edits of the text.
    fn edits(&self, objects: &[Object]) -> Result<Vec<Edit>, Refusal> {
        let style = Style::of(&self.tree);
        let mut edits = Vec::new();
        for object in objects {
            // The first run finds the comments that are moved with their values; all others stay at their place.
            let (mut written, carried) = self.write(object, &style, &Carried::default())?;
            if carried != Carried::default() {
                written = self.write(object, &style, &carried)?.0;
            }
            explain(&mut written, object);
            edits.append(&mut written);
        }
        edits.sort_by_key(|edit| edit.range.start);
        let overlap = edits.windows(2).find(|pair| pair[0].range.end > pair[1].range.start);
        if overlap.is_some() {
            return Err(Refusal::new(Cause::Layout, "the edits overlap"));
        }
        self.check_anchors(&edits)?;
        Ok(edits)
    }

    /// Refuses edits that remove an anchor that is used.
    fn check_anchors(&self, edits: &[Edit]) -> Result<(), Refusal> {
        for id in &self.tree.used {
            let node = self.tree.node(*id);
            let anchor = &self.source[node.span.start..node.content.start];
            let anchor = anchor.split_whitespace().find(|property| property.starts_with('&')).unwrap_or_default();
            let edit = edits.iter().find(|edit| edit.range.contains(&node.span.start));
            if let (Some(edit), Some(user)) = (edit, node.user)
                && !edit.text.contains(anchor)
            {
                let message = format!("the value has to be moved, but line {} uses its anchor", user.line);
                return Err(self.shared(*id, &message));
            }
        }
        Ok(())
    }

    fn shared(&self, node: NodeId, message: &str) -> Refusal {
        let message = format!("{message}; write it out at both places");
        let refusal = Refusal::new(Cause::Shared, message).in_path(&self.tree.path(node));
        refusal.at(Some(self.tree.node(node).mark))
    }

    fn write(&self, object: &Object, style: &Style, known: &Carried) -> Result<(Vec<Edit>, Carried), Refusal> {
        let rank = |path: &Path, key: &str| types::rank(object.minimal.shape, path, key);
        let is_ignored = |change: &&Change| change.reason == Reason::Ignored;
        let ignored = object.minimal.removed.iter().filter(is_ignored).filter_map(|change| change.old.as_ref());
        let ignored = ignored.filter_map(|path| self.tree.entry_of(self.tree.find(object.root, path)?)).collect();
        let mut writer = Writer {
            tree: &self.tree,
            style,
            rank: &rank,
            edits: Vec::new(),
            pending: Vec::new(),
            known,
            carried: Carried::default(),
            is_inside: false,
            anchored: HashSet::new(),
            ignored: &ignored,
            base: &object.path,
        };
        writer.visit(&object.minimal.plan, object.root, &Path::default())?;
        Ok((writer.edits, writer.carried))
    }

    /// Proves that the edited text has the same meaning and contains every comment once. `explained` are new comments.
    fn prove(
        &self,
        meanings: [&Meaning<'_>; 2],
        objects: &[Object],
        edits: &[Edit],
        explained: &[String],
    ) -> Result<(), Refusal> {
        let text = &splice(self.source, edits);
        let found = self.source.read(text);
        // An alias can precede its anchor now.
        let found = match self.tree.used.first() {
            Some(node) => {
                found.map_err(|error| self.shared(*node, &format!("the edit separates an anchor: {error}")))?
            }
            None => found.map_err(|error| layout(&format!("the edit cannot be expressed in this layout: {error}")))?,
        };
        let is_proven = match objects {
            [object] => object.path.steps().is_empty() && object.minimal.proven.as_deref() == Some(&found),
            _ => false,
        };
        if !is_proven {
            self.prove_meaning(meanings, objects, &found)?;
        }
        let may_add =
            objects.iter().any(|object| object.minimal.removed.iter().any(|change| change.reason == Reason::Ignored));
        // All text between the edits is the same.
        let has_comment = |edit: &Edit| edit.text.contains('#') || self.source[edit.range.clone()].contains('#');
        if edits.iter().any(has_comment) { self.prove_comments(text, may_add, explained) } else { Ok(()) }
    }

    /// Proves that the JSON of an edited text has the same meaning.
    fn prove_meaning(&self, meanings: [&Meaning<'_>; 2], objects: &[Object], found: &str) -> Result<(), Refusal> {
        let values: Vec<Value> = objects.iter().map(|object| object.minimal.plan.value(&self.tree)).collect();
        if *found != self.json(&self.expected(objects, &values))? {
            return Err(layout("the edit cannot be expressed in this layout"));
        }
        for (object, value) in objects.iter().zip(&values) {
            let meaning = meanings[usize::from(object.is_patch)];
            let unknown = meaning.misfits(object.minimal.shape, value);
            if let Some(path) = unknown.iter().find(|path| !object.minimal.unknown.contains(path)) {
                return Err(Refusal::new(Cause::Proof, format!("{} has no such field", object.to)).in_path(path));
            }
            let decoded = match object.path.steps() {
                [] if !meaning.is_patch => meaning.decode_text(found.as_bytes())?,
                _ => meaning.decode(value)?,
            };
            let decoded = match &object.minimal.complete {
                Some(complete) => meaning.decode(complete)?,
                None => decoded,
            };
            let hub = meaning.hub(decoded)?;
            if let Some(difference) = differences(&object.minimal.hub, &hub).first() {
                return Err(Refusal::new(Cause::Proof, format!("the edited text differs: {difference}")));
            }
            if let Some(origin) = &object.minimal.origin {
                origin.prove(meaning, value)?;
            }
        }
        Ok(())
    }

    /// Returns the value that the edited document must have. `values` are those of the objects.
    fn expected<'v>(&self, objects: &[Object], values: &'v [Value]) -> Cow<'v, Value> {
        if let ([object], [value]) = (objects, values)
            && object.path.steps().is_empty()
        {
            return Cow::Borrowed(value);
        }
        let mut expected = self.tree.value(self.tree.root);
        for (object, value) in objects.iter().zip(values) {
            if let Some(place) = at_mut(&mut expected, object.path.steps()) {
                *place = value.clone();
            }
        }
        Cow::Owned(expected)
    }

    pub(super) fn prove_comments(&self, text: &str, may_add: bool, explained: &[String]) -> Result<(), Refusal> {
        let edited = match self.source {
            Source::Json(_) => return Ok(()),
            Source::Yaml(_) => go_yaml::Text::decode(text.as_bytes()),
        };
        let edited = edited.map_err(|error| Refusal::new(Cause::Proof, error.to_string()))?;
        let found: Vec<&str> = comments::find(&edited)?.into_iter().map(|range| text[range].trim_end()).collect();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        found.iter().for_each(|comment| *counts.entry(comment).or_default() += 1);
        for comment in explained {
            if let Some(count) = counts.get_mut(comment.as_str()) {
                *count = count.saturating_sub(1);
            }
        }
        for comment in &self.tree.comments {
            let comment = self.source[comment.clone()].trim_end();
            match counts.get_mut(comment).filter(|count| **count > 0) {
                Some(count) => *count -= 1,
                // Lines that became comments contain those that they had.
                None if may_add && found.iter().any(|found| found.ends_with(comment)) => {}
                None => return Err(layout(&format!("the comment {comment:?} would be lost"))),
            }
        }
        match found.iter().find(|comment| !may_add && counts.get(**comment).is_some_and(|count| *count > 0)) {
            Some(comment) => Err(layout(&format!("the comment {comment:?} would be repeated"))),
            None => Ok(()),
        }
    }

    /// Returns the result with byte ranges in the input.
    fn edited(&self, objects: Vec<Object>, mut edits: Vec<Edit>) -> Edited {
        for edit in &mut edits {
            edit.range = self.source.input_range(edit.range.clone());
        }
        let mut edited = Edited { edits, ..Edited::default() };
        for Object { path, from, to, minimal, is_patch, .. } in objects {
            let joined = |below: &Path| path.join(below.steps());
            edited.unknown.extend(minimal.unknown.iter().map(joined));
            edited.discarded.extend(minimal.discarded.iter().map(joined));
            for mut deviation in minimal.deviations {
                deviation.path = joined(&deviation.path);
                edited.deviations.push(deviation);
            }
            for mut difference in minimal.differences {
                difference.path = joined(&difference.path);
                edited.differences.push(difference);
            }
            let kind = to.with_kind(from.kind.clone());
            if from.group_version() != to && !is_patch && has_checks(&kind) {
                let object = minimal.plan.value(&self.tree);
                for mut refused in refused_values(&kind, &object) {
                    refused.path = joined(&refused.path);
                    edited.refused.push(refused);
                }
            }
            edited.conversions.push(Conversion { path, from, to, is_patch });
        }
        edited
    }
}

fn layout(message: &str) -> Refusal {
    Refusal::new(Cause::Layout, message)
}

/// Removes changes for the old places of moved values, and sets the reasons of the others.
fn explain(edits: &mut [Edit], object: &Object) {
    let changes = || edits.iter().flat_map(|edit| &edit.changes);
    let moved: Vec<Path> =
        changes().filter(|change| change.new.is_some()).filter_map(|change| change.old.clone()).collect();
    let is_part = |inner: &Path, outer: &Path| inner.steps().starts_with(outer.steps());
    for edit in edits.iter_mut() {
        edit.changes.retain_mut(|change| {
            let (None, Some(old)) = (&change.new, &change.old) else { return true };
            if moved.iter().any(|moved| is_part(moved, old)) {
                return false;
            }
            let known = object
                .minimal
                .removed
                .iter()
                .find(|known| known.old.as_ref().is_some_and(|known| object.path.join(known.steps()) == *old));
            if let Some(known) = known {
                change.reason = known.reason.clone();
            }
            true
        });
    }
}
