use super::{Builder, Scheme};
use crate::reflect::Shape;
use crate::schema::GroupVersion;

/// A field that may not survive a round trip through the hub, as declared by the definitions.
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
pub struct Loss {
    /// Returns the table of the struct, which belongs to the version or to the hub.
    pub shape: fn() -> &'static Shape,
    /// The JSON names from the struct to the field, separated by dots; empty for the whole struct.
    pub path: &'static str,
    /// The values that are lost.
    pub when: LossWhen,
    /// The reason given by the definitions; empty if they give none.
    pub reason: &'static str,
}

/// The values for which a [`Loss`] occurs.
///
/// ```
/// use apimachinery::scheme::LossWhen;
///
/// assert_ne!(LossWhen::Always, LossWhen::Values(&["full"]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossWhen {
    /// All values.
    Always,
    /// Only the difference between absent and empty, which one of the sides cannot represent.
    Empty,
    /// Only empty values: they are replaced by the value of a field that is an alias of this one.
    Filled,
    /// Only the difference between absent and empty. Any other value is kept in the object's annotation of this name,
    /// which is written by one conversion and removed by the other.
    Kept(&'static str),
    /// Only these strings, which are the other side's spellings of a value.
    Values(&'static [&'static str]),
}

impl Builder {
    /// Declares the losses of a version. Called by generated code.
    ///
    /// ```
    /// use apimachinery::reflect::Message;
    /// use apimachinery::scheme::{Loss, LossWhen, Scheme};
    /// # #[derive(Clone, Default, PartialEq)]
    /// # struct Port { number: i32 }
    /// # apimachinery::message! { Port { number => "number", 1, Never; } }
    ///
    /// static LOSSES: [Loss; 1] = [Loss { shape: Port::shape, path: "number", when: LossWhen::Always, reason: "old" }];
    /// let mut builder = Scheme::builder();
    /// builder.losses("example.com", "v1beta1", &LOSSES);
    /// assert_eq!(builder.build().losses().count(), 1);
    /// ```
    pub fn losses(&mut self, group: &str, version: &str, losses: &'static [Loss]) {
        self.registry.losses.push((GroupVersion::new(group, version), losses));
    }
}

impl Scheme {
    /// Returns the declared losses, each with its version. See [`Loss`] for an example.
    pub fn losses(&self) -> impl Iterator<Item = (&GroupVersion, &'static Loss)> {
        self.registry.losses.iter().flat_map(|(version, losses)| losses.iter().map(move |loss| (version, loss)))
    }
}
