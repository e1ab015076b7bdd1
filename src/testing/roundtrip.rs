use std::fmt;

use super::difference::Difference;
use super::failure::{Failure, Failures, Property};
use super::pair::{Allowed, Pair, Verdict};
use super::{fill_with, shrink};
use crate::format::json;
use crate::go_yaml;
use crate::meta::{Object, TypeMeta};
use crate::schema::GroupVersionKind;
use crate::scheme::{Builder, Scheme};

/// Creates a property test of the conversions of all kinds in `scheme` that have a hub; [`Roundtrip::run`] runs it. By
/// default, it tests 100 objects for each kind and [`Property`], with the seeds 1 to 100. List kinds are skipped,
/// because their items are tested. If kinds contain types of other groups, register these groups in the Scheme as well,
/// because they declare the losses of these types.
///
/// ```
/// # #[cfg(feature = "rbac")] {
/// let scheme = apimachinery::apis::scheme();
/// let test = apimachinery::testing::roundtrip(&scheme).only("rbac.authorization.k8s.io/v1beta1", "Role");
/// let done = test.seed(42).cases(3).run().unwrap();
/// assert_eq!((done.pairs, done.objects, done.refused), (1, 9, 0));
/// # }
/// ```
pub fn roundtrip(scheme: &Scheme) -> Roundtrip<'_> {
    Roundtrip { scheme, seed: 1, cases: 100, selected: Vec::new(), allowed: Vec::new() }
}

/// A property test of conversions, created by [`roundtrip`]. Its methods select kinds and set the number of objects,
/// and [`Roundtrip::run`] runs it.
///
/// ```
/// use apimachinery::testing::{Roundtrip, Summary};
///
/// fn quick(test: Roundtrip<'_>) -> Summary {
///     test.seed(7).cases(5).run().unwrap()
/// }
/// ```
#[must_use = "call `run` to run the test"]
pub struct Roundtrip<'a> {
    scheme: &'a Scheme,
    seed: u64,
    cases: u64,
    selected: Vec<Selection>,
    allowed: Vec<Allowed>,
}

/// Some of the kinds of a Scheme.
enum Selection {
    Kind(GroupVersionKind),
    Group(String),
    /// The kinds that a function registers.
    Kinds(Vec<GroupVersionKind>),
}

impl Selection {
    fn contains(&self, gvk: &GroupVersionKind) -> bool {
        match self {
            Selection::Kind(kind) => kind == gvk,
            Selection::Group(group) => gvk.group == *group,
            Selection::Kinds(kinds) => kinds.contains(gvk),
        }
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Selection::Kind(kind) => write!(f, "the Scheme has no {} {} with a hub", kind.api_version(), kind.kind),
            Selection::Group(group) => write!(f, "the Scheme has no kinds of the group {group:?} with a hub"),
            Selection::Kinds(_) => f.write_str("the Scheme has none of the registered kinds with a hub"),
        }
    }
}

/// The result of a successful [`Roundtrip::run`]: the numbers of kinds and objects that it has tested, and of objects
/// that a conversion rejected.
///
/// ```
/// # #[cfg(feature = "node")] {
/// let scheme = apimachinery::apis::scheme();
/// let done = apimachinery::testing::roundtrip(&scheme).only("node.k8s.io/v1beta1", "RuntimeClass").cases(2).run();
/// let done = done.unwrap();
/// assert_eq!((done.pairs, done.objects, done.refused), (1, 6, 0));
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Number of pairs of a version of a kind and its hub that were tested.
    pub pairs: usize,
    /// Number of objects that were tested, each for one [`Property`]: three times the number of cases for each pair.
    pub objects: usize,
    /// Number of objects that a conversion function rejected, for example because a text is not a number. These are not
    /// failures, but if there are many of them, little was tested.
    pub refused: usize,
}

