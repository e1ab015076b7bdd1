use crate::schema::GroupVersion;

/// What a conversion function may want to know of the conversion that it is a part of: less than upstream's
/// `conversion.Scope`, whose `Convert` and `Meta` generated code does not need here.
///
/// ```
/// use apimachinery::conversion::Scope;
/// use apimachinery::schema::GroupVersion;
///
/// let scope = Scope::new(GroupVersion::new("apps", "v1"));
/// assert_eq!(scope.version().to_string(), "apps/v1");
/// ```
#[derive(Clone, Debug)]
pub struct Scope {
    version: GroupVersion,
}

impl Scope {
    /// A conversion between `version` and the hub.
    #[must_use]
    pub fn new(version: GroupVersion) -> Self {
        Scope { version }
    }

    /// The version on the outer side: the source on the way to the hub, the target on the way
    /// from it.
    #[must_use]
    pub fn version(&self) -> &GroupVersion {
        &self.version
    }
}
