//! An object as a version writes it, of which only the needed parts are turned into values.

use std::cell::OnceCell;

use super::difference::add_differences;
use super::path::{Path, Step, Trail};
use super::plan::at;
use crate::format::semantic_eq;
use crate::meta::Value;
use crate::reflect::{Ref, StructRef, View};
use crate::serializer::{Decoded, value};

/// An object in a version. Values are read when they are needed, because most are not.
pub(super) struct Written {
    object: Decoded,
    value: OnceCell<Value>,
}

impl Written {
    pub(super) fn new(object: Decoded) -> Self {
        Written { object, value: OnceCell::new() }
    }

    /// Returns the whole object.
    pub(super) fn value(&self) -> &Value {
        self.value.get_or_init(|| read(self.object.object.cursor()))
    }

    /// Returns the value at a path, if the version writes one.
    pub(super) fn at(&self, path: &[Step]) -> Option<Value> {
        match self.value.get() {
            Some(value) => at(value, path).cloned(),
            None => part(self.object.object.cursor(), path),
        }
    }

    /// Returns the paths at which another object of the same kind and version differs, with its values.
    pub(super) fn differences(&self, other: &Written) -> Vec<(Path, Option<Value>)> {
        let mut found = Vec::new();
        let (own, other) = (self.object.object.cursor(), other.object.object.cursor());
        compare(own, other, &Trail::Root, &mut found);
        found
    }
}

/// A value that cannot be written has no place in a text, and the proof fails.
fn read(written: Ref<'_>) -> Value {
    value::read(written).unwrap_or(Value::Null)
}

fn part(value: Ref<'_>, path: &[Step]) -> Option<Value> {
    let Some((step, rest)) = path.split_first() else { return Some(read(value)) };
    match (value.view(), step) {
        (View::Option(Some(value)), _) => part(value, path),
        (View::Struct(fields), Step::Key(key)) if !fields.shape().is_union() => {
            let mut written = fields.written_from(0).filter(|written| written.field().name() == key);
            part(written.next()?.value(), rest)
        }
        (View::List(list), Step::Index(index)) => part(list.iter().nth(*index)?, rest),
        _ => at(&read(value), path).cloned(),
    }
}

/// Adds the paths at which two values of the same type are written differently, with the second value.
fn compare(own: Ref<'_>, other: Ref<'_>, trail: &Trail<'_>, found: &mut Vec<(Path, Option<Value>)>) {
    match (own.view(), other.view()) {
        // Of these, equal ones are written alike.
        (View::Str(_) | View::Bool(_) | View::Int32(_) | View::Int64(_) | View::Leaf(_), _)
            if semantic_eq(own, other) => {}
        (View::Option(Some(own)), View::Option(Some(other))) => compare(own, other, trail, found),
        (View::Struct(own), View::Struct(other)) if !own.shape().is_union() => fields(own, other, trail, found),
        (View::List(own), View::List(others)) if !others.is_nil() && own.len() >= others.len() => {
            let mut others = others.iter();
            for (index, own) in own.iter().enumerate() {
                let trail = Trail::Index(trail, index);
                match others.next() {
                    Some(other) => compare(own, other, &trail, found),
                    None => found.push((trail.path(), None)),
                }
            }
        }
        _ => add_differences(&read(own), &read(other), trail, found),
    }
}

fn fields(own: StructRef<'_>, other: StructRef<'_>, trail: &Trail<'_>, found: &mut Vec<(Path, Option<Value>)>) {
    let (own_rows, other_rows) = (own.written_rows(), other.written_rows());
    for (row, ((field, own), (_, other))) in own.json_fields().zip(other.json_fields()).enumerate() {
        let trail = Trail::Key(trail, field.name());
        match (own_rows.contains(row), other_rows.contains(row)) {
            (true, true) => compare(own, other, &trail, found),
            (true, false) => found.push((trail.path(), None)),
            (false, true) => found.push((trail.path(), Some(read(other)))),
            (false, false) => {}
        }
    }
}
