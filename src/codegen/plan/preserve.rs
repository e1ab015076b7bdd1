//! Plans the structs that `preserve` stores in an annotation: the fields of a version that its hub type cannot
//! represent, and vice versa.
//!
//! A field is preserved if no rule and no function covers it. If the field is a struct or list that is converted, only
//! the uncovered fields of its own type are preserved. List items are matched by their keys, which the definitions must
//! declare.

use std::collections::{BTreeMap, BTreeSet};

use super::traversal::traversal;
use super::{Chosen, Index, Kept, KeptField, KeptKind, SetRule, Traversal, UnionRole};
use crate::codegen::model::{Action, Conversion, Field, Path, Side, Transform, TypeId, TypeRef, Version};

/// Plans the preserved structs of a version, keyed by the type of which each holds a part.
pub(super) fn plan(index: &Index<'_>, version: &Version, chosen: &Chosen) -> BTreeMap<TypeId, Kept> {
    let mut kept = BTreeMap::new();
    let kinds = version.conversions.iter().filter(|(_, rules)| rules.preserve.is_some());
    let covered = [Side::Here, Side::There].map(|side| covered_above(index, version, side));
    for (&kind, _) in kinds.filter(|(kind, _)| index.is_pair(**kind)) {
        for side in [Side::Here, Side::There] {
            Search { index, version, chosen, side, covered: &covered[side as usize], kept: &mut kept }.part(kind);
        }
    }
    mark_reports(&mut kept);
    kept
}

/// Marks the structs that contain items of lists or members of a union, also in structs below.
fn mark_reports(kept: &mut BTreeMap<TypeId, Kept>) {
    loop {
        let reports = |kind: &KeptKind| match kind {
            KeptKind::Value => false,
            KeptKind::Items { .. } => true,
            KeptKind::Part(of) | KeptKind::Values(of) | KeptKind::First(of) => kept[of].reports,
        };
        let reports = |field: &KeptField| field.role == Some(UnionRole::Member) || reports(&field.kind);
        let new = kept.values().filter(|one| !one.reports && one.fields.iter().any(reports));
        let new: Vec<TypeId> = new.map(|one| one.of).collect();
        if new.is_empty() {
            return;
        }
        new.iter().for_each(|of| kept.get_mut(of).expect("it was found above").reports = true);
    }
}

/// Fields of nested types, by type and path, that rules of a containing type cover.
type Covered = BTreeSet<(TypeId, Path)>;

/// Returns the fields that a rule of a containing type converts, such as an annotation of the kind. Preserving them as
/// well would restore an old value over a change.
fn covered_above(index: &Index<'_>, version: &Version, side: Side) -> Covered {
    let of = |ty: TypeId| if side == Side::Here { Some(ty) } else { index.hub(ty) };
    let pairs = version.conversions.keys().filter_map(|ty| of(*ty));
    let fields = pairs.filter_map(|ty| index.fields(ty)).flat_map(|body| &body.fields);
    let mut uses: BTreeMap<TypeId, usize> = BTreeMap::new();
    fields
        .filter_map(|field| index.structure(innermost(index, &field.ty)))
        .for_each(|(ty, _)| *uses.entry(ty).or_default() += 1);
    let mut above = Covered::new();
    for (ty, rules) in &version.conversions {
        let Some(root) = of(*ty) else { continue };
        for path in covered(rules, side) {
            let steps = index.fields_on(root, path);
            for depth in 1..path.0.len() {
                let Some((inner, _)) = index.structure(&steps[depth - 1].ty) else { break };
                // Another place of the type may have no such rule.
                if uses.get(&inner) == Some(&1) {
                    above.insert((inner, Path(path.0[depth..].to_vec())));
                }
            }
        }
    }
    above
}

