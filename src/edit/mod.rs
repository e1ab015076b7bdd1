//! Conversion of a manifest's text by the smallest edit that keeps its meaning.
//!
//! [`Codec`] converts objects: the result contains all defaults, and the text is printed anew. An [`Editor`] edits the
//! text of a manifest as a careful author would. Everything that can stay is copied byte for byte, with comments, order,
//! quotes and line breaks. Values that the target version has at another path are moved with their comments, and only
//! values without which the meaning would change are added.
//!
//! The *meaning* of an object is what an API server makes of it: the object with the defaults of its version, converted
//! to the hub version. Every edit is proven: the edited text is read again, decoded strictly in the target version, and
//! compared with the source in the hub. If the proof fails, the editor returns a [`Refusal`] instead of a text.
//!
//! ```
//! # #[cfg(all(feature = "networking", feature = "extensions"))] {
//! use apimachinery::edit::{Editor, apply};
//! use apimachinery::serializer::Codec;
//!
//! let text = b"\
//! apiVersion: networking.k8s.io/v1beta1
//! kind: Ingress
//! metadata: {name: web}   # the shop
//! spec:
//!   rules:
//!   - http:
//!       paths:
//!       - path: /
//!         backend:
//!           serviceName: 'web'   # see web.yaml
//!           servicePort: 80
//! ";
//! let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
//! let edited = editor.convert(text, &|_| Some("networking.k8s.io/v1".parse().unwrap()))?;
//! assert_eq!(String::from_utf8(apply(text, &edited.edits)).unwrap(), "\
//! apiVersion: networking.k8s.io/v1
//! kind: Ingress
//! metadata: {name: web}   # the shop
//! spec:
//!   rules:
//!   - http:
//!       paths:
//!       - path: /
//!         pathType: ImplementationSpecific
//!         backend:
//!           service:
//!             name: 'web'   # see web.yaml
//!             port:
//!               number: 80
//! ");
//! # }
//! # Ok::<(), apimachinery::edit::Refusal>(())
//! ```
//!
//! The editor uses no files, threads or clocks.

// From the text to its edits: `version` tries to edit nothing but the version. Otherwise, `tree` reads the nodes of the
// text, `minimal` searches the `plan` of the smallest document, with the `meaning` of candidates and the `moves` of
// values, and `writer` with `block` and `flow` turns it into edits.

mod block;
mod checks;
mod comments;
mod difference;
mod document;
mod flow;
mod lines;
mod meaning;
mod minimal;
mod moves;
mod path;
mod plan;
mod reason;
mod refusal;
mod scalar;
mod tree;
mod types;
mod version;
mod writer;

use std::any::Any;
use std::ops::Range;

#[cfg(feature = "cli")]
pub(crate) use self::checks::has_checks;
pub use self::checks::{RefusedValue, refused_values};
pub use self::difference::Difference;
use self::document::Document;
use self::meaning::Meaning;
pub use self::path::{Path, Step};
#[cfg(feature = "cli")]
pub(crate) use self::plan::at;
pub use self::reason::{Change, Reason};
pub use self::refusal::{Cause, Refusal};
use crate::go_yaml;
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::serializer::{Codec, Mode};

/// The remedy for templates.
const TEMPLATE: &str = "this is a template; render it first: helm template ... | apimachinery convert";

/// An editor that converts manifests to other versions by changing as little of their text as possible. The
/// [module](self) describes the rules.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::edit::{Editor, apply};
/// use apimachinery::serializer::Codec;
///
/// let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
/// let text = b"kind: ReplicaSet\napiVersion: apps/v1beta2 # web\n";
/// let edited = editor.convert(text, &|_| Some("apps/v1".parse().unwrap()))?;
/// assert_eq!(apply(text, &edited.edits), b"kind: ReplicaSet\napiVersion: apps/v1 # web\n");
/// # }
/// # Ok::<(), apimachinery::edit::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Editor {
    codec: Codec,
}

