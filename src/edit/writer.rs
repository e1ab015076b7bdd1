//! Turns the changes of a tree into edits of its text.

use std::collections::HashSet;
use std::ops::Range;

use super::lines::{column, is_first, lead, line_start, spaces};
use super::plan::{EntryPlan, MapPlan, Plan};
use super::reason::{Change, Reason};
use super::refusal::{Cause, Refusal};
use super::scalar::{Place, print, print_key};
use super::tree::{Entry, NodeId, Shape, Tree};
use super::{Edit, Path};
use crate::go_yaml::ScalarStyle;

/// The style of a document, used for the parts that are printed.
#[derive(Clone, Debug)]
pub(super) struct Style {
    /// The number of columns by which mappings are indented.
    pub(super) step: usize,
    /// The number of columns by which the dashes of a list are indented below their key.
    pub(super) dash: usize,
    /// The indentation of entries on lines of their own in braces.
    pub(super) unit: String,
    /// The line break.
    pub(super) newline: &'static str,
    pub(super) is_json: bool,
    /// True if nothing follows the colons and commas of JSON.
    pub(super) is_compact: bool,
}

/// Writes the edits for one object.
pub(super) struct Writer<'a> {
    pub(super) tree: &'a Tree<'a>,
    pub(super) style: &'a Style,
    /// Returns the place of a field in its type.
    pub(super) rank: &'a dyn Fn(&Path, &str) -> Option<usize>,
    pub(super) edits: Vec<Edit>,
    /// The changes of the next edit.
    pub(super) pending: Vec<Change>,
    /// The comments in moved text, as found by an earlier run.
    pub(super) known: &'a Carried,
    /// The comments in moved text, as found by this run.
    pub(super) carried: Carried,
    /// True while moved text is written.
    pub(super) is_inside: bool,
    /// Entries that are replaced at their place. Comments above them stay there.
    pub(super) anchored: HashSet<(NodeId, usize)>,
    /// Entries that become comments.
    pub(super) ignored: &'a HashSet<(NodeId, usize)>,
    /// The path of the object in the document.
    pub(super) base: &'a Path,
}

/// The indexes of the comments in moved text.
#[derive(Default, PartialEq)]
pub(super) struct Carried {
    /// Comments that stay next to their values.
    pub(super) moved: HashSet<usize>,
    /// Comments of removed parts of moved values.
    pub(super) written: HashSet<usize>,
}

/// The entries of a mapping by their place in the text.
pub(super) struct Layout<'p> {
    /// The entry that continues each authored one, if it stays at its place.
    pub(super) kept: Vec<Option<&'p EntryPlan>>,
    /// The entries before each authored one.
    pub(super) before: Vec<Vec<&'p EntryPlan>>,
    /// The entries in place of each authored one.
    pub(super) replaced: Vec<Vec<&'p EntryPlan>>,
    /// The entries after each authored one.
    pub(super) after: Vec<Vec<&'p EntryPlan>>,
}

impl Layout<'_> {
    /// Returns true if an authored entry stays, or if others take its place.
    pub(super) fn has(&self, index: usize) -> bool {
        self.kept[index].is_some() || !self.replaced[index].is_empty()
    }
}

