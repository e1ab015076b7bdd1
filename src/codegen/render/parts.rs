//! Fields that are parts of another one: of a string, or of a map.

use super::Module;
use super::code::{Condition, Expr, Stmt};
use super::fields::{Created, Existing};
use super::literals::wrap;
use crate::codegen::model::{Empty, Field, TypeRef};
use crate::codegen::plan::{Entry, FieldRef, Parts};

impl Module<'_> {
    /// Splits a string into several fields.
    pub(super) fn split_text(&self, parts: &Parts) -> Vec<Stmt> {
        let Existing { guards, value, field } = self.write(&parts.text);
        let types: Vec<_> = parts.fields.iter().map(|part| self.field_type(self.field_of(part))).collect();
        let names: Vec<_> = (1..=types.len()).map(|number| format!("part_{number}")).collect();
        let call = Expr::call(
            self.function("conversion", "split"),
            [self.taken(value, field), Expr::text(&parts.separator), Expr::text(&parts.reason), Expr::code("scope")],
        );
        let call = self.at_field(&parts.text, call, true).or_return();
        let mut body = vec![Stmt::Let(format!("({}): ({})", names.join(", "), types.join(", ")), call)];
        for (part, name) in parts.fields.iter().zip(names) {
            let Created { value: target, field, creates } = self.create(part);
            let value = Expr::code(name);
            let filled = creates.then(|| Condition::Is(self.filled(value.clone(), field)));
            body.extend(Stmt::when(filled.into_iter().collect(), vec![Stmt::Assign(target, value)]));
        }
        Stmt::when(guards, body)
    }

    /// Joins several fields to a string.
    pub(super) fn join_texts(&self, parts: &Parts) -> Vec<Stmt> {
        let mut body = Vec::new();
        let mut names = Vec::new();
        for (index, part) in parts.fields.iter().enumerate() {
            let Existing { guards, value, field } = self.write(part);
            let name = format!("part_{}", index + 1);
            let taken = self.taken(value, field);
            if guards.is_empty() {
                body.push(Stmt::Let(name.clone(), taken));
            } else {
                let zero = Expr::call("Default::default", []);
                body.push(Stmt::Let(format!("mut {name}: {}", self.field_type(field)), zero));
                body.extend(Stmt::when(guards, vec![Stmt::Assign(Expr::code(name.clone()), taken)]));
            }
            names.push(Expr::code(name));
        }
        let arguments =
            [Expr::Tuple(names), Expr::text(&parts.separator), Expr::text(&parts.reason), Expr::code("scope")];
        let call = Expr::call(self.function("conversion", "join"), arguments);
        let call = self.at_field(&parts.fields[0], call, true).or_return();
        let Created { value: target, field, creates } = self.create(&parts.text);
        if creates {
            body.push(Stmt::Let(format!("text: {}", self.field_type(field)), call));
            let filled = Condition::Is(self.filled(Expr::code("text"), field));
            body.extend(Stmt::when(vec![filled], vec![Stmt::Assign(target, Expr::code("text"))]));
        } else {
            body.push(Stmt::Assign(target, call));
        }
        body
    }

    /// Moves an entry of a map to a field.
    pub(super) fn take_entry(&self, entry: &Entry) -> Vec<Stmt> {
        let Existing { mut guards, value: map, .. } = self.write(&entry.map);
        let taken = Expr::call(self.function("conversion", "take_entry"), [map.borrow_mut(), Expr::text(&entry.key)]);
        guards.push(Condition::Some("value".to_owned(), taken));
        let Created { value: target, field, .. } = self.create(&entry.field);
        let value = match entry.as_text {
            true => {
                let parsed = Expr::call(self.function("conversion", "text_to_value"), [Expr::code("value")]);
                let name = format!("{}[{}]", self.json_path(entry.map.root, &entry.map.path), entry.key);
                Expr::call(self.function("conversion", "field"), [Expr::text(&name), parsed]).or_return()
            }
            false => self.fitted(Expr::code("value"), self.value_of(&entry.map), &field.ty),
        };
        let mut body = vec![Stmt::Assign(target.clone(), wrap(field, value))];
        if entry.empty == Some(Empty::Absent) {
            let name = format!("{}[{}]", self.json_path(entry.map.root, &entry.map.path), entry.key);
            let reason = "a zero value is no entry in the other version";
            let report = Expr::call("scope.lose", [Expr::text(&name), Expr::text(reason)]);
            body.extend(Stmt::when(vec![Condition::Is(self.unfilled(target, field))], vec![Stmt::Run(report)]));
        }
        Stmt::when(guards, body)
    }

    /// Moves a field to an entry of a map. If the field is unset, removes the entry, which would represent the field.
    pub(super) fn put_entry(&self, entry: &Entry) -> Vec<Stmt> {
        let Existing { guards: mut conditions, value: source, field } = self.write(&entry.field);
        let value = if field.optional {
            conditions.push(Condition::Some("value".to_owned(), source.get("take")));
            let value = Expr::code("value");
            if field.boxed { value.deref() } else { value }
        } else {
            if entry.empty != Some(Empty::Present) {
                conditions.push(Condition::Is(self.filled(source.clone(), field)));
            }
            self.taken(source, field)
        };
        let value = match entry.as_text {
            true => {
                let text = Expr::call(self.function("conversion", "value_to_text"), [value]);
                self.at_field(&entry.field, text, false).or_return()
            }
            false => self.fitted(value, &field.ty, self.value_of(&entry.map)),
        };
        let name = || Expr::text(&self.json_path(entry.map.root, &entry.map.path));
        let arguments = |map: Expr| [name(), map.borrow_mut(), Expr::text(&entry.key)];
        let map = self.create(&entry.map).value;
        let write = Expr::call("scope.write_entry", arguments(map).into_iter().chain([value]));
        let body = vec![Stmt::Run(write)];
        if conditions.is_empty() {
            return body;
        }
        let Existing { guards, value: map, .. } = self.write(&entry.map);
        let remove = Expr::call("scope.remove_entry", arguments(map));
        vec![Stmt::If { conditions, body, otherwise: Stmt::when(guards, vec![Stmt::Run(remove)]) }]
    }

    /// Returns the type of the values of a map.
    fn value_of(&self, map: &FieldRef) -> &TypeRef {
        match self.index().behind(&self.field_of(map).ty) {
            TypeRef::Map(value) => value,
            other => other,
        }
    }

    fn field_of(&self, field: &FieldRef) -> &Field {
        self.index().leaf(field.root, &field.path)
    }
}
