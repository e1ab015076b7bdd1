//! `zz_generated_defaults`: the defaulters of a version.

use super::copies::Copy;
use super::docs::{api_version, comment};
use super::file::File;
use super::places::{Open, local};
use super::signatures::defaulter_name;
use super::views::{DefaulterView, Statement, merged};
use super::{Context, Draft, Module};
use crate::codegen::model::{Condition, Field, Group, Literal, Path, Step, TypeId, TypeRef, Version};
use crate::codegen::naming;
use crate::codegen::plan::{Defaulter, Walk};

/// Returns the file of a version, if it has defaults.
pub(super) fn file(context: Context<'_>, group: &Group, version: &Version) -> Option<Draft> {
    let plan = context.plan.version(group, version);
    let module = Module::of_functions(context, group, version);
    let path = format!("{}/{}/zz_generated_defaults.rs", group.module, version.name);
    let mut file = File::new(context, path, &version.files);
    module.hand_written(&mut file, &module.defaulter_signatures(&plan.defaulters), "defaults");
    for defaulter in &plan.defaulters {
        file.item("defaulter", &module.defaulter(defaulter));
    }
    (!plan.defaulters.is_empty()).then(|| file.finish(&module.imports()))
}

impl Module<'_> {
    fn defaulter(&self, defaulter: &Defaulter) -> DefaulterView {
        let ty = self.index().ty(defaulter.ty);
        let steps = defaulter.steps.iter().flat_map(|step| self.step(defaulter.ty, step));
        let below = defaulter.children.iter().map(|(path, walk)| self.below(defaulter.ty, path, walk));
        let statements = merged(steps.chain(below).collect());
        let steps_use_context = defaulter.steps.iter().any(|step| step.function || has_gate(step));
        let uses_context = steps_use_context || !defaulter.children.is_empty();
        let is_recursive = |(_, walk): &(Path, Walk)| walk.target() == defaulter.ty;
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
    fn step(&self, root: TypeId, step: &Step) -> Vec<Statement> {
        let known = self.known_present(root, step);
        let mut statements = self.fills(root, step, known);
        statements.extend(step.copy.iter().map(|(to, from)| {
            let known_absent = is_known_absent(step, to);
            self.fill(&Copy { start: "object", root, to, from, known_absent }, step.or_empty)
        }));
        if step.function {
            let name = defaulter_name(&self.index().ty(root).name);
            statements.push(Statement::always(format!("functions::{name}(object, context);")));
        }
        let asked = step.conditions.iter().filter(|condition| !is_present(condition, known));
        let conditions = asked.map(|condition| self.condition(root, condition));
        let conditions: Vec<String> = conditions.chain(known.map(|way| self.entered(root, way))).collect();
        if conditions.is_empty() {
            return statements;
        }
        if let [only] = statements.as_mut_slice() {
            only.conditions.splice(0..0, conditions);
            return statements;
        }
        let lines = merged(statements).iter().map(Statement::text).collect();
        vec![Statement::block(conditions, lines)]
    }

    /// Returns the optional struct that a step both requires and fills: the condition then binds it.
    fn known_present<'s>(&self, root: TypeId, step: &'s Step) -> Option<&'s Path> {
        let asked = step.conditions.iter().find_map(|condition| match condition {
            Condition::Present(path) => Some(path),
            _ => None,
        });
        let is_filled = |way: &&Path| step.set.iter().all(|(path, _)| self.split(root, path).0.as_ref() == Some(*way));
        let optional = |way: &&Path| self.index().steps(root, way).iter().filter(|step| step.optional).count() == 1;
        let only_sets = step.copy.is_empty() && !step.function && !step.set.is_empty();
        asked.filter(|_| only_sets).filter(is_filled).filter(optional)
    }

    fn entered(&self, root: TypeId, way: &Path) -> String {
        let Open { text, field, .. } = self.open_below("object", "&mut ", root, way);
        format!("let Some({}) = &mut {text}", local(field))
    }

    /// Adjacent fields of the same optional struct share the line that creates the struct.
    fn fills(&self, root: TypeId, step: &Step, known: Option<&Path>) -> Vec<Statement> {
        let mut statements = Vec::new();
        let mut last: Option<Path> = known.cloned();
        for (path, literal) in &step.set {
            let (way, below) = self.split(root, path);
            let (start, inner) = match &way {
                None => ("object".to_owned(), root),
                Some(way) => {
                    let field = self.index().leaf(root, way);
                    let (inner, _) = self.index().structure(&field.ty).expect("a path leads through structs");
                    (local(field), inner)
                }
            };
            if let Some(way) = &way
                && last.as_ref() != Some(way)
            {
                let made = self.make_below("object", root, way).text;
                let line = format!("let {start} = {made}.get_or_insert_default();");
                statements.push(Statement::always(line));
            }
            last = way;
            statements.push(self.set(&start, inner, &below, literal, step.or_empty));
        }
        statements
    }

    /// Splits a path after the last optional struct on it.
    fn split(&self, root: TypeId, path: &Path) -> (Option<Path>, Path) {
        let steps = self.index().steps(root, path);
        let way = &steps[..steps.len() - 1];
        match way.iter().rposition(|step| step.optional) {
            None => (None, path.clone()),
            Some(at) => {
                let (way, rest) = path.0.split_at(at + 1);
                (Some(Path(way.to_vec())), Path(rest.to_vec()))
            }
        }
    }

    /// Fills a field, if it is empty.
    fn set(&self, start: &str, root: TypeId, path: &Path, literal: &Literal, or_empty: bool) -> Statement {
        let Open { text, field, .. } = self.open_below(start, "&mut ", root, path);
        if field.optional {
            return Statement::always(format!("{text}.{};", self.insert(field, literal)));
        }
        let condition = self.to_fill(&text, field, or_empty);
        let line = format!("{text} = {};", self.literal(&field.ty, literal));
        Statement::when(vec![condition], line)
    }

    fn insert(&self, field: &Field, literal: &Literal) -> String {
        let value = || {
            let value = self.literal(&field.ty, literal);
            if field.boxed { format!("Box::new({value})") } else { value }
        };
        match literal {
            Literal::Struct(fields) if fields.is_empty() => "get_or_insert_default()".to_owned(),
            Literal::Bool(_) | Literal::Int(_) | Literal::Float(_) if is_scalar(&field.ty) => {
                format!("get_or_insert({})", value())
            }
            _ => format!("get_or_insert_with(|| {})", value()),
        }
    }

    fn condition(&self, root: TypeId, condition: &Condition) -> String {
        let object = "object";
        match condition {
            Condition::Is(path, literals) => {
                self.holds(object, root, path, |at, field| self.is_one_of(at, field, literals))
            }
            Condition::Present(path) => self.holds(object, root, path, |at, field| {
                if self.has_length(field) { format!("!{at}.is_empty()") } else { self.filled(at, field) }
            }),
            Condition::Absent(path) => {
                self.holds_or_way_is_absent(object, root, path, |at, field| self.to_fill(at, field, true))
            }
            Condition::Gate(name) => format!("context.gate({name:?})"),
        }
    }

    /// Returns the statement that calls the defaulters of the values in a field.
    fn below(&self, root: TypeId, path: &Path, walk: &Walk) -> Statement {
        if path.0.is_empty() {
            return self.each_default("object", walk);
        }
        let field = self.index().leaf(root, path);
        let text = format!("object.{}", naming::field(&field.name));
        if field.optional {
            let name = local(field);
            let inner = self.each_default(&name, walk);
            return Statement::block(vec![format!("let Some({name}) = &mut {text}")], inner.lines);
        }
        match walk {
            Walk::Call(_) => self.each_default(&format!("&mut {text}"), walk),
            _ => self.each_default(&text, walk),
        }
    }

    fn each_default(&self, value: &str, walk: &Walk) -> Statement {
        let (values, item, inner) = match walk {
            Walk::Call(ty) => {
                let line = format!("{}({value}, context);", self.defaulter_of(*ty));
                return Statement::always(line);
            }
            Walk::List(inner) => ("iter_mut", "item", inner),
            Walk::Map(inner) => ("values_mut", "value", inner),
        };
        let inner = self.each_default(item, inner).lines.concat();
        Statement::always(format!("for {item} in {value}.{values}() {{ {inner} }}"))
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

fn is_present(condition: &Condition, way: Option<&Path>) -> bool {
    matches!(condition, Condition::Present(path) if Some(path) == way)
}

/// Returns true if the step runs only if a struct on the path is absent.
fn is_known_absent(step: &Step, path: &Path) -> bool {
    step.conditions.iter().any(|condition| match condition {
        Condition::Absent(absent) => absent != path && path.0.starts_with(&absent.0),
        _ => false,
    })
}

fn has_gate(step: &Step) -> bool {
    step.conditions.iter().any(|condition| matches!(condition, Condition::Gate(_)))
}

fn is_scalar(ty: &TypeRef) -> bool {
    matches!(ty, TypeRef::Scalar(_))
}
