use std::fmt;

use super::Path;
use crate::yaml::Mark;

/// The error returned by the methods of [`Editor`](super::Editor): a document is invalid, or it cannot be edited
/// without a change of its meaning. The refused document should be left unchanged.
///
/// ```
/// use apimachinery::edit::Editor;
/// use apimachinery::serializer::Codec;
///
/// let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
/// let refusal = editor.convert(b"kind: {{ .Values.kind }}\n", &|_| None).unwrap_err();
/// assert!(refusal.to_string().contains("helm template"));
/// assert_eq!(refusal.cause(), apimachinery::edit::Cause::Template);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    cause: Cause,
    message: String,
    path: Option<Path>,
    position: Option<Mark>,
}

/// The cause of a [`Refusal`], for programs that handle some causes differently. Returned by [`Refusal::cause`].
///
/// ```
/// use apimachinery::edit::{Cause, Editor};
/// use apimachinery::serializer::Codec;
///
/// let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
/// assert_eq!(editor.convert(b"a: [", &|_| None).unwrap_err().cause(), Cause::Invalid);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// The text is not valid YAML or JSON in UTF-8, or not a valid object.
    Invalid,
    /// The text is a template, which must be rendered first.
    Template,
    /// No conversion to the target version exists, or the conversion fails.
    Conversion,
    /// The text of a value that has to be changed is used several times, through an alias or a merge key.
    Shared,
    /// The layout of the text does not allow the edit.
    Layout,
    /// The edited text would have a different meaning, and no text with the same meaning was found.
    Proof,
}

impl Refusal {
    pub(super) fn new(cause: Cause, message: impl Into<String>) -> Self {
        Refusal { cause, message: message.into(), path: None, position: None }
    }

    pub(super) fn at(mut self, position: Option<Mark>) -> Self {
        self.position = self.position.or(position);
        self
    }

    /// Sets the path.
    pub(super) fn within(self, path: Path) -> Self {
        Refusal { path: Some(path), ..self }
    }

    /// Sets the path, if there is none.
    pub(super) fn in_path(mut self, path: &Path) -> Self {
        self.path.get_or_insert_with(|| path.clone());
        self
    }

    /// Returns the cause of the refusal, for programs that handle some causes differently. [`Refusal::message`]
    /// explains it to users.
    #[must_use]
    pub fn cause(&self) -> Cause {
        self.cause
    }

    /// Returns the human-readable message, without the path and the position. The displayed text of the refusal
    /// contains the path as well.
    ///
    /// ```
    /// use apimachinery::edit::Editor;
    /// use apimachinery::serializer::Codec;
    ///
    /// let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
    /// let refusal = editor.convert(b"a: [", &|_| None).unwrap_err();
    /// assert!(refusal.message().starts_with("yaml: "));
    /// ```
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the path of the value that prevents the edit, or `None` if no single value does.
    ///
    /// ```
    /// use apimachinery::edit::Editor;
    /// use apimachinery::serializer::Codec;
    ///
    /// let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
    /// assert_eq!(editor.convert(b"a: [", &|_| None).unwrap_err().path(), None);
    /// ```
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_ref()
    }

    /// Returns the position of the problem in the text, or `None` if it is not known.
    ///
    /// ```
    /// use apimachinery::edit::Editor;
    /// use apimachinery::serializer::Codec;
    ///
    /// let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
    /// let refusal = editor.convert(b"a: 1\nb: 'c\n", &|_| None).unwrap_err();
    /// assert!(refusal.position().is_some_and(|at| at.line > 1));
    /// ```
    #[must_use]
    pub fn position(&self) -> Option<Mark> {
        self.position
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) if !path.steps().is_empty() => write!(f, "{path}: {}", self.message),
            _ => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Refusal {}
