//! What a version cannot hold of its hub type, and the other way round: the structs that an
//! annotation keeps.
//!
//! A field is kept if no rule and no function answers for it. Below a struct or list that is
//! converted, the fields of its own type are asked; items are found again by their map keys, or by
//! their position.

use super::walk::walk;
use super::{Chosen, Index, Kept, KeptField, KeptKind, Walk};
use crate::codegen::model::{Action, Conversion, Field, Path, Side, TypeId};

/// The kept structs of a kind, those of the version first; parts stand before what holds them.
pub(super) fn plan(index: &Index<'_>, ty: TypeId, hub: TypeId, chosen: &Chosen) -> Vec<Kept> {
    let mut kept = Vec::new();
    for side in [Side::Here, Side::There] {
        let mut search = Search { index, chosen, side, kept: &mut kept, above: Vec::new() };
        if let Some(root) = search.part(ty, hub) {
            kept[root].is_root = true;
        }
    }
    kept
}

struct Search<'a> {
    index: &'a Index<'a>,
    chosen: &'a Chosen,
    side: Side,
    kept: &'a mut Vec<Kept>,
    /// The types whose fields are being asked, against endless descent.
    above: Vec<TypeId>,
}

impl Search<'_> {
    /// The kept struct of a type, if anything of it must be kept.
    fn part(&mut self, ty: TypeId, hub: TypeId) -> Option<usize> {
        let of = match self.side {
            Side::Here => ty,
            Side::There => hub,
        };
        if let Some(known) = self.kept.iter().position(|kept| kept.of == of) {
            return Some(known);
        }
        if self.above.contains(&ty) {
            return None;
        }
        self.above.push(ty);
        let rules = self.index.conversion(ty).expect("two Rust types have rules");
        let mut fields = Vec::new();
        self.fields(rules, &Path::default(), of, &mut fields);
        self.above.pop();
        if fields.is_empty() {
            return None;
        }
        self.kept.push(Kept { name: self.name(of), of, side: self.side, is_root: false, keys: Vec::new(), fields });
        Some(self.kept.len() - 1)
    }

    fn name(&self, of: TypeId) -> String {
        let name = &self.index.ty(of).name;
        match self.side {
            Side::Here => format!("{name}Rest"),
            Side::There => format!("Hub{name}Rest"),
        }
    }

    /// Collects what is lost of the fields of `here`, the struct that `way` leads to.
    fn fields(&mut self, rules: &Conversion, way: &Path, here: TypeId, found: &mut Vec<KeptField>) {
        let body = self.index.fields(here).expect("a conversion is one of structs");
        for (at, field) in body.fields.iter().enumerate() {
            let mut path = way.clone();
            path.0.push(at);
            self.field(rules, path, field, found);
        }
    }

    fn field(&mut self, rules: &Conversion, path: Path, field: &Field, found: &mut Vec<KeptField>) {
        match answer(rules, self.side, &path) {
            Answer::Whole => {}
            Answer::Moved(here) => {
                let version = *self.above.last().expect("a type is being asked");
                let leaf = self.index.leaf(version, &here);
                let kind = walk(self.index, &leaf.ty, self.chosen).and_then(|w| self.below(&w, field));
                found.extend(kind.map(|kind| KeptField { path, kind }));
            }
            Answer::Parts => {
                let (inner, _) = self.index.structure(&field.ty).expect("a path leads through structs");
                self.fields(rules, &path, inner, found);
            }
            Answer::None => found.push(KeptField { path, kind: KeptKind::Value }),
        }
    }

    /// What is kept below a field that is converted.
    fn below(&mut self, walk: &Walk, field: &Field) -> Option<KeptKind> {
        match walk {
            Walk::Call(ty) if self.index.is_pair(*ty) => {
                let hub = self.index.hub(*ty)?;
                Some(KeptKind::Part(self.part(*ty, hub)?))
            }
            Walk::Call(_) => None,
            Walk::List(item) => {
                let Walk::Call(ty) = **item else { return None };
                let hub = self.index.hub(ty).filter(|_| self.index.is_pair(ty))?;
                let kept = self.part(ty, hub)?;
                self.kept[kept].keys = self.keys(kept, field);
                Some(KeptKind::Items(kept))
            }
            Walk::Map(value) => {
                let Walk::Call(ty) = **value else { return None };
                let hub = self.index.hub(ty).filter(|_| self.index.is_pair(ty))?;
                Some(KeptKind::Values(self.part(ty, hub)?))
            }
        }
    }

    /// The fields of an item by which it is found again, unless one of them is itself lost.
    fn keys(&self, kept: usize, list: &Field) -> Vec<usize> {
        let kept = &self.kept[kept];
        let body = self.index.fields(kept.of).expect("only structs are kept in parts");
        let at = |key: &String| body.fields.iter().position(|field| field.name == *key);
        let keys: Option<Vec<usize>> = list.merge.list_map_keys.iter().map(at).collect();
        let lost = |at: &usize| kept.fields.iter().any(|field| field.path.0 == [*at]);
        keys.filter(|keys| !keys.iter().any(lost)).unwrap_or_default()
    }
}

/// Who answers for a field.
enum Answer {
    /// A rule or function, for all of it.
    Whole,
    /// A rule that moves it; here is where it stands in the version.
    Moved(Path),
    /// Rules for fields below it.
    Parts,
    /// Nobody.
    None,
}

fn answer(rules: &Conversion, side: Side, path: &Path) -> Answer {
    for rule in &rules.rules {
        if let Action::Move { from, to, .. } = &rule.action
            && (if side == Side::Here { from } else { to }) == path
        {
            return Answer::Moved(from.clone());
        }
    }
    let answered = answered(rules, side);
    if answered.iter().any(|rule| path.0.starts_with(&rule.0)) {
        Answer::Whole
    } else if answered.iter().any(|rule| rule.0.starts_with(&path.0)) {
        Answer::Parts
    } else {
        Answer::None
    }
}

/// All paths of a side that a rule or function answers for.
fn answered(rules: &Conversion, side: Side) -> Vec<&Path> {
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