impl<'a> Writer<'a> {
    pub(super) fn text(&self) -> &'a str {
        self.tree.text
    }

    /// Adds an edit with the pending changes.
    pub(super) fn edit(&mut self, range: Range<usize>, text: String) {
        let changes = std::mem::take(&mut self.pending);
        let text = if self.style.newline == "\n" { text } else { with_breaks(&text, self.style.newline) };
        self.edits.push(Edit { range, text, changes });
    }

    pub(super) fn change(&mut self, old: Option<NodeId>, new: Option<&Path>, reason: Reason) {
        let old = old.map(|node| self.tree.path(node));
        self.pending.push(Change { old, new: new.map(|path| self.base.join(path.steps())), reason });
    }

    /// Writes the differences between a node and its plan.
    pub(super) fn visit(&mut self, plan: &Plan, node: NodeId, path: &Path) -> Result<(), Refusal> {
        if self.is_same(plan, node) {
            return Ok(());
        }
        self.check_shared(node)?;
        let is_flow = self.tree.is_flow(node);
        match plan {
            Plan::Map(map) if map.source == Some(node) => match is_flow {
                true => self.flow_map(map, node, path),
                false => self.block_map(map, node, path),
            },
            Plan::List(list) if list.source == Some(node) => match is_flow {
                true => self.flow_list(list, node, path),
                false => self.block_list(list, node, path),
            },
            Plan::New(value, old, reason) if self.can_continue(plan, node) => {
                let Shape::Scalar { style, .. } = self.tree.node(node).shape else { return Ok(()) };
                let place = self.place(node);
                self.change(*old, Some(path), reason.clone());
                let text =
                    print(value, place, &self.tree.numbers, Some(style).filter(|style| *style != ScalarStyle::Plain));
                let mut content = self.tree.node(node).content.clone();
                if !content.is_empty() {
                    self.edit(content, text);
                    return Ok(());
                }
                // A value without text belongs after its colon or dash.
                if let Some((map, index)) = self.tree.entry_of(node).filter(|(map, _)| self.tree.is_flow(*map)) {
                    let end = self.tree.flow_end(map, index);
                    let is_blank = self.text()[end..content.start].trim_matches(' ').is_empty();
                    content = end..if is_blank { content.start } else { end };
                }
                let before = &self.text()[..content.start];
                let colon = match before.trim_end_matches(' ').ends_with([':', '-']) {
                    _ if before.ends_with(' ') => "",
                    true => " ",
                    false => ": ",
                };
                self.edit(content, format!("{colon}{text}"));
                Ok(())
            }
            _ => Err(self.refusal(node, "the value cannot be replaced at its place")),
        }
    }

    /// Edits an item of a list at its place. Returns false, without an edit, if the item must be replaced.
    pub(super) fn visit_item(&mut self, plan: &Plan, item: NodeId, path: &Path) -> Result<bool, Refusal> {
        if self.can_continue(plan, item) || self.is_same(plan, item) {
            self.visit(plan, item, path)?;
            return Ok(true);
        }
        self.check_shared(item)?;
        Ok(false)
    }

    /// Returns true if the plan is the node without any change.
    pub(super) fn is_same(&self, plan: &Plan, node: NodeId) -> bool {
        match plan {
            Plan::Source(id) => *id == node,
            Plan::Map(map) if map.source == Some(node) => {
                let (entries, id) = (self.tree.entries(node), self.tree.target(node));
                map.entries.len() == entries.len()
                    && map.entries.iter().zip(entries).enumerate().all(|(index, (plan, entry))| {
                        plan.source == Some((id, index))
                            && plan.key == entry.key
                            && self.is_same(&plan.plan, entry.value)
                    })
            }
            Plan::List(list) if list.source == Some(node) => {
                let items = self.tree.items(node);
                list.items.len() == items.len()
                    && list.items.iter().zip(items).all(|(plan, item)| self.is_same(plan, *item))
            }
            _ => false,
        }
    }

    /// Returns true if the text of a node can be edited to become the plan.
    pub(super) fn can_continue(&self, plan: &Plan, node: NodeId) -> bool {
        match plan {
            Plan::Source(id) => *id == node,
            Plan::Map(map) => map.source == Some(node) && !self.must_be_replaced(map, node),
            Plan::List(list) => list.source == Some(node) && list.items.len() >= self.tree.items(node).len(),
            Plan::New(value, ..) => {
                let is_scalar = value.as_map().is_none() && value.as_list().is_none();
                let is_plain = matches!(self.tree.node(node).shape, Shape::Scalar { .. });
                let has_properties = self.tree.node(node).span.start != self.tree.node(node).content.start;
                // A text can keep its anchor and its tag; the tag of a number does not fit another type.
                let are_texts = value.as_str().is_some() && self.tree.value(node).as_str().is_some();
                is_scalar && is_plain && !self.tree.is_block_scalar(node) && (!has_properties || are_texts)
            }
            Plan::Copy(_) => false,
        }
    }

    /// Returns true if a mapping becomes empty, or if empty braces in a block receive entries.
    fn must_be_replaced(&self, map: &MapPlan, node: NodeId) -> bool {
        let is_flow = self.tree.is_flow(node);
        match (map.entries.is_empty(), self.tree.entries(node).is_empty()) {
            (true, _) => !is_flow,
            (false, true) => is_flow && self.place(node) == Place::Block,
            (false, false) => false,
        }
    }

    /// Returns the place of a node: in brackets or not.
    pub(super) fn place(&self, node: NodeId) -> Place {
        match self.tree.entry_of(node) {
            _ if self.style.is_json => Place::Json,
            Some((map, _)) if self.tree.is_flow(map) => Place::Flow,
            Some(_) => Place::Block,
            None => Place::Flow,
        }
    }

    pub(super) fn flow_place(&self) -> Place {
        if self.style.is_json { Place::Json } else { Place::Flow }
    }

    /// Refuses to edit a node whose text has other users.
    pub(super) fn check_shared(&self, node: NodeId) -> Result<(), Refusal> {
        let found = self.tree.node(node);
        match (&found.shape, found.user) {
            (Shape::Alias(target), _) => {
                let line = self.tree.node(*target).mark.line;
                Err(self.shared(node, &format!("the value has to be changed here, but is an alias for line {line}")))
            }
            (_, Some(user)) => {
                let line = user.line;
                Err(self.shared(node, &format!("the value has to be changed, but line {line} uses it, too")))
            }
            _ => Ok(()),
        }
    }

    fn shared(&self, node: NodeId, message: &str) -> Refusal {
        let message = format!("{message}; write it out at both places");
        Refusal::new(Cause::Shared, message).in_path(&self.tree.path(node)).at(Some(self.tree.node(node).mark))
    }

    pub(super) fn refusal(&self, node: NodeId, message: &str) -> Refusal {
        let refusal = Refusal::new(Cause::Layout, message);
        refusal.in_path(&self.tree.path(node)).at(Some(self.tree.node(node).mark))
    }

    /// Returns the text of the key of an entry: the authored one, if it is the same key.
    pub(super) fn key(&self, entry: &EntryPlan, place: Place) -> String {
        let authored = entry.source.map(|(map, index)| &self.tree.entries(map)[index]);
        match authored.filter(|authored| authored.key == entry.key && (place == Place::Block || !self.style.is_json)) {
            Some(authored) => self.text()[authored.key_span.clone()].to_string(),
            None => print_key(&entry.key, place),
        }
    }

    /// Assigns every entry of a mapping to its place in the text.
    pub(super) fn layout<'p>(&mut self, plan: &'p MapPlan, map: NodeId, path: &Path) -> Result<Layout<'p>, Refusal> {
        let entries = self.tree.entries(map);
        let count = entries.len();
        let lists = || vec![Vec::new(); count];
        let mut layout = Layout { kept: vec![None; count], before: lists(), replaced: lists(), after: lists() };
        let id = self.tree.target(map);
        let mut new = Vec::new();
        for entry in &plan.entries {
            match entry.source.filter(|(source, _)| *source == id) {
                Some((_, index)) if self.can_continue(&entry.plan, entries[index].value) => {
                    layout.kept[index] = Some(entry);
                }
                Some((_, index)) => {
                    self.anchored.insert((id, index));
                    layout.replaced[index].push(entry);
                }
                None => new.push(entry),
            }
        }
        for (index, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.is_merged) {
            if layout.kept[index].is_none_or(|kept| !self.is_same(&kept.plan, entry.value)) {
                return Err(self.shared(map, &format!("{:?} comes from a merge key and has to be changed", entry.key)));
            }
        }
        new.sort_by_key(|entry| (self.rank)(path, &entry.key).unwrap_or(usize::MAX));
        for entry in new {
            self.assign(&mut layout, entry, map, path);
        }
        Ok(layout)
    }

    fn assign<'p>(&mut self, layout: &mut Layout<'p>, new: &'p EntryPlan, map: NodeId, path: &Path) {
        let entries = self.tree.entries(map);
        let region = |index: usize| entries[index].start..self.tree.node(entries[index].value).span.end;
        let is_kept = |index: &usize| layout.kept[*index].is_some() && !entries[*index].is_merged;
        let mut used = Vec::new();
        self.sources(&new.plan, &mut used);
        let gone = (0..entries.len()).filter(|index| layout.kept[*index].is_none());
        let mut own = gone.filter(|index| used.iter().any(|at| region(*index).contains(at)));
        if let Some(index) = own.next() {
            self.anchored.insert((self.tree.target(map), index));
            return layout.replaced[index].push(new);
        }
        let rank_of = |key: &str| (self.rank)(path, key);
        let Some(last) = (0..entries.len()).rev().find(is_kept) else {
            let first = (0..entries.len()).find(|index| !entries[*index].is_merged).unwrap_or_default();
            return layout.replaced[first].push(new);
        };
        let precedes = |index: &usize| match (rank_of(&entries[*index].key), rank_of(&new.key)) {
            (Some(own), Some(new)) => own < new,
            (None, None) => true,
            _ => false,
        };
        if let Some(before) = (0..entries.len()).rev().filter(is_kept).find(precedes) {
            return layout.after[before].push(new);
        }
        let first = (0..entries.len()).find(is_kept).unwrap_or_default();
        let can_precede = self.tree.is_flow(map) || is_first(self.text(), entries[first].start);
        match rank_of(&new.key) {
            Some(_) if can_precede => layout.before[first].push(new),
            _ => layout.after[last].push(new),
        }
    }

    /// Adds the offsets of the authored values that a plan contains.
    fn sources(&self, plan: &Plan, found: &mut Vec<usize>) {
        match plan {
            Plan::Source(node) | Plan::New(_, Some(node), _) => found.push(self.tree.node(*node).span.start),
            Plan::Map(map) => map.entries.iter().for_each(|entry| {
                if let Some((map, index)) = entry.source {
                    found.push(self.tree.entries(map)[index].start);
                }
                self.sources(&entry.plan, found);
            }),
            Plan::List(list) => list.items.iter().for_each(|item| self.sources(item, found)),
            Plan::New(..) | Plan::Copy(_) => {}
        }
    }

    /// Records that moved text contains the comments in a range.
    pub(super) fn carry(&mut self, range: &Range<usize>) {
        self.carried.moved.extend(self.tree.comments_in(range));
    }

    /// Returns the comments in a range that no moved text contains. They are written in place of the range.
    pub(super) fn orphans(&mut self, range: &Range<usize>) -> Vec<&'a str> {
        let (known, is_inside) = (self.known, self.is_inside);
        let is_orphan =
            |comment: &usize| !known.moved.contains(comment) && (is_inside || !known.written.contains(comment));
        let orphans: Vec<usize> = self.tree.comments_in(range).filter(is_orphan).collect();
        if is_inside {
            self.carried.written.extend(&orphans);
        }
        let text = self.text();
        orphans.into_iter().map(|comment| text[self.tree.comments[comment].clone()].trim_end()).collect()
    }

    pub(super) fn column_of(&self, entry: &Entry) -> usize {
        column(self.text(), entry.start)
    }
}

