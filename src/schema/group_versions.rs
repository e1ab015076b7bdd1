use super::{GroupVersion, GroupVersionKind, GroupVersioner};

/// A [`GroupVersioner`] that converts objects to one of several versions, in order of preference. Counterpart of
/// `schema.GroupVersions`.
///
/// If the object already is of one of these versions, the first such version is selected. Otherwise the first version
/// whose group is one of the object's groups is selected. If no version is suitable, nothing is selected.
///
/// ```
/// use apimachinery::schema::{GroupVersion, GroupVersionKind, GroupVersioner, GroupVersions};
///
/// let versions: GroupVersions = ["apps/v1", "apps/v1beta1"].map(|text| text.parse().unwrap()).into();
/// let kind = GroupVersionKind::new("apps", "v1beta1", "Deployment");
/// assert_eq!(versions.kind_for(std::slice::from_ref(&kind)), Some(kind));
/// assert_eq!(versions.identifier(), "[apps/v1,apps/v1beta1]");
/// assert_eq!(versions.as_slice().len(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct GroupVersions(Vec<GroupVersion>);

impl GroupVersions {
    /// Returns the versions in order of preference.
    #[must_use]
    pub fn as_slice(&self) -> &[GroupVersion] {
        &self.0
    }
}

impl From<Vec<GroupVersion>> for GroupVersions {
    fn from(versions: Vec<GroupVersion>) -> Self {
        GroupVersions(versions)
    }
}

impl<const N: usize> From<[GroupVersion; N]> for GroupVersions {
    fn from(versions: [GroupVersion; N]) -> Self {
        GroupVersions(versions.into())
    }
}

impl FromIterator<GroupVersion> for GroupVersions {
    fn from_iter<I: IntoIterator<Item = GroupVersion>>(versions: I) -> Self {
        GroupVersions(versions.into_iter().collect())
    }
}

impl GroupVersioner for GroupVersions {
    fn kind_for(&self, kinds: &[GroupVersionKind]) -> Option<GroupVersionKind> {
        let mut first = None;
        for version in &self.0 {
            let choice = version.kind_for(kinds);
            if choice.as_ref().is_some_and(|choice| kinds.contains(choice)) {
                return choice;
            }
            first = first.or(choice);
        }
        first
    }

    fn identifier(&self) -> String {
        let versions: Vec<String> = self.0.iter().map(GroupVersion::identifier).collect();
        format!("[{}]", versions.join(","))
    }

    fn quoted(&self) -> String {
        let versions: Vec<String> = self.0.iter().map(GroupVersion::quoted).collect();
        format!("[{}]", versions.join(" "))
    }
}
