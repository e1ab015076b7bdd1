//! Plans the conversion functions of a version, in both directions.

use std::collections::BTreeMap;

use super::losses::{of_alias, of_pair};
use super::ops::Direction::{FromHub, ToHub};
use super::ops::Variable::{From, Object, To};
use super::traversal::{children, is_covered, traversal};
use super::{
    Alias, Arguments, Call, Chosen, Direction, Entry, FieldRef, Function, Index, Kept, Move, Op, Parts, Traversal,
    Value, Variable,
};
use crate::codegen::model::{Action, Conversion, Empty, Path, Side, Transform, TypeId, Version};

/// Plans the conversion functions of a version.
pub(super) fn plan(
    index: &Index<'_>,
    version: &Version,
    chosen: &Chosen,
    kept: &BTreeMap<TypeId, Kept>,
) -> Vec<Function> {
    let types = version.types.iter().filter(|id| chosen.contains(id));
    let functions = types.map(|&ty| match index.hub(ty) {
        Some(hub) if index.is_pair(ty) => Pair { index, chosen, kept, ty, hub }.function(),
        _ => InPlace { index, chosen, ty }.function(),
    });
    functions.collect()
}

/// A version type and a hub type that are different Rust types.
struct Pair<'a> {
    index: &'a Index<'a>,
    chosen: &'a Chosen,
    kept: &'a BTreeMap<TypeId, Kept>,
    ty: TypeId,
    hub: TypeId,
}

