//! Data about the losses between a version and the hub, in both directions.

use super::Module;
use super::views::{LossView, LossesView};
use crate::codegen::model::{Action, Conversion, Path, Side, TypeId, Version};

const ALWAYS: &str = "LossWhen::Always";
const EMPTY: &str = "LossWhen::Empty";
const FILLED: &str = "LossWhen::Filled";

impl Module<'_> {
    /// Returns all losses of a version, without repetitions.
    pub(super) fn losses(&self, version: &Version) -> LossesView {
        let mut found = Losses { module: self, here: TypeId(0), there: TypeId(0), losses: Vec::new() };
        for &ty in &version.types {
            found.of_type(ty);
        }
        if !found.losses.is_empty() {
            self.runtime("scheme", "Loss");
            self.runtime("scheme", "LossWhen");
        }
        LossesView { losses: found.losses }
    }
}

struct Losses<'a> {
    module: &'a Module<'a>,
    here: TypeId,
    there: TypeId,
    losses: Vec<LossView>,
}

impl Losses<'_> {
    fn of_type(&mut self, ty: TypeId) {
        let index = self.module.index();
        if let Some(rules) = index.conversion(ty) {
            self.of_rules(rules, ty, rules.hub.unwrap_or(ty));
        }
        if let Some((hub, rules)) = index.shared_rules(ty) {
            self.of_rules(rules, hub, hub);
        }
    }

    fn of_rules(&mut self, rules: &Conversion, here: TypeId, there: TypeId) {
        (self.here, self.there) = (here, there);
        for rule in &rules.rules {
            self.of_action(&rule.action);
        }
        for dropped in rules.functions.iter().flat_map(|functions| &functions.drops) {
            self.add(dropped.side, &dropped.field, ALWAYS, &dropped.reason);
        }
        if let Some(key) = &rules.preserve {
            self.add(Side::There, &Path(Vec::new()), &kept(key), "");
        }
    }

    fn of_action(&mut self, action: &Action) {
        match action {
            Action::Drop { side, field, reason } => self.add(*side, field, ALWAYS, reason),
            Action::Set { side, field, reason, .. } => {
                if let Some(reason) = reason {
                    self.add(*side, field, ALWAYS, reason);
                }
            }
            Action::Move { from, to, empty } => {
                self.ends(from, to, empty.is_some());
            }
            Action::Values { from, to, empty, pairs, .. } => {
                self.ends(from, to, empty.is_some());
                let (here, there): (Vec<_>, Vec<_>) = pairs.iter().map(|(a, b)| (a.as_str(), b.as_str())).unzip();
                self.values(Side::Here, from, &there, &here);
                self.values(Side::There, to, &here, &there);
            }
            Action::Transform { from, to, transform, reason, .. } => {
                self.ends(from, to, true);
                for (side, path) in [(Side::Here, from), (Side::There, to)] {
                    if let Some(reason) = reason.as_deref().filter(|_| transform.loses(side)) {
                        self.add(side, path, ALWAYS, reason);
                    }
                }
            }
            Action::Function { from, to, reason, .. } => {
                self.ends(from, to, false);
                if let Some(reason) = reason {
                    self.add(Side::Here, from, ALWAYS, reason);
                    self.add(Side::There, to, ALWAYS, reason);
                }
            }
            Action::Alias { alias, of, item } => {
                self.add(Side::Here, alias, ALWAYS, "a second name");
                self.add(Side::Here, of, if item.is_some() { ALWAYS } else { FILLED }, "it has a second name");
            }
            Action::MakePresent { side, field } => self.add(*side, field, EMPTY, ""),
            Action::Annotation { side, field, key, label, .. } => {
                self.ways(*side, field);
                self.add(*side, field, &kept(key), "");
                if let Some(reason) = label {
                    self.add(*side, field, ALWAYS, reason);
                }
            }
            Action::Split { side, text, parts, reason, .. } => self.split(*side, text, parts, reason),
            Action::Entry { side, map, field, .. } => {
                for (side, path) in [(*side, map), (opposite(*side), field)] {
                    self.ways(side, path);
                    self.add(side, path, EMPTY, "");
                }
            }
        }
    }

    fn split(&mut self, side: Side, text: &Path, parts: &[Path], reason: &str) {
        let parts = parts.iter().map(|part| (opposite(side), part));
        for (side, path) in [(side, text)].into_iter().chain(parts) {
            self.ways(side, path);
            self.add(side, path, ALWAYS, reason);
        }
    }

    /// Adds the losses of a move: structs on the path are created only for a value in them.
    fn ends(&mut self, from: &Path, to: &Path, tells_empty: bool) {
        for (side, path) in [(Side::Here, from), (Side::There, to)] {
            self.ways(side, path);
            if tells_empty {
                self.add(side, path, EMPTY, "");
            }
        }
    }

    /// Adds the optional structs on a path.
    fn ways(&mut self, side: Side, path: &Path) {
        let fields = self.module.index().fields_on(self.root(side), path);
        for end in (1..path.0.len()).filter(|end| fields[end - 1].optional) {
            self.add(side, &Path(path.0[..end].to_vec()), EMPTY, "");
        }
    }

    /// Adds values of the other side with another meaning here.
    fn values(&mut self, side: Side, path: &Path, foreign: &[&str], own: &[&str]) {
        let strange: Vec<&&str> = foreign.iter().filter(|word| !own.contains(*word)).collect();
        if !strange.is_empty() {
            self.add(side, path, &format!("LossWhen::Values(&{strange:?})"), "");
        }
    }

    fn root(&self, side: Side) -> TypeId {
        match side {
            Side::Here => self.here,
            Side::There => self.there,
        }
    }

    fn add(&mut self, side: Side, path: &Path, when: &str, reason: &str) {
        let fields = self.module.index().fields_on(self.root(side), path);
        let names: Vec<&str> = fields.iter().filter(|field| !field.inline).map(|field| field.name.as_str()).collect();
        let ty = match side {
            Side::Here => self.module.path(self.here),
            Side::There => self.module.hub_path(self.there),
        };
        let loss = LossView {
            ty,
            path: format!("{:?}", names.join(".")),
            when: when.to_owned(),
            reason: if reason.is_empty() { String::new() } else { format!(".because({reason:?})") },
        };
        if !self.losses.contains(&loss) {
            self.losses.push(loss);
        }
    }
}

fn kept(key: &str) -> String {
    format!("LossWhen::Kept({key:?})")
}

fn opposite(side: Side) -> Side {
    match side {
        Side::Here => Side::There,
        Side::There => Side::Here,
    }
}