/// The result of [`Editor::convert`]: the edits that convert the objects in a document to other versions, and a report
/// on them. It does not contain the edited text; call [`apply`] with the source text and [`Edited::edits`] to get it.
///
/// ```
/// use apimachinery::edit::Edited;
///
/// assert!(Edited::default().edits.is_empty(), "a document that needs no conversion has no edits");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edited {
    /// The edits, in the order of their ranges, which do not overlap.
    pub edits: Vec<Edit>,
    /// The objects that the edits convert: the document, or items of a `List`. The list is empty if no object has to be
    /// converted.
    pub conversions: Vec<Conversion>,
    /// Fields of the hub version that differ although the objects are written as similarly as the target version allows.
    /// This is rare: the target version has a default for a field that the source version leaves unset.
    pub differences: Vec<Difference>,
    /// The paths of fields in the text that neither version has. They are not changed.
    pub unknown: Vec<Path>,
}

/// One object that the edits of a document convert: its path, its kind before the conversion, and its version
/// afterwards. [`Edited::conversions`] contains one for the document, or one for each converted item of a `List`.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::edit::Editor;
/// use apimachinery::serializer::Codec;
///
/// let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
/// let edited = editor.convert(b"apiVersion: apps/v1beta2\nkind: Deployment\n", &|_| Some("apps/v1".parse().unwrap()))?;
/// assert_eq!(edited.conversions[0].from.to_string(), "apps/v1beta2, Kind=Deployment");
/// # }
/// # Ok::<(), apimachinery::edit::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conversion {
    /// The path of the object in the document: empty for the document itself, or the path of an item of a `List`.
    pub path: Path,
    /// The group, version and kind of the object before the conversion.
    pub from: GroupVersionKind,
    /// The version of the object after the conversion.
    pub to: GroupVersion,
}

/// A replacement of a byte range in the source text, with the changes that it makes to the document.
/// [`Editor::convert`] returns edits, and [`apply`] applies them to the text.
///
/// ```
/// use apimachinery::edit::{Edit, apply};
///
/// let edit = Edit { range: 3..4, text: "2".into(), changes: Vec::new() };
/// assert_eq!(apply(b"a: 1\n", &[edit]), b"a: 2\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The byte range in the source text that is replaced.
    pub range: Range<usize>,
    /// The text that replaces the range; empty if the range is removed.
    pub text: String,
    /// The changes of the document that this edit makes.
    pub changes: Vec<Change>,
}

impl Editor {
    /// Creates an editor for the kinds in the Scheme of `codec`.
    ///
    /// ```
    /// use apimachinery::edit::Editor;
    /// use apimachinery::serializer::Codec;
    ///
    /// let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
    /// assert!(editor.convert(b"apiVersion: v1\nkind: Secret\n", &|_| None)?.edits.is_empty());
    /// # Ok::<(), apimachinery::edit::Refusal>(())
    /// ```
    #[must_use]
    pub fn new(codec: Codec) -> Self {
        Editor { codec: codec.with_mode(Mode::Lax) }
    }

    /// Returns the edits that convert a document, which is YAML or JSON in UTF-8. `target` is called with the kind of
    /// each object and returns the version to convert it to, or `None` if the object must stay as it is. Items of a
    /// `v1` List are converted one by one. [`apply`] applies the edits to the text.
    ///
    /// The text is one document of a stream, with or without its separator. Line breaks are kept.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::edit::{Editor, apply};
    /// use apimachinery::serializer::Codec;
    ///
    /// let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
    /// let text = b"# web\r\napiVersion: \"apps/v1beta2\" # old\r\nkind: Deployment";
    /// let edited = editor.convert(text, &|_| Some("apps/v1".parse().unwrap()))?;
    /// assert_eq!(apply(text, &edited.edits), b"# web\r\napiVersion: \"apps/v1\" # old\r\nkind: Deployment");
    /// # }
    /// # Ok::<(), apimachinery::edit::Refusal>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a refusal if the text is not an object, if no conversion exists, if the text cannot be edited, or if the
    /// edited text has another meaning than the source.
    pub fn convert(
        &self,
        text: &[u8],
        target: &dyn Fn(&GroupVersionKind) -> Option<GroupVersion>,
    ) -> Result<Edited, Refusal> {
        let lines = go_yaml::with_line_feeds(text);
        let type_meta = self.codec.type_meta(&lines).map_err(|error| invalid(text, &error, error.position()))?;
        let gvk = type_meta.group_version_kind();
        if !gvk.is_v1_list() {
            let Some(to) = wanted(&gvk, target) else { return Ok(Edited::default()) };
            if let Some(edit) = version::edit(&self.codec, text, &gvk, &to) {
                let conversions = vec![Conversion { path: Path::default(), from: gvk, to }];
                return Ok(Edited { edits: vec![edit], conversions, ..Edited::default() });
            }
        }
        let decoded = go_yaml::Text::decode(text).map_err(|error| invalid(text, &error, error.position()))?;
        let document = Document::read(&self.codec, text, &decoded)?;
        document.convert(target)
    }

