use std::error::Error;
use std::fmt;

use crate::schema::GroupVersionKind;

/// What an object of two versions ought to do.
///
/// ```
/// use apimachinery::testing::Property;
///
/// assert_eq!(Property::HubVersionHub.to_string(), "from the hub to the version and back");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Property {
    /// From its version to the hub and back, it is what it was: the hub holds all of every version.
    VersionHubVersion,
    /// From the hub to the version and back, it is what it was: what the version cannot hold is kept.
    HubVersionHub,
    /// A field that is changed in the version has its new value in the hub, and nothing else is lost by it.
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

/// An object that does not come back as it was.
///
/// Its text says all of it, and how to try it again.
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
    /// The version and kind that were tried with their hub.
    pub kind: GroupVersionKind,
    /// What did not hold.
    pub property: Property,
    /// What the object was filled from: the same seed fills it again.
    pub seed: u64,
    /// The first field that differs, as `spec.ports[0].name`.
    pub path: String,
    /// The field's value before the way, as JSON; `absent` if there was none.
    pub before: String,
    /// The field's value after the way.
    pub after: String,
    /// The smallest object that was found to fail, as YAML. One of the hub says no kind.
    pub object: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (version, kind) = (self.kind.api_version(), &self.kind.kind);
        writeln!(f, "{version} {kind}, {}: `{}` differs", self.property, self.path)?;
        writeln!(f, "  before: {}", self.before)?;
        writeln!(f, "  after:  {}", self.after)?;
        writeln!(f, "  of the smallest object:")?;
        for line in self.object.lines() {
            writeln!(f, "    {line}")?;
        }
        write!(f, "  again: .only({version:?}, {kind:?}).seed({}).cases(1)", self.seed)
    }
}

/// All kinds and properties that failed, one object each.
///
/// ```
/// use apimachinery::testing::Failures;
///
/// fn paths(failures: &Failures) -> Vec<&str> {
///     failures.iter().map(|failure| failure.path.as_str()).collect()
/// }
/// ```
#[derive(Clone)]
pub struct Failures(pub(super) Vec<Failure>);

impl Failures {
    /// The failures by kind, in the order of registration.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Failure> {
        self.0.iter()
    }
}

/// The texts of all, which `unwrap` in a test shows.
impl fmt::Debug for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} properties do not hold", self.0.len())?;
        self.0.iter().try_for_each(|failure| write!(f, "\n\n{failure}"))
    }
}

impl Error for Failures {}
