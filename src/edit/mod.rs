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
// values, and `writer` with `block` and `flow` turns it into edits. `level` adds and removes values on purpose, `checks`
// finds what an API server would refuse, `remedies` corrects it, and `explain` writes comments.

mod block;
mod checks;
mod comments;
mod completeness;
mod difference;
mod directive;
mod document;
mod explain;
mod flow;
mod json_reader;
mod kustomize;
mod level;
mod lines;
mod meaning;
mod minimal;
mod moves;
mod numbers;
mod omitted;
mod path;
mod place;
mod plan;
mod reason;
mod refusal;
mod remedies;
mod scalar;
mod source;
mod template;
mod tree;
mod types;
mod version;
mod writer;
mod written;

use std::any::Any;
use std::cell::Cell;
use std::ops::Range;

pub(crate) use self::checks::has_checks;
pub use self::checks::{RefusedValue, refused_values};
#[cfg(feature = "cli")]
pub(crate) use self::completeness::is_incomplete;
pub use self::difference::Difference;
use self::document::Document;
pub use self::kustomize::KindSelector;
#[cfg(feature = "cli")]
pub(crate) use self::kustomize::is_list;
use self::level::Options;
pub use self::level::{Deviation, Level};
use self::meaning::Meaning;
use self::numbers::Numbers;
pub use self::omitted::OmittedDefault;
pub use self::path::{Path, Step};
#[cfg(feature = "cli")]
pub(crate) use self::plan::at;
pub use self::reason::{Change, Reason};
pub use self::refusal::{Cause, Refusal};
#[cfg(feature = "cli")]
pub(crate) use self::remedies::LAST_APPLIED;
use self::source::Source;
use self::version::{Known, OtherDefaults};
use crate::go_yaml;
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::serializer::{Codec, Decoded, Mode, json};

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
    options: Options,
    other_defaults: OtherDefaults,
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
    /// The values whose meaning differs on purpose: accepted defaults and remedies. The meaning differs in nothing else.
    pub deviations: Vec<Deviation>,
    /// The paths of annotations in the text that the API server discards when it decodes the objects. They are not
    /// changed.
    pub discarded: Vec<Path>,
    /// The values of the objects in their new versions that an API server refuses, as [`refused_values`] returns them.
    pub refused: Vec<RefusedValue>,
    /// Defaults of the old version that a patch does not contain, for items of lists that it replaces.
    pub omitted: Vec<OmittedDefault>,
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
    /// True if the object was converted as a patch: values were moved, and no defaults were added.
    pub is_patch: bool,
}

