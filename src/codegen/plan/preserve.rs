//! What a version cannot hold of its hub type, and the other way round: the structs that an
//! annotation keeps.
//!
//! A field is kept if no rule and no function answers for it. Below a struct or list that is
//! converted, the fields of its own type are asked; items are found again by their map keys, or by
//! their position.

use std::collections::{BTreeMap, BTreeSet};

use super::walk::walk;
use super::{Chosen, Index, Kept, KeptField, KeptKind, Walk};
use crate::codegen::model::{Action, Conversion, Field, Path, Side, TypeId, Version};

/// The kept structs of a version, by the type of which they keep a part.
pub(super) fn plan(index: &Index<'_>, version: &Version, chosen: &Chosen) -> BTreeMap<TypeId, Kept> {
    let mut kept = BTreeMap::new();
    let kinds = version.conversions.iter().filter(|(_, rules)| rules.preserve.is_some());
    for (&kind, _) in kinds.filter(|(kind, _)| index.is_pair(**kind)) {
        for side in [Side::Here, Side::There] {
            Search { index, chosen, side, kept: &mut kept }.part(kind);
        }
    }
    kept
}

struct Search<'a> {
    index: &'a Index<'a>,
    chosen: &'a Chosen,
    side: Side,
    kept: &'a mut BTreeMap<TypeId, Kept>,
}

impl Search<'_> {
    /// The type of which a part is kept, if anything of it or below it would be lost.
    fn part(&mut self, ty: TypeId) -> Option<TypeId> {
        if !self.loses(ty, &mut BTreeSet::new()) {
            return None;
        }
        let of = self.of(ty);
        if !self.kept.contains_key(&of) {
            let (name, side) = (self.name(of), self.side);
            // It is known before its fields are, because a recursive type has itself among them.
            self.kept.insert(of, Kept { name, of, side, keys: Vec::new(), fields: Vec::new() });
            let fields = self.answers(ty).into_iter().filter_map(|(path, answer)| self.field(of, path, answer));
            let fields = fields.collect();
            self.kept.get_mut(&of).expect("it was inserted above").fields = fields;
        }
        Some(of)
    }

    /// The type of this side.
    fn of(&self, ty: TypeId) -> TypeId {
        match self.side {
            Side::Here => ty,
            Side::There => self.index.hub(ty).expect("two Rust types have a hub"),
        }
    }

    fn name(&self, of: TypeId) -> String {
        let name = &self.index.ty(of).name;
        match self.side {
            Side::Here => format!("{name}Rest"),
            Side::There => format!("Hub{name}Rest"),
        }
    }

    /// True if a field of the type, or of one below it, has no place on the other side.
    fn loses(&self, ty: TypeId, asked: &mut BTreeSet<TypeId>) -> bool {
        asked.insert(ty)
            && self.answers(ty).iter().any(|(_, answer)| match answer {
                Answer::None => true,
                Answer::Converted(walk) => self.loses(walk.target(), asked),
            })
    }

    fn field(&mut self, of: TypeId, path: Path, answer: Answer) -> Option<KeptField> {
        let kind = match answer {
            Answer::None => KeptKind::Value,
            Answer::Converted(Walk::Call(ty)) => KeptKind::Part(self.part(ty)?),
            Answer::Converted(Walk::Map(value)) => KeptKind::Values(self.part(called(&value)?)?),
            Answer::Converted(Walk::List(item)) => {
                let item = called(&item)?;
                let kept = self.part(item)?;
                let keys = self.keys(item, self.index.leaf(of, &path));
                let all = &mut self.kept.get_mut(&kept).expect("a part is known").keys;
                all.extend(keys.iter().filter(|key| !all.contains(key)).copied().collect::<Vec<_>>());
                KeptKind::Items { kept, keys }
            }
        };
        Some(KeptField { path, kind })
    }

    /// The fields of an item by which it is found again, unless one of them is itself lost.
    fn keys(&self, item: TypeId, list: &Field) -> Vec<usize> {
        let body = self.index.fields(self.of(item)).expect("only structs are kept in parts");
        let at = |key: &String| body.fields.iter().position(|field| field.name == *key);
        let keys: Option<Vec<usize>> = list.merge.list_map_keys.iter().map(at).collect();
        let answers = self.answers(item);
        let lost = |at: &usize| answers.iter().any(|(path, _)| path.0 == [*at]);
        keys.filter(|keys| !keys.iter().any(lost)).unwrap_or_default()
    }

    /// The fields for which no rule of the type itself answers to the end.
    fn answers(&self, ty: TypeId) -> Vec<(Path, Answer)> {
        let rules = self.index.conversion(ty).expect("two Rust types have rules");
        let mut answers = Vec::new();
        self.answers_below(ty, rules, &Path::default(), self.of(ty), &mut answers);
        answers
    }

    /// The same for the struct `here`, to which `way` leads.
    fn answers_below(
        &self,
        ty: TypeId,
        rules: &Conversion,
        way: &Path,
        here: TypeId,
        answers: &mut Vec<(Path, Answer)>,
    ) {
        let body = self.index.fields(here).expect("a conversion is one of structs");
        for (at, field) in body.fields.iter().enumerate() {
            let mut path = way.clone();
            path.0.push(at);
            match said(rules, self.side, &path) {
                Said::Whole => {}
                Said::Moved(from) => {
                    let walk = walk(self.index, &self.index.leaf(ty, &from).ty, self.chosen);
                    let pair = walk.filter(|walk| self.index.is_pair(walk.target()));
                    answers.extend(pair.map(|walk| (path, Answer::Converted(walk))));
                }
                Said::Parts => {
                    let (inner, _) = self.index.structure(&field.ty).expect("a path leads through structs");
                    self.answers_below(ty, rules, &path, inner, answers);
                }
                Said::Nothing => answers.push((path, Answer::None)),
            }
        }
    }
}

