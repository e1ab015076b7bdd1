use super::Error;
use crate::field::Str;
use crate::order::sort_by;
use crate::schema::GroupVersion;

/// The registered versions and the order in which a group prefers them.
#[derive(Default)]
pub(super) struct Versions {
    /// External versions in order of registration.
    observed: Vec<GroupVersion>,
    /// Groups with a priority, in the order in which they got the first one.
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

    /// The only group of `versions`, all of which may have a priority.
    pub(super) fn group_of(versions: &[GroupVersion]) -> Result<&str, Error> {
        if let Some(version) = versions.iter().find(|version| version.version.is_empty() || version.is_internal()) {
            return Err(Error::internal_priority(version));
        }
        let mut groups: Vec<&str> = versions.iter().map(|version| version.group.as_str()).collect();
        sort_by(&mut groups, &Ord::cmp);
        groups.dedup();
        match groups.as_slice() {
            [group] => Ok(group),
            _ => Err(Error::several_groups(&groups)),
        }
    }

    /// Those with a priority first, whether registered or not, then the others.
    pub(super) fn of_group(&self, group: &str) -> Vec<GroupVersion> {
        let mut versions = self.prioritized(|known| known == group);
        versions.extend(self.others(&versions, |version| version.group == group));
        versions
    }

    pub(super) fn all(&self) -> Vec<GroupVersion> {
        let mut versions = self.prioritized(|_| true);
        versions.extend(self.others(&versions, |_| true));
        versions
    }

    pub(super) fn preferred(&self) -> Vec<GroupVersion> {
        let first =
            |(group, versions): &(Str, Vec<Str>)| Some(GroupVersion::new(group.clone(), versions.first()?.clone()));
        let mut preferred: Vec<GroupVersion> = self.priorities.iter().filter_map(first).collect();
        for version in &self.observed {
            if !preferred.iter().any(|known| known.group == version.group) {
                preferred.push(version.clone());
            }
        }
        preferred
    }

    fn prioritized(&self, of: impl Fn(&str) -> bool) -> Vec<GroupVersion> {
        let groups = self.priorities.iter().filter(|(group, _)| of(group));
        let versions = groups.flat_map(|(group, versions)| versions.iter().map(move |version| (group, version)));
        versions.map(|(group, version)| GroupVersion::new(group.clone(), version.clone())).collect()
    }

    fn others(&self, known: &[GroupVersion], of: impl Fn(&GroupVersion) -> bool) -> Vec<GroupVersion> {
        self.observed.iter().filter(|version| of(version) && !known.contains(version)).cloned().collect()
    }
}