/// Returns the entries of a map that rules move to fields of the other side.
fn entries(index: &Index<'_>, version: &Version, side: Side, (root, path): (TypeId, &Path)) -> Vec<String> {
    let field = index.leaf(root, path);
    let rules = version.conversions.iter().flat_map(|(ty, rules)| rules.rules.iter().map(move |rule| (*ty, rule)));
    let keys = rules.filter_map(|(ty, rule)| match &rule.action {
        Action::Entry { side: at, map, key, .. } if *at == side => {
            let root = if side == Side::Here { ty } else { index.hub(ty)? };
            // A field is identified by its declaration, because the rule of a containing type has a longer path.
            std::ptr::eq(index.leaf(root, map), field).then(|| key.clone())
        }
        _ => None,
    });
    keys.collect()
}

/// Returns the role of a field in a union.
fn union_role(index: &Index<'_>, of: TypeId, at: usize) -> Option<UnionRole> {
    let body = index.fields(of)?;
    let name = &body.fields[at].name;
    let is_member = body.one_of.contains(name).then_some(UnionRole::Member);
    is_member.or_else(|| (body.discriminator.as_ref()?.field == *name).then_some(UnionRole::Discriminator))
}

/// Returns the `set` rule of a field, if its other values are preserved.
fn set_rule(index: &Index<'_>, version: &Version, side: Side, (of, path): (TypeId, &Path)) -> Option<SetRule> {
    let field = index.leaf(of, path);
    let rules = version.conversions.iter().flat_map(|(ty, rules)| rules.rules.iter().map(move |rule| (*ty, rule)));
    let mut found = rules.filter_map(|(ty, rule)| match &rule.action {
        Action::Set { side: at, field: set, value, reason: None } if *at == side => {
            let root = if side == Side::Here { ty } else { index.hub(ty)? };
            // A field is identified by its declaration, because the rule of a containing type has a longer path.
            let is_own = root == of && set == path;
            let rule = if is_own { SetRule::OfType(value.clone()) } else { SetRule::OfContainer };
            std::ptr::eq(index.leaf(root, set), field).then_some(rule)
        }
        _ => None,
    });
    let first = found.next()?;
    Some(if found.all(|rule| rule == first) { first } else { SetRule::OfContainer })
}

/// Returns the fields below a field that rules of its containing type cover. Paths are relative to the field.
fn except(index: &Index<'_>, version: &Version, side: Side, (root, path): (TypeId, &Path)) -> Vec<Path> {
    let of = |ty: TypeId| if side == Side::Here { Some(ty) } else { index.hub(ty) };
    let conversions = version.conversions.iter().filter(|(ty, _)| of(**ty) == Some(root));
    let paths = conversions.flat_map(|(_, rules)| covered(rules, side));
    let below = paths.filter(|covered| covered.0.len() > path.0.len() && covered.0.starts_with(&path.0));
    below.map(|covered| Path(covered.0[path.0.len()..].to_vec())).collect()
}

/// Returns the type of the items of lists and maps.
fn innermost<'t>(index: &Index<'t>, ty: &'t TypeRef) -> &'t TypeRef {
    match index.behind(ty) {
        TypeRef::List(item) | TypeRef::Map(item) => innermost(index, item),
        other => other,
    }
}

struct Search<'a> {
    index: &'a Index<'a>,
    version: &'a Version,
    chosen: &'a Chosen,
    side: Side,
    covered: &'a Covered,
    kept: &'a mut BTreeMap<TypeId, Kept>,
}