    /// Returns the differences in meaning of two documents of the same kind, which can be of different versions. At
    /// most 100 are returned; the list is empty if both documents have the same meaning.
    ///
    /// ```
    /// # #[cfg(all(feature = "apps", feature = "extensions"))] {
    /// use apimachinery::edit::Editor;
    /// use apimachinery::serializer::Codec;
    ///
    /// let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
    /// let old = b"apiVersion: apps/v1beta1\nkind: Deployment\nspec: {revisionHistoryLimit: 10}\n";
    /// let new = b"apiVersion: apps/v1\nkind: Deployment\n";
    /// assert_eq!(editor.differences(old, new)?, []);
    /// # }
    /// # Ok::<(), apimachinery::edit::Refusal>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a refusal if a text is not an object of a known kind, or if the objects are of different kinds.
    pub fn differences(&self, before: &[u8], after: &[u8]) -> Result<Vec<Difference>, Refusal> {
        let meaning = Meaning::new(&self.codec);
        let hub = |text: &[u8]| meaning.hub(meaning.decode_text(&go_yaml::with_line_feeds(text))?);
        let (before, after) = (hub(before)?, hub(after)?);
        // Groups that share a kind, such as apps and extensions, also share its type in the hub.
        let [of_before, of_after] = [&before, &after].map(|hub| (&*hub.object.object as &dyn Any).type_id());
        if of_before != of_after {
            let message = format!("{} and {} are different kinds", before.object.gvk, after.object.gvk);
            return Err(Refusal::new(Cause::Conversion, message));
        }
        Ok(meaning::differences(&before, &after))
    }
}

/// Returns the version to which an object must be converted, if it is not its own.
fn wanted(gvk: &GroupVersionKind, target: &dyn Fn(&GroupVersionKind) -> Option<GroupVersion>) -> Option<GroupVersion> {
    target(gvk).filter(|target| *target != gvk.group_version())
}

/// Returns the refusal of a text that cannot be read, which may be a template.
fn invalid(text: &[u8], error: &dyn std::fmt::Display, position: Option<go_yaml::Mark>) -> Refusal {
    let refusal = match memchr::memmem::find(text, b"{{") {
        Some(_) => Refusal::new(Cause::Template, format!("{error}; {TEMPLATE}")),
        None => Refusal::new(Cause::Invalid, error.to_string()),
    };
    refusal.at(position)
}

/// Returns a copy of `text` with `edits` applied. The text must be the one for which the edits were made. Ranges beyond
/// the end of the text are ignored.
///
/// ```
/// use apimachinery::edit::{Edit, apply};
///
/// let edit = |range, text: &str| Edit { range, text: text.into(), changes: Vec::new() };
/// assert_eq!(apply(b"a: 1\nb: 2\n", &[edit(3..4, "0"), edit(5..10, "")]), b"a: 0\n");
/// ```
#[must_use]
pub fn apply(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut edited = Vec::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        edited.extend_from_slice(text.get(at..edit.range.start).unwrap_or_default());
        edited.extend_from_slice(edit.text.as_bytes());
        at = edit.range.end.max(at);
    }
    edited.extend_from_slice(text.get(at..).unwrap_or_default());
    edited
}

/// Applies edits to a part of a text.
fn splice(text: &str, edits: &[Edit]) -> String {
    String::from_utf8_lossy(&apply(text.as_bytes(), edits)).into_owned()
}
