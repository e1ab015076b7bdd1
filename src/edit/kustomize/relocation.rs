//! Finds where a field that a patch or a kustomization names is after the conversion of the objects.

use super::super::meaning::Meaning;
use super::super::numbers::Numbers;
use super::super::path::{Path, Step};
use super::super::place::{NoPlace, Places};
use super::super::plan::{at, leaves, set_at};
use super::super::refusal::{Cause, Refusal};
use super::super::{Editor, OmittedDefault, apply, types};
use super::field_path::{FieldPath, Notation};
use super::selector::{KindSelector, Target};
use crate::go_yaml;
use crate::meta::{Map, TypeMeta, Value};
use crate::reflect::Shape;
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::serializer::json;

/// The use of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Use<'v> {
    /// The value is set, whether the field is set or not.
    Add(&'v Value),
    /// The value replaces another one, or is compared with it.
    Replace(&'v Value),
    Remove,
    /// The field is read or written with a value that is not known.
    Any,
}

/// The field after the conversion.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Relocated {
    pub(super) text: String,
    /// The new value, if it changes.
    pub(super) value: Option<Value>,
    /// The defaults that the value does not contain, at paths below it.
    pub(super) omitted: Vec<OmittedDefault>,
    /// The conversion and the paths in both versions, for values that are converted in their text.
    pub(super) from: GroupVersionKind,
    pub(super) to: GroupVersion,
    pub(super) old: Path,
    pub(super) new: Path,
}

/// Relocates fields of the selected objects.
pub(super) struct Relocation<'a> {
    pub(super) editor: &'a Editor,
    pub(super) selector: &'a KindSelector,
    pub(super) target: Target<'a>,
}