impl Search<'_> {
    /// Returns the type whose fields are preserved, or `None` if neither `ty` nor a type below it loses anything.
    fn part(&mut self, ty: TypeId) -> Option<TypeId> {
        if !self.loses(ty, &mut BTreeSet::new()) {
            return None;
        }
        let of = self.of(ty);
        if !self.kept.contains_key(&of) {
            let (name, side) = (self.name(of), self.side);
            // Insert the entry before its fields are planned: a recursive type contains itself.
            self.kept.insert(of, Kept { name, of, side, keys: Vec::new(), fields: Vec::new(), reports: false });
            let fields = self.uncovered(ty).into_iter().filter_map(|(path, part)| self.field(of, path, part));
            let fields = fields.collect();
            self.kept.get_mut(&of).expect("it was inserted above").fields = fields;
        }
        Some(of)
    }

    /// Returns the type on the side that is being searched.
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

    /// Returns true if a field of the type, or of a type below it, has no counterpart on the other side.
    fn loses(&self, ty: TypeId, visited: &mut BTreeSet<TypeId>) -> bool {
        visited.insert(ty)
            && self.uncovered(ty).iter().any(|(_, part)| match part {
                Uncovered::Value => true,
                Uncovered::Converted(traversal) => self.loses(traversal.target(), visited),
            })
    }

    fn field(&mut self, of: TypeId, path: Path, part: Uncovered) -> Option<KeptField> {
        let kind = match part {
            Uncovered::Value => KeptKind::Value,
            Uncovered::Converted(Traversal::Call(ty)) => KeptKind::Part(self.part(ty)?),
            Uncovered::Converted(Traversal::Map(value)) => KeptKind::Values(self.part(called(&value)?)?),
            Uncovered::Converted(Traversal::List(item)) => {
                let item = called(&item)?;
                let kept = self.part(item)?;
                let keys = self.keys(item, self.index.leaf(of, &path));
                if keys.is_empty() {
                    let kind = KeptKind::First(kept);
                    let (without, except) = (Vec::new(), Vec::new());
                    return Some(KeptField { path, kind, without, except, set: None, role: None });
                }
                let all = &mut self.kept.get_mut(&kept).expect("a part is known").keys;
                all.extend(keys.iter().filter(|key| !all.contains(key)).copied().collect::<Vec<_>>());
                KeptKind::Items { kept, keys }
            }
        };
        let without = match kind {
            KeptKind::Value => entries(self.index, self.version, self.side, (of, &path)),
            _ => Vec::new(),
        };
        let except = match kind {
            KeptKind::Part(_) => except(self.index, self.version, self.side, (of, &path)),
            _ => Vec::new(),
        };
        let set = match kind {
            KeptKind::Value => set_rule(self.index, self.version, self.side, (of, &path)),
            _ => None,
        };
        let role = match (&kind, &path.0[..]) {
            (KeptKind::Value, [at]) => union_role(self.index, of, *at),
            _ => None,
        };
        Some(KeptField { path, kind, without, except, set, role })
    }

    /// Returns the fields that identify an item of a list. A list has keys, unless it is a struct on the other side.
    fn keys(&self, item: TypeId, list: &Field) -> Vec<usize> {
        let body = self.index.fields(self.of(item)).expect("only structs are kept in parts");
        let at = |key: &String| body.fields.iter().position(|field| field.name == *key);
        list.merge.list_map_keys.iter().filter_map(at).collect()
    }

    /// Returns the fields that the rules of the type itself do not cover completely.
    fn uncovered(&self, ty: TypeId) -> Vec<(Path, Uncovered)> {
        let rules = self.index.conversion(ty).expect("two Rust types have rules");
        let mut uncovered = Vec::new();
        let of = self.of(ty);
        self.uncovered_below(ty, rules, &Path::default(), of, &mut uncovered);
        uncovered
            .retain(|(path, part)| !(matches!(part, Uncovered::Value) && self.covered.contains(&(of, path.clone()))));
        uncovered
    }

    /// Collects the uncovered fields of the struct `here`, which is located at the path `prefix`.
    fn uncovered_below(
        &self,
        ty: TypeId,
        rules: &Conversion,
        prefix: &Path,
        here: TypeId,
        uncovered: &mut Vec<(Path, Uncovered)>,
    ) {
        let body = self.index.fields(here).expect("a conversion is one of structs");
        for (at, field) in body.fields.iter().enumerate() {
            let mut path = prefix.clone();
            path.0.push(at);
            match coverage(rules, self.side, &path) {
                Coverage::Whole => {}
                Coverage::Moved(from, list) => {
                    let traversal = traversal(self.index, &self.index.leaf(ty, &from).ty, self.chosen);
                    let traversal = match list {
                        None => traversal,
                        // The struct of one side is the only item of a list on the other side.
                        Some(side) => traversal.map(|found| Traversal::of_one(found.target(), side == self.side)),
                    };
                    let pair = traversal.filter(|traversal| self.index.is_pair(traversal.target()));
                    uncovered.extend(pair.map(|traversal| (path, Uncovered::Converted(traversal))));
                }
                Coverage::Parts => {
                    let (inner, _) = self.index.structure(&field.ty).expect("a path leads through structs");
                    self.uncovered_below(ty, rules, &path, inner, uncovered);
                }
                Coverage::None => uncovered.push((path, Uncovered::Value)),
            }
        }
    }
}

