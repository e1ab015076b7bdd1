//! `zz_generated_conversion`: the functions between a version and the hub.

use super::code::{Condition, Expr, Stmt, merged, take_result};
use super::fields::{Existing, parameter};
use super::file::File;
use super::literals::wrap;
use super::moves::{Copy, conversion_name};
use super::views::ConversionView;
use super::{Context, Draft, Module};
use crate::codegen::model::{Group, Path, TypeId, TypeRef, Version};
use crate::codegen::naming;
use crate::codegen::plan::{Alias, Arguments, Call, Direction, Function, Op, Variable};

/// Returns the file of a version, if it has conversions.
pub(super) fn file(context: Context<'_>, group: &Group, version: &Version) -> Option<Draft> {
    let plan = context.plan.version(group, version);
    let module = Module::of_functions(context, group, version);
    let path = format!("{}/{}/zz_generated_conversion.rs", group.module, version.name);
    let mut file = File::new(context, path, &version.files);
    module.hand_written(&mut file, &module.conversion_signatures(&plan.conversions), "conversion");
    module.kept_structs(&mut file, &plan.kept);
    for function in &plan.conversions {
        for direction in Direction::BOTH {
            let view = module.conversion(function, direction);
            file.item_from(&module.conversion_origin(function), "conversion", &view);
        }
    }
    (!plan.conversions.is_empty()).then(|| file.finish(&module.imports()))
}

