//! `zz_generated_defaults`: the defaulters of a version.

use super::code::{Condition, Expr, Stmt, merged};
use super::docs::{api_version, comment};
use super::fields::{Existing, local};
use super::file::File;
use super::moves::Copy;
use super::signatures::defaulter_name;
use super::views::DefaulterView;
use super::{Context, Draft, Module};
use crate::codegen::model::{self, Field, Group, Literal, Path, Step, TypeId, TypeRef, Version};
use crate::codegen::naming;
use crate::codegen::plan::{Defaulter, Traversal};

/// Returns the file of a version, if it has defaults.
pub(super) fn file(context: Context<'_>, group: &Group, version: &Version) -> Option<Draft> {
    let plan = context.plan.version(group, version);
    let module = Module::of_functions(context, group, version);
    let path = format!("{}/{}/zz_generated_defaults.rs", group.module, version.name);
    let mut file = File::new(context, path, &version.files);
    module.hand_written(&mut file, &module.defaulter_signatures(&plan.defaulters), "defaults");
    for defaulter in &plan.defaulters {
        file.item_from(&module.defaulter_origin(defaulter), "defaulter", &module.defaulter(defaulter));
    }
    (!plan.defaulters.is_empty()).then(|| file.finish(&module.imports()))
}

impl Module<'_> {
    fn defaulter(&self, defaulter: &Defaulter) -> DefaulterView {
        let ty = self.index().ty(defaulter.ty);
        let steps = defaulter.steps.iter().flat_map(|step| self.step(defaulter.ty, step));
        let below = defaulter.children.iter().flat_map(|(path, traversal)| self.below(defaulter.ty, path, traversal));
        let statements = merged(steps.chain(below).collect());
        let steps_use_context = defaulter.steps.iter().any(|step| step.function || has_gate(step));
        let uses_context = steps_use_context || !defaulter.children.is_empty();
        let is_recursive = |(_, traversal): &(Path, Traversal)| traversal.target() == defaulter.ty;
        let context = if uses_context { "context" } else { "_context" };
        DefaulterView {
            doc: comment(&self.defaulter_doc(defaulter)),
            only_recursive: uses_context && !steps_use_context && defaulter.children.iter().all(is_recursive),
            name: defaulter_name(&ty.name),
            object: self.path(defaulter.ty),
            context: format!("{context}: &{}", self.runtime("defaulting", "Defaulting")),
            statements,
        }
    }

    fn defaulter_doc(&self, defaulter: &Defaulter) -> String {
        let name = &self.index().ty(defaulter.ty).name;
        let version = api_version(&self.group.name, self.version);
        match (defaulter.steps.is_empty(), defaulter.children.is_empty()) {
            (false, false) => format!("Sets the defaults of `{name}` of {version} and of the values in it."),
            (false, true) => format!("Sets the defaults of `{name}` of {version}."),
            (true, _) => format!("Sets the defaults of the values in `{name}` of {version}."),
        }
    }

    /// Returns the statements of a step, in the order fill, copy, call.
    fn step(&self, root: TypeId, step: &Step) -> Vec<Stmt> {
        let known = self.known_present(root, step);
        let mut statements = self.fills(root, step, known);
        statements.extend(step.copy.iter().flat_map(|(to, from)| {
            let known_absent = is_known_absent(step, to);
            self.fill(&Copy { start: "object", root, to, from, known_absent }, step.or_empty)
        }));
        if step.function {
            let function = format!("functions::{}", defaulter_name(&self.index().ty(root).name));
            statements.push(Stmt::Run(Expr::call(function, ["object", "context"].map(Expr::code))));
        }
        let checked = step.conditions.iter().filter(|condition| !is_present(condition, known));
        let checked = checked.map(|condition| Condition::Is(self.condition(root, condition)));
        let conditions: Vec<Condition> = checked.chain(known.map(|path| self.bound(root, path))).collect();
        if conditions.is_empty() {
            return statements;
        }
        match statements.len() {
            1 => statements.into_iter().map(|only| only.with_conditions(conditions.clone())).collect(),
            _ => Stmt::when(conditions, merged(statements)),
        }
    }

    /// Returns the optional struct that a step both requires and fills: the condition then binds it.
    fn known_present<'s>(&self, root: TypeId, step: &'s Step) -> Option<&'s Path> {
        let required = step.conditions.iter().find_map(|condition| match condition {
            model::Condition::Present(path) => Some(path),
            _ => None,
        });
        let is_filled =
            |parent: &&Path| step.set.iter().all(|(path, _)| self.split(root, path).0.as_ref() == Some(*parent));
        let is_only_optional =
            |path: &&Path| self.index().fields_on(root, path).iter().filter(|field| field.optional).count() == 1;
        let only_sets = step.copy.is_empty() && !step.function && !step.set.is_empty();
        required.filter(|_| only_sets).filter(is_filled).filter(is_only_optional)
    }

    /// Returns the pattern that binds the value of an optional field.
    fn bound(&self, root: TypeId, path: &Path) -> Condition {
        let Existing { value, field, .. } = self.write_below("object", root, path);
        Condition::Some(local(field), value.borrow_mut())
    }

    /// Returns the statements that set fields. Adjacent fields of the same optional struct share the statement that
    /// creates the struct.
    fn fills(&self, root: TypeId, step: &Step, known: Option<&Path>) -> Vec<Stmt> {
        let mut statements = Vec::new();
        let mut last: Option<Path> = known.cloned();
        for (path, literal) in &step.set {
            let (parent, below) = self.split(root, path);
            let (start, inner) = match &parent {
                None => ("object".to_owned(), root),
                Some(parent) => {
                    let field = self.index().leaf(root, parent);
                    let (inner, _) = self.index().structure(&field.ty).expect("a path leads through structs");
                    (local(field), inner)
                }
            };
            if let Some(parent) = &parent
                && last.as_ref() != Some(parent)
            {
                let created = self.create_below("object", root, parent).value.get("get_or_insert_default");
                statements.push(Stmt::Let(start.clone(), created));
            }
            last = parent;
            statements.extend(self.set(&start, inner, &below, literal, step.or_empty));
        }
        statements
    }

    /// Splits a path after the last optional struct on it.
    fn split(&self, root: TypeId, path: &Path) -> (Option<Path>, Path) {
        let fields = self.index().fields_on(root, path);
        let parents = &fields[..fields.len() - 1];
        match parents.iter().rposition(|parent| parent.optional) {
            None => (None, path.clone()),
            Some(at) => {
                let (parent, rest) = path.0.split_at(at + 1);
                (Some(Path(parent.to_vec())), Path(rest.to_vec()))
            }
        }
    }

    /// Fills a field, if it is empty.
    fn set(&self, start: &str, root: TypeId, path: &Path, literal: &Literal, or_empty: bool) -> Vec<Stmt> {
        let Existing { value, field, .. } = self.write_below(start, root, path);
        if field.optional {
            return vec![Stmt::Run(self.insert(value, field, literal))];
        }
        let condition = Condition::Is(self.to_fill(value.clone(), field, or_empty));
        Stmt::when(vec![condition], vec![Stmt::Assign(value, self.literal(&field.ty, literal))])
    }

    fn insert(&self, value: Expr, field: &Field, literal: &Literal) -> Expr {
        let default = || {
            let default = self.literal(&field.ty, literal);
            if field.boxed { Expr::call("Box::new", [default]) } else { default }
        };
        match literal {
            Literal::Struct(fields) if fields.is_empty() => value.get("get_or_insert_default"),
            Literal::Bool(_) | Literal::Int(_) | Literal::Float(_) if is_scalar(&field.ty) => {
                value.method("get_or_insert", [default()])
            }
            _ => value.method("get_or_insert_with", [Expr::closure("", default())]),
        }
    }

    fn condition(&self, root: TypeId, condition: &model::Condition) -> Expr {
        match condition {
            model::Condition::Is(path, literals) => {
                self.holds("object", root, path, &|value, field| self.is_one_of(value, field, literals))
            }
            model::Condition::Present(path) => self.holds("object", root, path, &|value, field| {
                if self.has_length(field) { value.get("is_empty").not() } else { self.filled(value, field) }
            }),
            model::Condition::Absent(path) => {
                self.holds_or_unreachable("object", root, path, &|value, field| self.to_fill(value, field, true))
            }
            model::Condition::Gate(name) => Expr::code("context").method("gate", [Expr::text(name)]),
        }
    }

    /// Returns the statements that call the defaulters of the values in a field.
    fn below(&self, root: TypeId, path: &Path, traversal: &Traversal) -> Vec<Stmt> {
        let object = Expr::code("object");
        if path.0.is_empty() {
            return vec![self.each_default(object, traversal)];
        }
        let field = self.index().leaf(root, path);
        let value = object.field(naming::field(&field.name));
        if field.optional {
            let name = local(field);
            let body = vec![self.each_default(Expr::code(name.clone()), traversal)];
            return Stmt::when(vec![Condition::Some(name, value.borrow_mut())], body);
        }
        let value = if matches!(traversal, Traversal::Call(_)) { value.borrow_mut() } else { value };
        vec![self.each_default(value, traversal)]
    }

    fn each_default(&self, value: Expr, traversal: &Traversal) -> Stmt {
        let (values, item, inner) = match traversal {
            Traversal::Call(ty) => {
                return Stmt::Run(Expr::call(self.defaulter_of(*ty), [value, Expr::code("context")]));
            }
            Traversal::List(inner) => ("iter_mut", "item", inner),
            Traversal::Map(inner) => ("values_mut", "value", inner),
        };
        let body = vec![self.each_default(Expr::code(item), inner)];
        Stmt::For { name: item.to_owned(), values: value.get(values), body }
    }

    fn defaulter_of(&self, ty: TypeId) -> String {
        let declared = self.index().ty(ty);
        let name = defaulter_name(&declared.name);
        if self.is_declared_here(ty) {
            return name;
        }
        format!("{}::zz_generated_defaults::{name}", self.version_module(ty))
    }
}

fn is_present(condition: &model::Condition, known: Option<&Path>) -> bool {
    matches!(condition, model::Condition::Present(path) if Some(path) == known)
}

/// Returns true if the step runs only if a struct on the path is absent.
fn is_known_absent(step: &Step, path: &Path) -> bool {
    step.conditions.iter().any(|condition| match condition {
        model::Condition::Absent(absent) => absent != path && path.0.starts_with(&absent.0),
        _ => false,
    })
}

fn has_gate(step: &Step) -> bool {
    step.conditions.iter().any(|condition| matches!(condition, model::Condition::Gate(_)))
}

fn is_scalar(ty: &TypeRef) -> bool {
    matches!(ty, TypeRef::Scalar(_))
}