/// Replaces all line breaks.
fn with_breaks(text: &str, newline: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', newline)
}

impl Style {
    /// Learns the style of a document from its first nested collections.
    pub(super) fn of(tree: &Tree<'_>) -> Style {
        let text = tree.text;
        let newline = if text.find('\n').is_some_and(|feed| text[..feed].ends_with('\r')) { "\r\n" } else { "\n" };
        let unit = String::new();
        let mut style = Style { step: 2, dash: 0, unit, newline, is_json: false, is_compact: false };
        let (mut step, mut dash) = (None, None);
        learn(tree, tree.root, &mut step, &mut dash);
        style.step = step.unwrap_or(2);
        style.dash = dash.unwrap_or(0);
        style.unit = learn_unit(tree, tree.root).unwrap_or_else(|| spaces(style.step));
        let keys = tree.entries(tree.root);
        style.is_json =
            tree.is_flow(tree.root) && keys.iter().all(|entry| text[entry.key_span.clone()].starts_with('"'));
        let after = keys.first().map(|entry| &text[entry.key_span.end..]);
        style.is_compact = style.is_json && after.is_some_and(|after| !after.starts_with(": "));
        style
    }
}

fn learn(tree: &Tree<'_>, id: NodeId, step: &mut Option<usize>, dash: &mut Option<usize>) {
    match &tree.node(id).shape {
        Shape::Map { entries, is_flow: false } => {
            for entry in entries.iter().filter(|entry| !entry.is_merged) {
                let own = column(tree.text, entry.start);
                let value = tree.node(entry.value);
                match &value.shape {
                    Shape::Map { is_flow: false, entries: below } if step.is_none() => {
                        let below = below.iter().find(|below| !below.is_merged);
                        let below = below.map(|below| column(tree.text, below.start));
                        *step = below.and_then(|below| below.checked_sub(own)).filter(|step| *step > 0);
                    }
                    Shape::List { is_flow: false, .. } if dash.is_none() => {
                        *dash = column(tree.text, value.content.start).checked_sub(own);
                    }
                    _ => {}
                }
                if step.is_none() || dash.is_none() {
                    learn(tree, entry.value, step, dash);
                }
            }
        }
        Shape::List { items, .. } => items.iter().for_each(|item| learn(tree, *item, step, dash)),
        _ => {}
    }
}