/// The form of the objects in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Complete,
    Patch,
    /// Each object is a patch if it lacks what a complete object needs.
    Any,
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
        let other_defaults = OtherDefaults::default();
        Editor { codec: codec.with_mode(Mode::Lax), options: Options::default(), other_defaults }
    }

    /// Sets which values are added; [`Level::Exact`] by default.
    ///
    /// ```
    /// use apimachinery::edit::{Editor, Level};
    /// use apimachinery::serializer::Codec;
    ///
    /// let editor = Editor::new(Codec::new(apimachinery::apis::scheme())).with_level(Level::Full);
    /// let edited = editor.convert(b"apiVersion: v1\nkind: Service\n", &|_| Some("v1".parse().unwrap()))?;
    /// assert!(!edited.edits.is_empty(), "the defaults are written");
    /// # Ok::<(), apimachinery::edit::Refusal>(())
    /// ```
    #[must_use]
    pub fn with_level(mut self, level: Level) -> Self {
        self.options.level = level;
        self
    }

    /// Returns the level set by [`Editor::with_level`].
    ///
    /// ```
    /// use apimachinery::edit::{Editor, Level};
    /// use apimachinery::serializer::Codec;
    ///
    /// assert_eq!(Editor::new(Codec::new(apimachinery::apis::scheme())).level(), Level::Exact);
    /// ```
    #[must_use]
    pub fn level(&self) -> Level {
        self.options.level
    }

    /// Applies remedies for values that an API server refuses in the target version, if they keep the behavior of the
    /// object. [`Edited::deviations`] lists them.
    ///
    /// In a CustomResourceDefinition, they replace `preserveUnknownFields: true` by
    /// `x-kubernetes-preserve-unknown-fields: true` at every place of the schemas where fields would be dropped, complete
    /// missing schemas and types, and add the annotation `api-approved.kubernetes.io` to groups of Kubernetes. In all
    /// kinds, they remove the annotation `kubectl.kubernetes.io/last-applied-configuration`, which contains the source
    /// version.
    ///
    /// ```
    /// # #[cfg(feature = "apiextensions")] {
    /// use apimachinery::edit::{Editor, apply};
    /// use apimachinery::serializer::Codec;
    ///
    /// let text = b"apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nspec:\n  version: v1\n";
    /// let editor = Editor::new(Codec::new(apimachinery::apis::scheme())).with_fixes(true);
    /// let edited = editor.convert(text, &|_| Some("apiextensions.k8s.io/v1".parse().unwrap()))?;
    /// let text = String::from_utf8(apply(text, &edited.edits)).unwrap();
    /// assert!(text.contains("x-kubernetes-preserve-unknown-fields: true"));
    /// assert!(!text.contains("preserveUnknownFields"));
    /// assert_eq!(edited.deviations.len(), 2);
    /// # }
    /// # Ok::<(), apimachinery::edit::Refusal>(())
    /// ```
    #[must_use]
    pub fn with_fixes(mut self, fixes: bool) -> Self {
        self.options.fixes = fixes;
        self
    }

    /// Writes a comment with the reason after each added value. JSON has no comments and receives none.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::edit::{Editor, apply};
    /// use apimachinery::serializer::Codec;
    ///
    /// let text = b"apiVersion: apps/v1beta1\nkind: Deployment\nspec:\n  selector: {}\n";
    /// let editor = Editor::new(Codec::new(apimachinery::apis::scheme())).with_comments(true);
    /// let edited = editor.convert(text, &|_| Some("apps/v1".parse().unwrap()))?;
    /// let text = String::from_utf8(apply(text, &edited.edits)).unwrap();
    /// assert!(text.contains("  revisionHistoryLimit: 2  # default of apps/v1beta1; apps/v1 has 10\n"));
    /// # }
    /// # Ok::<(), apimachinery::edit::Refusal>(())
    /// ```
    #[must_use]
    pub fn with_comments(mut self, comments: bool) -> Self {
        self.options.explains = comments;
        self
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
        self.convert_to_one_of(text, &|gvk| target(gvk).into_iter().collect())
    }

    /// Returns the edits that convert each object of a document to the first of several versions that has fields for all
    /// of its content. If none has, an annotation takes the place of a field in the first version that permits the
    /// conversion. `targets` is called with the kind of each object, and returns the versions, or none if the object must
    /// stay as it is.
    ///
    /// ```
    /// # #[cfg(feature = "autoscaling")] {
    /// use apimachinery::edit::Editor;
    /// use apimachinery::serializer::Codec;
    ///
    /// let text = b"
    /// apiVersion: v1
    /// kind: List
    /// items:
    /// - {apiVersion: autoscaling/v2beta1, kind: HorizontalPodAutoscaler, spec: {maxReplicas: 3, metrics: [
    ///     {type: Pods, pods: {metricName: hits, targetAverageValue: 9}}]}}
    /// - {apiVersion: autoscaling/v2beta1, kind: HorizontalPodAutoscaler, spec: {maxReplicas: 3, metrics: [
    ///     {type: Resource, resource: {name: cpu, targetAverageUtilization: 80}}]}}
    /// ";
    /// let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
    /// let targets = ["autoscaling/v1", "autoscaling/v2beta2"].map(|version| version.parse().unwrap());
    /// let edited = editor.convert_to_one_of(text, &|_| targets.to_vec())?;
    /// let versions: Vec<_> = edited.conversions.iter().map(|conversion| conversion.to.to_string()).collect();
    /// assert_eq!(versions, ["autoscaling/v2beta2", "autoscaling/v1"]);
    /// # }
    /// # Ok::<(), apimachinery::edit::Refusal>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`Editor::convert`].
    pub fn convert_to_one_of(
        &self,
        text: &[u8],
        targets: &dyn Fn(&GroupVersionKind) -> Vec<GroupVersion>,
    ) -> Result<Edited, Refusal> {
        self.convert_as(Form::Complete, text, targets)
    }

    /// Returns the edits that convert a patch: a strategic merge patch, or an incomplete object that is merged with
    /// another one. The document is like one for [`Editor::convert`], but no defaults are added. Values only move to the
    /// places of the target version, and so do nulls, which delete values, and the directives `$patch`, `$retainKeys`,
    /// `$setElementOrder` and `$deleteFromPrimitiveList`. A value is added only if a moved value needs it, such as the type
    /// of the target of a HorizontalPodAutoscaler's metric.
    ///
    /// The edited patch has the same effect on a converted object as the patch has on the object before its conversion.
    /// This is proven for the values that the patch sets: without defaults, they are the same in the hub version.
    ///
    /// ```
    /// # #[cfg(feature = "extensions")] {
    /// use apimachinery::edit::{Editor, apply};
    /// use apimachinery::serializer::Codec;
    ///
    /// let text = b"\
    /// apiVersion: extensions/v1beta1
    /// kind: Ingress
    /// metadata: {name: web}
    /// spec:
    ///   backend:
    ///     $patch: replace   # no resource
    ///     serviceName: web
    /// ";
    /// let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
    /// let edited = editor.convert_patch(text, &|_| Some("networking.k8s.io/v1".parse().unwrap()))?;
    /// assert_eq!(String::from_utf8(apply(text, &edited.edits)).unwrap(), "\
    /// apiVersion: networking.k8s.io/v1
    /// kind: Ingress
    /// metadata: {name: web}
    /// spec:
    ///   defaultBackend:
    ///     service:
    ///       name: web
    ///     $patch: replace   # no resource
    /// ");
    /// # }
    /// # Ok::<(), apimachinery::edit::Refusal>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a refusal in the cases of [`Editor::convert`], and if the target version has no place for a value, or has
    /// several. A value that moves into a list is refused, because a patch replaces such a list as a whole.
    pub fn convert_patch(
        &self,
        text: &[u8],
        target: &dyn Fn(&GroupVersionKind) -> Option<GroupVersion>,
    ) -> Result<Edited, Refusal> {
        self.convert_as(Form::Patch, text, &|gvk| target(gvk).into_iter().collect())
    }

    /// Returns the edits that convert a document, in which objects that cannot be complete are converted as patches.
    #[cfg(feature = "cli")]
    pub(crate) fn convert_any(
        &self,
        text: &[u8],
        targets: &dyn Fn(&GroupVersionKind) -> Vec<GroupVersion>,
    ) -> Result<Edited, Refusal> {
        self.convert_as(Form::Any, text, targets)
    }

    fn convert_as(
        &self,
        form: Form,
        text: &[u8],
        targets: &dyn Fn(&GroupVersionKind) -> Vec<GroupVersion>,
    ) -> Result<Edited, Refusal> {
        // The kind of a valid object need not be read on its own. Nulls and directives of patches can have other places,
        // although they have no meaning of their own.
        let decoded = if form == Form::Patch { None } else { version::decode(&self.codec, text) };
        let gvk = match &decoded {
            Some(decoded) => decoded.gvk.clone(),
            None => source::type_meta(&self.codec, text)?.group_version_kind(),
        };
        let (mut known, asked) = (None, Cell::new(None));
        if !gvk.is_v1_list() {
            let versions = wanted(&gvk, targets, self.options.level);
            let Some(to) = versions.first().cloned() else { return Ok(Edited::default()) };
            asked.set(Some(versions));
            match decoded.map(|decoded| self.convert_version(text, decoded, to)) {
                Some(Ok(edited)) => return Ok(edited),
                Some(Err(found)) => known = found,
                None => {}
            }
        }
        let source = Source::decode(text)?;
        let document = Document::read(&self.codec, self.options, &source, known.is_some())?;
        // The versions of the document itself are known already.
        let targets = |gvk: &GroupVersionKind| asked.take().unwrap_or_else(|| targets(gvk));
        let mut edited = document.convert(form, &targets, known)?;
        if !edited.conversions.iter().any(|conversion| conversion.is_patch) {
            return Ok(edited);
        }
        match omitted::complete(self, text, &edited) {
            // The form makes no difference.
            Some(complete) if form == Form::Any && complete.edits == edited.edits => return Ok(complete),
            Some(complete) => edited.omitted = omitted::find(complete),
            None => {}
        }
        Ok(edited)
    }

    /// Returns the edit of the version, if a document needs no other one, or else what is known about the document.
    fn convert_version(&self, text: &[u8], decoded: Decoded, to: GroupVersion) -> Result<Edited, Option<Box<Known>>> {
        if self.options.level == Level::Full || self.options.fixes {
            return Err(None);
        }
        let from = decoded.gvk.clone();
        let edits = vec![version::edit(&self.codec, &self.other_defaults, text, decoded, &to)?];
        let kind = to.with_kind(from.kind.clone());
        let mut refused = Vec::new();
        if has_checks(&kind) {
            let json = go_yaml::to_json(&go_yaml::with_line_feeds(text)).map_err(|_| None)?;
            refused = refused_values(&kind, &json::from_str(&json).map_err(|_| None)?);
        }
        let conversions = vec![Conversion { path: Path::default(), from, to, is_patch: false }];
        Ok(Edited { edits, conversions, refused, ..Edited::default() })
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
        let numbers = Numbers::default();
        let meaning = Meaning::new(&self.codec, &numbers);
        let hub = |text: &[u8]| meaning.hub(meaning.decode_text(&source::readable(text)?)?);
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

/// Returns the versions to one of which an object must be converted. There are none if its own version comes first,
/// unless all values must be written.
fn wanted(
    gvk: &GroupVersionKind,
    targets: &dyn Fn(&GroupVersionKind) -> Vec<GroupVersion>,
    level: Level,
) -> Vec<GroupVersion> {
    let (mut versions, own) = (targets(gvk), gvk.group_version());
    if level != Level::Full {
        match versions.first() {
            Some(first) if *first == own => versions.clear(),
            _ => versions.retain(|version| *version != own),
        }
    }
    versions
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
