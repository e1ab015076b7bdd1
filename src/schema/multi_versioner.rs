use super::{GroupKind, GroupVersion, GroupVersionKind, GroupVersioner};
use crate::wire::escape::write_string;
use crate::wire::quote::quote;

/// A [`GroupVersioner`] that selects one version for kinds of several groups. Storage requires it, because a kind that
/// exists in several groups, such as Deployment in `apps` and `extensions`, is stored in only one of them. Counterpart
/// of upstream's multi group versioner.
///
/// ```
/// use apimachinery::schema::{GroupKind, GroupVersion, GroupVersionKind, GroupVersioner, MultiGroupVersioner};
///
/// let apps = GroupVersion::new("apps", "v1");
/// let versioner = MultiGroupVersioner::new(apps, [GroupKind::new("apps", ""), GroupKind::new("extensions", "")]);
/// let chosen = versioner.kind_for(&[GroupVersionKind::new("extensions", "v1beta1", "Deployment")]);
/// assert_eq!(chosen, Some(GroupVersionKind::new("apps", "v1", "Deployment")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MultiGroupVersioner {
    target: GroupVersion,
    accepted: Vec<GroupKind>,
    coerce: bool,
}

impl MultiGroupVersioner {
    /// Creates a versioner that selects the version `target` for the kinds in `accepted`, and nothing for other kinds.
    /// An entry with an empty kind matches all kinds of its group. If `accepted` is empty, or contains a single entry
    /// of the target's group, the versioner is equivalent to `target`. Counterpart of `NewMultiGroupVersioner`.
    #[must_use]
    pub fn new(target: GroupVersion, accepted: impl IntoIterator<Item = GroupKind>) -> Self {
        MultiGroupVersioner { target, accepted: accepted.into_iter().collect(), coerce: false }
    }

    /// Creates a versioner that selects the version `target` for any kind. If an object has several kinds, the first
    /// kind that is in `accepted` is used. If no kind is in `accepted`, the first kind of the object is used.
    /// Counterpart of `NewCoercingMultiGroupVersioner`.
    ///
    /// ```
    /// use apimachinery::schema::{GroupVersion, GroupVersionKind, GroupVersioner, MultiGroupVersioner};
    ///
    /// let versioner = MultiGroupVersioner::coercing(GroupVersion::new("apps", "v1"), []);
    /// let chosen = versioner.kind_for(&[GroupVersionKind::new("", "v1", "Scale")]);
    /// assert_eq!(chosen, Some(GroupVersionKind::new("apps", "v1", "Scale")));
    /// ```
    #[must_use]
    pub fn coercing(target: GroupVersion, accepted: impl IntoIterator<Item = GroupKind>) -> Self {
        MultiGroupVersioner { coerce: true, ..MultiGroupVersioner::new(target, accepted) }
    }

    fn is_target_alone(&self) -> bool {
        match self.accepted.as_slice() {
            _ if self.coerce => false,
            [] => true,
            [one] => one.group == self.target.group,
            _ => false,
        }
    }

    fn accepts(&self, kind: &GroupVersionKind) -> bool {
        let suits = |accepted: &GroupKind| {
            accepted.group == kind.group && (accepted.kind.is_empty() || accepted.kind == kind.kind)
        };
        self.accepted.iter().any(suits)
    }
}

impl GroupVersioner for MultiGroupVersioner {
    fn kind_for(&self, kinds: &[GroupVersionKind]) -> Option<GroupVersionKind> {
        if self.is_target_alone() {
            return self.target.kind_for(kinds);
        }
        let accepted = kinds.iter().find(|kind| self.accepts(kind));
        let chosen = accepted.or_else(|| kinds.first().filter(|_| self.coerce))?;
        Some(self.target.with_kind(chosen.kind.clone()))
    }

    /// Returns JSON with sorted keys, as upstream does.
    fn identifier(&self) -> String {
        if self.is_target_alone() {
            return self.target.identifier();
        }
        let accepted: Vec<String> = self.accepted.iter().map(GroupKind::to_string).collect();
        let accepted = accepted.join(",");
        let target = self.target.to_string();
        let values = [("accepted", &*accepted), ("coerce", if self.coerce { "true" } else { "false" })];
        identifier_json(values.into_iter().chain([("name", "multi"), ("target", &*target)]))
    }

    fn quoted(&self) -> String {
        if self.is_target_alone() {
            return self.target.quoted();
        }
        let pair = |one: &str, other: &str| format!("{{{} {}}}", quote(one), quote(other));
        let accepted: Vec<String> = self.accepted.iter().map(|kind| pair(&kind.group, &kind.kind)).collect();
        let target = pair(&self.target.group, &self.target.version);
        format!("{{{target} [{}] %!q(bool={})}}", accepted.join(" "), self.coerce)
    }
}

fn identifier_json<'a>(values: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut json = Vec::new();
    for (key, value) in values {
        json.push(if json.is_empty() { b'{' } else { b',' });
        write_string(&mut json, key);
        json.push(b':');
        write_string(&mut json, value);
    }
    json.push(b'}');
    String::from_utf8_lossy(&json).into_owned()
}
