//! `zz_generated_conversion`: the functions between a version and the hub.

use super::copies::Copy;
use super::file::File;
use super::literals::wrap;
use super::moves::conversion_name;
use super::places::{Open, parameter};
use super::views::{ConversionView, Statement, merged};
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
            file.item("conversion", &module.conversion(function, direction));
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
        let mut statements = merged(ops.iter().map(|op| self.op(op, direction)).collect());
        let result = statements.last_mut().and_then(Statement::pop_result);
        let result = result.unwrap_or_else(|| "Ok(())".to_owned());
        statements.retain(|statement| !statement.lines.is_empty());
        ConversionView {
            doc: self.conversion_doc(function, direction),
            only_recursive: is_only_recursive(function, ops),
            name: conversion_name(name, direction),
            parameters: self.parameters(function, direction, ops),
            error: self.runtime("conversion", "Error"),
            statements,
            result,
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

    fn op(&self, op: &Op, direction: Direction) -> Statement {
        match op {
            Op::Lose(lose) => self.lose(lose),
            Op::Move(step) => self.moved(step, direction),
            Op::Visit(place, walk) => self.visit(place, walk, direction),
            Op::ReadAlias(alias) => self.read_alias(alias),
            Op::WriteAlias(alias) => self.write_alias(alias),
            Op::MakePresent(place) => {
                let Open { guards, text, .. } = self.open(place);
                let line = format!("{text}.get_or_insert_default();");
                Statement::when(guards, line)
            }
            Op::Set(place, literal) => {
                let made = self.make(place);
                let value = self.present(made.field, literal);
                Statement::always(format!("{} = {value};", made.text))
            }
            Op::Call(call) => Statement::always(self.call(call, direction)),
            Op::WriteAnnotation { field, annotations, key, unless } => {
                self.write_annotation(field, annotations, key, unless.as_ref())
            }
            Op::ReadAnnotation { field, annotations, key } => self.read_annotation(field, annotations, key),
            Op::Keep { of, variable } => self.keep(*of, *variable),
            Op::WriteKept { annotations, key } => self.write_kept(annotations, key),
            Op::ReadKept { of, variable, annotations, key } => self.read_kept(*of, *variable, annotations, key),
        }
    }

    fn call(&self, call: &Call, direction: Direction) -> String {
        let name = conversion_name(&self.index().ty(call.ty).name, direction);
        let functions = functions_of(call);
        let arguments = match call.arguments {
            Arguments::Both => "from, to",
            Arguments::One(variable) => parameter(variable),
        };
        format!("{functions}::{name}({arguments}, scope)?;")
    }

    fn read_alias(&self, alias: &Alias) -> Statement {
        match &alias.item {
            None => self.fill(&copy(alias, &alias.of.path, &alias.alias.path), false),
            Some(item) => self.alias_to_item(alias, item),
        }
    }

    fn write_alias(&self, alias: &Alias) -> Statement {
        match &alias.item {
            None => self.overwrite(&copy(alias, &alias.alias.path, &alias.of.path)),
            Some(item) => self.item_to_alias(alias, item),
        }
    }

    /// Gives the single field precedence over a first item that differs: the list then consists of that item.
    fn alias_to_item(&self, alias: &Alias, item: &Path) -> Statement {
        let single = self.look(&alias.alias);
        let list = self.make(&alias.of);
        let value = self.cloned(&single.text, &single.field.ty);
        let element = self.item_type(alias);
        let (first, new) = match (element, item.0.as_slice()) {
            (Some(element), [_, ..]) => {
                let first = self.make_below("first", element, item).text;
                (first, self.struct_of(element, item, &value))
            }
            _ => ("*first".to_owned(), value),
        };
        let filled = self.filled(&single.text, single.field);
        let differs = format!("{}.first().is_none_or(|first| {first} != {})", list.text, single.text);
        let conditions = single.guards.into_iter().chain([filled, differs]).collect();
        let line = format!("{} = {}::from([{new}]);", list.text, self.runtime("meta", "List"));
        Statement::when(conditions, line)
    }

    fn item_to_alias(&self, alias: &Alias, item: &Path) -> Statement {
        let list = self.look(&alias.of);
        let single = self.make(&alias.alias);
        let first = match (self.item_type(alias), item.0.as_slice()) {
            (Some(element), [_, ..]) => {
                let field = self.make_below("first", element, item);
                format!(".map(|first| {})", self.cloned(&field.text, &field.field.ty))
            }
            _ => ".cloned()".to_owned(),
        };
        let rest = if single.field.optional { "" } else { ".unwrap_or_default()" };
        let line = format!("{} = {}.first(){first}{rest};", single.text, list.text);
        Statement::when(list.guards, line)
    }

    /// Returns the type of the items in the list of an alias, if it is a struct.
    fn item_type(&self, alias: &Alias) -> Option<TypeId> {
        let list = self.index().leaf(alias.of.root, &alias.of.path);
        match self.index().behind(&list.ty) {
            TypeRef::List(item) => self.index().structure(item).map(|(id, _)| id),
            _ => None,
        }
    }

    /// Returns a struct that is empty except for one field in it.
    fn struct_of(&self, ty: TypeId, path: &Path, value: &str) -> String {
        let Some((&at, rest)) = path.0.split_first() else { return value.to_owned() };
        let body = self.index().fields(ty).expect("a path leads through structs");
        let field = &body.fields[at];
        let value = match self.index().structure(&field.ty) {
            Some((below, _)) if !rest.is_empty() => self.struct_of(below, &Path(rest.to_vec()), value),
            _ => value.to_owned(),
        };
        let value = wrap(field, &value);
        let rest = if body.fields.len() > 1 { ", ..Default::default()" } else { "" };
        let name = naming::field(&field.name);
        format!("{} {{ {name}: {value}{rest} }}", self.path(ty))
    }
}

fn is_only_recursive(function: &Function, ops: &[Op]) -> bool {
    let mut users = ops.iter().filter(|op| op.uses_scope()).peekable();
    users.peek().is_some() && users.all(|op| op.walk().is_some_and(|walk| walk.target() == function.ty))
}

/// Returns the module of the hand-written functions of a call.
pub(super) fn functions_of(call: &Call) -> &'static str {
    if call.shared { "hub_functions" } else { "functions" }
}

fn copy<'a>(alias: &'a Alias, to: &'a Path, from: &'a Path) -> Copy<'a> {
    Copy { start: parameter(alias.of.variable), root: alias.of.root, to, from, known_absent: false }
}
