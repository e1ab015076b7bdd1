//! The fields of versions and hubs whose strings have a closed set of values.

use super::{Builder, Scheme};
use crate::reflect::{Message, Shape};
use crate::schema::GroupVersion;

/// A string field, or a list or map of strings, whose values the definitions list (`enum`). Objects can contain other
/// values, because decoding accepts any string. Returned by [`Scheme::enums`].
///
/// ```
/// # #[cfg(feature = "policy")] {
/// use apimachinery::reflect::Message;
/// use apimachinery::apis::policy::v1::PodDisruptionBudgetSpec;
///
/// let scheme = apimachinery::apis::scheme();
/// let shape = PodDisruptionBudgetSpec::shape();
/// let known = scheme.enums().map(|(_, field)| field).find(|field| std::ptr::eq((field.shape)(), shape)).unwrap();
/// assert_eq!((known.field, known.values), ("unhealthyPodEvictionPolicy", &["IfHealthyBudget", "AlwaysAllow"][..]));
/// # }
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct EnumField {
    /// A function that returns the type table of the struct that contains the field.
    pub shape: fn() -> &'static Shape,
    /// The JSON name of the field.
    pub field: &'static str,
    /// The values.
    pub values: &'static [&'static str],
}

impl EnumField {
    /// Creates a declaration of the values of the field `field` of the struct `T`.
    ///
    /// ```
    /// use apimachinery::scheme::EnumField;
    /// # #[derive(Clone, Default, PartialEq)]
    /// # struct Shop { season: apimachinery::meta::Str }
    /// # apimachinery::message! { Shop { season => "season", 1, Never; } }
    ///
    /// const SEASON: EnumField = EnumField::of::<Shop>("season", &["Summer", "Winter"]);
    /// assert_eq!(SEASON.values, ["Summer", "Winter"]);
    /// ```
    #[must_use]
    pub const fn of<T: Message>(field: &'static str, values: &'static [&'static str]) -> Self {
        EnumField { shape: T::shape, field, values }
    }
}

impl Builder {
    /// Declares the fields of a version, and of its hub, whose strings have a closed set of values. They only affect
    /// [`Scheme::enums`] and tests. Called by generated code.
    ///
    /// ```
    /// use apimachinery::scheme::{EnumField, Scheme};
    /// # #[derive(Clone, Default, PartialEq)]
    /// # struct Shop { season: apimachinery::meta::Str }
    /// # apimachinery::message! { Shop { season => "season", 1, Never; } }
    ///
    /// static ENUMS: [EnumField; 1] = [EnumField::of::<Shop>("season", &["Summer", "Winter"])];
    /// let mut builder = Scheme::builder();
    /// builder.enums("example.com", "v1", &ENUMS);
    /// assert_eq!(builder.build().enums().count(), 1);
    /// ```
    pub fn enums(&mut self, group: &str, version: &str, fields: &'static [EnumField]) {
        self.registry.enums.push((GroupVersion::new(group, version), fields));
    }
}

impl Scheme {
    /// Returns the declared fields with a closed set of values, each with its version, in order of declaration. A field
    /// can be declared more than once: a conversion that accepts additional values declares these.
    /// See [`EnumField`] for an example.
    pub fn enums(&self) -> impl Iterator<Item = (&GroupVersion, &'static EnumField)> {
        self.registry.enums.iter().flat_map(|(version, fields)| fields.iter().map(move |field| (version, field)))
    }
}
