//! Conversion of the selected facts to the content of the files.

use std::collections::BTreeMap;

use crate::Input;
use crate::facts::{self, Facts, Package};
use crate::fields;
use crate::gotype::{self, Base, Many, Shape};
use crate::kind::{self, Life, List};
use crate::model::{GroupVersion, Kind, Message, Named, Version};
use crate::problem::{Error, Problems};
use crate::select::{Chosen, Member, Selection};
use crate::served::Served;

/// Builds the versions of all groups, in the order of their files.
pub(crate) fn build(input: &Input, selection: &Selection<'_>) -> Result<Vec<Version>, Error> {
    let mut builder = Builder { input, facts: &input.facts, served: &input.served, problems: Problems::default() };
    let mut versions: Vec<Version> = selection.values().map(|chosen| builder.version(chosen)).collect();
    versions.sort_by_key(|version| version.group_version.stem());
    builder.problems.check()?;
    Ok(versions)
}

struct Builder<'a> {
    input: &'a Input,
    facts: &'a Facts,
    served: &'a Served,
    problems: Problems,
}

impl Builder<'_> {
    fn version(&mut self, chosen: &Chosen<'_>) -> Version {
        let group_version = GroupVersion::of(chosen.package);
        let selected = chosen.package.kinds.iter().filter(|kind| chosen.kinds.contains(kind.kind.as_str()));
        Version {
            kinds: selected.filter_map(|kind| self.kind(chosen.package, &group_version, kind)).collect(),
            messages: self.messages(chosen, &group_version),
            named: self.named(chosen, &group_version),
            defaults: self.defaults(chosen),
            group_version,
        }
    }

    fn named(&self, chosen: &Chosen<'_>, group_version: &GroupVersion) -> BTreeMap<String, Named> {
        let named = |(name, named): (&&str, &(&facts::Named, Shape))| {
            ((*name).to_owned(), name_of(self.facts, group_version, named))
        };
        chosen.named.iter().map(named).collect()
    }

    fn kind(&mut self, package: &Package, group_version: &GroupVersion, kind: &facts::Kind) -> Option<Kind> {
        let is_known = kind.resource && !self.served.is_only_below(&group_version.group, &kind.kind);
        let service = self.input.table.service(group_version, &kind.kind).filter(|_| is_known);
        let life = Life::of(kind, group_version, service.as_ref());
        let life = self.problems.ok(format!("{} kind {}", package.path, kind.kind), life)?;
        let successor = self.successor(group_version, kind, &life);
        let names = || {
            let successor = successor.as_ref().map(|(group_version, kind)| (group_version, kind.as_str()));
            self.served.resource(group_version, kind, successor)
        };
        let list = matches!(kind::list_of(package, &kind.kind), List::Plain(_));
        let has_endpoint = is_known || self.served.has_endpoint(group_version, &kind.kind);
        Some(Kind {
            name: kind.kind.clone(),
            type_name: self.type_name(package, group_version, kind),
            resource: has_endpoint.then(names),
            list: (list != has_endpoint).then_some(list),
            served: !kind.resource || life.removed.is_some() || self.served.offers(group_version, &kind.kind),
            life,
            replacement: successor.map(|(group_version, kind)| format!("{} {kind}", group_version.api_version())),
        })
    }

    fn type_name(&self, package: &Package, group_version: &GroupVersion, kind: &facts::Kind) -> Option<String> {
        let shape = gotype::shape(self.facts, &package.path, &kind.go_type).ok()?;
        let Base::Struct(name) = shape.base else {
            return None;
        };
        let home = self.facts.package(&name.package).map(GroupVersion::of)?;
        Some(home.refer(&name.name, group_version)).filter(|name| *name != kind.kind)
    }

    /// Returns the replacement of a kind. This is the replacement in the facts if the server serves it. Otherwise, for
    /// a kind that is deprecated or removed, it is the served version of the same kind.
    fn successor(
        &self,
        group_version: &GroupVersion,
        kind: &facts::Kind,
        life: &Life,
    ) -> Option<(GroupVersion, String)> {
        let said = self.said_successor(kind);
        if said.as_ref().is_some_and(|(group_version, kind)| self.served.offers(group_version, kind)) {
            return said;
        }
        let goes = life.deprecated.is_some() || life.removed.is_some();
        let version = self
            .served
            .first_version(&group_version.group, &kind.kind)
            .filter(|version| *version != group_version.version);
        let own = version
            .filter(|_| goes && kind.resource)
            .map(|version| (GroupVersion { group: group_version.group.clone(), version }, kind.kind.clone()));
        own.or(said)
    }

    /// Returns the replacement that the facts contain. Some facts name kinds that no release contains, and some name
    /// the list of the replacement instead of the replacement.
    fn said_successor(&self, kind: &facts::Kind) -> Option<(GroupVersion, String)> {
        let mut parts = kind.replacement.as_deref()?.split(',').map(str::to_owned);
        let (group, version, kind) = (parts.next()?, parts.next()?, parts.next()?);
        let package = self.facts.version(&group, &version)?;
        package.kind(&kind)?;
        let item = if kind::is_list(package, &kind) { kind.trim_end_matches("List").to_owned() } else { kind };
        Some((GroupVersion { group, version }, item))
    }

    fn messages(&mut self, chosen: &Chosen<'_>, group_version: &GroupVersion) -> Vec<Message> {
        let mut messages: Vec<Message> = Vec::new();
        for (name, members) in &chosen.structs {
            let read = |member: &Member<'_>| {
                let field = fields::field(self.facts, group_version, member);
                self.problems.ok(&member.location, field)
            };
            let fields = members.iter().filter_map(read).collect();
            let message = Message { name: (*name).to_owned(), fields, union: fields::are_union(members) };
            self.check_names(members, message.union);
            self.check(chosen.package, &message);
            messages.push(message);
        }
        let position = |message: &Message| {
            let kinds = &chosen.package.kinds;
            let found =
                kinds.iter().position(|kind| kind.go_type == message.name && chosen.kinds.contains(kind.kind.as_str()));
            found.unwrap_or(usize::MAX)
        };
        messages.sort_by_key(position);
        messages
    }

    /// Reports fields without a name in JSON, unless all fields of the message have none.
    fn check_names(&mut self, members: &[Member<'_>], union: bool) {
        for member in members.iter().filter(|member| !union && fields::is_nameless(member.fact)) {
            let message =
                "the facts contain a field number but no name in JSON: add `json`, or `inline` for an embedded field";
            self.problems.add(&member.location, message);
        }
    }

    fn check(&mut self, package: &Package, message: &Message) {
        let mut numbers = BTreeMap::new();
        let mut names = BTreeMap::new();
        for field in &message.fields {
            let location = format!("{} {}.{}", package.path, message.name, field.name);
            match field.number {
                None if message.is_on_the_wire() => self.problems.add(&location, "the facts contain no field number"),
                None if field.inline => {
                    self.problems.add(&location, "a type without Protobuf encoding cannot have inline fields")
                }
                None => {}
                Some(number) => {
                    if let Some(first) = numbers.insert(number, &field.name) {
                        self.problems.add(&location, format!("field number {number} is already used by `{first}`"));
                    }
                }
            }
            if names.insert(&field.name, ()).is_some() {
                self.problems.add(&location, "another field has the same name in .proto");
            }
        }
    }

    fn defaults(&mut self, chosen: &Chosen<'_>) -> BTreeMap<String, Vec<(String, serde_json::Value)>> {
        let mut defaults = BTreeMap::new();
        for (name, members) in &chosen.structs {
            let mut set = Vec::new();
            for member in members {
                let Some(default) = fields::default(self.facts, member) else {
                    continue;
                };
                let value = self.problems.ok(&member.location, default);
                set.extend(member.fact.json.clone().zip(value));
            }
            if !set.is_empty() {
                defaults.insert((*name).to_owned(), set);
            }
        }
        defaults
    }
}

fn name_of(facts: &Facts, home: &GroupVersion, (fact, shape): &(&facts::Named, Shape)) -> Named {
    let base = match &shape.base {
        Base::Scalar(scalar) => (*scalar).to_owned(),
        Base::Leaf(leaf) => gotype::word(leaf),
        Base::Struct(name) => fields::refer(facts, name, home),
    };
    match shape.many {
        Many::List | Many::Map => Named::Type(shape.many.of(&base)),
        Many::One if fact.values.is_empty() || base != "string" => Named::Type(base),
        Many::One if fact.closed => Named::Enum(fact.values.clone()),
        Many::One => Named::Values(fact.values.clone()),
    }
}
