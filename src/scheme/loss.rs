use super::{Builder, Scheme};
use crate::reflect::{Message, Shape};
use crate::schema::GroupVersion;

/// A declaration that a field may not survive a round trip from a version to the hub (the internal version) and back,
/// or from the hub to the version and back. The generator creates it from the definitions, and
/// [`testing::roundtrip`](crate::testing) tolerates exactly these changes. It describes a type; a value that a
/// conversion has dropped is a [`conversion::Loss`](crate::conversion::Loss).
///
/// Upstream has no such declarations: values that a version cannot represent are dropped there or stored in
/// annotations.
///
/// ```
/// # #[cfg(feature = "resource")] {
/// use apimachinery::schema::GroupVersion;
///
/// let scheme = apimachinery::apis::scheme();
/// let old = GroupVersion::new("resource.k8s.io", "v1alpha3");
/// let losses = scheme.losses().filter(|(version, _)| **version == old);
/// let reasons: Vec<_> = losses.filter(|(_, loss)| loss.path == "extendedResourceName").map(|(_, loss)| loss.reason).collect();
/// assert_eq!(reasons, ["v1alpha3 has no extended resources"]);
/// # }
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Loss {
    /// A function that returns the type table of the struct that contains the field. The struct belongs to the version
    /// or to the hub.
    pub shape: fn() -> &'static Shape,
    /// The path of the field in the struct: JSON names separated by dots, without indexes. It is empty for the whole
    /// struct.
    pub path: &'static str,
    /// The condition for the loss: all values of the field, or only some of them.
    pub when: LossWhen,
    /// The reason in the definitions, for users; empty if they contain none.
    pub reason: &'static str,
}

/// The condition under which a [`Loss`] occurs: the values of the field that are not preserved.
///
/// ```
/// use apimachinery::scheme::LossWhen;
///
/// assert_ne!(LossWhen::Always, LossWhen::Values(&["full"]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LossWhen {
    /// All values of the field are lost.
    Always,
    /// Only the difference between an unset field and one that is set to an empty value, because either the version or
    /// the hub cannot represent both.
    Empty,
    /// Only empty values. A second field of the version has the same meaning (an `alias` in the definitions), and its
    /// value replaces an empty value of this field.
    Filled,
    /// Only the difference between an unset field and an empty value, as for `Empty`. Other values are preserved in the
    /// annotation of this name: the conversion to the type without the field writes it, and the inverse conversion
    /// reads and removes it.
    Kept(&'static str),
    /// Only these strings. They are names that the other type uses for a value which this type names differently, so
    /// they are replaced in a round trip.
    Values(&'static [&'static str]),
}

impl Loss {
    /// Creates a declaration that the field of the struct `T` at `path` may not survive a round trip under the
    /// condition `when`. It has no reason; [`Loss::because`] adds one.
    ///
    /// ```
    /// use apimachinery::scheme::{Loss, LossWhen};
    /// # #[derive(Clone, Default, PartialEq)]
    /// # struct Port { number: i32 }
    /// # apimachinery::message! { Port { number => "number", 1, Never; } }
    ///
    /// const NUMBER: Loss = Loss::of::<Port>("number", LossWhen::Always).because("v1 has named ports only");
    /// assert_eq!((NUMBER.path, NUMBER.reason), ("number", "v1 has named ports only"));
    /// ```
    #[must_use]
    pub const fn of<T: Message>(path: &'static str, when: LossWhen) -> Self {
        Loss { shape: T::shape, path, when, reason: "" }
    }

    /// Sets the reason for the loss, as a text for users.
    #[must_use]
    pub const fn because(mut self, reason: &'static str) -> Self {
        self.reason = reason;
        self
    }
}

impl Builder {
    /// Declares `losses` for conversions between a version and the hub of its group, in addition to those already
    /// declared. They only affect [`Scheme::losses`] and tests. Called by generated code.
    ///
    /// ```
    /// use apimachinery::scheme::{Loss, LossWhen, Scheme};
    /// # #[derive(Clone, Default, PartialEq)]
    /// # struct Port { number: i32 }
    /// # apimachinery::message! { Port { number => "number", 1, Never; } }
    ///
    /// static LOSSES: [Loss; 1] = [Loss::of::<Port>("number", LossWhen::Always)];
    /// let mut builder = Scheme::builder();
    /// builder.losses("example.com", "v1beta1", &LOSSES);
    /// assert_eq!(builder.build().losses().count(), 1);
    /// ```
    pub fn losses(&mut self, group: &str, version: &str, losses: &'static [Loss]) {
        self.registry.losses.push((GroupVersion::new(group, version), losses));
    }
}

impl Scheme {
    /// Returns the declared losses of all versions, each with its version, in order of declaration. See [`Loss`] for an
    /// example.
    pub fn losses(&self) -> impl Iterator<Item = (&GroupVersion, &'static Loss)> {
        self.registry.losses.iter().flat_map(|(version, losses)| losses.iter().map(move |loss| (version, loss)))
    }
}
