//! Moves of values from one object to another.

use super::Module;
use super::literals::wrap;
use super::places::{Made, Open, local};
use super::views::Statement;
use crate::codegen::model::{Empty, Field, TypeId};
use crate::codegen::naming;
use crate::codegen::plan::{Direction, Move, Place, Value, Walk};

impl Module<'_> {
    /// Returns the statement of a move.
    pub(super) fn moved(&self, step: &Move, direction: Direction) -> Statement {
        match &step.value {
            Value::Same => self.carried(step, str::to_owned),
            Value::Replaced(pairs) => {
                let values = self.function("conversion", "values");
                let pairs: Vec<String> = pairs.iter().map(|pair| format!("{pair:?}")).collect();
                let pairs = pairs.join(", ");
                self.carried(step, |value| format!("{values}({value}, &[{pairs}])"))
            }
            Value::Function { name, loses } => self.by_function(step, (name, *loses), direction),
            Value::Converted(Walk::Call(ty)) => self.converted(step, *ty, direction),
            Value::Converted(walk) => self.converted_items(step, walk, direction),
        }
    }

    /// Returns the expression that takes a value, applies `change`, and wraps or unwraps it for its new place.
    fn carried(&self, step: &Move, change: impl Fn(&str) -> String) -> Statement {
        let Open { mut guards, text, field } = self.open(&step.from);
        let Made { text: target, field: goal, makes } = self.make(&step.to);
        if self.needs_value(field, goal, makes, step.empty) {
            guards.push(self.filled(&text, field));
        }
        let is_same = change(&text) == text && field.optional == goal.optional && field.boxed == goal.boxed;
        if is_same {
            // The source is not read again, and dropping the target's old value would be more code than swapping it.
            return Statement::when(guards, format!("{}(&mut {target}, &mut {text});", self.swap()));
        }
        let value = if field.optional {
            let taken = format!("{text}.take(){}", mapped(field, goal, change));
            if goal.optional { taken } else { format!("{taken}.unwrap_or_default()") }
        } else {
            wrap(goal, &change(&format!("{}(&mut {text})", self.take())))
        };
        Statement::when(guards, format!("{target} = {value};"))
    }

    /// Returns true if an empty value must not be moved, because it would create a struct or has no meaning.
    fn needs_value(&self, from: &Field, to: &Field, makes: bool, empty: Option<Empty>) -> bool {
        match (from.optional, to.optional) {
            (false, true) => empty != Some(Empty::Present),
            _ => makes,
        }
    }

    fn by_function(&self, step: &Move, (name, loses): (&str, bool), direction: Direction) -> Statement {
        let Open { guards, text, field } = self.open(&step.from);
        let Made { text: target, field: goal, makes } = self.make(&step.to);
        let function = format!("functions::{name}_{}", suffix(direction));
        let (call, finish) = if field.optional && goal.optional {
            let argument = match (field.boxed, loses) {
                (boxed, true) => format!("|value| {function}({}value, scope)", if boxed { "*" } else { "" }),
                (true, false) => format!("|value| {function}(*value)"),
                (false, false) => function,
            };
            let call = format!("{text}.take().map({argument}).transpose()");
            (call, if goal.boxed { ".map(Box::new)" } else { "" })
        } else {
            let scope = if loses { ", scope" } else { "" };
            (format!("{function}({}{scope})", self.taken(&text, field)), "")
        };
        let call = self.at_field(&step.from, call, loses);
        let lines = if makes {
            let name = local(goal);
            let filled = self.filled(&name, goal);
            vec![format!("let {name} = {call}?{finish};"), format!("if {filled} {{ {target} = {name}; }}")]
        } else {
            vec![format!("{target} = {call}?{finish};")]
        };
        Statement::block(guards, lines)
    }

    fn taken(&self, text: &str, field: &Field) -> String {
        match field.optional {
            true => format!("{text}.take()"),
            false => format!("{}(&mut {text})", self.take()),
        }
    }

    /// Returns the statement that converts a struct to another Rust type.
    fn converted(&self, step: &Move, ty: TypeId, direction: Direction) -> Statement {
        let Open { mut guards, text, field } = self.open(&step.from);
        let Made { text: target, field: goal, makes } = self.make(&step.to);
        let source = if field.optional {
            let name = local(field);
            guards.push(format!("let Some({name}) = &mut {text}"));
            name
        } else {
            if self.needs_value(field, goal, makes, step.empty) {
                guards.push(self.filled(&text, field));
            }
            format!("&mut {text}")
        };
        let target = match goal.optional {
            true => format!("{target}.get_or_insert_default()"),
            false => format!("&mut {target}"),
        };
        let call = format!("{}({source}, {target}, scope)", self.conversion_of(ty, direction));
        let call = self.at_field(&step.from, call, self.reports(ty));
        Statement::when(guards, format!("{call}?;"))
    }

    /// Returns the statement that converts the items of a list or map to another Rust type.
    fn converted_items(&self, step: &Move, walk: &Walk, direction: Direction) -> Statement {
        let Open { mut guards, text, field } = self.open(&step.from);
        let Made { text: target, makes, .. } = self.make(&step.to);
        if makes {
            guards.push(self.filled(&text, field));
        }
        let name = self.json_path(step.from.root, &step.from.path);
        let taken = self.taken(&text, field);
        let items = self.items(walk, &name, &taken, direction);
        Statement::when(guards, format!("{target} = {items}?;"))
    }

    fn items(&self, walk: &Walk, name: &str, value: &str, direction: Direction) -> String {
        let (function, inner) = match walk {
            Walk::List(inner) => ("list", inner),
            Walk::Map(inner) => ("map", inner),
            Walk::Call(ty) => {
                return format!("{}(from, to, scope)", self.conversion_of(*ty, direction));
            }
        };
        let body = match &**inner {
            Walk::Call(_) => self.items(inner, "", "", direction),
            _ => {
                let taken = format!("{}(from)", self.take());
                format!("{{ *to = {}?; Ok(()) }}", self.items(inner, "", &taken, direction))
            }
        };
        format!("{}({name:?}, {value}, |from, to| {body})", self.container(walk, function))
    }

    /// Returns the statement that converts the values in a field in place.
    pub(super) fn visit(&self, place: &Place, walk: &Walk, direction: Direction) -> Statement {
        if place.path.0.is_empty() {
            return Statement::always(format!("{}?;", self.each(walk, "", "object", direction)));
        }
        let Open { mut guards, text, field } = self.open(place);
        let value = if field.optional {
            let name = local(field);
            guards.push(format!("let Some({name}) = &mut {text}"));
            name
        } else {
            format!("&mut {text}")
        };
        let name = self.json_path(place.root, &place.path);
        let call = match walk {
            Walk::Call(ty) => self.at_field(place, self.each(walk, &name, &value, direction), self.reports(*ty)),
            _ => self.each(walk, &name, &value, direction),
        };
        Statement::when(guards, format!("{call}?;"))
    }

    fn each(&self, walk: &Walk, name: &str, value: &str, direction: Direction) -> String {
        let (function, inner) = match walk {
            Walk::Call(ty) => {
                return format!("{}({value}, scope)", self.conversion_of(*ty, direction));
            }
            Walk::List(inner) => ("each", inner),
            Walk::Map(inner) => ("each_value", inner),
        };
        let inner = self.each(inner, "", "item", direction);
        format!("{}({name:?}, {value}, |item| {inner})", self.container(walk, function))
    }

    /// Adds the name of the field to errors, and to losses if the call reports any. Inlined fields have no name.
    fn at_field(&self, place: &Place, call: String, reports: bool) -> String {
        match self.json_path(place.root, &place.path).as_str() {
            "" => call,
            name if reports => format!("scope.field({name:?}, || {call})"),
            name => format!("{}({name:?}, {call})", self.function("conversion", "field")),
        }
    }

    /// Returns the function that converts items, which is a method of the scope if they report losses.
    fn container(&self, walk: &Walk, function: &str) -> String {
        if self.reports(walk.target()) { format!("scope.{function}") } else { self.function("conversion", function) }
    }

    /// Returns true if the conversion of a type may report a loss.
    fn reports(&self, ty: TypeId) -> bool {
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
}

/// Returns a call on an `Option` that changes the value in it.
fn mapped(field: &Field, goal: &Field, change: impl Fn(&str) -> String) -> String {
    let value = if field.boxed && !goal.boxed { "*value" } else { "value" };
    let changed = change(value);
    match (changed.as_str(), goal.boxed && !field.boxed) {
        ("value", false) => String::new(),
        ("value", true) => ".map(Box::new)".to_owned(),
        (changed, false) => format!(".map(|value| {changed})"),
        (changed, true) => format!(".map(|value| Box::new({changed}))"),
    }
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