impl Module<'_> {
    fn conversion(&self, function: &Function, direction: Direction) -> ConversionView {
        let ops = match direction {
            Direction::ToHub => &function.to_hub,
            Direction::FromHub => &function.from_hub,
        };
        let name = &self.index().ty(function.ty).name;
        let mut statements = merged(ops.iter().flat_map(|op| self.op(op, direction)).collect());
        ConversionView {
            doc: self.conversion_doc(function, direction),
            only_recursive: is_only_recursive(function, ops),
            name: conversion_name(name, direction),
            parameters: self.parameters(function, direction, ops),
            error: self.runtime("conversion", "Error"),
            result: take_result(&mut statements),
            statements,
        }
    }

    fn parameters(&self, function: &Function, direction: Direction, ops: &[Op]) -> String {
        let unused = |used: bool| if used { "" } else { "_" };
        let any = |variable| ops.iter().any(|op| op.uses(variable));
        let scope = unused(ops.iter().any(Op::uses_scope));
        let mark = |variable| unused(any(variable));
        let scope = format!("{scope}scope: &{}<'_>", self.runtime("conversion", "Scope"));
        let here = self.path(function.ty);
        if function.in_place {
            let object = mark(Variable::Object);
            return format!("{object}object: &mut {here}, {scope}");
        }
        let there = self.hub_path(function.hub);
        let (source, target) = match direction {
            Direction::ToHub => (here, there),
            Direction::FromHub => (there, here),
        };
        let (from, to) = (mark(Variable::From), mark(Variable::To));
        format!("{from}from: &mut {source}, {to}to: &mut {target}, {scope}")
    }

    fn op(&self, op: &Op, direction: Direction) -> Vec<Stmt> {
        match op {
            Op::Report(loss) => self.report_loss(loss),
            Op::Move(step) => self.moved(step, direction),
            Op::Visit(field, traversal) => self.visit(field, traversal, direction),
            Op::ReadAlias(alias) => self.read_alias(alias),
            Op::WriteAlias(alias) => self.write_alias(alias),
            Op::MakePresent(field) => {
                let Existing { guards, value, .. } = self.write(field);
                Stmt::when(guards, vec![Stmt::Run(value.get("get_or_insert_default"))])
            }
            Op::Set(field, literal) => {
                let created = self.create(field);
                vec![Stmt::Assign(created.value, self.present(created.field, literal))]
            }
            Op::Call(call) => vec![self.call(call, direction)],
            Op::WriteAnnotation { field, annotations, key, unless, label } => {
                self.write_annotation(field, annotations, key, unless.as_ref(), label.as_deref())
            }
            Op::ReadAnnotation { field, annotations, key, is_label } => {
                self.read_annotation(field, annotations, key, *is_label)
            }
            Op::Split(parts) => self.split_text(parts),
            Op::Join(parts) => self.join_texts(parts),
            Op::TakeEntry(entry) => self.take_entry(entry),
            Op::PutEntry(entry) => self.put_entry(entry),
            Op::Keep { of, variable } => vec![self.keep(*of, *variable)],
            Op::WriteKept { annotations, key } => self.write_kept(annotations, key),
            Op::ReadKept { of, variable, annotations, key, .. } => self.read_kept(*of, *variable, annotations, key),
        }
    }

    fn call(&self, call: &Call, direction: Direction) -> Stmt {
        let name = conversion_name(&self.index().ty(call.ty).name, direction);
        let objects = match call.arguments {
            Arguments::Both => vec!["from", "to"],
            Arguments::One(variable) => vec![parameter(variable)],
        };
        let arguments = objects.into_iter().chain(["scope"]).map(Expr::code);
        Stmt::Run(Expr::call(format!("{}::{name}", functions_of(call)), arguments).or_return())
    }

    fn read_alias(&self, alias: &Alias) -> Vec<Stmt> {
        match &alias.item {
            None => self.fill(&copy(alias, &alias.of.path, &alias.alias.path), false),
            Some(item) => self.alias_to_item(alias, item),
        }
    }

    fn write_alias(&self, alias: &Alias) -> Vec<Stmt> {
        match &alias.item {
            None => self.overwrite(&copy(alias, &alias.alias.path, &alias.of.path)),
            Some(item) => self.item_to_alias(alias, item),
        }
    }

    /// Gives the single field precedence over a first item that differs: the list then consists of that item.
    fn alias_to_item(&self, alias: &Alias, item: &Path) -> Vec<Stmt> {
        let single = self.read(&alias.alias);
        let list = self.create(&alias.of).value;
        let value = self.cloned(single.value.clone(), &single.field.ty);
        let value = self.fitted(value, &single.field.ty, &self.part_of_first(alias).ty);
        let (first, new) = match self.item_type(alias) {
            Some(element) if !item.0.is_empty() => {
                let first = self.create_below("first", element, item).value;
                (first, self.struct_of(element, item, value))
            }
            _ => (Expr::code("first").deref(), value),
        };
        let filled = self.filled(single.value.clone(), single.field);
        let differs = Expr::closure("first", self.first_differs(alias, first, (single.value, single.field)));
        let differs = list.clone().get("first").method("is_none_or", [differs]);
        let conditions = single.guards.into_iter().chain([filled, differs].map(Condition::Is)).collect();
        Stmt::when(conditions, vec![Stmt::Assign(list, self.from("List", Expr::Array(vec![new])))])
    }

    fn item_to_alias(&self, alias: &Alias, item: &Path) -> Vec<Stmt> {
        let list = self.read(&alias.of);
        let single = self.create(&alias.alias);
        let first = list.value.get("first");
        let first = match self.item_type(alias) {
            Some(element) if !item.0.is_empty() => {
                let field = self.create_below("first", element, item);
                first.method("map", [Expr::closure("first", self.cloned(field.value, &field.field.ty))])
            }
            _ => first.get("cloned"),
        };
        let value = if single.field.optional { first } else { first.get("unwrap_or_default") };
        let value = self.fitted(value, &self.part_of_first(alias).ty, &single.field.ty);
        Stmt::when(list.guards, vec![Stmt::Assign(single.value, value)])
    }

    /// Returns the type of the items in the list of an alias, if it is a struct.
    pub(super) fn item_type(&self, alias: &Alias) -> Option<TypeId> {
        let list = self.index().leaf(alias.of.root, &alias.of.path);
        match self.index().behind(&list.ty) {
            TypeRef::List(item) => self.index().structure(item).map(|(id, _)| id),
            _ => None,
        }
    }

    /// Returns a struct that is empty except for one field in it.
    fn struct_of(&self, ty: TypeId, path: &Path, value: Expr) -> Expr {
        let Some((&at, rest)) = path.0.split_first() else { return value };
        let body = self.index().fields(ty).expect("a path leads through structs");
        let field = &body.fields[at];
        let value = match self.index().structure(&field.ty) {
            Some((below, _)) if !rest.is_empty() => self.struct_of(below, &Path(rest.to_vec()), value),
            _ => value,
        };
        let fields = vec![(naming::field(&field.name), wrap(field, value))];
        Expr::Struct(self.path(ty), fields, body.fields.len() > 1)
    }
}

fn is_only_recursive(function: &Function, ops: &[Op]) -> bool {
    let mut users = ops.iter().filter(|op| op.uses_scope()).peekable();
    users.peek().is_some() && users.all(|op| op.traversal().is_some_and(|traversal| traversal.target() == function.ty))
}

/// Returns the module of the hand-written functions of a call.
pub(super) fn functions_of(call: &Call) -> &'static str {
    if call.shared { "hub_functions" } else { "functions" }
}

fn copy<'a>(alias: &'a Alias, to: &'a Path, from: &'a Path) -> Copy<'a> {
    Copy { start: parameter(alias.of.variable), root: alias.of.root, to, from, known_absent: false }
}
