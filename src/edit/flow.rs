//! Edits of collections in brackets and braces, and text printed in them.

use super::Path;
use super::lines::{column, is_first, spaces};
use super::plan::{EntryPlan, ListPlan, MapPlan, Plan};
use super::reason::Reason;
use super::refusal::Refusal;
use super::scalar::print;
use super::tree::{NodeId, Shape};
use super::writer::{Layout, Writer};
use crate::go_yaml::ScalarStyle;
use crate::meta::Value;

impl Writer<'_> {
    pub(super) fn flow_map(&mut self, plan: &MapPlan, map: NodeId, path: &Path) -> Result<(), Refusal> {
        let content = self.tree.node(map).content.clone();
        let entries = self.tree.entries(map);
        let has_gaps = entries.iter().any(|entry| self.tree.node(entry.value).span.is_empty());
        if !self.text()[content.clone()].starts_with('{') || has_gaps {
            return Err(self.refusal(map, "a value in braces without text cannot be changed"));
        }
        if entries.is_empty() {
            let texts = self.flow_entries(&plan.entries.iter().collect::<Vec<_>>(), None, path)?;
            self.edit(content.start + 1..content.start + 1, texts.join(self.comma()));
            return Ok(());
        }
        let layout = self.layout(plan, map, path)?;
        if plan.entries.is_empty() {
            let orphans = self.orphans(&content);
            if !orphans.is_empty() {
                return Err(self.refusal(map, "comments in the braces would be lost"));
            }
            self.change(Some(map), Some(path), Reason::Unused);
            self.edit(content, "{}".to_string());
            return Ok(());
        }
        let is_there = |index: &usize| layout.kept[*index].is_some() || !layout.replaced[*index].is_empty();
        let mut index = 0;
        while index < entries.len() {
            if is_there(&index) {
                self.flow_place_of(&layout, map, index, path)?;
                index += 1;
                continue;
            }
            if self.ignored.contains(&(self.tree.target(map), index)) {
                return Err(self.refusal(entries[index].value, &format!("{}; remove it", Reason::Ignored)));
            }
            let next = (index..entries.len()).find(is_there);
            self.remove_run(map, index, next);
            index = next.unwrap_or(entries.len());
        }
        Ok(())
    }

    /// Writes one authored entry that is kept or replaced, and the new entries around it.
    fn flow_place_of(&mut self, layout: &Layout<'_>, map: NodeId, index: usize, path: &Path) -> Result<(), Refusal> {
        let entry = &self.tree.entries(map)[index];
        let (start, end) = (entry.key_span.start, self.tree.node(entry.value).span.end);
        let lead = is_first(self.text(), start).then(|| column(self.text(), start));
        let break_ = lead.map_or_else(|| self.comma()[1..].to_string(), |at| format!("\n{}", spaces(at)));
        for new in &layout.before[index] {
            let text = self.flow_entry(new, lead, path)?;
            self.edit(start..start, format!("{text},{break_}"));
        }
        if let Some(kept) = layout.kept[index] {
            if kept.key != entry.key {
                self.change(Some(entry.value), Some(&path.key(&kept.key)), Reason::Moved);
                let key = self.key(kept, self.flow_place());
                self.edit(entry.key_span.clone(), key);
            }
            self.visit(&kept.plan, entry.value, &path.key(&kept.key))?;
        } else {
            let texts = self.flow_entries(&layout.replaced[index], lead, path)?;
            let orphans = self.orphans(&(start..end));
            let at = lead.unwrap_or_else(|| column(self.text(), start));
            let comments: String = orphans.iter().map(|comment| format!("{comment}\n{}", spaces(at))).collect();
            self.edit(start..end, comments + &texts.join(&format!(",{break_}")));
        }
        for new in &layout.after[index] {
            let text = self.flow_entry(new, lead, path)?;
            self.edit(end..end, format!(",{break_}{text}"));
        }
        Ok(())
    }

    /// Removes the entries from `index` to `next` with their commas.
    fn remove_run(&mut self, map: NodeId, index: usize, next: Option<usize>) {
        let entries = self.tree.entries(map);
        let end_of = |index: usize| self.tree.node(entries[index].value).span.end;
        for entry in &entries[index..next.unwrap_or(entries.len())] {
            self.change(Some(entry.value), None, Reason::Unused);
        }
        let at = column(self.text(), entries[index].key_span.start);
        let (range, is_last) = match next {
            Some(next) => (entries[index].key_span.start..entries[next].key_span.start, false),
            None => (end_of(index - 1)..end_of(entries.len() - 1), true),
        };
        let orphans = self.orphans(&range);
        let line = |comment: &&str| match is_last {
            true => format!("\n{}{comment}", spaces(at)),
            false => format!("{comment}\n{}", spaces(at)),
        };
        let text: String = orphans.iter().map(line).collect();
        // A comment ends its line, so the closing brace must not follow in it.
        let behind = if is_last
            && !text.is_empty()
            && !self.text()[range.end..].trim_start_matches([' ', ',']).starts_with(['\n', '\r', '#'])
        {
            "\n"
        } else {
            ""
        };
        self.edit(range, text + behind);
    }

    pub(super) fn flow_list(&mut self, plan: &ListPlan, list: NodeId, path: &Path) -> Result<(), Refusal> {
        let items = self.tree.items(list);
        for (index, (plan, item)) in plan.items.iter().zip(items).enumerate() {
            let path = path.index(index);
            if self.visit_item(plan, *item, &path)? {
                continue;
            }
            let span = self.tree.node(*item).span.clone();
            let text = self.flow_value(plan, None, &path)?;
            self.edit(span, text);
        }
        let content = self.tree.node(list).content.clone();
        let last = items.last().map(|item| self.tree.node(*item).span.clone());
        let lead = last.as_ref().filter(|last| is_first(self.text(), last.start));
        let lead = lead.map(|last| column(self.text(), last.start));
        for (index, plan) in plan.items.iter().enumerate().skip(items.len()) {
            let text = self.flow_value(plan, lead, &path.index(index))?;
            let at = last.as_ref().map_or(content.start + 1, |last| last.end);
            let break_ = lead.map_or_else(|| self.comma()[1..].to_string(), |at| format!("\n{}", spaces(at)));
            let is_first_of_all = items.is_empty() && index == 0;
            self.edit(at..at, if is_first_of_all { text } else { format!(",{break_}{text}") });
        }
        Ok(())
    }

    /// Returns the comma between entries in one line.
    fn comma(&self) -> &'static str {
        if self.style.is_compact { "," } else { ", " }
    }

    fn flow_entries(
        &mut self,
        entries: &[&EntryPlan],
        lead: Option<usize>,
        path: &Path,
    ) -> Result<Vec<String>, Refusal> {
        entries.iter().map(|entry| self.flow_entry(entry, lead, path)).collect()
    }

    /// Returns the text of an entry. `lead` is its column if it starts a line.
    fn flow_entry(&mut self, entry: &EntryPlan, lead: Option<usize>, path: &Path) -> Result<String, Refusal> {
        let colon = if self.style.is_compact { ":" } else { ": " };
        let value = self.flow_value(&entry.plan, lead, &path.key(&entry.key))?;
        Ok(format!("{}{colon}{value}", self.key(entry, self.flow_place())))
    }

    fn flow_value(&mut self, plan: &Plan, lead: Option<usize>, path: &Path) -> Result<String, Refusal> {
        let texts = match plan {
            Plan::Source(node) | Plan::Copy(node) => {
                self.change(Some(*node), Some(path), Reason::Moved);
                if self.can_be_in_brackets(*node) {
                    let span = self.tree.node(*node).span.clone();
                    self.carry(&span);
                    return Ok(self.text()[span].replace("\r\n", "\n"));
                }
                let value = self.tree.value(*node);
                return self.quietly(|writer| writer.flow_printed(&value, lead, path));
            }
            Plan::New(value, old, reason) => {
                self.change(*old, Some(path), reason.clone());
                return self.quietly(|writer| writer.flow_printed(value, lead, path));
            }
            Plan::Map(map) => {
                let entries = self.in_order(map, path);
                self.flow_entries(&entries, lead.map(|at| at + self.style.step), path)?
            }
            Plan::List(list) => {
                let below = lead.map(|at| at + self.style.step);
                let items = list.items.iter().enumerate();
                let texts: Result<Vec<_>, _> =
                    items.map(|(index, item)| self.flow_value(item, below, &path.index(index))).collect();
                texts?
            }
        };
        let (open, close) = if matches!(plan, Plan::Map(_)) { ("{", "}") } else { ("[", "]") };
        Ok(match lead.filter(|_| !texts.is_empty()) {
            Some(at) => {
                let (inner, outer) = (spaces(at + self.style.step), spaces(at));
                format!("{open}\n{inner}{}\n{outer}{close}", texts.join(&format!(",\n{inner}")))
            }
            None => format!("{open}{}{close}", texts.join(self.comma())),
        })
    }

    fn flow_printed(&mut self, value: &Value, lead: Option<usize>, path: &Path) -> Result<String, Refusal> {
        let mut plan = Plan::New(value.clone(), None, Reason::Conversion);
        plan.open(self.tree);
        match plan {
            Plan::New(value, ..) => Ok(print(&value, self.flow_place(), None)),
            plan => self.flow_value(&plan, lead, path),
        }
    }

    /// Returns true if the text of a node means the same in brackets.
    fn can_be_in_brackets(&self, node: NodeId) -> bool {
        let found = self.tree.node(node);
        let text = &self.text()[found.span.clone()];
        match &found.shape {
            Shape::Scalar { style: ScalarStyle::Plain, .. } => {
                self.style.is_json || !text.is_empty() && !text.contains([',', '[', ']', '{', '}', ':', '?', '\n'])
            }
            Shape::Scalar { style, .. } => !matches!(style, ScalarStyle::Literal | ScalarStyle::Folded),
            Shape::Alias(_) => true,
            Shape::Map { is_flow, .. } | Shape::List { is_flow, .. } => *is_flow,
        }
    }
}