impl Pair<'_> {
    fn function(&self) -> Function {
        let rules = self.index.conversion(self.ty).expect("two Rust types have rules");
        let (to_hub, from_hub) = (self.steps_to_hub(rules), self.steps_from_hub(rules));
        Function { ty: self.ty, hub: self.hub, in_place: false, to_hub, from_hub }
    }

    fn steps_to_hub(&self, rules: &Conversion) -> Vec<Op> {
        let mut ops: Vec<Op> = self.entries(rules, Side::Here, ToHub).collect();
        ops.extend(self.keep(rules, Side::Here));
        ops.extend(of_pair(self.index, rules, self.ty, self.hub, ToHub));
        ops.extend(rules.rules.iter().filter_map(|rule| alias(&rule.action, self.ty, From)).flat_map(read_alias));
        ops.extend(rules.rules.iter().flat_map(|rule| self.rule(&rule.action, ToHub)));
        ops.extend(rules.functions.iter().map(|_| call(self.ty, Arguments::Both)));
        ops.extend(shared(self.index, self.ty, ToHub, To));
        ops.extend(rules.rules.iter().flat_map(|rule| self.annotation(&rule.action, ToHub)));
        ops.extend(self.preserved(rules, ToHub));
        ops.extend(self.entries(rules, Side::There, ToHub));
        ops
    }

    fn steps_from_hub(&self, rules: &Conversion) -> Vec<Op> {
        let mut ops = shared(self.index, self.ty, FromHub, From);
        ops.extend(self.entries(rules, Side::There, FromHub));
        ops.extend(self.keep(rules, Side::There));
        ops.extend(of_pair(self.index, rules, self.ty, self.hub, FromHub));
        ops.extend(rules.rules.iter().flat_map(|rule| self.rule(&rule.action, FromHub)));
        ops.extend(rules.rules.iter().flat_map(|rule| self.annotation(&rule.action, FromHub)));
        ops.extend(self.preserved(rules, FromHub));
        ops.extend(self.entries(rules, Side::Here, FromHub));
        ops.extend(rules.functions.iter().map(|_| call(self.ty, Arguments::Both)));
        ops.extend(self.each(rules, |action| alias(action, self.ty, To).map(Op::WriteAlias)));
        ops
    }

    fn each<'r>(&self, rules: &'r Conversion, op: impl Fn(&'r Action) -> Option<Op>) -> impl Iterator<Item = Op> {
        rules.rules.iter().filter_map(move |rule| op(&rule.action))
    }

    /// Returns the steps of a rule, except those that run at a fixed point in the function, such as annotations and
    /// aliases.
    fn rule(&self, action: &Action, direction: Direction) -> Vec<Op> {
        match action {
            Action::Move { from, to, empty } => self.moved(from, to, *empty, direction),
            Action::Values { from, to, empty, pairs, .. } => {
                let value = Value::Replaced(turned(pairs, direction));
                vec![Op::Move(Move { empty: *empty, value, ..self.same(from, to, direction) })]
            }
            Action::Transform { from, to, empty, transform, reason } => {
                let reason = reason.clone().filter(|_| transform.loses(opposite(target(direction))));
                let step = Move { empty: *empty, ..self.same(from, to, direction) };
                let source = self.index.leaf(step.from.root, &step.from.path);
                // An empty text is no number, but a text that is not optional is empty if it is unset.
                let is_text = matches!(transform, Transform::Decimal { side } if *side != target(direction));
                let reason = reason.or_else(|| {
                    (is_text && !source.optional).then(|| "an unset number is 0 in the other version".to_owned())
                });
                let (item, visit) = self.converted_item(from, transform, &step, direction);
                let value = Value::Transformed { transform: transform.clone(), reason, item };
                visit.into_iter().chain([Op::Move(Move { value, ..step })]).collect()
            }
            Action::Split { side, text, parts, separator, reason } => {
                let other = opposite(*side);
                let parts = Parts {
                    text: self.field_ref(*side, text, direction),
                    fields: parts.iter().map(|part| self.field_ref(other, part, direction)).collect(),
                    separator: separator.clone(),
                    reason: reason.clone(),
                };
                vec![if *side == target(direction) { Op::Join(parts) } else { Op::Split(parts) }]
            }
            Action::Function { from, to, name, reason } => {
                let value = Value::Function { name: name.clone(), loses: reason.is_some() };
                vec![Op::Move(Move { value, ..self.same(from, to, direction) })]
            }
            Action::MakePresent { side, field } if *side == target(direction) => {
                vec![Op::MakePresent(self.field_ref(*side, field, direction))]
            }
            Action::Set { side, field, value, .. } if *side == target(direction) => {
                vec![Op::Set(self.field_ref(*side, field, direction), value.clone())]
            }
            _ => Vec::new(),
        }
    }

    /// Returns the type whose function converts the item of a list of one. If the values below a field keep their Rust
    /// type, returns the step that converts them in place.
    fn converted_item(
        &self,
        from: &Path,
        transform: &Transform,
        step: &Move,
        direction: Direction,
    ) -> (Option<TypeId>, Option<Op>) {
        let below = || traversal(self.index, &self.index.leaf(self.ty, from).ty, self.chosen);
        let found = match transform {
            Transform::List { side } => {
                below().map(|found| Traversal::of_one(found.target(), *side != target(direction)))
            }
            Transform::Keys(_) => below(),
            _ => None,
        };
        match found {
            Some(found) if self.index.is_pair(found.target()) => (Some(found.target()), None),
            found => (None, found.map(|found| Op::Visit(step.from.clone(), found))),
        }
    }

    /// Returns the steps for entries of maps of `side`. Entries are taken before maps are moved, and put into maps that
    /// have been moved.
    fn entries(&self, rules: &Conversion, of: Side, direction: Direction) -> impl Iterator<Item = Op> {
        self.each(rules, move |action| {
            let Action::Entry { side, map, key, field, empty, as_text } = action else { return None };
            let entry = Entry {
                map: self.field_ref(*side, map, direction),
                key: key.clone(),
                field: self.field_ref(opposite(*side), field, direction),
                empty: *empty,
                as_text: *as_text,
            };
            (*side == of).then(|| if of == target(direction) { Op::PutEntry(entry) } else { Op::TakeEntry(entry) })
        })
    }

    /// Plans a move. If the value keeps its Rust type, the types below it are converted in place before it is moved.
    fn moved(&self, from: &Path, to: &Path, empty: Option<Empty>, direction: Direction) -> Vec<Op> {
        let here = &self.index.leaf(self.ty, from).ty;
        let there = &self.index.leaf(self.hub, to).ty;
        let step = Move { empty, ..self.same(from, to, direction) };
        let below = traversal(self.index, here, self.chosen);
        if self.index.same_rust_type(here, there) {
            let in_place = below.filter(|traversal| !self.index.is_pair(traversal.target()));
            let visit = in_place.map(|traversal| Op::Visit(step.from.clone(), traversal));
            return visit.into_iter().chain([Op::Move(step)]).collect();
        }
        let value = below.map_or(Value::Same, Value::Converted);
        vec![Op::Move(Move { value, ..step })]
    }

    /// Returns a move that does not change the value.
    fn same(&self, here: &Path, there: &Path, direction: Direction) -> Move {
        let here = self.field_ref(Side::Here, here, direction);
        let there = self.field_ref(Side::There, there, direction);
        let (from, to) = match direction {
            ToHub => (here, there),
            FromHub => (there, here),
        };
        Move { from, to, empty: None, value: Value::Same }
    }

    fn annotation(&self, action: &Action, direction: Direction) -> Vec<Op> {
        let Action::Annotation { side, field, key, set, label } = action else { return Vec::new() };
        let field = self.field_ref(*side, field, direction);
        let name = if label.is_some() { "labels" } else { "annotations" };
        let annotations = self.metadata(direction, name);
        let key = key.clone();
        if *side != target(direction) {
            let (unless, label) = (set.clone(), label.clone());
            return vec![Op::WriteAnnotation { field, annotations, key, unless, label }];
        }
        let set = set.clone().map(|value| Op::Set(field.clone(), value));
        let is_label = label.is_some();
        set.into_iter().chain([Op::ReadAnnotation { field, annotations, key, is_label }]).collect()
    }

    /// Returns the annotations or labels of the object that is being filled.
    fn metadata(&self, direction: Direction, name: &str) -> FieldRef {
        let root = match direction {
            ToHub => self.hub,
            FromHub => self.ty,
        };
        FieldRef { variable: To, root, path: self.index.metadata(root, name) }
    }

    fn keep(&self, rules: &Conversion, side: Side) -> Option<Op> {
        rules.preserve.as_ref()?;
        Some(Op::Keep { of: self.kept_part(side)?, variable: From })
    }

    fn preserved(&self, rules: &Conversion, direction: Direction) -> Vec<Op> {
        let Some(key) = &rules.preserve else { return Vec::new() };
        let annotations = self.metadata(direction, "annotations");
        let read = self.kept_part(target(direction)).map(|of| Op::ReadKept {
            of,
            variable: To,
            annotations: annotations.clone(),
            key: key.clone(),
            reports: self.kept[&of].reports,
        });
        let write = self.kept_part(opposite(target(direction)));
        let write = write.map(|_| Op::WriteKept { annotations, key: key.clone() });
        read.into_iter().chain(write).collect()
    }

    /// Returns the type on `side` if part of it is preserved in an annotation.
    fn kept_part(&self, side: Side) -> Option<TypeId> {
        Some(self.root(side)).filter(|of| self.kept.contains_key(of))
    }

    fn root(&self, side: Side) -> TypeId {
        match side {
            Side::Here => self.ty,
            Side::There => self.hub,
        }
    }

    fn field_ref(&self, side: Side, path: &Path, direction: Direction) -> FieldRef {
        let variable = if side == target(direction) { To } else { From };
        FieldRef { variable, root: self.root(side), path: path.clone() }
    }
}

