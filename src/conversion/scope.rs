use std::any::Any;
use std::cell::RefCell;

use super::{Converter, Error, Fix, Loss};
use crate::schema::{GroupVersion, GroupVersioner};

/// The context of a conversion, which every conversion function receives. Counterpart of `conversion.Scope`.
///
/// A conversion function uses it to convert parts of its value with [`Scope::convert`], and to report values that are
/// lost with [`Scope::lose`]. [`Scope::version`] returns the version that is converted to or from the hub. This version
/// is not always the requested target: in a conversion from one version to another, the functions for the first step,
/// to the hub, receive the source version. [`Scope::context`] returns the versioner with which the caller selected the
/// target of the whole conversion. [`Scope::fixes`] returns true for each bug of Kubernetes whose [`Fix`] is enabled.
///
/// ```
/// use apimachinery::conversion::Scope;
/// use apimachinery::schema::GroupVersion;
///
/// let scope = Scope::new(GroupVersion::new("apps", "v1"));
/// assert_eq!(scope.version().to_string(), "apps/v1");
/// assert!(scope.context().is_none() && !scope.collects_losses());
/// ```
#[derive(Clone, Debug)]
pub struct Scope<'a> {
    pub(super) version: GroupVersion,
    pub(super) converter: Option<&'a Converter>,
    pub(super) context: Option<&'a dyn GroupVersioner>,
    pub(super) losses: Option<&'a RefCell<Vec<Loss>>>,
}

impl<'a> Scope<'a> {
    /// Creates a scope for conversions between `version` and the hub. The scope has no converter and no context, so
    /// [`Scope::convert`] returns an error and [`Scope::context`] returns `None`. Losses are not collected. Needed only
    /// to call conversion functions directly, as in tests; a [`Scheme`](crate::scheme::Scheme) creates its own.
    #[must_use]
    pub fn new(version: GroupVersion) -> Self {
        Scope { version, converter: None, context: None, losses: None }
    }

    /// Returns the scope with `context`, the versioner that selected the target of the whole conversion, or without a
    /// versioner if `context` is `None`. [`Scope::context`] returns it.
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

    /// Returns the version that is not the hub: the source of a conversion to the hub, or the target of a conversion
    /// from the hub. Use it in a function that several versions share.
    #[must_use]
    pub fn version(&self) -> &GroupVersion {
        &self.version
    }

    /// Returns the versioner that selected the target of the whole conversion, or `None` if the caller passed none.
    /// Built-in conversions do not use it. Counterpart of `Meta().Context`.
    #[must_use]
    pub fn context(&self) -> Option<&'a dyn GroupVersioner> {
        self.context
    }

    /// Returns true if the converter of this scope fixes `bug`, see [`Converter::fix`]. By default, no fix is enabled.
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

    /// Converts `from` to the type of `to` and stores the result in `to`, with the converter of this scope. Call it in
    /// a conversion function to convert a part of the value for which another function is registered.
    ///
    /// `from` must not be used afterwards, because values may be moved out of it. `to` is not cleared first: pass a
    /// default value.
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
    /// Returns the error of the function registered for these two types, or an error if there is no such function or
    /// the scope has no converter.
    pub fn convert<A: Any, B: Any>(&self, from: &mut A, to: &mut B) -> Result<(), Error> {
        match self.converter {
            Some(converter) => converter.convert(from, to, self),
            None => Err(Error::unknown_conversion(std::any::type_name::<A>(), std::any::type_name::<B>())),
        }
    }

    /// Returns the same scope within `converter`.
    pub(super) fn inside<'b>(&self, converter: &'b Converter) -> Scope<'b>
    where
        'a: 'b,
    {
        Scope { version: self.version.clone(), converter: Some(converter), context: self.context, losses: self.losses }
    }
}
