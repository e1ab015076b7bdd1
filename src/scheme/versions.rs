use super::Error;
use crate::field::Str;
use crate::order::sort_by;
use crate::schema::GroupVersion;

/// The registered versions, and the order of preference within each group.
#[derive(Default)]
pub(super) struct Versions {
    /// External versions in order of registration.
    observed: Vec<GroupVersion>,
    /// Groups with priorities, in the order in which they were first given one.
    priorities: Vec<(Str, Vec<Str>)>,
}

impl Versions {
    pub(super) fn observe(&mut self, version: GroupVersion) {
        let counts = !version.version.is_empty() && !version.is_internal();
        if counts && !self.observed.contains(&version) {
            self.observed.push(version);
        }
    }

    pub(super) fn observed(&self) -> &[GroupVersion] {
        &self.observed
    }

    pub(super) fn prioritize(&mut self, group: &str, versions: Vec<Str>) {
        match self.priorities.iter_mut().find(|(known, _)| known == group) {
            Some((_, known)) => *known = versions,
            None => self.priorities.push((group.into(), versions)),
        }
    }

    /// Returns the group that all `versions` belong to, or an error if there is more than one group or a version cannot
    /// have a priority.
    pub(super) fn group_of(versions: &[GroupVersion]) -> Result<&str, Error> {
        let mut groups = Vec::with_capacity(versions.len());
        for version in versions {
            if version.version.is_empty() || version.is_internal() {
                return Err(Error::internal_priority(version));
            }
            groups.push(version.group.as_str());
        }
        sort_by(&mut groups, &Ord::cmp);
        groups.dedup();
        match groups.as_slice() {
            [group] => Ok(group),
            _ => Err(Error::several_groups(&groups)),
        }
    }

    /// Returns the versions of a group. Those with a priority come first, whether registered or not.
    pub(super) fn of_group(&self, group: &str) -> Vec<GroupVersion> {
        self.of_groups(&|known| known == group)
    }

    pub(super) fn all(&self) -> Vec<GroupVersion> {
        self.of_groups(&|_| true)
    }

    pub(super) fn preferred(&self) -> Vec<GroupVersion> {
        let mut preferred = Vec::new();
        for (group, versions) in &self.priorities {
            preferred.extend(versions.first().map(|first| GroupVersion::new(group.clone(), first.clone())));
        }
        for version in &self.observed {
            if !preferred.iter().any(|known| known.group == version.group) {
                preferred.push(version.clone());
            }
        }
        preferred
    }

    fn of_groups(&self, of: &dyn Fn(&str) -> bool) -> Vec<GroupVersion> {
        let mut found = Vec::new();
        for (group, versions) in self.priorities.iter().filter(|(group, _)| of(group)) {
            for version in versions {
                found.push(GroupVersion::new(group.clone(), version.clone()));
            }
        }
        let prioritized = found.len();
        for version in &self.observed {
            if of(&version.group) && !found[..prioritized].contains(version) {
                found.push(version.clone());
            }
        }
        found
    }
}