/// A type that is the same Rust type in the version and in the hub, and is converted in place.
struct InPlace<'a> {
    index: &'a Index<'a>,
    chosen: &'a Chosen,
    ty: TypeId,
}

impl InPlace<'_> {
    fn function(&self) -> Function {
        let (to_hub, from_hub) = (self.steps_to_hub(), self.steps_from_hub());
        Function { ty: self.ty, hub: self.ty, in_place: true, to_hub, from_hub }
    }

    fn steps_to_hub(&self) -> Vec<Op> {
        let mut ops = self.rules(ToHub);
        ops.extend(self.below());
        ops.extend(self.call());
        ops.extend(shared(self.index, self.ty, ToHub, Object));
        ops
    }

    fn steps_from_hub(&self) -> Vec<Op> {
        let mut ops = shared(self.index, self.ty, FromHub, Object);
        ops.extend(self.rules(FromHub));
        ops.extend(self.below());
        ops.extend(self.call());
        ops
    }

    fn rules(&self, direction: Direction) -> Vec<Op> {
        let rules = self.index.conversion(self.ty);
        rules.map_or_else(Vec::new, |rules| in_place(rules, self.ty, direction, Object))
    }

    fn below(&self) -> Vec<Op> {
        let children = children(self.index, self.ty, self.chosen).into_iter();
        let open = children.filter(|(path, _)| path.0.first().is_none_or(|&at| !is_covered(self.index, self.ty, at)));
        let in_place = open.filter(|(_, traversal)| !self.index.is_pair(traversal.target()));
        in_place
            .map(|(path, traversal)| Op::Visit(FieldRef { variable: Object, root: self.ty, path }, traversal))
            .collect()
    }

    fn call(&self) -> Option<Op> {
        self.index.conversion(self.ty)?.functions.as_ref()?;
        Some(call(self.ty, Arguments::One(Object)))
    }
}

