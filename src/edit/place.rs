//! Finds the place of a field in another version from the types, without an authored value.
//!
//! A value that deletes a field, a directive and the path of a JSON patch name a field without saying what it contains.
//! Every value that the field can contain is tried, one leaf at a time: the place of the field is the innermost one that
//! contains all of them. It counts only if it contains nothing else.

use std::collections::VecDeque;

use super::meaning::Meaning;
use super::moves::{TEXTS, carriers};
use super::path::{Path, Step};
use super::plan::{at, empty_map, set_at};
use super::types;
use crate::meta::{TypeMeta, Value};
use crate::reflect::{Shape, Type};
use crate::schema::GroupVersionKind;

/// The number of leaves of a field that are tried, and their greatest depth.
const MAX_LEAVES: usize = 48;
const MAX_DEPTH: usize = 6;

/// The number of leaves after which a field with the same type in both versions is taken to be moved as a whole.
const ENOUGH_LEAVES: usize = 3;

/// The place of a field in the other version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) path: Path,
    /// True if all parts of the field keep their paths below it.
    pub(super) has_same_form: bool,
}

/// The reason why a field has no place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoPlace {
    /// The other version has nothing for it.
    Nowhere,
    /// The other version spreads it over several places, or keeps other values at the same place. These are two of them.
    Split(Path, Path),
    /// The other version has the values in a list, at this path.
    InList(Path),
}

/// Finds places of fields of one version in another.
pub(super) struct Places<'a> {
    pub(super) meaning: &'a Meaning<'a>,
    pub(super) from: &'a GroupVersionKind,
    pub(super) to: &'a GroupVersionKind,
    pub(super) shape: &'static Shape,
    pub(super) other: &'static Shape,
    /// The values around the field; the conversion can depend on them.
    pub(super) context: &'a Value,
}

/// A leaf below a field, and the paths at which it was found.
struct Landing {
    below: Vec<Step>,
    at: Vec<Path>,
}

impl Landing {
    /// Returns the lengths of the longest places of the field by each of the paths.
    fn longest_places(&self) -> impl Iterator<Item = usize> {
        self.at.iter().map(|at| {
            let same = at.steps().iter().rev().zip(self.below.iter().rev()).take_while(|(a, b)| a == b).count();
            at.steps().len() - same.max(self.below.len().min(1))
        })
    }
}

