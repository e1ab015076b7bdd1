use std::any::Any;
use std::cell::RefCell;

use super::{Converter, Error, Fix, Loss};
use crate::schema::{GroupVersion, GroupVersioner};

/// What a conversion function may want to know of the conversion that it is a part of, and how it
/// continues with a value of another type.
///
/// ```
/// use apimachinery::conversion::Scope;
/// use apimachinery::schema::GroupVersion;
///
/// let scope = Scope::new(GroupVersion::new("apps", "v1"));
/// assert_eq!(scope.version().to_string(), "apps/v1");
/// ```
#[derive(Clone, Debug)]
pub struct Scope<'a> {
    pub(super) version: GroupVersion,
    pub(super) converter: Option<&'a Converter>,
    pub(super) context: Option<&'a dyn GroupVersioner>,
    pub(super) losses: Option<&'a RefCell<Vec<Loss>>>,
}

impl<'a> Scope<'a> {
    /// A conversion between `version` and the hub, outside of any converter.
    #[must_use]
    pub fn new(version: GroupVersion) -> Self {
        Scope { version, converter: None, context: None, losses: None }
    }

    /// The same scope with the versioner that the whole object is converted for.
    ///
    /// ```
    /// use apimachinery::conversion::Scope;
    /// use apimachinery::schema::{GroupVersion, GroupVersioner, InternalGroupVersioner};
    ///
    /// let scope = Scope::new(GroupVersion::new("apps", "v1")).with_context(Some(&InternalGroupVersioner));
    /// assert_eq!(scope.context().map(|versioner| versioner.identifier()), Some("internal".to_string()));
    /// ```
    #[must_use]
    pub fn with_context(self, context: Option<&'a dyn GroupVersioner>) -> Self {
        Scope { context, ..self }
    }

    /// The version on the outer side: the source on the way to the hub, the target on the way
    /// from it.
    #[must_use]
    pub fn version(&self) -> &GroupVersion {
        &self.version
    }

    /// The versioner that the whole object is converted for, where it is known: upstream's
    /// `Meta().Context`.
    #[must_use]
    pub fn context(&self) -> Option<&'a dyn GroupVersioner> {
        self.context
    }

    /// Whether the converter that runs the calling function fixes a bug of Kubernetes. None does unless told to.
    ///
    /// ```
    /// use apimachinery::conversion::{Fix, Scope};
    /// use apimachinery::schema::GroupVersion;
    ///
    /// assert!(!Scope::new(GroupVersion::new("apps", "v1")).fixes(Fix::ContainerOfMetric));
    /// ```
    #[must_use]
    pub fn fixes(&self, bug: Fix) -> bool {
        self.converter.is_some_and(|converter| converter.fixes(bug))
    }

    /// Continues with a part: the converter that runs the calling function converts it.
    ///
    /// ```
    /// use apimachinery::conversion::{Converter, Scope};
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let mut converter = Converter::default();
    /// converter.register(|from: &mut u8, to: &mut u64, _| Ok(*to = (*from).into()));
    /// converter.register(|from: &mut [u8; 2], to: &mut [u64; 2], scope| {
    ///     from.iter_mut().zip(to).try_for_each(|(from, to)| scope.convert(from, to))
    /// });
    ///
    /// let (mut from, mut to) = ([1u8, 2], [0u64, 0]);
    /// converter.convert(&mut from, &mut to, &Scope::new(GroupVersion::default())).unwrap();
    /// assert_eq!(to, [1, 2]);
    /// ```
    ///
    /// # Errors
    ///
    /// That of the function, or that there is none for these two types.
    pub fn convert<A: Any, B: Any>(&self, from: &mut A, to: &mut B) -> Result<(), Error> {
        match self.converter {
            Some(converter) => converter.convert(from, to, self),
            None => Err(Error::unknown_conversion(std::any::type_name::<A>(), std::any::type_name::<B>())),
        }
    }

    /// The same scope inside `converter`.
    pub(super) fn inside<'b>(&self, converter: &'b Converter) -> Scope<'b>
    where
        'a: 'b,
    {
        Scope { version: self.version.clone(), converter: Some(converter), context: self.context, losses: self.losses }
    }
}