/// Returns the steps of the in-place rules that apply to the hub type in every version.
fn shared(index: &Index<'_>, ty: TypeId, direction: Direction, object: Variable) -> Vec<Op> {
    let Some((hub, rules)) = index.shared_rules(ty) else { return Vec::new() };
    let mut ops = in_place(rules, hub, direction, object);
    ops.extend(
        rules.functions.iter().map(|_| Op::Call(Call { ty: hub, shared: true, arguments: Arguments::One(object) })),
    );
    ops
}

fn in_place(rules: &Conversion, root: TypeId, direction: Direction, object: Variable) -> Vec<Op> {
    let ops = rules.rules.iter().flat_map(|rule| match &rule.action {
        Action::MakePresent { side, field } if *side == target(direction) => {
            vec![Op::MakePresent(FieldRef { variable: object, root, path: field.clone() })]
        }
        action => match (alias(action, root, object), direction) {
            (None, _) => Vec::new(),
            (Some(alias), ToHub) => read_alias(alias).into(),
            (Some(alias), FromHub) => vec![Op::WriteAlias(alias)],
        },
    });
    ops.collect()
}

fn alias(action: &Action, root: TypeId, variable: Variable) -> Option<Alias> {
    let Action::Alias { alias, of, item } = action else { return None };
    let field = |path: &Path| FieldRef { variable, root, path: path.clone() };
    Some(Alias { alias: field(alias), of: field(of), item: item.clone() })
}

/// Reads an alias. The loss report comes first, because it compares both values before one replaces the other.
fn read_alias(alias: Alias) -> [Op; 2] {
    [of_alias(&alias), Op::ReadAlias(alias)]
}

fn call(ty: TypeId, arguments: Arguments) -> Op {
    Op::Call(Call { ty, shared: false, arguments })
}

/// Returns the side that a conversion in `direction` fills.
fn target(direction: Direction) -> Side {
    match direction {
        ToHub => Side::There,
        FromHub => Side::Here,
    }
}

fn opposite(side: Side) -> Side {
    match side {
        Side::Here => Side::There,
        Side::There => Side::Here,
    }
}

fn turned(pairs: &[(String, String)], direction: Direction) -> Vec<(String, String)> {
    let turn = |(here, there): &(String, String)| match direction {
        ToHub => (here.clone(), there.clone()),
        FromHub => (there.clone(), here.clone()),
    };
    pairs.iter().map(turn).collect()
}
