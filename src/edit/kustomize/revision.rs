//! The edits of a document that is not an object.

use super::super::document::Document;
use super::super::plan::at_mut;
use super::super::reason::{Change, Reason};
use super::super::refusal::{Cause, Refusal};
use super::super::scalar::{Place, print};
use super::super::tree::{NodeId, Shape, Tree};
use super::super::writer::Style;
use super::super::{Edit, Edited, OmittedDefault, Path, splice};
use crate::go_yaml::ScalarStyle;
use crate::meta::Value;

/// A document with the edits and refusals that were found so far.
pub(super) struct Revision<'d> {
    document: &'d Document<'d>,
    pub(super) style: Style,
    edits: Vec<Edit>,
    /// The values that change.
    changed: Vec<(Path, Value)>,
    refusals: Vec<Refusal>,
    omitted: Vec<OmittedDefault>,
}

impl<'d> Revision<'d> {
    pub(super) fn new(document: &'d Document<'d>) -> Self {
        let style = Style::of(&document.tree);
        let (edits, changed, refusals, omitted) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Revision { document, style, edits, changed, refusals, omitted }
    }

    pub(super) fn tree(&self) -> &'d Tree<'d> {
        &self.document.tree
    }

    /// Returns the items of the list of a key, or nothing if there is none.
    pub(super) fn items(&self, map: NodeId, key: &str) -> &'d [NodeId] {
        self.get(map, key).map_or(&[], |list| self.tree().items(list))
    }

    pub(super) fn get(&self, map: NodeId, key: &str) -> Option<NodeId> {
        self.tree().find(map, &Path::default().key(key))
    }

    /// Returns the text of a scalar.
    pub(super) fn text_of(&self, node: NodeId) -> Option<String> {
        self.tree().value(node).as_str().map(str::to_string)
    }

    /// Adds a refusal at a node. The path of the refusal, if it has one, is below the node.
    pub(super) fn refuse(&mut self, node: NodeId, refusal: &Refusal) {
        let own = self.tree().path(node);
        let (path, message) = match refusal.path() {
            Some(below) => (own, format!("{below}: {}", refusal.message())),
            None => (own, refusal.message().to_string()),
        };
        let position = Some(self.tree().node(node).mark);
        self.refusals.push(Refusal::new(refusal.cause(), message).at(position).in_path(&path));
    }

    /// Adds defaults that the value of a node does not contain.
    pub(super) fn omit(&mut self, node: NodeId, omitted: impl IntoIterator<Item = OmittedDefault>) {
        let own = self.tree().path(node);
        let whole = |omitted: OmittedDefault| OmittedDefault { path: own.join(omitted.path.steps()), ..omitted };
        self.omitted.extend(omitted.into_iter().map(whole));
    }

    /// Replaces a text.
    pub(super) fn set_text(&mut self, node: NodeId, new: &str) {
        let old = self.text_of(node).unwrap_or_default();
        if old == new {
            return;
        }
        let style = if let Shape::Scalar { style, .. } = self.tree().node(node).shape { Some(style) } else { None };
        let style = style.filter(|style| matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted));
        let value = Value::from(new);
        let text = print(&value, self.place(node), &self.tree().numbers, style);
        let reason =
            if new.contains('\n') { Reason::Respelled } else { Reason::Renamed { from: old, to: new.to_string() } };
        self.replace(node, &value, text, reason);
    }

    /// Replaces the text of a node.
    pub(super) fn replace(&mut self, node: NodeId, value: &Value, text: String, reason: Reason) {
        let range = match self.tree().is_block_collection(node) || self.tree().is_block_scalar(node) {
            true => self.tree().node(node).content.start..self.tree().node_end(node),
            false => self.tree().node(node).content.clone(),
        };
        let path = self.tree().path(node);
        let change = Change { old: Some(path.clone()), new: Some(path), reason };
        self.set(node, value.clone(), vec![Edit { range, text, changes: vec![change] }]);
    }

    /// Adds the edits that change the value of a node.
    pub(super) fn set(&mut self, node: NodeId, value: Value, edits: Vec<Edit>) {
        let found = self.tree().node(node);
        if found.user.is_some() || matches!(found.shape, Shape::Alias(_)) {
            let message = "the value has to be changed, but is used several times; write it out at each place";
            return self.refuse(node, &Refusal::new(Cause::Shared, message));
        }
        self.changed.push((self.tree().path(node), value));
        for mut edit in edits {
            if self.style.newline != "\n" {
                edit.text = edit.text.replace("\r\n", "\n").replace('\n', self.style.newline);
            }
            self.edits.push(edit);
        }
    }

    /// Returns the place of a node: in brackets or not.
    pub(super) fn place(&self, node: NodeId) -> Place {
        match self.tree().parent(node) {
            _ if self.style.is_json => Place::Json,
            Some(parent) if self.tree().is_flow(parent) => Place::Flow,
            _ => Place::Block,
        }
    }

    /// Returns the edits after the proof that the edited text contains the new values, and every comment once.
    pub(super) fn finish(mut self) -> Result<Edited, Vec<Refusal>> {
        if !self.refusals.is_empty() {
            return Err(self.refusals);
        }
        if self.edits.is_empty() {
            return Ok(Edited::default());
        }
        self.edits.sort_by_key(|edit| edit.range.start);
        self.prove().map_err(|refusal| vec![refusal])?;
        for edit in &mut self.edits {
            edit.range = self.document.source.input_range(edit.range.clone());
        }
        Ok(Edited { edits: self.edits, omitted: self.omitted, ..Edited::default() })
    }

    fn prove(&self) -> Result<(), Refusal> {
        let text = splice(self.document.source, &self.edits);
        let mut expected = self.tree().value(self.tree().root);
        for (path, value) in &self.changed {
            if let Some(place) = at_mut(&mut expected, path.steps()) {
                *place = value.clone();
            }
        }
        if self.document.source.read(&text)? != self.document.json(&expected)? {
            return Err(Refusal::new(Cause::Layout, "the edit cannot be expressed in this layout"));
        }
        self.document.prove_comments(&text, false, &[])
    }
}
