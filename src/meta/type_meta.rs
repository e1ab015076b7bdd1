use crate::field::Str;
use crate::schema::GroupVersionKind;

/// The `kind` and `apiVersion` of a document. Counterpart of `metav1.TypeMeta`.
///
/// Every kind has it as its first field, `type_meta`. Decoding preserves the values of the document, conversion to a
/// version sets them, and conversion to the hub clears them. In Protobuf they are not part of the message, only of the
/// envelope around it. An empty string means unset and is omitted.
///
/// ```
/// use apimachinery::meta::TypeMeta;
///
/// let meta = TypeMeta::new("apps/v1", "Deployment");
/// assert_eq!(meta.group_version_kind().to_string(), "apps/v1, Kind=Deployment");
/// assert_eq!(TypeMeta::from(&meta.group_version_kind()), meta);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TypeMeta {
    /// The kind, such as `Deployment`; empty if unset.
    pub kind: Str,
    /// The group and version, such as `apps/v1`, or only the version for the core group, such as `v1`; empty if unset.
    pub api_version: Str,
}

crate::__table! {
    TypeMeta [] {
        kind => "kind", 0, Empty;
        api_version => "apiVersion", 0, Empty;
    } fields { kind, api_version }
}

impl TypeMeta {
    /// Creates a value from `api_version` and `kind`, neither of which is validated.
    #[must_use]
    pub fn new(api_version: impl Into<Str>, kind: impl Into<Str>) -> Self {
        TypeMeta { kind: kind.into(), api_version: api_version.into() }
    }

    /// Parses the group, version and kind. Counterpart of `FromAPIVersionAndKind`. If `api_version` is invalid because
    /// it contains more than one `/`, only the kind is set.
    ///
    /// ```
    /// use apimachinery::meta::TypeMeta;
    ///
    /// assert_eq!(TypeMeta::new("v1", "Pod").group_version_kind().group, "");
    /// let unreadable = TypeMeta::new("a/b/c", "Pod").group_version_kind();
    /// assert!(unreadable.version.is_empty() && unreadable.kind == "Pod");
    /// ```
    #[must_use]
    pub fn group_version_kind(&self) -> GroupVersionKind {
        GroupVersionKind::from_api_version(&self.api_version, &self.kind)
    }
}

impl From<&GroupVersionKind> for TypeMeta {
    fn from(gvk: &GroupVersionKind) -> Self {
        TypeMeta { kind: gvk.kind.clone(), api_version: gvk.api_version() }
    }
}