impl Relocation<'_> {
    /// Returns the field after the conversion; `None` if nothing changes.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the field has no single place in the new version.
    pub(super) fn of(&self, text: &str, notation: Notation, used: Use<'_>) -> Result<Option<Relocated>, Refusal> {
        let numbers = Numbers::default();
        let meaning = Meaning::of_patches(&self.editor.codec, &numbers);
        let fits = |gvk: &GroupVersionKind| {
            let shape = meaning.shape(gvk)?;
            let field = FieldPath::read(text, notation, shape)?;
            has_field(shape, &field, used).then_some(field)
        };
        let mut found: Option<Option<Relocated>> = None;
        for kinds in self.selector.outdated(self.editor.codec.scheme(), self.target, fits)? {
            let mut of_kind: Option<Option<Relocated>> = None;
            for (gvk, to, field) in &kinds {
                let relocated = self.between(&meaning, gvk, to, field, notation, used)?;
                let message = || format!("the place of {text} depends on the version; add the version to the selector");
                agree(&mut of_kind, relocated, message)?;
            }
            let message = || format!("the place of {text} depends on the kind; add the kind to the selector");
            agree(&mut found, of_kind.flatten(), message)?;
        }
        Ok(found.flatten())
    }

    fn between(
        &self,
        meaning: &Meaning<'_>,
        from: &GroupVersionKind,
        to: &GroupVersion,
        field: &FieldPath,
        notation: Notation,
        used: Use<'_>,
    ) -> Result<Option<Relocated>, Refusal> {
        let to_kind = to.with_kind(from.kind.clone());
        let Some((shape, other)) = meaning.shape(from).zip(meaning.shape(&to_kind)) else { return Ok(None) };
        let mut context = Value::Null;
        if let Use::Add(value) | Use::Replace(value) = used {
            set_at(&mut context, field.path.steps(), Some(value));
        }
        let places = Places { meaning, from, to: &to_kind, shape, other, context: &context };
        let refuse = |message: String| Refusal::new(Cause::Conversion, format!("{to} {message}; change it by hand"));
        let found = match places.of(&field.path) {
            Ok(found) => found,
            Err(NoPlace::Nowhere) if types::knows(other, &field.path) => return Ok(None),
            Err(NoPlace::Nowhere) => return Err(refuse(format!("has no field for {}", field.path))),
            Err(NoPlace::Split(one, two)) => {
                return Err(refuse(format!("has several places for {}: {one} and {two}", field.path)));
            }
            Err(NoPlace::InList(place)) => {
                return Err(refuse(format!("has {} in another list, at {place}", field.path)));
            }
        };
        let mut omitted = Vec::new();
        let value = match used {
            Use::Add(value) | Use::Replace(value) => {
                let may_need_more = matches!(used, Use::Replace(_));
                let (new, without) = self.converted(from, to, field, &found.path, value, may_need_more)?;
                omitted = without;
                Some(new).filter(|new| new != value)
            }
            Use::Remove => {
                let sample = places.sample(&field.path).unwrap_or_default();
                if !sample.is_null() {
                    self.converted(from, to, field, &found.path, &sample, false)?;
                }
                None
            }
            Use::Any if !found.has_same_form => {
                return Err(refuse(format!("has {} in another form, at {}", field.path, found.path)));
            }
            Use::Any => None,
        };
        if found.path == field.path && value.is_none() {
            return Ok(None);
        }
        let text = field.text_of(&found.path, notation);
        let (from, to) = (from.clone(), to.clone());
        Ok(Some(Relocated { text, value, omitted, from, to, old: field.path.clone(), new: found.path }))
    }

    /// Returns the value at the new place, by converting an object that contains nothing else, and the defaults that it
    /// does not contain.
    fn converted(
        &self,
        from: &GroupVersionKind,
        to: &GroupVersion,
        field: &FieldPath,
        place: &Path,
        value: &Value,
        may_need_more: bool,
    ) -> Result<(Value, Vec<OmittedDefault>), Refusal> {
        let mut object = object(from);
        set_at(&mut object, field.path.steps(), Some(value));
        let text = json::to_string(&object).map_err(|error| Refusal::new(Cause::Invalid, error.to_string()))?;
        let edited = self.editor.convert_patch(text.as_bytes(), &|_| Some(to.clone()))?;
        let new = go_yaml::to_json(&apply(text.as_bytes(), &edited.edits));
        let new = new.ok().and_then(|json| json::from_str::<Value>(&json).ok()).unwrap_or_default();
        let is_other = |leaf: &Path| {
            let is_type = matches!(leaf.steps(), [Step::Key(key)] if key == "apiVersion" || key == "kind");
            !is_type && !leaf.steps().starts_with(place.steps())
        };
        let is_set = |leaf: &Path| at(&new, leaf.steps()).is_some_and(|value| value.as_map().is_none());
        let other = leaves(&new, &Path::default()).into_iter().find(|leaf| is_other(leaf) && is_set(leaf));
        if let Some(other) = other.filter(|_| !may_need_more) {
            let message = format!("{to} needs {other} with {place}; change it by hand");
            return Err(Refusal::new(Cause::Conversion, message));
        }
        let missing = || Refusal::new(Cause::Conversion, format!("{to} has no value at {place}; change it by hand"));
        let below = |omitted: OmittedDefault| {
            let path = Path::of(omitted.path.steps().strip_prefix(place.steps())?);
            Some(OmittedDefault { path, ..omitted })
        };
        let omitted = edited.omitted.into_iter().filter_map(below).collect();
        Ok((at(&new, place.steps()).cloned().ok_or_else(missing)?, omitted))
    }
}

/// Adds the result for one kind or selector to those of others, from which it must not differ.
pub(super) fn agree(
    found: &mut Option<Option<Relocated>>,
    relocated: Option<Relocated>,
    message: impl FnOnce() -> String,
) -> Result<(), Refusal> {
    let result = |relocated: &Option<Relocated>| {
        relocated.as_ref().map(|relocated| (relocated.text.clone(), relocated.value.clone()))
    };
    if found.as_ref().is_some_and(|known| result(known) != result(&relocated)) {
        return Err(Refusal::new(Cause::Conversion, message()));
    }
    *found = Some(relocated);
    Ok(())
}

/// Returns an object with nothing but its kind.
pub(super) fn object(gvk: &GroupVersionKind) -> Value {
    let TypeMeta { api_version, kind, .. } = TypeMeta::from(gvk);
    let entries = [("apiVersion", Value::from(api_version.as_str())), ("kind", Value::from(kind.as_str()))];
    Value::Map(entries.into_iter().collect::<Map<Value>>())
}

/// Returns true if the kind has the field, and the value fits.
fn has_field(shape: &'static Shape, field: &FieldPath, used: Use<'_>) -> bool {
    if !types::knows(shape, &field.path) {
        return false;
    }
    let (Use::Add(value) | Use::Replace(value)) = used else { return true };
    let mut object = Value::Null;
    set_at(&mut object, field.path.steps(), Some(value));
    types::misfits(shape, &object).is_empty()
}