impl Roundtrip<'_> {
    /// Sets the seed of the first object of each kind and property; every further object uses the next number. Defaults
    /// to 1.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the number of objects that are tested for each kind and [`Property`]. Defaults to 100.
    pub fn cases(mut self, cases: u64) -> Self {
        self.cases = cases;
        self
    }

    /// Adds a kind, such as `apps/v1` and `Deployment`, to the selected kinds. The test covers the union of all
    /// selections, or every kind of the Scheme if nothing is selected.
    pub fn only(mut self, version: &str, kind: &str) -> Self {
        self.selected.push(Selection::Kind(GroupVersionKind::from_api_version(version, kind)));
        self
    }

    /// Adds all kinds of a group, in all its versions, to the selected kinds. The test covers the union of all
    /// selections, or every kind of the Scheme if nothing is selected.
    ///
    /// ```
    /// # #[cfg(feature = "node")] {
    /// let scheme = apimachinery::apis::scheme();
    /// let done = apimachinery::testing::roundtrip(&scheme).group("node.k8s.io").cases(2).run().unwrap();
    /// assert_eq!(done.pairs, 3, "RuntimeClass in v1, v1beta1 and v1alpha1");
    /// # }
    /// ```
    pub fn group(mut self, group: &str) -> Self {
        self.selected.push(Selection::Group(group.to_owned()));
        self
    }

    /// Adds all kinds that `register` registers, such as the generated `apis::register` of a crate, to the selected
    /// kinds. Use it if the Scheme also contains the kinds of other crates. The test covers the union of all
    /// selections, or every kind of the Scheme if nothing is selected.
    ///
    /// ```
    /// # #[cfg(feature = "node")] {
    /// use apimachinery::apis::{self, node};
    ///
    /// let scheme = apis::scheme();
    /// let done = apimachinery::testing::roundtrip(&scheme).registered_by(node::register).cases(2).run().unwrap();
    /// assert_eq!(done.pairs, 3);
    /// # }
    /// ```
    pub fn registered_by(mut self, register: impl FnOnce(&mut Builder)) -> Self {
        let mut builder = Scheme::builder();
        register(&mut builder);
        let kinds = builder.build().all_known_types().map(|known| known.kind.clone()).collect();
        self.selected.push(Selection::Kinds(kinds));
        self
    }

    /// Allows a field to change in conversions between `version`, such as `apps/v1`, and the hub. Use it for changes that
    /// a conversion function makes on purpose and that the definitions do not declare as losses. `path` contains JSON
    /// names without indexes or keys, such as `spec.template.spec.volumes`, and applies to all kinds of the version. A
    /// struct, list or map may then be set, be unset, or have other items; fields of structs below it must not change,
    /// unless [`allow_below`](Roundtrip::allow_below) allows that.
    ///
    /// ```
    /// # #[cfg(feature = "core")] {
    /// use apimachinery::apis::{core::v1::Binding, meta::v1::PartialObjectMetadata};
    /// use apimachinery::schema::GroupVersionKind;
    ///
    /// let mut builder = apimachinery::scheme::Scheme::builder();
    /// // A version without a target.
    /// let gvk = GroupVersionKind::new("example.com", "v1", "Pin");
    /// builder.known_type::<PartialObjectMetadata>(gvk).convert::<Binding>(
    ///     |old, hub, _| Ok(hub.metadata = std::mem::take(&mut old.metadata)),
    ///     |hub, old, _| Ok(old.metadata = std::mem::take(&mut hub.metadata)),
    /// );
    /// builder.hub::<Binding>("example.com", "Pin");
    /// let scheme = builder.build();
    ///
    /// let test = || apimachinery::testing::roundtrip(&scheme).cases(20);
    /// assert!(test().run().unwrap_err().iter().all(|failure| failure.path.starts_with("target")));
    /// assert!(test().allow("example.com/v1", "target").run().is_err(), "its fields change");
    /// test().allow_below("example.com/v1", "target").run().unwrap();
    /// # }
    /// ```
    pub fn allow(mut self, version: &str, path: &str) -> Self {
        self.allowed.push(Allowed { version: version.to_owned(), path: path.to_owned(), below: false });
        self
    }

    /// Allows a field and all fields below it to change in conversions between `version` and the hub. Prefer
    /// [`allow`](Roundtrip::allow) for single fields: this method also hides losses of fields that are later added
    /// below the path.
    ///
    /// ```
    /// use apimachinery::testing::Roundtrip;
    ///
    /// fn without_volumes(test: Roundtrip<'_>) -> Roundtrip<'_> {
    ///     test.allow_below("example.com/v1", "spec.volumes")
    /// }
    /// ```
    pub fn allow_below(mut self, version: &str, path: &str) -> Self {
        self.allowed.push(Allowed { version: version.to_owned(), path: path.to_owned(), below: true });
        self
    }

    /// Runs the test: fills objects of each selected kind, converts them, and compares the results. Returns the numbers
    /// of tested kinds and objects.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// let scheme = apimachinery::apis::scheme();
    /// let test = apimachinery::testing::roundtrip(&scheme).only("apps/v1", "StatefulSet");
    /// // Volume claims state their kind in versions only. The definitions declare this loss, so it is allowed.
    /// assert_eq!(test.cases(5).run().unwrap().pairs, 1);
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the smallest failing object for every kind and property that does not hold. Also returns an error if
    /// there is nothing to test: if the Scheme has no kinds with a hub, or if one of the selections contains none.
    pub fn run(self) -> Result<Summary, Failures> {
        let mut summary = Summary::default();
        let (mut failures, untested) = (Vec::new(), self.untested());
        for pair in self.pairs() {
            summary.pairs += 1;
            for property in Property::ALL {
                failures.extend(self.first_failure(&pair, property, &mut summary));
            }
        }
        if failures.is_empty() && untested.is_empty() { Ok(summary) } else { Err(Failures { failures, untested }) }
    }

    /// Returns a description of each selection without a kind that can be tested.
    fn untested(&self) -> Vec<String> {
        let pairs = self.pairs();
        let is_tested = |selection: &&Selection| pairs.iter().any(|pair| selection.contains(&pair.version));
        let mut untested: Vec<_> =
            self.selected.iter().filter(|selection| !is_tested(selection)).map(ToString::to_string).collect();
        if self.selected.is_empty() && pairs.is_empty() {
            untested.push("the Scheme has no kinds with a hub".to_owned());
        }
        untested
    }

    /// Returns the selected kinds that have a hub.
    fn pairs(&self) -> Vec<Pair<'_>> {
        let asked = |gvk: &GroupVersionKind| {
            self.selected.is_empty() || self.selected.iter().any(|selection| selection.contains(gvk))
        };
        let known = self.scheme.all_known_types().filter(|known| !known.kind.is_internal() && asked(known.kind));
        let single = known.filter(|known| known.info.is_none_or(|info| !info.list && !info.unversioned));
        single
            .map(|known| (known.kind.of_hub(), known.kind.clone()))
            .filter(|(hub, _)| self.scheme.recognizes(hub))
            .map(|(hub, gvk)| Pair::new(self.scheme, gvk, hub, &self.allowed))
            .collect()
    }

    fn first_failure(&self, pair: &Pair<'_>, property: Property, summary: &mut Summary) -> Option<Failure> {
        let zero = self.scheme.new_object(pair.start(property)).ok()?;
        for seed in self.seed..self.seed.saturating_add(self.cases) {
            let mut object = zero.clone_box();
            fill_with(&mut *object, seed, &pair.enums);
            summary.objects += 1;
            match pair.check(property, &*object, seed) {
                Verdict::Holds => {}
                Verdict::Refused => summary.refused += 1,
                Verdict::Fails(difference) => return Some(failure(pair, property, seed, object, difference)),
            }
        }
        None
    }
}

fn failure(
    pair: &Pair<'_>,
    property: Property,
    seed: u64,
    object: Box<dyn Object>,
    mut difference: Difference,
) -> Failure {
    let zero = pair.scheme.new_object(pair.start(property)).unwrap_or_else(|_| object.clone_box());
    let fails = |object: &dyn Object| matches!(pair.check(property, object, seed), Verdict::Fails(_));
    let mut smallest = shrink::smallest(object, &*zero, fails);
    if let Verdict::Fails(last) = pair.check(property, &*smallest, seed) {
        difference = last;
    }
    if property == Property::VersionHubVersion {
        smallest.set_type_meta(TypeMeta::from(&pair.version));
    }
    let Difference { path, before, after } = difference;
    Failure { kind: pair.version.clone(), property, seed, path, before, after, object: yaml_of(&*smallest) }
}

fn yaml_of(object: &dyn Object) -> String {
    let mut json = Vec::new();
    let written = json::write(&mut json, object.cursor()).map_err(|error| error.to_string());
    written.and_then(|()| go_yaml::json_to_yaml(&json).map_err(|error| error.to_string())).unwrap_or_else(|error| error)
}
