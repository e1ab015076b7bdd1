//! The fields of a kind: which ones exist, and in which order they are written.

use super::{Path, Step};
use crate::meta::Value;
use crate::reflect::{Shape, Type};

/// Returns the type without options and boxes.
fn plain(ty: Type) -> Type {
    match ty {
        Type::Option(option) => plain(option.inner()),
        Type::Boxed(boxed) => plain(boxed.inner()),
        ty => ty,
    }
}

/// Returns the type of the child of a collection, or `None` if the type has no such field, or is untyped.
fn below(ty: Type, step: &Step, value: Option<&Value>) -> Option<Type> {
    match (plain(ty), step) {
        (Type::Struct(shape), step) if shape.is_union() => below(variant(shape, step, value)?, step, value),
        (Type::Struct(shape), Step::Key(key)) => {
            let fields = shape.json_fields();
            fields.iter().find(|field| field.name() == key).map(|field| field.ty())
        }
        (Type::List(list), Step::Index(_)) => Some(list.item()),
        (Type::Map(map), Step::Key(_)) => Some(map.value()),
        _ => None,
    }
}

/// Returns the variant of a union that has the child.
fn variant(union: &'static Shape, step: &Step, value: Option<&Value>) -> Option<Type> {
    union.fields().iter().map(|field| plain(field.ty())).find(|ty| match (ty, step) {
        (Type::Struct(_) | Type::Map(_), Step::Key(_)) => value.is_none_or(|value| value.as_map().is_some()),
        (Type::List(_), Step::Index(_)) => value.is_none_or(|value| value.as_list().is_some()),
        _ => false,
    })
}

/// Returns the type at a path.
fn at(shape: &'static Shape, path: &[Step]) -> Option<Type> {
    path.iter().try_fold(Type::Struct(shape), |ty, step| below(ty, step, None))
}

/// Returns true if a mapping at the path has free keys instead of fields.
pub(super) fn has_free_keys(shape: &'static Shape, path: &Path) -> bool {
    matches!(at(shape, path.steps()).map(plain), Some(Type::Map(_)))
}

/// Returns true if the kind has a field at the path.
pub(super) fn knows(shape: &'static Shape, path: &Path) -> bool {
    let mut ty = Type::Struct(shape);
    for step in path.steps() {
        match (plain(ty), below(ty, step, None)) {
            (_, Some(found)) => ty = found,
            (Type::Leaf(_), None) => return true,
            _ => return false,
        }
    }
    true
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
    let mut found = Vec::new();
    find_misfits(Type::Struct(shape), value, &Path::default(), &mut found);
    found
}

fn find_misfits(ty: Type, value: &Value, path: &Path, found: &mut Vec<Path>) {
    let fits = match (plain(ty), value) {
        (_, Value::Null) => true,
        (Type::Struct(shape), Value::Map(_) | Value::List(_)) if shape.is_union() => {
            let step = if value.as_map().is_some() { Step::Key(String::new()) } else { Step::Index(0) };
            if let Some(ty) = variant(shape, &step, Some(value)) {
                find_misfits(ty, value, path, found);
            }
            true
        }
        (Type::Struct(shape), _) if shape.is_union() => true,
        (Type::Struct(_) | Type::Map(_), Value::Map(map)) => {
            for (key, value) in map.iter() {
                match below(ty, &Step::Key(key.to_string()), None) {
                    Some(ty) => find_misfits(ty, value, &path.key(key), found),
                    None => found.push(path.key(key)),
                }
            }
            true
        }
        (Type::List(list), Value::List(items)) => {
            for (index, item) in items.iter().enumerate() {
                find_misfits(list.item(), item, &path.index(index), found);
            }
            true
        }
        (Type::Bool, Value::Bool(_)) | (Type::Str | Type::Bytes, Value::String(_)) | (Type::Leaf(_), _) => true,
        (Type::Int32 | Type::Int64 | Type::Double, Value::Int(_) | Value::Float(_)) => true,
        _ => false,
    };
    if !fits {
        found.push(path.clone());
    }
}
