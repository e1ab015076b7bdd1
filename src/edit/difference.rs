use std::fmt;

use super::Path;
use crate::reflect::{Ref, View};
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
    walk(before, after, &Path::default(), &mut found);
    found
}

fn walk(before: Ref<'_>, after: Ref<'_>, path: &Path, found: &mut Vec<Difference>) {
    if crate::format::semantic_eq(before, after) || found.len() >= MAX_DIFFERENCES {
        return;
    }
    match (before.view(), after.view()) {
        (View::Struct(a), View::Struct(b)) if std::ptr::eq(a.shape(), b.shape()) => {
            for ((field, a), (_, b)) in a.json_fields().zip(b.json_fields()) {
                walk(a, b, &path.key(field.name()), found);
            }
        }
        (View::Option(Some(a)), View::Option(Some(b))) => walk(a, b, path, found),
        (View::List(a), View::List(b)) if a.len() == b.len() => {
            for (index, (a, b)) in a.iter().zip(b.iter()).enumerate() {
                walk(a, b, &path.index(index), found);
            }
        }
        (View::Map(a), View::Map(b)) if a.iter().map(|(key, _)| key).eq(b.iter().map(|(key, _)| key)) => {
            for ((key, a), (_, b)) in a.iter().zip(b.iter()) {
                walk(a, b, &path.key(key), found);
            }
        }
        _ => found.push(Difference { path: path.clone(), before: shown(before), after: shown(after) }),
    }
}

fn shown(shown: Ref<'_>) -> Option<String> {
    if matches!(shown.view(), View::Option(None)) {
        return None;
    }
    value::read(shown).ok().and_then(|value| json::to_string(&value).ok())
}
