//! Edits of collections in block style, and text printed in it.

use std::ops::Range;

use super::lines::{column, is_first, shifted, spaces};
use super::plan::{EntryPlan, ListPlan, MapPlan, Plan};
use super::reason::Reason;
use super::refusal::Refusal;
use super::scalar::{Place, print};
use super::tree::NodeId;
use super::writer::{Layout, Writer};
use super::{Path, splice};
use crate::meta::Value;

impl Writer<'_> {
    pub(super) fn block_map(&mut self, plan: &MapPlan, map: NodeId, path: &Path) -> Result<(), Refusal> {
        let layout = self.layout(plan, map, path)?;
        let entries = self.tree.entries(map);
        let mut index = 0;
        while index < entries.len() {
            let entry = &entries[index];
            let at = self.column_of(entry);
            if !layout.before[index].is_empty() && !self.is_promoted(map, index, &layout) {
                let start = self.tree.leading(map, index).start;
                let text = self.block_entries(&layout.before[index], at, path)?;
                self.edit(start..start, format!("{}{text}\n", spaces(at)));
            }
            let end = self.tree.entry_end(map, index);
            if let Some(kept) = layout.kept[index] {
                if kept.key != entry.key {
                    self.change(Some(entry.value), Some(&path.key(&kept.key)), Reason::Moved);
                    let key = self.key(kept, Place::Block);
                    self.edit(entry.key_span.clone(), key);
                }
                self.visit(&kept.plan, entry.value, &path.key(&kept.key))?;
            } else if !layout.replaced[index].is_empty() {
                let text = self.block_entries(&layout.replaced[index], at, path)?;
                let start = self.start_of_removed(map, index);
                let orphans = self.orphans(&(entry.start..end));
                let text = lines(&orphans, &text, at);
                let has_lines = start < entry.start;
                self.edit(start..end, if has_lines { format!("{}{text}", spaces(at)) } else { text });
            } else {
                index = self.remove_entry(&layout, map, index, path)?;
                continue;
            }
            for new in &layout.after[index] {
                let text = self.block_entry(new, at, path)?;
                self.edit(end..end, format!("\n{}{text}", spaces(at)));
            }
            index += 1;
        }
        Ok(())
    }

    /// Removes an entry, and returns the index of the next one to look at.
    fn remove_entry(&mut self, layout: &Layout<'_>, map: NodeId, index: usize, path: &Path) -> Result<usize, Refusal> {
        let entries = self.tree.entries(map);
        let entry = &entries[index];
        let (key, at) = (entry.start, self.column_of(entry));
        let end = self.tree.entry_end(map, index);
        self.change(Some(entry.value), None, Reason::Unused);
        let is_ignored = self.ignored.contains(&(self.tree.target(map), index));
        if is_first(self.text(), key) {
            if is_ignored {
                self.comment_out(key..end, at);
                return Ok(index + 1);
            }
            let orphans = self.orphans(&(key..end));
            let is_alone = orphans.is_empty();
            let start = self.start_of_removed(map, index).min(self.tree.leading(map, index).end);
            match is_alone {
                true if start == 0 => self.edit(0..self.next_line(end), String::new()),
                true => {
                    let before = self.text()[..start].trim_end_matches('\n').len().max(start - 1);
                    let before = if self.text()[..before].ends_with('\r') { before - 1 } else { before };
                    self.edit(before..end, String::new());
                }
                false => {
                    let text = format!("{}{}", spaces(at), orphans.join(&format!("\n{}", spaces(at))));
                    self.edit(start..end, text);
                }
            }
            return Ok(index + 1);
        }
        // The first entry after a dash: the next entry takes its place in the line.
        let next = (index + 1..entries.len()).find(|index| layout.has(*index));
        let next = next.filter(|_| !is_ignored && entries.iter().all(|entry| !entry.is_merged));
        let next = next.ok_or_else(|| self.refusal(map, "the first value after a dash cannot be removed"))?;
        let range = key..entries[next].start;
        let orphans = self.orphans(&range);
        let mut text = lines(&orphans, "", at);
        if !layout.before[next].is_empty() {
            text += &format!("{}\n{}", self.block_entries(&layout.before[next], at, path)?, spaces(at));
        }
        self.edit(range, text);
        Ok(next)
    }

    /// Returns true if the entry takes the place of the first one after a dash, with the new entries before it.
    fn is_promoted(&self, map: NodeId, index: usize, layout: &Layout<'_>) -> bool {
        let entries = self.tree.entries(map);
        let first = entries.first().is_some_and(|first| !is_first(self.text(), first.start));
        first && index > 0 && !(0..index).any(|index| layout.has(index))
    }

    /// Returns the start of the key of an entry that leaves its place. If the comments above it move with it, returns the
    /// start of these lines.
    fn start_of_removed(&self, map: NodeId, index: usize) -> usize {
        let leading = self.tree.leading(map, index);
        let is_carried =
            !leading.is_empty() && self.tree.comments_in(&leading).all(|comment| self.known.moved.contains(&comment));
        let is_carried = is_carried && !self.anchored.contains(&(self.tree.target(map), index));
        if is_carried { leading.start } else { self.tree.entries(map)[index].start }
    }

    fn next_line(&self, end: usize) -> usize {
        self.text()[end..].find('\n').map_or(self.text().len(), |feed| end + feed + 1)
    }

    /// Turns the lines of an entry into comments.
    fn comment_out(&mut self, range: Range<usize>, at: usize) {
        if let Some(change) = self.pending.last_mut() {
            change.reason = Reason::Ignored;
        }
        let text = shifted(&self.text()[range.clone()], -(at as isize));
        let lines: Vec<_> = text.lines().map(|line| format!("# {line}")).collect();
        self.carry(&range);
        self.edit(range, lines.join(&format!("\n{}", spaces(at))));
    }

    pub(super) fn block_list(&mut self, plan: &ListPlan, list: NodeId, path: &Path) -> Result<(), Refusal> {
        let items = self.tree.items(list);
        if plan.items.len() < items.len() {
            return Err(self.refusal(list, "an item cannot be removed"));
        }
        for (index, (plan, item)) in plan.items.iter().zip(items).enumerate() {
            let path = path.index(index);
            if self.visit_item(plan, *item, &path)? {
                continue;
            }
            let start = self.tree.node(*item).span.start;
            let range = start..self.tree.node_end(*item).max(start);
            let at = column(self.text(), start);
            let text = self.block_item(plan, at, &path)?;
            let orphans = self.orphans(&range);
            self.edit(range, lines(&orphans, &text, at));
        }
        let at = column(self.text(), self.tree.node(list).content.start);
        let end = self.tree.node_end(list);
        for (index, plan) in plan.items.iter().enumerate().skip(items.len()) {
            let text = self.block_item(plan, at + 2, &path.index(index))?;
            self.edit(end..end, format!("\n{}- {text}", spaces(at)));
        }
        Ok(())
    }

    /// Returns the text of consecutive entries, without the indentation of the first one.
    fn block_entries(&mut self, entries: &[&EntryPlan], at: usize, path: &Path) -> Result<String, Refusal> {
        let texts: Result<Vec<_>, _> = entries.iter().map(|entry| self.block_entry(entry, at, path)).collect();
        Ok(texts?.join(&format!("\n{}", spaces(at))))
    }

    /// Returns the text of an entry whose key is in the column `at`, without its indentation.
    pub(super) fn block_entry(&mut self, entry: &EntryPlan, at: usize, parent: &Path) -> Result<String, Refusal> {
        let path = parent.key(&entry.key);
        if let Some((map, index)) = entry.source {
            let authored = &self.tree.entries(map)[index];
            let is_block = !self.tree.is_flow(map) && !authored.is_merged;
            if is_block && self.can_continue(&entry.plan, authored.value) {
                return self.moved_entry(entry, (map, index), at, &path);
            }
        }
        Ok(format!("{}:{}", self.key(entry, Place::Block), self.block_value(&entry.plan, at, &path)?))
    }

    /// Returns the text of an authored entry at its new place, with its comments.
    fn moved_entry(
        &mut self,
        entry: &EntryPlan,
        (map, index): (NodeId, usize),
        at: usize,
        path: &Path,
    ) -> Result<String, Refusal> {
        let authored = &self.tree.entries(map)[index];
        let (key, value) = (authored.key_span.clone(), authored.value);
        let by = at as isize - self.column_of(authored) as isize;
        let range = key.end..self.tree.entry_end(map, index);
        if !self.text()[range.clone()].trim_start().starts_with(':') {
            return Err(self.refusal(value, "an entry with an explicit key cannot be moved"));
        }
        let mut text = String::new();
        if !self.anchored.contains(&(map, index)) {
            let leading = self.tree.leading(map, index);
            for line in self.text()[leading.clone()].lines() {
                text += &format!("{}\n{}", line.trim(), spaces(at));
            }
            self.carry(&leading);
        }
        text += &self.text()[authored.start..key.start];
        text += &self.key(entry, Place::Block);
        let reason = if let Plan::New(_, _, reason) = &entry.plan { reason.clone() } else { Reason::Moved };
        self.change(Some(value), Some(path), reason);
        text += &shifted(&self.body(range, &entry.plan, value, path)?, by);
        Ok(text)
    }

    /// Returns the text of a range with the changes of a value in it.
    pub(super) fn body(
        &mut self,
        range: Range<usize>,
        plan: &Plan,
        node: NodeId,
        path: &Path,
    ) -> Result<String, Refusal> {
        let (edits, changes) = (std::mem::take(&mut self.edits), std::mem::take(&mut self.pending));
        let was_inside = std::mem::replace(&mut self.is_inside, true);
        let visited = self.visit(plan, node, path);
        self.is_inside = was_inside;
        let mut inner = std::mem::replace(&mut self.edits, edits);
        self.pending = changes;
        visited?;
        let kept = self.tree.comments_in(&range).filter(|comment| {
            let start = self.tree.comments[*comment].start;
            inner.iter().all(|edit| !edit.range.contains(&start))
        });
        self.carried.moved.extend(kept);
        for edit in &mut inner {
            self.pending.append(&mut edit.changes);
            edit.range = edit.range.start - range.start..edit.range.end - range.start;
        }
        inner.sort_by_key(|edit| edit.range.start);
        Ok(splice(&self.text()[range], &inner).replace("\r\n", "\n"))
    }

    /// Returns the text after the colon of a key in the column `at`.
    fn block_value(&mut self, plan: &Plan, at: usize, path: &Path) -> Result<String, Refusal> {
        let mut text = String::new();
        match plan {
            Plan::Copy(node) => return self.copied(*node, at, path),
            Plan::Source(node) if self.is_inline(*node) => {
                let span = self.tree.node(*node).span.clone();
                self.change(Some(*node), Some(path), Reason::Moved);
                self.carry(&span);
                text = format!(" {}", &self.text()[span]);
            }
            Plan::Source(node) => {
                self.change(Some(*node), Some(path), Reason::Moved);
                return self.printed(&self.tree.value(*node), at, path);
            }
            Plan::New(value, old, reason) => {
                self.change(*old, Some(path), reason.clone());
                return self.printed(value, at, path);
            }
            Plan::Map(map) if map.entries.is_empty() => text += " {}",
            Plan::Map(map) => {
                let at = at + self.style.step;
                for entry in self.in_order(map, path) {
                    text += &format!("\n{}{}", spaces(at), self.block_entry(entry, at, path)?);
                }
            }
            Plan::List(list) if list.items.is_empty() => text += " []",
            Plan::List(list) => {
                let at = at + self.style.dash;
                for (index, item) in list.items.iter().enumerate() {
                    text += &format!("\n{}- {}", spaces(at), self.block_item(item, at + 2, &path.index(index))?);
                }
            }
        }
        Ok(text)
    }

    /// Returns the entries of a printed mapping in the order of the type's fields.
    pub(super) fn in_order<'p>(&self, map: &'p MapPlan, path: &Path) -> Vec<&'p EntryPlan> {
        let mut entries: Vec<_> = map.entries.iter().collect();
        if map.source.is_none() {
            entries.sort_by_key(|entry| (self.rank)(path, &entry.key).unwrap_or(usize::MAX));
        }
        entries
    }

    /// Returns true if the node can follow a key in its line.
    fn is_inline(&self, node: NodeId) -> bool {
        !self.tree.is_block_collection(node) && !self.tree.is_block_scalar(node)
    }

    /// Returns the text of a value that is also written at another place, without comments.
    fn copied(&mut self, node: NodeId, at: usize, path: &Path) -> Result<String, Refusal> {
        self.change(Some(node), Some(path), Reason::Moved);
        let Some((map, index)) = self.tree.entry_of(node).filter(|(map, _)| !self.tree.is_flow(*map)) else {
            return self.printed(&self.tree.value(node), at, path);
        };
        let entry = &self.tree.entries(map)[index];
        let range = entry.key_span.end..self.tree.entry_end(map, index);
        let mut text = String::new();
        let mut from = range.start;
        for comment in self.tree.comments_in(&range) {
            let comment = self.tree.comments[comment].clone();
            text += self.text()[from..comment.start].trim_end_matches([' ', '\t']);
            from = comment.end;
            // A line without anything but the comment is left out.
            if text.ends_with('\n') {
                from = self.next_line(from).min(range.end);
            }
        }
        text += &self.text()[from..range.end];
        let text = text.trim_end().strip_prefix(':').unwrap_or(&text).replace("\r\n", "\n");
        Ok(shifted(&text, at as isize - self.column_of(entry) as isize))
    }

    /// Returns the text of a printed value after the colon of a key.
    fn printed(&mut self, value: &Value, at: usize, path: &Path) -> Result<String, Refusal> {
        let mut plan = Plan::New(value.clone(), None, Reason::Conversion);
        plan.open(self.tree);
        match plan {
            Plan::New(value, ..) => Ok(format!(" {}", print(&value, Place::Block, &self.tree.numbers, None))),
            plan => self.quietly(|writer| writer.block_value(&plan, at, path)),
        }
    }

    /// Calls `write`, and forgets the changes that it reports.
    pub(super) fn quietly<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let count = self.pending.len();
        let result = write(self);
        self.pending.truncate(count);
        result
    }

    /// Returns the text after a dash. The value starts in the column `at`.
    fn block_item(&mut self, plan: &Plan, at: usize, path: &Path) -> Result<String, Refusal> {
        match plan {
            Plan::Map(map) if !map.entries.is_empty() => {
                let entries = self.in_order(map, path);
                self.block_entries(&entries, at, path)
            }
            Plan::List(list) if !list.items.is_empty() => {
                let mut texts = Vec::new();
                for (index, item) in list.items.iter().enumerate() {
                    texts.push(format!("- {}", self.block_item(item, at + 2, &path.index(index))?));
                }
                Ok(texts.join(&format!("\n{}", spaces(at))))
            }
            Plan::Source(node) if self.tree.is_block_collection(*node) => {
                let start = self.tree.node(*node).span.start;
                let range = start..self.tree.node_end(*node);
                self.change(Some(*node), Some(path), Reason::Moved);
                self.carry(&range);
                let by = at as isize - column(self.text(), self.tree.node(*node).content.start) as isize;
                Ok(shifted(&self.text()[range].replace("\r\n", "\n"), by))
            }
            Plan::New(value, old, reason) if value.as_map().is_some() || value.as_list().is_some() => {
                self.change(*old, Some(path), reason.clone());
                let mut opened = plan.clone();
                opened.open(self.tree);
                match opened {
                    Plan::New(..) => Ok(print(value, Place::Block, &self.tree.numbers, None)),
                    opened => self.quietly(|writer| writer.block_item(&opened, at, path)),
                }
            }
            plan => Ok(self.block_value(plan, at.saturating_sub(2), path)?.trim_start_matches(' ').to_string()),
        }
    }
}

/// Returns comment lines followed by a text; all lines after the first one are indented.
fn lines(comments: &[&str], text: &str, at: usize) -> String {
    let mut all = String::new();
    for comment in comments {
        all += &format!("{comment}\n{}", spaces(at));
    }
    all + text
}
