//! Values that other versions store in an annotation or label.

use super::Module;
use super::code::{Condition, Expr, Stmt};
use super::fields::parameter;
use super::literals::wrap;
use crate::codegen::model::{Field, Literal, TypeId, TypeRef};
use crate::codegen::plan::{FieldRef, Variable};

impl Module<'_> {
    /// Writes the annotation or label of a field, if the field is set and does not have its default value. Otherwise removes the
    /// annotation, which an earlier writer may have left.
    pub(super) fn write_annotation(
        &self,
        field: &FieldRef,
        annotations: &FieldRef,
        key: &str,
        unless: Option<&Literal>,
        label: Option<&str>,
    ) -> Vec<Stmt> {
        let open = self.read(field);
        let mut conditions = open.guards;
        let (reference, value) = if open.field.optional {
            conditions.push(Condition::Some("value".to_owned(), open.value.borrow()));
            (Expr::code("value"), Expr::code("value").deref())
        } else {
            // Without the label, the field would get the value of `set` instead of an empty one.
            let is_unset_if_empty = label.is_some() && unless.is_none();
            let filled = is_unset_if_empty.then(|| Condition::Is(self.filled(open.value.clone(), open.field)));
            conditions.extend(filled);
            (open.value.clone().borrow(), open.value)
        };
        conditions.extend(unless.map(|usual| Condition::Is(self.differs(value, &open.field.ty, usual))));
        let annotations = self.create(annotations).value.borrow_mut();
        let arguments = [annotations.clone(), Expr::text(key), reference].into_iter().chain(label.map(Expr::text));
        let name = if label.is_some() { "label" } else { "annotation" };
        let write = Expr::call(format!("scope.write_{name}"), arguments);
        let body = vec![Stmt::Run(write.or_return())];
        if conditions.is_empty() {
            return body;
        }
        let remove = Expr::call(format!("scope.remove_{name}"), [annotations, Expr::text(key)]);
        vec![Stmt::If { conditions, body, otherwise: vec![Stmt::Run(remove)] }]
    }

    /// Reads a field from its annotation, if there is one, and removes the annotation. An empty annotation means that
    /// the field is unset, if it can be.
    pub(super) fn read_annotation(
        &self,
        field: &FieldRef,
        annotations: &FieldRef,
        key: &str,
        is_label: bool,
    ) -> Vec<Stmt> {
        let open = self.read(field);
        let can_lack = open.field.optional || !open.guards.is_empty();
        let function = match can_lack || !self.index().is_number(&open.field.ty) {
            _ if is_label => "label_read",
            true => "annotation_read",
            false => "annotation_read_always",
        };
        let read = self.annotation(function, annotations, key, []);
        let created = self.create(field);
        let body = vec![match self.is_map(created.field) {
            true => self.merged(created.value, Expr::code("value")),
            false => Stmt::Assign(created.value, wrap(created.field, Expr::code("value"))),
        }];
        Stmt::when(vec![Condition::Some("value".to_owned(), read)], body)
    }

    /// Returns true for a map, to which rules of other fields may have added entries.
    pub(super) fn is_map(&self, field: &Field) -> bool {
        !field.optional && matches!(self.index().behind(&field.ty), TypeRef::Map(_))
    }

    /// Adds the entries of a map that an annotation kept.
    pub(super) fn merged(&self, map: Expr, kept: Expr) -> Stmt {
        Stmt::Run(Expr::call(self.function("conversion", "merge"), [map.borrow_mut(), kept]))
    }

    /// Returns a call of a function of the module `conversion` for an annotation.
    fn annotation<const N: usize>(
        &self,
        function: &str,
        annotations: &FieldRef,
        key: &str,
        arguments: [Expr; N],
    ) -> Expr {
        let target = [self.create(annotations).value.borrow_mut(), Expr::text(key)];
        Expr::call(self.function("conversion", function), target.into_iter().chain(arguments)).or_return()
    }

    /// Stores the values that would be lost in a variable.
    pub(super) fn keep(&self, of: TypeId, variable: Variable) -> Stmt {
        let kept = Expr::call(format!("{}::of", self.rest(of)), [Expr::code(parameter(variable))]);
        Stmt::Let("rest".to_owned(), kept)
    }

    /// Writes the stored values to the annotation, if there are any.
    pub(super) fn write_kept(&self, annotations: &FieldRef, key: &str) -> Vec<Stmt> {
        let rest = Expr::code("rest");
        let write = self.annotation("annotation_write", annotations, key, [rest.clone().borrow()]);
        Stmt::when(vec![Condition::Is(rest.get("is_empty").not())], vec![Stmt::Run(write)])
    }

    /// Restores the values that an annotation keeps.
    pub(super) fn read_kept(&self, of: TypeId, variable: Variable, annotations: &FieldRef, key: &str) -> Vec<Stmt> {
        let read = self.annotation("annotation_read", annotations, key, []);
        let mut statements = vec![Stmt::Let(format!("kept: Option<{}>", self.rest(of)), read)];
        let restore = self.restored(Expr::code("kept"), of, Expr::code(parameter(variable)));
        let is_kept = Condition::Some("kept".to_owned(), Expr::code("kept"));
        statements.extend(Stmt::when(vec![is_kept], vec![Stmt::Run(restore)]));
        statements
    }
}
