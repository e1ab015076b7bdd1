use super::{Builder, Scheme};
use crate::reflect::Shape;
use crate::schema::GroupVersion;

/// A field that may come back changed from the way between a version and the hub, as the definitions say.
///
/// Upstream says it nowhere: what a version cannot hold is gone there, or in an annotation.
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
    /// The table of the struct: of the version, or of the hub.
    pub shape: fn() -> &'static Shape,
    /// The JSON names from the struct to the field, with dots between them; empty for all of it.
    pub path: &'static str,
    /// When it happens.
    pub when: LossWhen,
    /// Why: the words of the definitions, empty if they have none.
    pub reason: &'static str,
}

/// When a [`Loss`] happens.
///
/// ```
/// use apimachinery::scheme::LossWhen;
///
/// assert_ne!(LossWhen::Always, LossWhen::Values(&["full"]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossWhen {
    /// Whatever the value is.
    Always,
    /// Only between absent and empty, which one of the sides does not tell apart.
    Empty,
    /// Only if it is empty: it gets the value of a field that is a second name of it.
    Filled,
    /// Only between absent and empty: any other value is kept in the object's annotation of this name, which comes and
    /// goes on the way.
    Kept(&'static str),
    /// Only with these texts, which are the other side's words for something.
    Values(&'static [&'static str]),
}

impl Builder {
    /// Says what a version loses. Generated code calls it.
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
    /// What the versions lose, with the version that loses it: an example is at [`Loss`].
    pub fn losses(&self) -> impl Iterator<Item = (&GroupVersion, &'static Loss)> {
        self.registry.losses.iter().flat_map(|(version, losses)| losses.iter().map(move |loss| (version, loss)))
    }
}
