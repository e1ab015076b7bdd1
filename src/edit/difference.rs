use std::fmt;
use std::ops::ControlFlow;

use super::path::{Path, Step, Trail};
use crate::format::semantic_eq;
use crate::meta::Value;
use crate::reflect::{Ref, Shape, View};
use crate::serializer::{json, value};

/// The number of differences after which a comparison ends.
const MAX_DIFFERENCES: usize = 100;

/// A field in which two objects differ in meaning: after defaulting and conversion to the hub version, it has different
/// values. Returned by [`Editor::differences`](super::Editor::differences), and reported in
/// [`Edited::differences`](super::Edited::differences) if a conversion cannot preserve a value.
///
/// ```
/// use apimachinery::edit::Editor;
/// use apimachinery::serializer::Codec;
///
/// # #[cfg(feature = "apps")] {
/// let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
/// let old = b"apiVersion: apps/v1beta2\nkind: Deployment\nspec: {paused: true}\n";
/// let new = b"apiVersion: apps/v1\nkind: Deployment\nspec: {paused: true, replicas: 3}\n";
/// let differences = editor.differences(old, new)?;
/// assert_eq!(differences[0].path.to_string(), "spec.replicas");
/// assert_eq!(differences[0].to_string(), "spec.replicas: 1 and 3");
/// # }
/// # Ok::<(), apimachinery::edit::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The path of the field in the hub version.
    pub path: Path,
    /// The value in the first object as JSON, or `None` if it is unset.
    pub before: Option<String>,
    /// The value in the second object as JSON, or `None` if it is unset.
    pub after: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".into());
        write!(f, "{}: {} and {}", self.path, shown(&self.before), shown(&self.after))
    }
}

/// Returns the fields in which two values differ semantically.
pub(super) fn between(before: Ref<'_>, after: Ref<'_>) -> Vec<Difference> {
    let mut found = Vec::new();
    let _ = walk(before, after, &Trail::Root, &mut |difference| {
        found.push(difference);
        if found.len() < MAX_DIFFERENCES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found
}

/// Returns true if two values do not differ semantically.
pub(super) fn is_none(before: Ref<'_>, after: Ref<'_>) -> bool {
    walk(before, after, &Trail::Root, &mut |_| ControlFlow::Break(())).is_continue()
}

/// Returns true for a number or text in the status that is unset in one object and zero or empty in the other. Versions
/// differ in whether they write such a value, and no controller has set it.
fn is_unset_status(difference: &Difference) -> bool {
    let is_status = matches!(difference.path.steps().first(), Some(Step::Key(key)) if key == "status");
    is_status && difference.is_unset_and_zero()
}

impl Difference {
    /// Returns true for a number, text or bool that is unset in one object and zero or empty in the other.
    pub(super) fn is_unset_and_zero(&self) -> bool {
        let is_zero = |value: &Option<String>| matches!(value.as_deref(), None | Some("0" | "\"\"" | "false"));
        is_zero(&self.before) && is_zero(&self.after)
    }
}

/// Returns true for a field that is another name of a field next to it. The conversion to the hub has set that field, so
/// the other name has no meaning anymore.
fn is_other_name(shape: &Shape, name: &str) -> bool {
    let field = match name {
        "podCIDR" => "podCIDRs",
        "podIP" => "podIPs",
        "serviceAccount" => "serviceAccountName",
        _ => return false,
    };
    shape.json_fields().iter().any(|own| own.name() == field)
}

/// Calls `found` with the differences of two values, until it breaks. `trail` is the path of both.
fn walk(
    before: Ref<'_>,
    after: Ref<'_>,
    trail: &Trail<'_>,
    found: &mut dyn FnMut(Difference) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match (before.view(), after.view()) {
        (View::Struct(a), View::Struct(b)) if std::ptr::eq(a.shape(), b.shape()) => {
            let shape = a.shape();
            let fields = a.json_fields().zip(b.json_fields());
            for ((field, a), (_, b)) in fields.filter(|((field, _), _)| !is_other_name(shape, field.name())) {
                walk(a, b, &Trail::Key(trail, field.name()), found)?;
            }
        }
        (View::Option(Some(a)), View::Option(Some(b))) => walk(a, b, trail, found)?,
        (View::List(a), View::List(b)) if a.len() == b.len() => {
            for (index, (a, b)) in a.iter().zip(b.iter()).enumerate() {
                walk(a, b, &Trail::Index(trail, index), found)?;
            }
        }
        (View::Map(a), View::Map(b)) if a.iter().map(|(key, _)| key).eq(b.iter().map(|(key, _)| key)) => {
            for ((key, a), (_, b)) in a.iter().zip(b.iter()) {
                walk(a, b, &Trail::Key(trail, key), found)?;
            }
        }
        _ if semantic_eq(before, after) => {}
        _ => {
            let difference = Difference { path: trail.path(), before: shown(before), after: shown(after) };
            if !is_unset_status(&difference) {
                found(difference)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn shown(shown: Ref<'_>) -> Option<String> {
    if matches!(shown.view(), View::Option(None)) {
        return None;
    }
    value::read(shown).ok().and_then(|value| json::to_string(&value).ok())
}

/// Adds the paths at which two values differ, with the second value. `trail` is the path of both.
pub(super) fn add_differences(full: &Value, got: &Value, trail: &Trail<'_>, found: &mut Vec<(Path, Option<Value>)>) {
    let mut visit = |trail: &Trail<'_>, full: Option<&Value>, got: Option<&Value>| match (full, got) {
        _ if full == got => {}
        (Some(full), Some(got)) => add_differences(full, got, trail, found),
        (_, got) => found.push((trail.path(), got.cloned())),
    };
    match (full, got) {
        (Value::Map(full), Value::Map(got)) => {
            for (key, full) in full.iter() {
                visit(&Trail::Key(trail, key), Some(full), got.get(key));
            }
            for (key, got) in got.iter().filter(|(key, _)| !full.contains_key(key)) {
                visit(&Trail::Key(trail, key), None, Some(got));
            }
        }
        (Value::List(full), Value::List(got)) if full.len() >= got.len() => {
            for (index, full) in full.iter().enumerate() {
                visit(&Trail::Index(trail, index), Some(full), got.get(index));
            }
        }
        (full, got) if full != got => found.push((trail.path(), Some(got.clone()))),
        _ => {}
    }
}
