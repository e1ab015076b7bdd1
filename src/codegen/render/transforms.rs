//! Conversions of values that rules describe.

use super::Module;
use super::code::{Condition, Expr, Stmt};
use super::fields::{Created, Existing};
use super::literals::wrap;
use crate::codegen::model::{Empty, Literal, Omit, Scalar, Side, Transform, TypeId, TypeRef};
use crate::codegen::naming;
use crate::codegen::plan::{Direction, Move};

impl Module<'_> {
    /// Converts a value to another representation, unless it is unset.
    pub(super) fn transformed(
        &self,
        step: &Move,
        (transform, item): (&Transform, Option<TypeId>),
        reason: Option<&str>,
        direction: Direction,
    ) -> Vec<Stmt> {
        let Existing { mut guards, value: source, field } = self.write(&step.from);
        let Created { value: target, field: goal, creates } = self.create(&step.to);
        let value = if field.optional {
            guards.push(Condition::Some("value".to_owned(), source.get("take")));
            let value = Expr::code("value");
            if field.boxed { value.deref() } else { value }
        } else {
            let filled = match transform {
                Transform::List { .. } if self.has_length(field) => Some(source.clone().get("is_empty").not()),
                Transform::List { .. } => Some(self.filled(source.clone(), field)),
                _ if creates || (goal.optional && step.empty != Some(Empty::Present)) => {
                    Some(self.filled(source.clone(), field))
                }
                Transform::Values(pairs) if field.omit != Omit::Never && !Self::has_zero(pairs) => {
                    Some(self.filled(source.clone(), field))
                }
                _ => None,
            };
            guards.extend(filled.map(Condition::Is));
            Expr::call(self.take(), [source.borrow_mut()])
        };
        let types = [&field.ty, &goal.ty];
        let call = match transform {
            Transform::Items(inner) => {
                let name = self.json_path(step.from.root, &step.from.path);
                self.each_converted(types, &name, value, reason.is_some(), inner, &|types, inner, value| {
                    self.transform_call((inner, false), types, value, reason, direction).or_return()
                })
            }
            _ => {
                let call = match item {
                    Some(ty) => self.list_of_converted(transform, (ty, goal.optional), value, reason, direction),
                    None => self.transform_call((transform, goal.optional), types, value, reason, direction),
                };
                let reports = reason.is_some() || item.is_some_and(|ty| self.reports(ty));
                self.at_field(&step.from, call, reports)
            }
        };
        Stmt::when(guards, vec![Stmt::Assign(target, wrap(goal, call.or_return()))])
    }

    /// Returns true if a table contains a zero value.
    fn has_zero(pairs: &[(Literal, Literal)]) -> bool {
        let is_zero = |literal: &Literal| match literal {
            Literal::Bool(value) => !value,
            Literal::Int(value) => *value == 0,
            Literal::Text(text) => text.is_empty(),
            _ => false,
        };
        pairs.iter().any(|(here, there)| is_zero(here) || is_zero(there))
    }

    /// Converts a struct to a list that contains it in another Rust type, or the first item of a list to a struct.
    fn list_of_converted(
        &self,
        transform: &Transform,
        (ty, optional): (TypeId, bool),
        value: Expr,
        reason: Option<&str>,
        direction: Direction,
    ) -> Expr {
        let function = self.conversion_of(ty, direction);
        let convert = Expr::closure("from, to", Expr::call(function, ["from", "to", "scope"].map(Expr::code)));
        let converted = |value| Expr::call(self.function("conversion", "converted"), [value, convert]);
        let is_list =
            matches!(transform, Transform::List { side } if (*side == Side::Here) == (direction == Direction::ToHub));
        if !is_list {
            let list = Expr::code(self.function("conversion", "list_of_one"));
            return converted(value).method("and_then", [list]);
        }
        let reports = reason.map(|reason| [Expr::text(reason), Expr::code("scope")]);
        let arguments = [value].into_iter().chain(reports.into_iter().flatten());
        let first = Expr::call(self.function("conversion", first(optional)), arguments);
        let converted = converted(Expr::code("item"));
        let converted = match self.reports(ty) {
            true => Expr::call("scope.field", [Expr::text("[0]"), Expr::closure("", converted)]),
            false => Expr::call(self.function("conversion", "field"), [Expr::text("[0]"), converted]),
        };
        first.method("and_then", [Expr::closure("item", converted)])
    }

    /// Replaces each string in a list or map.
    pub(super) fn replaced_items(&self, step: &Move, pairs: &[(String, String)]) -> Vec<Stmt> {
        let Existing { mut guards, value: source, field } = self.write(&step.from);
        let Created { value: target, field: goal, creates } = self.create(&step.to);
        if creates {
            guards.push(Condition::Is(self.filled(source.clone(), field)));
        }
        let name = self.json_path(step.from.root, &step.from.path);
        let value = Expr::call(self.take(), [source.borrow_mut()]);
        let items = self.each_replaced([&field.ty, &goal.ty], &name, value, pairs);
        Stmt::when(guards, vec![Stmt::Assign(target, items.or_return())])
    }

    fn each_replaced(&self, types: [&TypeRef; 2], name: &str, value: Expr, pairs: &[(String, String)]) -> Expr {
        let (function, types) = self.container_of(types);
        let taken = Expr::call(self.take(), [Expr::code("from")]);
        let item = match self.index().behind(types[0]) {
            TypeRef::List(_) | TypeRef::Map(_) => self.each_replaced(types, "", taken, pairs).or_return(),
            _ => self.replaced(taken, Some(pairs)),
        };
        let function = self.function("conversion", function);
        Expr::call(function, [Expr::text(name), value, assigning(item)])
    }

    /// Returns a call that converts each item of a list, or each value of a map, with a function for the innermost
    /// conversion.
    fn each_converted(
        &self,
        types: [&TypeRef; 2],
        name: &str,
        value: Expr,
        reports: bool,
        transform: &Transform,
        convert: &dyn Fn([&TypeRef; 2], &Transform, Expr) -> Expr,
    ) -> Expr {
        let (function, types) = self.container_of(types);
        let taken = Expr::call(self.take(), [Expr::code("from")]);
        let item = match transform {
            Transform::Items(inner) => self.each_converted(types, "", taken, reports, inner, convert).or_return(),
            _ => convert(types, transform, taken),
        };
        let function = match reports {
            true => format!("scope.{function}"),
            false => self.function("conversion", function),
        };
        Expr::call(function, [Expr::text(name), value, assigning(item)])
    }

    /// Returns the function that converts the items of a list or map, and the types of the items.
    fn container_of<'t>(&'t self, types: [&'t TypeRef; 2]) -> (&'static str, [&'t TypeRef; 2]) {
        match types.map(|ty| self.index().behind(ty)) {
            [TypeRef::List(from), TypeRef::List(to)] => ("list", [from, to]),
            [TypeRef::Map(from), TypeRef::Map(to)] => ("map", [from, to]),
            _ => unreachable!("resolve checked that both are lists or maps"),
        }
    }

    /// Returns the call of the function of the runtime for a value.
    fn transform_call(
        &self,
        (transform, optional): (&Transform, bool),
        types: [&TypeRef; 2],
        value: Expr,
        reason: Option<&str>,
        direction: Direction,
    ) -> Expr {
        let (function, arguments) = self.transform_function((transform, optional), types, reason.is_some(), direction);
        let value = match (transform, types.map(|ty| self.index().behind(ty))) {
            (Transform::List { .. }, [TypeRef::List(item), _]) => self.fitted(value, item, types[1]),
            (Transform::List { .. }, [_, TypeRef::List(item)]) => self.fitted(value, types[0], item),
            (Transform::Keys(_), [from, to]) => self.fitted(value, from, to),
            _ => value,
        };
        let reports = reason.map(|reason| [Expr::text(reason), Expr::code("scope")]);
        let arguments = [value].into_iter().chain(arguments).chain(reports.into_iter().flatten());
        Expr::call(self.function("conversion", function), arguments)
    }

    /// Returns the function of the runtime and its arguments after the value.
    fn transform_function(
        &self,
        (transform, optional): (&Transform, bool),
        [field, goal]: [&TypeRef; 2],
        loses: bool,
        direction: Direction,
    ) -> (&'static str, Vec<Expr>) {
        let to_hub = direction == Direction::ToHub;
        // True if the value comes from the side that the transform names.
        let from = |side: Side| (side == Side::Here) == to_hub;
        let number = |value: i64| vec![Expr::code(value.to_string())];
        match transform {
            Transform::Values(pairs) => {
                let pairs = pairs.iter().map(|(here, there)| {
                    let (a, b) = if to_hub { (here, there) } else { (there, here) };
                    Expr::Tuple(vec![self.table_value(field, a), self.table_value(goal, b)])
                });
                let function = if loses { "replace_known" } else { "replace" };
                (function, vec![Expr::Array(pairs.collect()).borrow()])
            }
            Transform::Duration { side, nanos } if from(*side) => ("duration_to_units", number(*nanos)),
            Transform::Duration { nanos, .. } => ("units_to_duration", number(*nanos)),
            Transform::Quantity { side, suffix } if from(*side) => ("quantity_to_units", vec![Expr::text(suffix)]),
            Transform::Quantity { suffix, .. } => ("units_to_quantity", vec![Expr::text(suffix)]),
            Transform::Scale(factor) => (if to_hub { "multiply" } else { "divide" }, number(*factor)),
            Transform::Decimal { side } if from(*side) && loses => ("text_or_empty_to_integer", Vec::new()),
            Transform::Decimal { side } if from(*side) => ("text_to_integer", Vec::new()),
            Transform::Decimal { .. } => ("integer_to_text", Vec::new()),
            Transform::List { side } if from(*side) => (first(optional), Vec::new()),
            Transform::List { .. } => ("list_of_one", Vec::new()),
            Transform::Entries { side, item, key, value } => {
                self.entries((*side, *item), [*key, *value], if from(*side) { goal } else { field }, from(*side))
            }
            Transform::Texts { side, separator } => {
                (if from(*side) { "texts_to_map" } else { "map_to_texts" }, vec![Expr::text(separator)])
            }
            Transform::Keys(pairs) => {
                let pairs = pairs.iter().map(|(here, there)| {
                    let (a, b) = if to_hub { (here, there) } else { (there, here) };
                    Expr::Tuple(vec![Expr::text(a), Expr::text(b)])
                });
                ("rename_keys", vec![Expr::Array(pairs.collect()).borrow()])
            }
            Transform::Items(_) => unreachable!("items are converted one by one"),
        }
    }

    /// Returns the function between a list of items with two fields and a map.
    fn entries(
        &self,
        (side, item): (Side, TypeId),
        fields: [usize; 2],
        map: &TypeRef,
        from_list: bool,
    ) -> (&'static str, Vec<Expr>) {
        let body = self.index().fields(item).expect("items are structs");
        let [key, value] = fields.map(|at| &body.fields[at]);
        let in_map = match self.index().behind(map) {
            TypeRef::Map(value) => value,
            other => other,
        };
        if from_list {
            let [key_taken, value_taken] = [key, value].map(|field| {
                Expr::call(self.take(), [Expr::code("item").field(naming::field(&field.name)).borrow_mut()])
            });
            let entry = vec![key_taken, self.fitted(value_taken, &value.ty, in_map)];
            return ("list_to_map", vec![Expr::closure("item", Expr::Tuple(entry))]);
        }
        let path = if side == Side::Here { self.path(item) } else { self.hub_path(item) };
        let given = self.fitted(Expr::code("value"), in_map, &value.ty);
        let fields = vec![(naming::field(&key.name), Expr::code("key")), (naming::field(&value.name), given)];
        ("map_to_list", vec![Expr::closure("key, value", Expr::Struct(path, fields, false))])
    }

    /// Returns a value of a table. Integers have a suffix, because their type cannot be inferred.
    fn table_value(&self, ty: &TypeRef, literal: &Literal) -> Expr {
        match (literal, self.index().behind(ty)) {
            (Literal::Int(value), TypeRef::Scalar(Scalar::Int64)) => Expr::code(format!("{value}_i64")),
            (Literal::Int(value), _) => Expr::code(format!("{value}_i32")),
            (Literal::Bool(value), _) => Expr::code(value.to_string()),
            (Literal::Text(value), _) => Expr::text(value),
            _ => unreachable!("tables contain only scalars"),
        }
    }
}