/// Returns the type whose function is called for each item. Nested lists and maps are not preserved, so they return
/// `None`.
fn called(traversal: &Traversal) -> Option<TypeId> {
    match traversal {
        Traversal::Call(ty) => Some(*ty),
        Traversal::List(_) | Traversal::Map(_) => None,
    }
}

/// The part of a field that the rules of its own type do not cover.
enum Uncovered {
    /// Parts of the types below the field, which are converted.
    Converted(Traversal),
    /// The whole value.
    Value,
}

/// The extent to which the rules of a type cover a field.
enum Coverage {
    /// A rule or function covers the whole field.
    Whole,
    /// A rule moves the field; the path is its location in the version. For a list of one item, the side of the list.
    Moved(Path, Option<Side>),
    /// Some rules cover fields below this one.
    Parts,
    /// No rule mentions the field.
    None,
}

fn coverage(rules: &Conversion, side: Side, path: &Path) -> Coverage {
    for rule in &rules.rules {
        let (from, to, list) = match &rule.action {
            Action::Move { from, to, .. } => (from, to, None),
            Action::Transform { from, to, transform: Transform::List { side }, .. } => (from, to, Some(*side)),
            _ => continue,
        };
        if side.path(from, to) == path {
            return Coverage::Moved(from.clone(), list);
        }
    }
    let covered = covered(rules, side);
    if covered.iter().any(|rule| path.0.starts_with(&rule.0)) {
        Coverage::Whole
    } else if covered.iter().any(|rule| rule.0.starts_with(&path.0)) {
        Coverage::Parts
    } else {
        Coverage::None
    }
}

fn one(path: Option<&Path>) -> Vec<&Path> {
    path.into_iter().collect()
}

/// Returns all paths of a side that a rule or function covers.
pub(super) fn covered(rules: &Conversion, side: Side) -> Vec<&Path> {
    let ruled = rules.rules.iter().flat_map(|rule| match &rule.action {
        Action::Move { from, to, .. }
        | Action::Values { from, to, .. }
        | Action::Transform { from, to, .. }
        | Action::Function { from, to, .. } => vec![side.path(from, to)],
        Action::Alias { alias, .. } => one((side == Side::Here).then_some(alias)),
        Action::MakePresent { .. } => Vec::new(),
        Action::Split { side: at, text, .. } if side == *at => vec![text],
        Action::Split { parts, .. } => parts.iter().collect(),
        Action::Entry { side: at, field, .. } => one((side != *at).then_some(field)),
        // The value of the rule applies if nothing is preserved.
        Action::Set { reason: None, .. } => Vec::new(),
        Action::Annotation { side: at, field, .. }
        | Action::Set { side: at, field, .. }
        | Action::Drop { side: at, field, .. } => one((side == *at).then_some(field)),
    });
    let functions = rules.functions.iter().flat_map(|functions| match side {
        Side::Here => &functions.version,
        Side::There => &functions.hub,
    });
    ruled.chain(functions).collect()
}
