use std::error::Error;
use std::fmt;

use crate::schema::GroupVersionKind;

/// A property that conversions between a version and the hub, the internal version of its group, must have. Values that
/// the definitions declare lost are exempt.
///
/// ```
/// use apimachinery::testing::Property;
///
/// assert_eq!(Property::HubVersionHub.to_string(), "from the hub to the version and back");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Property {
    /// An object of a version is unchanged after conversion to the hub and back: the hub can represent all values of
    /// the version.
    VersionHubVersion,
    /// A hub object is unchanged after conversion to the version and back: values that the version has no field for are
    /// preserved in annotations.
    HubVersionHub,
    /// If a hub object is converted to the version, a field is changed there, and the object is converted back, the hub
    /// object has the new value, and no other value is lost.
    ChangedOnTheWay,
}

impl Property {
    pub(super) const ALL: [Property; 3] =
        [Property::VersionHubVersion, Property::HubVersionHub, Property::ChangedOnTheWay];
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Property::VersionHubVersion => "from the version to the hub and back",
            Property::HubVersionHub => "from the hub to the version and back",
            Property::ChangedOnTheWay => "from the hub to the version, changed there, and back",
        })
    }
}

/// An object for which a [`Property`] does not hold: a field differs after the conversions.
///
/// Its [`Display`](std::fmt::Display) text contains all details, and the steps that reproduce the failure.
///
/// ```
/// use apimachinery::testing::Failure;
///
/// fn short(failure: &Failure) -> String {
///     format!("{}: {} was {} and is {}", failure.kind, failure.path, failure.before, failure.after)
/// }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The version and kind that were tested with the hub.
    pub kind: GroupVersionKind,
    /// The property that does not hold for the object.
    pub property: Property,
    /// The seed of the object. [`Roundtrip::seed`](super::Roundtrip::seed) with this number and one case reproduces the
    /// failure.
    pub seed: u64,
    /// The path of the first field that differs, such as `spec.ports[0].name`.
    pub path: String,
    /// The value of the field before the conversion, as JSON; `absent` if it was unset.
    pub before: String,
    /// The value of the field after the conversion, as JSON; `absent` if it is unset.
    pub after: String,
    /// The smallest object found for which the property does not hold, as YAML. Hub objects have no `apiVersion` and
    /// `kind`.
    pub object: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (version, kind) = (self.kind.api_version(), &self.kind.kind);
        writeln!(f, "{version} {kind}, {}: `{}` differs", self.property, self.path)?;
        writeln!(f, "  before: {}", self.before)?;
        writeln!(f, "  after:  {}", self.after)?;
        writeln!(f, "  smallest failing object:")?;
        for line in self.object.lines() {
            writeln!(f, "    {line}")?;
        }
        write!(f, "  reproduce with: .only({version:?}, {kind:?}).seed({}).cases(1)", self.seed)
    }
}

/// The error returned by [`Roundtrip::run`](super::Roundtrip::run): one object for each kind and property that does not
/// hold, and the selections that contain no kind with a hub. Its text contains all of them, so a test can unwrap the
/// result.
///
/// ```
/// use apimachinery::testing::Failures;
///
/// fn paths(failures: &Failures) -> Vec<&str> {
///     failures.iter().map(|failure| failure.path.as_str()).collect()
/// }
/// ```
#[derive(Clone)]
pub struct Failures {
    pub(super) failures: Vec<Failure>,
    /// Selections without any kind that could be tested.
    pub(super) untested: Vec<String>,
}

impl Failures {
    /// Returns the failures in order of registration of their kinds, with at most one for each kind and property. There
    /// are none if only selections were wrong.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Failure> {
        self.failures.iter()
    }
}

/// Prints the texts of all failures, so that `unwrap` in a test shows them.
impl fmt::Debug for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> =
            self.untested.iter().map(|selected| format!("nothing was tested: {selected}")).collect();
        if !self.failures.is_empty() {
            parts.push(format!("{} properties do not hold", self.failures.len()));
        }
        parts.extend(self.failures.iter().map(ToString::to_string));
        f.write_str(&parts.join("\n\n"))
    }
}

impl Error for Failures {}
