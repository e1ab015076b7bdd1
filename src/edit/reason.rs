use std::fmt;

use super::Path;

/// A value that an [`Edit`](super::Edit) adds to the document, or that it moves, changes or removes: its paths before
/// and after the edit, and the reason. The value itself is only in the text of the edit.
///
/// ```
/// use apimachinery::edit::{Editor, Reason};
/// use apimachinery::serializer::Codec;
///
/// # #[cfg(all(feature = "apps", feature = "extensions"))] {
/// let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
/// let edited = editor.convert(b"apiVersion: apps/v1beta2\nkind: Deployment\n", &|_| Some("apps/v1".parse().unwrap()))?;
/// let change = &edited.edits[0].changes[0];
/// assert_eq!(change.new.as_ref().unwrap().to_string(), "apiVersion");
/// assert_eq!(change.reason, Reason::Version);
/// # }
/// # Ok::<(), apimachinery::edit::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The path of the value in the source document, or `None` if the value is added.
    pub old: Option<Path>,
    /// The path of the value in the edited document, or `None` if the value is removed.
    pub new: Option<Path>,
    /// The reason for the change.
    pub reason: Reason,
}

/// The reason for a [`Change`], in [`Change::reason`]; its displayed text explains it to users. The source version is
/// the version of the object before the conversion, and the target version is its version afterwards.
///
/// ```
/// use apimachinery::edit::Reason;
///
/// let reason = Reason::Default { value: "1".into(), target: Some("25%".into()) };
/// assert_eq!(reason.to_string(), "the default was 1 and is now 25%");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The value is the `apiVersion`, which names the target version now.
    Version,
    /// The target version has the field at another path.
    Moved,
    /// The target version has the same field with another type or spelling of its value.
    Respelled,
    /// The field was omitted and has a default in the source version. The target version has another default or none,
    /// so the value is written.
    Default {
        /// The default of the source version, which is written.
        value: String,
        /// The default of the target version, or `None` if it has none.
        target: Option<String>,
    },
    /// The value names a version, or a field, that has another name in the target version.
    Renamed {
        /// The old name.
        from: String,
        /// The new name.
        to: String,
    },
    /// The conversion to the target version creates the value.
    Conversion,
    /// The API server fills in the value, which is written at [`Level::Full`](super::Level::Full).
    Filled,
    /// The default of the target version is accepted at [`Level::Adopt`](super::Level::Adopt), although the source
    /// version has another one. Only in [`Edited::deviations`](super::Edited::deviations).
    Adopted,
    /// The API server refuses the converted object without this change. The text explains the rule.
    Remedy(String),
    /// The target version has no such field, and the value has no effect in the source version.
    Unused,
    /// The source version ignores the field, but the target version would not.
    Ignored,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Version => f.write_str("the new version"),
            Reason::Moved => f.write_str("moved"),
            Reason::Respelled => f.write_str("written in another form"),
            Reason::Default { value, target: Some(target) } => {
                write!(f, "the default was {value} and is now {target}")
            }
            Reason::Default { value, target: None } => {
                write!(f, "the value was {value} and is no longer filled in")
            }
            Reason::Renamed { from, to } => write!(f, "changed from {from} to {to}"),
            Reason::Conversion => f.write_str("created by the conversion"),
            Reason::Filled => f.write_str("filled in by the API server"),
            Reason::Adopted => f.write_str("the new default is accepted"),
            Reason::Remedy(rule) => f.write_str(rule),
            Reason::Unused => f.write_str("the new version has no such field, and the old one does not use the value"),
            Reason::Ignored => f.write_str("the old version ignores the field, but the new one would not"),
        }
    }
}