/// Returns the indentation of the first collection in brackets whose children start lines, relative to the line in which
/// it starts.
fn learn_unit(tree: &Tree<'_>, id: NodeId) -> Option<String> {
    let node = tree.node(id);
    match &node.shape {
        Shape::Map { entries, .. } => {
            let mut own = entries.iter().filter(|entry| !entry.is_merged).peekable();
            let first = own.peek().map(|entry| entry.start);
            unit_of(tree, id, first).or_else(|| own.find_map(|entry| learn_unit(tree, entry.value)))
        }
        Shape::List { items, .. } => {
            let first = items.first().map(|item| tree.node(*item).span.start);
            unit_of(tree, id, first).or_else(|| items.iter().find_map(|item| learn_unit(tree, *item)))
        }
        _ => None,
    }
}

/// Returns the indentation of a collection in brackets whose `first` child starts a line.
fn unit_of(tree: &Tree<'_>, id: NodeId, first: Option<usize>) -> Option<String> {
    let start = tree.node(id).content.start;
    let first = first.filter(|first| tree.is_flow(id) && tree.text[start..*first].contains('\n'))?;
    let line = tree.text[line_start(tree.text, start)..].trim_start_matches('\u{FEFF}');
    let indentation = line.len() - line.trim_start_matches([' ', '\t']).len();
    let unit = lead(tree.text, first)?.get(indentation..)?.to_string();
    Some(unit).filter(|unit| !unit.is_empty())
}
