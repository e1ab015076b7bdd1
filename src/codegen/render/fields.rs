//! Fields as Rust expressions: access to existing fields, and creation of the structs on the path to a field.

use super::Module;
use super::code::{Condition, Expr};
use crate::codegen::model::{Field, Path, TypeId};
use crate::codegen::naming;
use crate::codegen::plan::{FieldRef, Variable};

/// Names that a local variable would shadow.
const TAKEN: [&str; 8] = ["from", "to", "object", "scope", "context", "item", "functions", "conversion"];

/// Access to a field through existing structs.
pub(super) struct Existing<'a> {
    /// A pattern `let Some(x) = &mut …` for every optional struct on the path.
    pub(super) guards: Vec<Condition>,
    /// The expression for the field.
    pub(super) value: Expr,
    /// The declaration of the field.
    pub(super) field: &'a Field,
}

/// Access to a field that creates missing structs on the path.
pub(super) struct Created<'a> {
    /// The expression for the field.
    pub(super) value: Expr,
    /// The declaration of the field.
    pub(super) field: &'a Field,
    /// True if there are optional structs on the path.
    pub(super) creates: bool,
}

/// Returns the name of the parameter for a variable.
pub(super) fn parameter(variable: Variable) -> &'static str {
    match variable {
        Variable::From => "from",
        Variable::To => "to",
        Variable::Object => "object",
    }
}

/// Returns the name of the local variable for a field.
pub(super) fn local(field: &Field) -> String {
    let name = naming::field(&field.name);
    if TAKEN.contains(&name.as_str()) { format!("{name}_") } else { name }
}

impl<'a> Module<'a> {
    /// Accesses an existing field for writing.
    pub(super) fn write(&self, field: &FieldRef) -> Existing<'a> {
        self.write_below(parameter(field.variable), field.root, &field.path)
    }

    /// Accesses an existing field in `start`, whose type is `root`, for writing.
    pub(super) fn write_below(&self, start: &str, root: TypeId, path: &Path) -> Existing<'a> {
        self.existing(start, Expr::borrow_mut, root, path)
    }

    /// Accesses an existing field for reading.
    pub(super) fn read(&self, field: &FieldRef) -> Existing<'a> {
        self.read_below(parameter(field.variable), field.root, &field.path)
    }

    /// Accesses an existing field in `start`, whose type is `root`, for reading.
    pub(super) fn read_below(&self, start: &str, root: TypeId, path: &Path) -> Existing<'a> {
        self.existing(start, Expr::borrow, root, path)
    }

    fn existing(&self, start: &str, borrow: fn(Expr) -> Expr, root: TypeId, path: &Path) -> Existing<'a> {
        let fields = self.index().fields_on(root, path);
        let (&field, parents) = fields.split_last().expect("a path has at least one field");
        let mut guards = Vec::new();
        let mut value = Expr::code(start);
        for parent in parents {
            value = value.field(naming::field(&parent.name));
            if parent.optional {
                let name = local(parent);
                guards.push(Condition::Some(name.clone(), borrow(value)));
                value = Expr::code(name);
            }
        }
        Existing { guards, value: value.field(naming::field(&field.name)), field }
    }

    /// Accesses a field and creates missing structs on the path.
    pub(super) fn create(&self, field: &FieldRef) -> Created<'a> {
        self.create_below(parameter(field.variable), field.root, &field.path)
    }

    /// Accesses a field in `start`, whose type is `root`, and creates missing structs on the path.
    pub(super) fn create_below(&self, start: &str, root: TypeId, path: &Path) -> Created<'a> {
        let fields = self.index().fields_on(root, path);
        let (&field, parents) = fields.split_last().expect("a path has at least one field");
        let mut value = Expr::code(start);
        for parent in parents {
            value = value.field(naming::field(&parent.name));
            if parent.optional {
                value = value.get("get_or_insert_default");
            }
        }
        let creates = parents.iter().any(|parent| parent.optional);
        Created { value: value.field(naming::field(&field.name)), field, creates }
    }

    /// Returns the path of a field in manifests: `spec.template`. Inlined structs have no name.
    pub(super) fn json_path(&self, root: TypeId, path: &Path) -> String {
        let fields = self.index().fields_on(root, path);
        let names = fields.iter().filter(|field| !field.inline).map(|field| field.name.as_str());
        names.collect::<Vec<_>>().join(".")
    }
}
