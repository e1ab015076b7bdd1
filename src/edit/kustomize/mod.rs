//! Kustomizations and JSON patches: selectors of objects, and paths to their fields, are changed like the objects.

mod field_path;
mod inline;
mod json_patch;
mod kustomization;
mod merge_patch;
mod pattern;
mod relocation;
mod revision;
mod selector;

#[cfg(feature = "cli")]
pub(crate) use self::inline::is_list;
use self::revision::Revision;
pub use self::selector::KindSelector;
use super::source::Source;
use super::{Document, Edited, Editor, Refusal};
use crate::schema::{GroupVersion, GroupVersionKind};

impl Editor {
    /// Returns the edits that adapt a kustomization to the conversion of the objects that it selects. `target` is called
    /// as in [`Editor::convert`].
    ///
    /// The selectors of `patches`, `patchesJson6902`, `replacements` and `vars` get the new group and version. Inline
    /// patches, and the field paths of `replacements` and `vars`, are converted as by [`Editor::convert_patch`] and
    /// [`Editor::convert_json_patch`]. Everything else, such as the list of resources, stays as it is.
    ///
    /// ```
    /// # #[cfg(all(feature = "apps", feature = "extensions"))] {
    /// use apimachinery::edit::{Editor, apply};
    /// use apimachinery::serializer::Codec;
    ///
    /// let text = b"\
    /// patches:
    /// - path: replicas.yaml
    ///   target: {group: extensions, version: v1beta1, kind: Deployment}   # all of them
    /// ";
    /// let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
    /// let newest = |gvk: &_| {
    ///     let gvk: &apimachinery::schema::GroupVersionKind = gvk;
    ///     (gvk.kind == "Deployment").then(|| "apps/v1".parse().unwrap())
    /// };
    /// let edited = editor.convert_kustomization(text, &newest).unwrap();
    /// assert_eq!(String::from_utf8(apply(text, &edited.edits)).unwrap(), "\
    /// patches:
    /// - path: replicas.yaml
    ///   target: {group: apps, version: v1, kind: Deployment}   # all of them
    /// ");
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a refusal for each selector, path and patch that cannot be converted, and for a text that is not a
    /// kustomization.
    pub fn convert_kustomization(
        &self,
        text: &[u8],
        target: &dyn Fn(&GroupVersionKind) -> Option<GroupVersion>,
    ) -> Result<Edited, Vec<Refusal>> {
        self.revision(text, |revision| kustomization::convert(self, revision, target))
    }

    /// Returns the edits that adapt a list of replacements in a file of its own, to which a kustomization refers.
    ///
    /// ```
    /// use apimachinery::edit::Editor;
    /// use apimachinery::serializer::Codec;
    ///
    /// let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
    /// assert!(editor.convert_replacements(b"- source: {kind: Secret}\n", &|_| None).unwrap().edits.is_empty());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a refusal for each selector and path that cannot be converted.
    pub fn convert_replacements(
        &self,
        text: &[u8],
        target: &dyn Fn(&GroupVersionKind) -> Option<GroupVersion>,
    ) -> Result<Edited, Vec<Refusal>> {
        self.revision(text, |revision| kustomization::convert_replacements(self, revision, target))
    }

    /// Returns the edits that convert a JSON patch (RFC 6902, in JSON or YAML) of objects of the selected kinds. Its
    /// paths, and the values below them, are those of the new version afterwards.
    ///
    /// A selector without a version matches objects of all versions. If the new version has all fields that an
    /// operation names, the operation stays as it is.
    ///
    /// ```
    /// # #[cfg(feature = "networking")] {
    /// use apimachinery::edit::{Editor, KindSelector, apply};
    /// use apimachinery::serializer::Codec;
    ///
    /// let text = b"- {op: replace, path: /spec/rules/0/http/paths/0/backend/servicePort, value: 8080}\n";
    /// let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
    /// let mut ingress = KindSelector::default();
    /// (ingress.version, ingress.kind) = (Some("v1beta1".into()), Some("Ingress".into()));
    /// let edited = editor.convert_json_patch(text, &[ingress], &|_| Some("networking.k8s.io/v1".parse().unwrap()));
    /// assert_eq!(
    ///     String::from_utf8(apply(text, &edited.unwrap().edits)).unwrap(),
    ///     "- {op: replace, path: /spec/rules/0/http/paths/0/backend/service/port, value: {number: 8080}}\n",
    /// );
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a refusal for each operation whose path has no single place in the new version, or whose value cannot be
    /// converted.
    pub fn convert_json_patch(
        &self,
        text: &[u8],
        selectors: &[KindSelector],
        target: &dyn Fn(&GroupVersionKind) -> Option<GroupVersion>,
    ) -> Result<Edited, Vec<Refusal>> {
        self.revision(text, |revision| json_patch::convert(self, revision, selectors, target))
    }

    /// Calls `convert` with the nodes of a text, and returns the proven edits that it makes.
    fn revision(&self, text: &[u8], convert: impl FnOnce(&mut Revision<'_>)) -> Result<Edited, Vec<Refusal>> {
        let source = Source::decode(text).map_err(|refusal| vec![refusal])?;
        let document = Document::read(&self.codec, self.options, &source, false).map_err(|refusal| vec![refusal])?;
        let mut revision = Revision::new(&document);
        convert(&mut revision);
        revision.finish()
    }
}