/// The type whose function is called on each item; lists of lists are kept by nobody.
fn called(walk: &Walk) -> Option<TypeId> {
    match walk {
        Walk::Call(ty) => Some(*ty),
        Walk::List(_) | Walk::Map(_) => None,
    }
}

/// Who answers for a field.
enum Answer {
    /// The conversions of the types below it.
    Converted(Walk),
    /// Nobody.
    None,
}

/// What the rules of a type say of a field.
enum Said {
    /// A rule or function answers for all of it.
    Whole,
    /// A rule moves it; here is where it stands in the version.
    Moved(Path),
    /// There are rules for fields below it.
    Parts,
    /// Nothing.
    Nothing,
}

fn said(rules: &Conversion, side: Side, path: &Path) -> Said {
    for rule in &rules.rules {
        if let Action::Move { from, to, .. } = &rule.action
            && (if side == Side::Here { from } else { to }) == path
        {
            return Said::Moved(from.clone());
        }
    }
    let answered = answered(rules, side);
    if answered.iter().any(|rule| path.0.starts_with(&rule.0)) {
        Said::Whole
    } else if answered.iter().any(|rule| rule.0.starts_with(&path.0)) {
        Said::Parts
    } else {
        Said::Nothing
    }
}

/// All paths of a side that a rule or function answers for.
pub(super) fn answered(rules: &Conversion, side: Side) -> Vec<&Path> {
    let ruled = rules.rules.iter().filter_map(|rule| match &rule.action {
        Action::Move { from, to, .. } | Action::Values { from, to, .. } | Action::Function { from, to, .. } => {
            Some(if side == Side::Here { from } else { to })
        }
        Action::Alias { alias, .. } => (side == Side::Here).then_some(alias),
        Action::MakePresent { .. } => None,
        Action::Annotation { side: at, field, .. } | Action::Drop { side: at, field, .. } => {
            (side == *at).then_some(field)
        }
        Action::Set { field, .. } => (side == Side::There).then_some(field),
    });
    let functions = rules.functions.iter().flat_map(|functions| match side {
        Side::Here => &functions.version,
        Side::There => &functions.hub,
    });
    ruled.chain(functions).collect()
}
