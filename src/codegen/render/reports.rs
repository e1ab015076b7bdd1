//! Reports of the values that a conversion drops.

use super::Module;
use super::code::{Condition, Expr, Stmt};
use super::fields::Existing;
use crate::codegen::model::{Field, Literal, Path, TypeRef};
use crate::codegen::plan::{Alias, FieldRef, Loss, LossCondition};

impl Module<'_> {
    /// Reports the loss of a value, if it is set.
    pub(super) fn report_loss(&self, loss: &Loss) -> Vec<Stmt> {
        let path = self.json_path(loss.field.root, &loss.field.path);
        if let LossCondition::Overruled(alias, winner) = &loss.condition {
            let winner = self.json_path(winner.root, &winner.path);
            let reason = format!("it differs from {winner}, which takes precedence");
            return report(self.overruled(alias), &path, &reason);
        }
        let Existing { guards: mut conditions, value, field } = self.read(&loss.field);
        let is_bound = field.optional && !matches!(loss.condition, LossCondition::Set);
        let value = if is_bound {
            conditions.push(Condition::Some("value".to_owned(), value.borrow()));
            Expr::code("value")
        } else {
            value
        };
        match &loss.condition {
            LossCondition::Set => conditions.push(self.is_set(value, field)),
            LossCondition::DiffersFrom(literal) => {
                conditions.extend((!field.optional).then(|| self.is_set(value.clone(), field)));
                // A plain value that is set differs from an empty one.
                if field.optional || !literal.is_empty() {
                    let value = if is_bound { value.deref() } else { value };
                    conditions.push(Condition::Is(self.differs(value, &field.ty, literal)));
                }
            }
            LossCondition::OneOf(texts) => {
                let texts: Vec<Literal> = texts.iter().map(|text| Literal::Text(text.clone())).collect();
                conditions.push(Condition::Is(self.contains_one_of(value, field, &field.ty, &texts)));
            }
            LossCondition::Overruled(..) => {}
        }
        report(conditions, &path, &loss.reason)
    }

    /// Returns the condition that a string is one of several, or that a list or map contains such a string.
    fn contains_one_of(&self, value: Expr, field: &Field, ty: &TypeRef, texts: &[Literal]) -> Expr {
        let (pattern, inner) = match self.index().behind(ty) {
            TypeRef::List(inner) => ("item", inner),
            TypeRef::Map(inner) => ("(_, item)", inner),
            _ => {
                let plain = Field { ty: ty.clone(), optional: false, ..field.clone() };
                return self.is_one_of(value, &plain, texts);
            }
        };
        let item = self.contains_one_of(Expr::code("item"), field, inner, texts);
        value.get("iter").method("any", [Expr::closure(pattern, item)])
    }

    /// Returns the condition that a field has a value: that an optional value is set, or that a plain value, a list or
    /// a map is not empty.
    fn is_set(&self, value: Expr, field: &Field) -> Condition {
        Condition::Is(match self.has_length(field) {
            true => value.get("is_empty").not(),
            false => self.filled(value, field),
        })
    }

    /// Returns the conditions under which two names of a field have different values.
    fn overruled(&self, alias: &Alias) -> Vec<Condition> {
        let name = self.read_if_set(&alias.alias);
        let (of, differs) = match &alias.item {
            None => {
                let of = self.read_if_set(&alias.of);
                let differs = match (name.field.optional, of.field.optional) {
                    _ if self.index().differs_in_text(&name.field.ty, &of.field.ty) => {
                        self.texts_differ([(name.value, name.field), (of.value, of.field)])
                    }
                    (true, false) => name.value.get("as_ref").differs(some_borrowed(of.value)),
                    (false, true) => some_borrowed(name.value).differs(of.value.get("as_ref")),
                    _ => name.value.differs(of.value),
                };
                (of.guards, differs)
            }
            Some(item) => {
                let list = self.read(&alias.of);
                let differs = self.first_differs(alias, self.in_first(alias, item), (name.value, name.field));
                let differs = Expr::closure("first", differs);
                (list.guards, list.value.get("first").method("is_some_and", [differs]))
            }
        };
        [name.guards, of, vec![Condition::Is(differs)]].concat()
    }

    /// Accesses a field for reading, with the condition that it is set.
    fn read_if_set(&self, field: &FieldRef) -> Existing<'_> {
        let mut existing = self.read(field);
        existing.guards.push(self.is_set(existing.value.clone(), existing.field));
        existing
    }

    /// Returns the condition that the part of the first item that an alias names differs from the alias.
    pub(super) fn first_differs(&self, alias: &Alias, first: Expr, (value, field): (Expr, &Field)) -> Expr {
        let part = self.part_of_first(alias);
        match self.index().differs_in_text(&part.ty, &field.ty) {
            true => self.texts_differ([(first, &part), (value, field)]),
            false => first.differs(value),
        }
    }

    /// Returns the declaration of the part of the first item that an alias names.
    pub(super) fn part_of_first(&self, alias: &Alias) -> Field {
        let list = self.index().leaf(alias.of.root, &alias.of.path);
        match (self.item_type(alias), &alias.item, self.index().behind(&list.ty)) {
            (Some(element), Some(item), _) if !item.0.is_empty() => self.index().leaf(element, item).clone(),
            (.., TypeRef::List(item)) => Field { ty: (**item).clone(), optional: false, ..list.clone() },
            _ => list.clone(),
        }
    }

    /// Returns the condition that two values with different string types have different content.
    fn texts_differ(&self, values: [(Expr, &Field); 2]) -> Expr {
        let any_optional = values.iter().any(|(_, field)| field.optional);
        let are_texts = values.iter().all(|(_, field)| self.index().is_str(&field.ty));
        let [a, b] = values.map(|(value, field)| {
            let value = match value {
                // A method call does not need the dereferenced value, and a borrow reverts it.
                Expr::Unary("*", reference) => *reference,
                value if are_texts => value,
                value => value.borrow(),
            };
            match (are_texts, field.optional) {
                (false, _) => value,
                (true, true) => value.get("as_deref"),
                (true, false) if any_optional => Expr::call("Some", [value.get("as_str")]),
                (true, false) => value.get("as_str"),
            }
        });
        match are_texts {
            true => a.differs(b),
            false => Expr::call(self.function("conversion", "same_texts"), [a, b]).not(),
        }
    }

    /// Returns the part of the first item that an alias names. The variable `first` is a reference to the item.
    fn in_first(&self, alias: &Alias, item: &Path) -> Expr {
        match self.item_type(alias) {
            Some(element) if !item.0.is_empty() => self.read_below("first", element, item).value,
            _ => Expr::code("first").deref(),
        }
    }
}

fn some_borrowed(value: Expr) -> Expr {
    Expr::call("Some", [value.borrow()])
}

fn report(conditions: Vec<Condition>, path: &str, reason: &str) -> Vec<Stmt> {
    let report = Expr::call("scope.lose", [Expr::text(path), Expr::text(reason)]);
    Stmt::when(conditions, vec![Stmt::Run(report)])
}
