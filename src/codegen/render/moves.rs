//! Moves of values: from one object to another, and between fields of one object.

use super::Module;
use super::code::{Condition, Expr, Stmt};
use super::fields::{Created, Existing, local};
use super::literals::wrap;
use crate::codegen::model::{Empty, Field, Leaf, Path, Scalar, TypeId, TypeRef};
use crate::codegen::naming;
use crate::codegen::plan::{Direction, FieldRef, Move, Traversal, Value};

/// A copy from a field to another field of the same object.
pub(super) struct Copy<'a> {
    pub(super) start: &'a str,
    pub(super) root: TypeId,
    pub(super) to: &'a Path,
    pub(super) from: &'a Path,
    /// True if an enclosing condition has checked already that `to` is empty.
    pub(super) known_absent: bool,
}

impl Module<'_> {
    /// Returns the statements of a move.
    pub(super) fn moved(&self, step: &Move, direction: Direction) -> Vec<Stmt> {
        match &step.value {
            Value::Same => self.carried(step, None),
            Value::Replaced(pairs) if self.is_container(&step.from) => self.replaced_items(step, pairs),
            Value::Replaced(pairs) => self.carried(step, Some(pairs)),
            Value::Function { name, loses } => self.by_function(step, (name, *loses), direction),
            Value::Transformed { transform, reason, item } => {
                self.transformed(step, (transform, *item), reason.as_deref(), direction)
            }
            Value::Converted(Traversal::Call(ty)) => self.converted(step, *ty, direction),
            Value::Converted(traversal) => self.converted_items(step, traversal, direction),
        }
    }

    /// True for a list or map.
    fn is_container(&self, field: &FieldRef) -> bool {
        let ty = &self.index().leaf(field.root, &field.path).ty;
        matches!(self.index().behind(ty), TypeRef::List(_) | TypeRef::Map(_))
    }

    /// Takes a value, replaces it according to `pairs`, and wraps or unwraps it for the target field.
    fn carried(&self, step: &Move, pairs: Option<&[(String, String)]>) -> Vec<Stmt> {
        let Existing { mut guards, value: source, field } = self.write(&step.from);
        let Created { value: target, field: goal, creates } = self.create(&step.to);
        if needs_value(field, goal, creates, step.empty) {
            guards.push(Condition::Is(self.filled(source.clone(), field)));
        }
        if pairs.is_none() && self.index().differs_in_text(&field.ty, &goal.ty) {
            let value = match (field.optional, goal.optional) {
                (true, false) => self.retyped(source.get("take").get("unwrap_or_default")),
                (true, true) => self.retyped(source.get("take")),
                (false, _) => wrap(goal, self.retyped(self.taken(source, field))),
            };
            return Stmt::when(guards, vec![Stmt::Assign(target, value)]);
        }
        if pairs.is_none() && field.optional == goal.optional && field.boxed == goal.boxed {
            // The source is not read again, and dropping the target's old value would be more code than swapping it.
            let swap = Expr::call(self.swap(), [target.borrow_mut(), source.borrow_mut()]);
            return Stmt::when(guards, vec![Stmt::Run(swap)]);
        }
        let value = if field.optional {
            let taken = source.get("take");
            let taken = match self.change_in_option(field, goal, pairs) {
                Some(change) => taken.method("map", [change]),
                None => taken,
            };
            if goal.optional { taken } else { taken.get("unwrap_or_default") }
        } else {
            wrap(goal, self.replaced(self.taken(source, field), pairs))
        };
        Stmt::when(guards, vec![Stmt::Assign(target, value)])
    }

    /// Returns the function that changes the value in an `Option`, unless it remains the same.
    fn change_in_option(&self, field: &Field, goal: &Field, pairs: Option<&[(String, String)]>) -> Option<Expr> {
        let boxes = goal.boxed && !field.boxed;
        let unboxes = field.boxed && !goal.boxed;
        if pairs.is_none() && !unboxes {
            return boxes.then(|| Expr::code("Box::new"));
        }
        let value = Expr::code("value");
        let changed = self.replaced(if unboxes { value.deref() } else { value }, pairs);
        let changed = if boxes { Expr::call("Box::new", [changed]) } else { changed };
        Some(Expr::closure("value", changed))
    }

    pub(super) fn replaced(&self, value: Expr, pairs: Option<&[(String, String)]>) -> Expr {
        let Some(pairs) = pairs else { return value };
        let pairs = pairs.iter().map(|(from, to)| Expr::Tuple(vec![Expr::text(from), Expr::text(to)]));
        let table = Expr::Array(pairs.collect()).borrow();
        Expr::call(self.function("conversion", "values"), [value, table])
    }

    /// Converts the strings in a value to the string type that the context determines.
    pub(super) fn retyped(&self, value: Expr) -> Expr {
        Expr::call(self.function("conversion", "retyped"), [value])
    }

    /// Converts the strings in a value from one type to another one, if the types differ in them.
    pub(super) fn fitted(&self, value: Expr, from: &TypeRef, to: &TypeRef) -> Expr {
        if self.index().differs_in_text(from, to) { self.retyped(value) } else { value }
    }

    fn by_function(&self, step: &Move, (name, loses): (&str, bool), direction: Direction) -> Vec<Stmt> {
        let Existing { guards, value: source, field } = self.write(&step.from);
        let Created { value: target, field: goal, creates } = self.create(&step.to);
        let function = format!("functions::{name}_{}", suffix(direction));
        let scope = || loses.then(|| Expr::code("scope"));
        let in_option = field.optional && goal.optional;
        let call = if in_option {
            let mapping = if field.boxed || loses {
                let value = Expr::code("value");
                let value = if field.boxed { value.deref() } else { value };
                Expr::closure("value", Expr::call(function, [value].into_iter().chain(scope())))
            } else {
                Expr::code(function)
            };
            source.get("take").method("map", [mapping]).get("transpose")
        } else {
            Expr::call(function, [self.taken(source, field)].into_iter().chain(scope()))
        };
        let result = self.at_field(&step.from, call, loses).or_return();
        let result = if in_option && goal.boxed { result.method("map", [Expr::code("Box::new")]) } else { result };
        if !creates {
            return Stmt::when(guards, vec![Stmt::Assign(target, result)]);
        }
        let name = local(goal);
        let value = Expr::code(name.clone());
        let filled = Condition::Is(self.filled(value.clone(), goal));
        let mut body = vec![Stmt::Let(name, result)];
        body.extend(Stmt::when(vec![filled], vec![Stmt::Assign(target, value)]));
        Stmt::when(guards, body)
    }

    pub(super) fn taken(&self, value: Expr, field: &Field) -> Expr {
        match field.optional {
            true => value.get("take"),
            false => Expr::call(self.take(), [value.borrow_mut()]),
        }
    }

    /// Converts a struct to another Rust type.
    fn converted(&self, step: &Move, ty: TypeId, direction: Direction) -> Vec<Stmt> {
        let Existing { mut guards, value: source, field } = self.write(&step.from);
        let Created { value: target, field: goal, creates } = self.create(&step.to);
        if !field.optional && needs_value(field, goal, creates, step.empty) {
            guards.push(Condition::Is(self.filled(source.clone(), field)));
        }
        let source = mutable(source, field, &mut guards);
        let target = match goal.optional {
            true => target.get("get_or_insert_default"),
            false => target.borrow_mut(),
        };
        let call = Expr::call(self.conversion_of(ty, direction), [source, target, Expr::code("scope")]);
        let call = self.at_field(&step.from, call, self.reports(ty));
        Stmt::when(guards, vec![Stmt::Run(call.or_return())])
    }

    /// Converts the items of a list or map to another Rust type.
    fn converted_items(&self, step: &Move, traversal: &Traversal, direction: Direction) -> Vec<Stmt> {
        let Existing { mut guards, value: source, field } = self.write(&step.from);
        let Created { value: target, creates, .. } = self.create(&step.to);
        if creates {
            guards.push(Condition::Is(self.filled(source.clone(), field)));
        }
        let name = self.json_path(step.from.root, &step.from.path);
        let items = self.items(traversal, &name, self.taken(source, field), direction);
        Stmt::when(guards, vec![Stmt::Assign(target, items.or_return())])
    }

    fn items(&self, traversal: &Traversal, name: &str, value: Expr, direction: Direction) -> Expr {
        let (function, inner) = match traversal {
            Traversal::List(inner) => ("list", inner),
            Traversal::Map(inner) => ("map", inner),
            Traversal::Call(_) => unreachable!("a list or map contains the items"),
        };
        let body = match &**inner {
            Traversal::Call(ty) => {
                Expr::call(self.conversion_of(*ty, direction), ["from", "to", "scope"].map(Expr::code))
            }
            nested => {
                let taken = Expr::call(self.take(), [Expr::code("from")]);
                let items = self.items(nested, "", taken, direction).or_return();
                Expr::Block(vec![Stmt::Assign(Expr::code("to").deref(), items)], Box::new(Expr::code("Ok(())")))
            }
        };
        let each = Expr::closure("from, to", body);
        Expr::call(self.container(traversal, function), [Expr::text(name), value, each])
    }

    /// Converts the values in a field in place.
    pub(super) fn visit(&self, place: &FieldRef, traversal: &Traversal, direction: Direction) -> Vec<Stmt> {
        if place.path.0.is_empty() {
            return vec![Stmt::Run(self.each(traversal, "", Expr::code("object"), direction).or_return())];
        }
        let Existing { mut guards, value, field } = self.write(place);
        let value = mutable(value, field, &mut guards);
        let name = self.json_path(place.root, &place.path);
        let call = self.each(traversal, &name, value, direction);
        let call = match traversal {
            Traversal::Call(ty) => self.at_field(place, call, self.reports(*ty)),
            _ => call,
        };
        Stmt::when(guards, vec![Stmt::Run(call.or_return())])
    }

    fn each(&self, traversal: &Traversal, name: &str, value: Expr, direction: Direction) -> Expr {
        let (function, inner) = match traversal {
            Traversal::Call(ty) => {
                return Expr::call(self.conversion_of(*ty, direction), [value, Expr::code("scope")]);
            }
            Traversal::List(inner) => ("each", inner),
            Traversal::Map(inner) => ("each_value", inner),
        };
        let inner = Expr::closure("item", self.each(inner, "", Expr::code("item"), direction));
        Expr::call(self.container(traversal, function), [Expr::text(name), value, inner])
    }

    /// Adds the name of the field to errors, and to losses if the call reports any. Inlined fields have no name.
    pub(super) fn at_field(&self, place: &FieldRef, call: Expr, reports: bool) -> Expr {
        match self.json_path(place.root, &place.path).as_str() {
            "" => call,
            name if reports => Expr::call("scope.field", [Expr::text(name), Expr::closure("", call)]),
            name => Expr::call(self.function("conversion", "field"), [Expr::text(name), call]),
        }
    }

    /// Returns the function that converts items, which is a method of the scope if they report losses.
    fn container(&self, traversal: &Traversal, function: &str) -> String {
        match self.reports(traversal.target()) {
            true => format!("scope.{function}"),
            false => self.function("conversion", function),
        }
    }

    /// Returns true if the conversion of a type may report a loss.
    pub(super) fn reports(&self, ty: TypeId) -> bool {
        self.context.plan.reporting.contains(&ty)
    }

    /// Returns the path of the generated conversion function of a type.
    pub(super) fn conversion_of(&self, ty: TypeId, direction: Direction) -> String {
        let name = conversion_name(&self.index().ty(ty).name, direction);
        if self.is_declared_here(ty) {
            return name;
        }
        format!("{}::zz_generated_conversion::{name}", self.version_module(ty))
    }

    /// Fills an empty field from a field that is not empty.
    pub(super) fn fill(&self, copy: &Copy<'_>, or_empty: bool) -> Vec<Stmt> {
        let unfilled = |value: Expr, field: &Field| self.to_fill(value, field, or_empty);
        let empty = || self.holds_or_unreachable(copy.start, copy.root, copy.to, &unfilled);
        let empty = (!copy.known_absent).then(|| Condition::Is(empty()));
        let Existing { guards, value, field } = self.read_below(copy.start, copy.root, copy.from);
        let filled = Condition::Is(self.filled(value.clone(), field));
        let conditions = empty.into_iter().chain(guards).chain([filled]).collect();
        Stmt::when(conditions, vec![self.copied(copy, value)])
    }

    /// Overwrites a field with the value of another one, even if that is empty.
    pub(super) fn overwrite(&self, copy: &Copy<'_>) -> Vec<Stmt> {
        let Existing { guards, value, .. } = self.read_below(copy.start, copy.root, copy.from);
        Stmt::when(guards, vec![self.copied(copy, value)])
    }

    fn copied(&self, copy: &Copy<'_>, value: Expr) -> Stmt {
        let index = self.index();
        let (to, from) = (index.leaf(copy.root, copy.to), index.leaf(copy.root, copy.from));
        let value = self.cloned(value, &from.ty);
        let value = match (from.optional, to.optional) {
            (true, false) => self.fitted(value.get("unwrap_or_default"), &from.ty, &to.ty),
            (false, true) => wrap(to, self.fitted(value, &from.ty, &to.ty)),
            _ => self.fitted(value, &from.ty, &to.ty),
        };
        Stmt::Assign(self.create_below(copy.start, copy.root, copy.to).value, value)
    }

    /// Returns the shortest expression that copies a value.
    pub(super) fn cloned(&self, value: Expr, ty: &TypeRef) -> Expr {
        match self.index().behind(ty) {
            TypeRef::Scalar(Scalar::Bool | Scalar::Int32 | Scalar::Int64 | Scalar::Double)
            | TypeRef::Leaf(Leaf::Time | Leaf::MicroTime | Leaf::Duration) => value,
            _ => value.get("clone"),
        }
    }
}

/// Returns true if an empty value must not be moved, because it would create a struct or has no meaning.
fn needs_value(from: &Field, to: &Field, creates: bool, empty: Option<Empty>) -> bool {
    match (from.optional, to.optional) {
        (false, true) => empty != Some(Empty::Present),
        _ => creates,
    }
}

/// Returns a mutable reference to a field. For an optional field, adds a guard that binds the value.
fn mutable(value: Expr, field: &Field, guards: &mut Vec<Condition>) -> Expr {
    let value = value.borrow_mut();
    if !field.optional {
        return value;
    }
    let name = local(field);
    guards.push(Condition::Some(name.clone(), value));
    Expr::code(name)
}

/// Returns the name of a conversion function: `deployment_spec_to_hub`.
pub(super) fn conversion_name(ty: &str, direction: Direction) -> String {
    format!("{}_{}", naming::snake(ty), suffix(direction))
}

/// Returns the suffix of the names of functions of a direction.
pub(super) fn suffix(direction: Direction) -> &'static str {
    match direction {
        Direction::ToHub => "to_hub",
        Direction::FromHub => "from_hub",
    }
}
