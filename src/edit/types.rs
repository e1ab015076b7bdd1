//! The fields of a kind: which ones exist, and in which order they are written.

use super::{Path, Step};
use crate::meta::Value;
use crate::reflect::{Omit, Shape, Type};

/// A step that borrows its key.
#[derive(Clone, Copy)]
enum Child<'a> {
    Key(&'a str),
    Item(usize),
}

impl<'a> Child<'a> {
    fn of(step: &'a Step) -> Self {
        match step {
            Step::Key(key) => Child::Key(key),
            Step::Index(index) => Child::Item(*index),
        }
    }

    fn step(&self) -> Step {
        match *self {
            Child::Key(key) => Step::Key(key.to_string()),
            Child::Item(index) => Step::Index(index),
        }
    }
}

/// Returns the type without options and boxes.
pub(super) fn plain(ty: Type) -> Type {
    match ty {
        Type::Option(option) => plain(option.inner()),
        Type::Boxed(boxed) => plain(boxed.inner()),
        ty => ty,
    }
}

/// Returns the table of a struct that is not a union.
pub(super) fn plain_shape(ty: Type) -> Option<&'static Shape> {
    match plain(ty) {
        Type::Struct(shape) if !shape.is_union() => Some(shape),
        _ => None,
    }
}

/// Returns the type of the child of a collection, or `None` if the type has no such field, or is untyped.
fn below(ty: Type, child: Child<'_>, value: Option<&Value>) -> Option<Type> {
    match (plain(ty), child) {
        (Type::Struct(shape), child) if shape.is_union() => below(variant(shape, child, value)?, child, value),
        (Type::Struct(shape), Child::Key(key)) => {
            let fields = shape.json_fields();
            fields.iter().find(|field| field.name() == key).map(|field| field.ty())
        }
        (Type::List(list), Child::Item(_)) => Some(list.item()),
        (Type::Map(map), Child::Key(_)) => Some(map.value()),
        _ => None,
    }
}

/// Returns the variant of a union that has the child.
fn variant(union: &'static Shape, child: Child<'_>, value: Option<&Value>) -> Option<Type> {
    union.fields().iter().map(|field| plain(field.ty())).find(|ty| match (ty, child) {
        (Type::Struct(_) | Type::Map(_), Child::Key(_)) => value.is_none_or(|value| value.as_map().is_some()),
        (Type::List(_), Child::Item(_)) => value.is_none_or(|value| value.as_list().is_some()),
        _ => false,
    })
}

/// Returns the type of the child of a collection.
pub(super) fn child(ty: Type, step: &Step) -> Option<Type> {
    below(ty, Child::of(step), None)
}

/// Returns the type at a path.
pub(super) fn at(shape: &'static Shape, path: &[Step]) -> Option<Type> {
    path.iter().try_fold(Type::Struct(shape), |ty, step| below(ty, Child::of(step), None))
}

/// Returns true if a mapping at the path has free keys instead of fields.
pub(super) fn has_free_keys(shape: &'static Shape, path: &Path) -> bool {
    matches!(at(shape, path.steps()).map(plain), Some(Type::Map(_)))
}

/// Returns true if the kind has a field at the path.
pub(super) fn knows(shape: &'static Shape, path: &Path) -> bool {
    let mut ty = Type::Struct(shape);
    for step in path.steps() {
        match (plain(ty), below(ty, Child::of(step), None)) {
            (_, Some(found)) => ty = found,
            (Type::Leaf(_), None) => return true,
            _ => return false,
        }
    }
    true
}

/// Returns true if the API server requires the field at a path, or the list that contains it. JSON never omits required
/// fields, and validation rejects their zero values.
pub(super) fn is_required(shape: &'static Shape, path: &Path) -> bool {
    let is_index = |step: &&Step| matches!(step, Step::Index(_));
    let length = path.steps().len() - path.steps().iter().rev().take_while(is_index).count();
    let Some((Step::Key(key), parent)) = path.steps()[..length].split_last() else { return false };
    let Some(Type::Struct(shape)) = at(shape, parent).map(plain) else { return false };
    shape.json_fields().iter().any(|field| field.name() == key && field.omit() == Omit::Never)
}

/// Returns the place of a field among the fields of its struct.
pub(super) fn rank(shape: &'static Shape, parent: &Path, key: &str) -> Option<usize> {
    match at(shape, parent.steps()).map(plain)? {
        Type::Struct(shape) => shape.json_fields().iter().position(|field| field.name() == key),
        _ => None,
    }
}

/// Returns the outermost values that the kind has no field for, or that have another type than the field.
pub(super) fn misfits(shape: &'static Shape, value: &Value) -> Vec<Path> {
    let mut search = Misfits { path: Vec::new(), found: Vec::new() };
    search.visit(Type::Struct(shape), value);
    search.found
}

/// A search for values that do not fit their type.
struct Misfits<'v> {
    /// The path of the visited value.
    path: Vec<Child<'v>>,
    found: Vec<Path>,
}

impl<'v> Misfits<'v> {
    fn visit(&mut self, ty: Type, value: &'v Value) {
        let fits = match (plain(ty), value) {
            (_, Value::Null) => true,
            (Type::Struct(shape), Value::Map(_) | Value::List(_)) if shape.is_union() => {
                let child = if value.as_map().is_some() { Child::Key("") } else { Child::Item(0) };
                if let Some(ty) = variant(shape, child, Some(value)) {
                    self.visit(ty, value);
                }
                true
            }
            (Type::Struct(shape), _) if shape.is_union() => true,
            (Type::Struct(_) | Type::Map(_), Value::Map(map)) => {
                map.iter().for_each(|(key, value)| self.child(ty, Child::Key(key), value));
                true
            }
            (Type::List(_), Value::List(items)) => {
                items.iter().enumerate().for_each(|(index, item)| self.child(ty, Child::Item(index), item));
                true
            }
            (Type::Bool, Value::Bool(_)) | (Type::Str | Type::Bytes, Value::String(_)) | (Type::Leaf(_), _) => true,
            (Type::Int32 | Type::Int64 | Type::Double, Value::Int(_) | Value::Float(_)) => true,
            _ => false,
        };
        if !fits {
            self.found.push(self.path.iter().map(Child::step).collect());
        }
    }

    fn child(&mut self, ty: Type, child: Child<'v>, value: &'v Value) {
        self.path.push(child);
        match below(ty, child, None) {
            Some(ty) => self.visit(ty, value),
            None => self.found.push(self.path.iter().map(Child::step).collect()),
        }
        self.path.pop();
    }
}