/// Returns the function that returns the first item of a list, for an optional field or another one.
fn first(optional: bool) -> &'static str {
    if optional { "first_item" } else { "first_value" }
}

/// Returns the function that converts an item: `|from, to| { *to = item; Ok(()) }`.
fn assigning(item: Expr) -> Expr {
    let assign = Stmt::Assign(Expr::code("to").deref(), item);
    Expr::closure("from, to", Expr::Block(vec![assign], Box::new(Expr::code("Ok(())"))))
}

/// Describes a conversion in documentation.
pub(super) fn described(transform: &Transform) -> String {
    match transform {
        Transform::Values(_) => "each value has a counterpart".to_owned(),
        Transform::Duration { nanos, .. } => format!("the number counts units of {nanos} ns"),
        Transform::Quantity { suffix, .. } if suffix.is_empty() => "the number is the value of the quantity".to_owned(),
        Transform::Quantity { suffix, .. } => format!("the number counts units of `1{suffix}`"),
        Transform::Scale(factor) => format!("the hub has {factor} times the number"),
        Transform::Decimal { .. } => "the text is the number in decimal notation".to_owned(),
        Transform::List { .. } => "the list has one item".to_owned(),
        Transform::Entries { .. } => "each item is an entry of the map".to_owned(),
        Transform::Texts { separator, .. } => format!("each text is an entry of the map, as in `key{separator}value`"),
        Transform::Keys(pairs) => {
            let pairs = pairs.iter().map(|(here, there)| format!("`{here}` is `{there}` in the hub"));
            pairs.collect::<Vec<_>>().join(", ")
        }
        Transform::Items(inner) => format!("for each item, {}", described(inner)),
    }
}