impl Places<'_> {
    /// Returns the place of the field at a path.
    ///
    /// # Errors
    ///
    /// Returns the reason if the field has no single place.
    pub(super) fn of(&self, path: &Path) -> Result<Place, NoPlace> {
        let landings = self.landings(path);
        let mut all = landings.iter().flat_map(|landing| &landing.at);
        let first = all.next().ok_or(NoPlace::Nowhere)?;
        let common = all.fold(first.steps(), |common, other| {
            let length = common.iter().zip(other.steps()).take_while(|(a, b)| a == b).count();
            &common[..length]
        });
        // The place of a field does not contain the path below it, even if only one part of the field is found.
        let longest = landings.iter().flat_map(Landing::longest_places).min().unwrap_or_default();
        let common = &common[..common.len().min(longest)];
        let place = Path::of(common);
        let in_list = landings.iter().find_map(|landing| {
            let own = path.join(&landing.below).indexes();
            landing.at.iter().find(|at| at.indexes() != own)
        });
        if let Some(in_list) = in_list {
            return Err(NoPlace::InList(in_list.clone()));
        }
        if place.steps().is_empty() || place.indexes() != path.indexes() {
            let other = landings.iter().flat_map(|landing| &landing.at).find(|at| *at != first);
            return Err(NoPlace::Split(first.clone(), other.unwrap_or(first).clone()));
        }
        let back = Places {
            meaning: self.meaning,
            from: self.to,
            to: self.from,
            shape: self.other,
            other: self.shape,
            context: &Value::Null,
        };
        let foreign = back.landings(&place).into_iter().flat_map(|landing| landing.at);
        if let Some(foreign) = foreign.into_iter().find(|found| !found.steps().starts_with(path.steps())) {
            return Err(NoPlace::Split(place, foreign));
        }
        let keeps_path = |landing: &Landing| landing.at == [place.join(&landing.below)];
        Ok(Place { has_same_form: landings.iter().all(keeps_path), path: place })
    }

    /// Returns where the leaves of a field are found, for those that are found.
    fn landings(&self, path: &Path) -> Vec<Landing> {
        let Some(ty) = types::at(self.shape, path.steps()) else { return Vec::new() };
        let mut landings = Vec::new();
        for (below, ty) in leaves(ty) {
            let at = self.landing(&path.join(&below), ty);
            if !at.is_empty() {
                landings.push(Landing { below, at });
            }
            if landings.len() == ENOUGH_LEAVES && self.has_same_type(path, &landings) {
                break;
            }
        }
        landings
    }

    /// Returns a value for a field, with a single leaf that the conversion keeps.
    pub(super) fn sample(&self, path: &Path) -> Option<Value> {
        let ty = types::at(self.shape, path.steps())?;
        let (below, ty) =
            leaves(ty).into_iter().find(|(below, ty)| !self.landing(&path.join(below), *ty).is_empty())?;
        let kept = sentinels(ty).into_iter().map(|sentinel| {
            let mut sample = Value::Null;
            set_at(&mut sample, &below, Some(&sentinel));
            sample
        });
        kept.into_iter().find(|sample| {
            let mut object = self.object();
            set_at(&mut object, path.steps(), Some(sample));
            self.converted(&object).is_some()
        })
    }

    fn has_same_type(&self, path: &Path, landings: &[Landing]) -> bool {
        let own = types::at(self.shape, path.steps()).and_then(Type::shape);
        let other = landings.iter().map(|landing| {
            let [at] = &landing.at[..] else { return None };
            let place = at.steps().strip_suffix(&landing.below[..])?;
            types::at(self.other, place).and_then(Type::shape).map(|shape| (place, shape))
        });
        let mut others = other.collect::<Vec<_>>().into_iter();
        let first = others.next().flatten();
        first.zip(own).is_some_and(|((place, shape), own)| {
            std::ptr::eq(shape, own) && others.all(|other| other.is_some_and(|(other, _)| other == place))
        })
    }

    /// Returns the paths at which the values of a leaf are found.
    fn landing(&self, leaf: &Path, ty: Type) -> Vec<Path> {
        for context in [self.object(), self.object_with_siblings(leaf)] {
            let mut without = context.clone();
            set_at(&mut without, leaf.steps(), None);
            let Some(before) = self.converted(&without) else { continue };
            let mut found: Vec<Path> = Vec::new();
            for sentinel in sentinels(ty) {
                let mut probed = without.clone();
                set_at(&mut probed, leaf.steps(), Some(&sentinel));
                let Some(after) = self.converted(&probed) else { continue };
                let mut carried = Vec::new();
                carriers(&before, &after, Some(&sentinel), &Path::default(), &mut carried);
                carried.retain(|path| !found.contains(path));
                found.append(&mut carried);
                // Only types with several forms can be found at several places.
                if !found.is_empty() && !matches!(ty, Type::Leaf(_)) {
                    break;
                }
            }
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    fn object(&self) -> Value {
        let mut object = if self.context.as_map().is_some() { self.context.clone() } else { empty_map() };
        if let Value::Map(map) = &mut object {
            let TypeMeta { api_version, kind, .. } = TypeMeta::from(self.from);
            map.insert("apiVersion", Value::from(api_version.as_str()));
            map.insert("kind", Value::from(kind.as_str()));
        }
        object
    }

    /// Returns the object with a text in each text field next to the leaf, or next to a value around it.
    fn object_with_siblings(&self, leaf: &Path) -> Value {
        let mut object = self.object();
        for length in 1..leaf.steps().len() {
            let parent = Path::of(&leaf.steps()[..length]);
            let Some(shape) = types::at(self.shape, parent.steps()).and_then(types::plain_shape) else { continue };
            for field in shape.json_fields().iter().filter(|field| matches!(field.ty(), Type::Str)) {
                let sibling = parent.key(field.name());
                if at(&object, sibling.steps()).is_none() {
                    set_at(&mut object, sibling.steps(), Some(&Value::from("sibling")));
                }
            }
        }
        object
    }

    fn converted(&self, object: &Value) -> Option<Value> {
        self.meaning.converted(object, &self.to.group_version()).ok()
    }
}

/// Returns the leaves below a type by depth: their paths and types.
fn leaves(ty: Type) -> Vec<(Vec<Step>, Type)> {
    let mut found = Vec::new();
    let mut queue = VecDeque::from([(Vec::new(), ty)]);
    while let Some((path, ty)) = queue.pop_front() {
        if path.len() > MAX_DEPTH || found.len() >= MAX_LEAVES {
            continue;
        }
        let mut add = |step: Option<Step>, ty: Type| queue.push_back((path.iter().cloned().chain(step).collect(), ty));
        match types::plain(ty) {
            Type::Struct(shape) if shape.is_union() => shape.fields().iter().for_each(|field| add(None, field.ty())),
            Type::Struct(shape) => {
                shape.json_fields().iter().for_each(|field| add(Some(Step::Key(field.name().to_string())), field.ty()));
            }
            Type::List(list) => add(Some(Step::Index(0)), list.item()),
            Type::Map(map) => add(Some(Step::Key("probe".to_string())), map.value()),
            leaf => found.push((path, leaf)),
        }
    }
    found
}

/// Returns the values that are tried for a leaf.
fn sentinels(ty: Type) -> Vec<Value> {
    // The last one is Base64.
    let texts = TEXTS.iter().chain(&["cHJvYmU="]).map(|text| Value::from(*text));
    match ty {
        Type::Bool => vec![Value::Bool(true)],
        Type::Int32 | Type::Int64 | Type::Double => vec![Value::Int(7919), Value::Int(7)],
        Type::Leaf(_) => [Value::Int(7919)].into_iter().chain(texts).collect(),
        _ => texts.collect(),
    }
}
