//! Edits of collections in brackets and braces, and text printed in them.

use super::Path;
use super::lines::{column, lead, spaces};
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
        if !self.text()[content.clone()].starts_with('{') {
            return Err(self.refusal(map, "a pair without braces cannot be changed"));
        }
        if entries.is_empty() {
            return self.fill_braces(plan, map, path);
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
        let mut index = 0;
        while index < entries.len() {
            if layout.has(index) {
                self.flow_place_of(&layout, map, index, path)?;
                index += 1;
                continue;
            }
            if self.ignored.contains(&(self.tree.target(map), index)) {
                return Err(self.refusal(entries[index].value, &format!("{}; remove it", Reason::Ignored)));
            }
            let next = (index..entries.len()).find(|index| layout.has(*index));
            self.remove_run(map, index, next);
            index = next.unwrap_or(entries.len());
        }
        Ok(())
    }

    /// Writes entries between empty braces, each on its own line if the entry with the braces starts a line.
    fn fill_braces(&mut self, plan: &MapPlan, map: NodeId, path: &Path) -> Result<(), Refusal> {
        let (start, end) = (self.tree.node(map).content.start, self.tree.node(map).content.end);
        let entries: Vec<_> = plan.entries.iter().collect();
        let outer = match self.tree.entry_of(map) {
            Some((outer, index)) if self.tree.is_flow(outer) && self.text()[start..end] == *"{}" => {
                lead(self.text(), self.tree.entries(outer)[index].start)
            }
            _ => None,
        };
        let inner = outer.as_ref().map(|outer| format!("{outer}{}", self.style.unit));
        let texts = self.flow_entries(&entries, inner.as_deref(), path)?;
        let text = match outer.zip(inner) {
            Some((outer, inner)) => format!("\n{inner}{}\n{outer}", texts.join(&format!(",\n{inner}"))),
            None => texts.join(self.comma()),
        };
        self.edit(start + 1..start + 1, text);
        Ok(())
    }

    /// Writes one authored entry that is kept or replaced, and the new entries around it.
    fn flow_place_of(&mut self, layout: &Layout<'_>, map: NodeId, index: usize, path: &Path) -> Result<(), Refusal> {
        let entry = &self.tree.entries(map)[index];
        let (start, end) = (entry.start, self.tree.flow_end(map, index));
        let lead = lead(self.text(), start);
        let lead = lead.as_deref();
        let break_ = self.break_after_comma(lead);
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
            let at = lead.map_or_else(|| spaces(column(self.text(), start)), str::to_string);
            let comments: String = orphans.iter().map(|comment| format!("{comment}\n{at}")).collect();
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
        let end_of = |index: usize| self.tree.flow_end(map, index);
        for entry in &entries[index..next.unwrap_or(entries.len())] {
            self.change(Some(entry.value), None, Reason::Unused);
        }
        let at = spaces(column(self.text(), entries[index].start));
        if let Some(next) = next {
            let range = entries[index].start..entries[next].start;
            let orphans = self.orphans(&range);
            let text: String = orphans.iter().map(|comment| format!("{comment}\n{at}")).collect();
            return self.edit(range, text);
        }
        let range = end_of(index - 1)..end_of(entries.len() - 1);
        let orphans = self.orphans(&range);
        if orphans.is_empty() {
            return self.edit(range, String::new());
        }
        // A comment ends its line, so neither a comma nor a brace or another comment can follow.
        let rest = &self.text()[range.end..];
        let comma = rest.find(|character: char| !character.is_whitespace()).filter(|at| rest[*at..].starts_with(','));
        let end = comma.map_or(range.end, |comma| range.end + comma + 1);
        let text: String = orphans.iter().map(|comment| format!("\n{at}{comment}")).collect();
        let is_end = self.text()[end..].trim_start_matches([' ', '\t']).starts_with(['\n', '\r']);
        let behind = if is_end { String::new() } else { format!("\n{at}") };
        self.edit(range.start..end, format!("{}{text}{behind}", if comma.is_some() { "," } else { "" }));
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
        let lead = last.as_ref().and_then(|last| lead(self.text(), last.start));
        let lead = lead.as_deref();
        for (index, plan) in plan.items.iter().enumerate().skip(items.len()) {
            let text = self.flow_value(plan, lead, &path.index(index))?;
            let at = last.as_ref().map_or(content.start + 1, |last| last.end);
            let break_ = self.break_after_comma(lead);
            let is_first_of_all = items.is_empty() && index == 0;
            self.edit(at..at, if is_first_of_all { text } else { format!(",{break_}{text}") });
        }
        Ok(())
    }

    /// Returns the comma between entries in one line.
    fn comma(&self) -> &'static str {
        if self.style.is_compact { "," } else { ", " }
    }

    fn break_after_comma(&self, lead: Option<&str>) -> String {
        lead.map_or_else(|| self.comma()[1..].to_string(), |lead| format!("\n{lead}"))
    }

    fn flow_entries(
        &mut self,
        entries: &[&EntryPlan],
        lead: Option<&str>,
        path: &Path,
    ) -> Result<Vec<String>, Refusal> {
        entries.iter().map(|entry| self.flow_entry(entry, lead, path)).collect()
    }

    /// Returns the text of an entry. `lead` is its indentation if it starts a line.
    fn flow_entry(&mut self, entry: &EntryPlan, lead: Option<&str>, path: &Path) -> Result<String, Refusal> {
        if let Some((map, index)) = entry.source {
            let authored = &self.tree.entries(map)[index];
            let is_flow = self.tree.is_flow(map) && !authored.is_merged;
            if is_flow && self.tree.is_flow(authored.value) && self.can_continue(&entry.plan, authored.value) {
                return self.moved_flow_entry(entry, (map, index), lead, path);
            }
        }
        let colon = if self.style.is_compact { ":" } else { ": " };
        let value = self.flow_value(&entry.plan, lead, &path.key(&entry.key))?;
        Ok(format!("{}{colon}{value}", self.key(entry, self.flow_place())))
    }

    /// Returns the text of an authored collection at its new place, with its comments and line breaks.
    fn moved_flow_entry(
        &mut self,
        entry: &EntryPlan,
        (map, index): (NodeId, usize),
        new: Option<&str>,
        path: &Path,
    ) -> Result<String, Refusal> {
        let authored = &self.tree.entries(map)[index];
        let range = authored.key_span.end..self.tree.node(authored.value).span.end;
        let (value, old) = (authored.value, lead(self.text(), authored.start));
        let path = path.key(&entry.key);
        self.change(Some(value), Some(&path), Reason::Moved);
        let text = self.key(entry, self.flow_place()) + &self.body(range, &entry.plan, value, &path)?;
        let Some((old, new)) = old.as_deref().zip(new) else { return Ok(text) };
        let line = |line: &str| line.strip_prefix(old).map_or_else(|| line.to_string(), |rest| format!("{new}{rest}"));
        let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
        Ok(rest
            .split('\n')
            .filter(|_| text.len() > first.len())
            .fold(first.to_string(), |all, own| all + "\n" + &line(own)))
    }

    fn flow_value(&mut self, plan: &Plan, lead: Option<&str>, path: &Path) -> Result<String, Refusal> {
        let inner = lead.map(|lead| format!("{lead}{}", self.style.unit));
        let texts = match plan {
            Plan::Source(node) | Plan::Copy(node) => {
                self.change(Some(*node), Some(path), Reason::Moved);
                let span = self.tree.node(*node).span.clone();
                // A second copy of the text must not repeat comments and anchors.
                let is_copy = matches!(plan, Plan::Copy(_));
                let is_free = !is_copy || self.tree.comments_in(&span).is_empty() && !self.tree.has_anchors(&span);
                if is_free && self.can_be_in_brackets(*node) {
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
                self.flow_entries(&entries, inner.as_deref(), path)?
            }
            Plan::List(list) => {
                let items = list.items.iter().enumerate();
                let texts: Result<Vec<_>, _> =
                    items.map(|(index, item)| self.flow_value(item, inner.as_deref(), &path.index(index))).collect();
                texts?
            }
        };
        let (open, close) = if matches!(plan, Plan::Map(_)) { ("{", "}") } else { ("[", "]") };
        Ok(match lead.zip(inner).filter(|_| !texts.is_empty()) {
            Some((outer, inner)) => {
                format!("{open}\n{inner}{}\n{outer}{close}", texts.join(&format!(",\n{inner}")))
            }
            None => format!("{open}{}{close}", texts.join(self.comma())),
        })
    }

    fn flow_printed(&mut self, value: &Value, lead: Option<&str>, path: &Path) -> Result<String, Refusal> {
        let mut plan = Plan::New(value.clone(), None, Reason::Conversion);
        plan.open(self.tree);
        match plan {
            Plan::New(value, ..) => Ok(print(&value, self.flow_place(), &self.tree.numbers, None)),
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
