//! Values that go from one object to another.

use super::Module;
use super::literals::wrap;
use super::places::{Made, Open, local};
use super::views::Statement;
use crate::codegen::model::{Empty, Field, TypeId};
use crate::codegen::naming;
use crate::codegen::plan::{Direction, Move, Place, Value, Walk};

impl Module<'_> {
    /// The statement of a move.
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

    /// A value that is taken, changed by `change`, and fitted to the presence of its new place.
    fn carried(&self, step: &Move, change: impl Fn(&str) -> String) -> Statement {
        let Open { mut guards, text, field } = self.open(&step.from);
        let Made { text: target, field: goal, makes } = self.make(&step.to);
        if self.needs_value(field, goal, makes, step.empty) {
            guards.push(self.filled(&text, field));
        }
        let is_same = change(&text) == text && field.optional == goal.optional && field.boxed == goal.boxed;
        if is_same {
            // Nobody looks at the source again, and to drop what the target had is more code than to leave it there.
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

    /// True if nothing may be done for an empty value: it would make a struct, or mean nothing.
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

    /// A struct that becomes another Rust type.
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

    /// A list or map whose items become another Rust type.
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

    /// What lies below a field, converted where it is.
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

    /// Adds the name of the field to an error, and to losses if the call reports any, unless the field has none.
    fn at_field(&self, place: &Place, call: String, reports: bool) -> String {
        match self.json_path(place.root, &place.path).as_str() {
            "" => call,
            name if reports => format!("scope.field({name:?}, || {call})"),
            name => format!("{}({name:?}, {call})", self.function("conversion", "field")),
        }
    }

    /// The function that converts items; a method of the scope if they report losses.
    fn container(&self, walk: &Walk, function: &str) -> String {
        if self.reports(walk.target()) { format!("scope.{function}") } else { self.function("conversion", function) }
    }

    /// True if the conversion of a type may report a loss.
    fn reports(&self, ty: TypeId) -> bool {
        self.context.plan.reporting.contains(&ty)
    }

    /// The path of the generated conversion function of a type.
    pub(super) fn conversion_of(&self, ty: TypeId, direction: Direction) -> String {
        let name = conversion_name(&self.index().ty(ty).name, direction);
        if self.is_declared_here(ty) {
            return name;
        }
        format!("{}::zz_generated_conversion::{name}", self.version_module(ty))
    }
}

/// What happens to the value in an `Option`, as a call on the `Option`.
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

/// `deployment_spec_to_hub`
pub(super) fn conversion_name(ty: &str, direction: Direction) -> String {
    format!("{}_{}", naming::snake(ty), suffix(direction))
}

/// How the names of functions of a direction end.
pub(super) fn suffix(direction: Direction) -> &'static str {
    match direction {
        Direction::ToHub => "to_hub",
        Direction::FromHub => "from_hub",
    }
}
