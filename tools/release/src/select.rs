//! The selection file, which lists the kinds to import, and the types that these kinds use.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use crate::facts::{Facts, Field, Kind, Named, Package, Struct};
use crate::gotype::{self, Base, Shape, TypeName};
use crate::kind::{self, List};
use crate::model::GroupVersion;
use crate::output;
use crate::problem::{Error, Problems};

/// A line of the selection file, such as `apps/v1 Deployment`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SelectedKind {
    /// The group and version.
    pub(crate) group_version: GroupVersion,
    /// The name of a kind, or of a type that no kind contains.
    pub(crate) kind: String,
    /// True for a kind that is not imported, although the facts contain it.
    pub(crate) omitted: bool,
    /// The position for messages, such as `kinds.txt:7`.
    pub(crate) line: String,
}

impl fmt::Display for SelectedKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.group_version.api_version(), self.kind)
    }
}

/// Reads the selection file. Comments start with `#`.
pub(crate) fn read_kinds(path: &Path) -> Result<Vec<SelectedKind>, Error> {
    let mut problems = Problems::default();
    let text = problems.ok(path.display(), std::fs::read_to_string(path)).unwrap_or_default();
    let wanted = parse_kinds(&text, &output::name(path), &mut problems);
    problems.check()?;
    Ok(wanted)
}

fn parse_kinds(text: &str, file: &str, problems: &mut Problems) -> Vec<SelectedKind> {
    let mut wanted: Vec<SelectedKind> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let location = format!("{file}:{}", number + 1);
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        match words[..] {
            [] => {}
            [api_version, kind] | ["-", api_version, kind] => wanted.push(SelectedKind {
                group_version: group_version(api_version),
                kind: kind.to_owned(),
                omitted: words.len() == 3,
                line: location,
            }),
            _ => {
                let expected = "expected `<group>/<version> <Kind>`, after `-` if the kind is omitted";
                problems.add(location, format!("invalid line `{}`: {expected}", line.trim()));
            }
        }
    }
    check_duplicates(&wanted, problems);
    wanted
}

fn group_version(api_version: &str) -> GroupVersion {
    let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
    GroupVersion { group: group.to_owned(), version: version.to_owned() }
}

fn check_duplicates(wanted: &[SelectedKind], problems: &mut Problems) {
    for (index, this) in wanted.iter().enumerate() {
        let same = |other: &&SelectedKind| other.group_version == this.group_version && other.kind == this.kind;
        if let Some(first) = wanted[..index].iter().find(same) {
            problems.add(&this.line, format!("`{this}` is already listed at {}", first.line));
        }
    }
}

/// The selected part of the facts, by import path of the package.
pub(crate) type Selection<'a> = BTreeMap<&'a str, Chosen<'a>>;

/// The selected part of a package.
#[derive(Debug)]
pub(crate) struct Chosen<'a> {
    /// The package.
    pub(crate) package: &'a Package,
    /// The names of the selected kinds.
    pub(crate) kinds: BTreeSet<&'a str>,
    /// The selected structs with their serialized fields.
    pub(crate) structs: BTreeMap<&'a str, Vec<Member<'a>>>,
    /// The selected named scalars, lists and maps, each with its resolved type.
    pub(crate) named: BTreeMap<&'a str, (&'a Named, Shape)>,
}

/// A field and its resolved type.
#[derive(Debug)]
pub(crate) struct Member<'a> {
    /// The field in the facts.
    pub(crate) fact: &'a Field,
    /// The resolved type.
    pub(crate) shape: Shape,
    /// The position in the facts, for messages.
    pub(crate) location: String,
}

/// Selects the wanted kinds and all types that they use. A kind that is used as a field type is selected as a kind,
/// because its JSON contains `apiVersion` and `kind`.
pub(crate) fn select<'a>(facts: &'a Facts, wanted: &[SelectedKind]) -> Result<Selection<'a>, Error> {
    let listed = wanted.iter().map(|wanted| (wanted.group_version.clone(), wanted.kind.clone())).collect();
    let mut search =
        Search { facts, listed, chosen: Selection::new(), open: Vec::new(), problems: Problems::default() };
    wanted.iter().for_each(|wanted| search.want(wanted));
    while let Some(name) = search.open.pop() {
        search.visit(&name);
    }
    search.check_complete();
    search.problems.check()?;
    Ok(search.chosen)
}

struct Search<'a> {
    facts: &'a Facts,
    /// The names in the selection file.
    listed: BTreeSet<(GroupVersion, String)>,
    chosen: Selection<'a>,
    open: Vec<TypeName>,
    problems: Problems,
}

impl<'a> Search<'a> {
    /// Reports the kinds of versions that the selection does not contain.
    fn check_complete(&mut self) {
        for package in self.facts.packages() {
            let is_version = package.version.as_deref().is_some_and(|version| !version.starts_with("__"));
            for kind in package.kinds.iter().filter(|_| is_version) {
                let name = (GroupVersion::of(package), kind.kind.clone());
                let chosen = self.chosen.get(package.path.as_str());
                let is_chosen = chosen.is_some_and(|chosen| chosen.kinds.contains(kind.kind.as_str()));
                if !is_chosen && !self.listed.contains(&name) && !kind::is_list(package, &kind.kind) {
                    let line = format!("{} {}", name.0.api_version(), kind.kind);
                    let message = format!(
                        "the kind is new: add the line `{line}` to the selection file, or `- {line}` to omit it"
                    );
                    self.problems.add(format!("{} kind {}", package.path, kind.kind), message);
                }
            }
        }
    }

    fn want(&mut self, wanted: &SelectedKind) {
        let Some(package) = self.facts.version(&wanted.group_version.group, &wanted.group_version.version) else {
            let message = format!("the facts contain no version {}", wanted.group_version.api_version());
            return self.problems.add(&wanted.line, message);
        };
        match package.kind(&wanted.kind) {
            None if package.structs.contains_key(&wanted.kind) => {
                self.open.push(TypeName { package: package.path.clone(), name: wanted.kind.clone() });
            }
            None => {
                let message = format!(
                    "the facts contain no kind or type `{wanted}`: \
                     add the facts of the last release that has it, see tools/release/README.md"
                );
                self.problems.add(&wanted.line, message);
            }
            Some(_) if is_plain_list(package, &wanted.kind) => {
                let message = format!("the list `{wanted}` is imported with its item: remove the line");
                self.problems.add(&wanted.line, message);
            }
            Some(_) if wanted.omitted => {}
            Some(kind) => self.take(package, kind),
        }
    }

    fn take(&mut self, package: &'a Package, kind: &'a Kind) {
        if !self.chosen(package).kinds.insert(&kind.kind) {
            return;
        }
        let location = format!("{} kind {}", package.path, kind.kind);
        let shape = gotype::shape(self.facts, &package.path, &kind.go_type);
        if let Some(shape) = self.problems.ok(location, shape) {
            self.reach(&shape);
        }
        match kind::list_of(package, &kind.kind) {
            List::Plain(metadata) => self.open.push(TypeName::parse(&metadata.go_type, &package.path)),
            List::Odd(list) => self.take_list(package, list),
            List::Absent => {}
        }
    }

    /// Takes a list with a structure of its own, which only a line in the selection file allows.
    fn take_list(&mut self, package: &'a Package, list: &'a Kind) {
        let group_version = GroupVersion::of(package);
        if !self.listed.contains(&(group_version.clone(), list.kind.clone())) {
            let line = format!("{} {}", group_version.api_version(), list.kind);
            let message = format!(
                "the list does not consist of `metadata` and `items` in the usual form: \
                 correct the facts, or add the line `{line}` to the selection file"
            );
            self.problems.add(format!("{} kind {}", package.path, list.kind), message);
        }
        self.take(package, list);
    }

    fn visit(&mut self, name: &TypeName) {
        let Some(package) = self.facts.package(&name.package) else {
            let message = format!("the facts do not contain this package, but its type `{}` is used", name.name);
            return self.problems.add(&name.package, message);
        };
        let Some((key, fact)) = package.structs.get_key_value(&name.name) else {
            let message = format!("the package contains no struct `{}`, but it is used", name.name);
            return self.problems.add(&name.package, message);
        };
        if !self.is_version(package, &name.name) {
            return;
        }
        if self.chosen(package).structs.contains_key(key.as_str()) {
            return;
        }
        for field in fact.fields.iter().filter(|field| !field.inline && kind::has_type_meta(field)) {
            let message = "`apiVersion` and `kind` must be inline: correct the facts of this field";
            self.problems.add(format!("{}: {} {key}.{}", fact.file, package.path, field.name), message);
        }
        let members = self.members(package, key, fact);
        self.chosen(package).structs.insert(key, members);
        let kind = package.kinds.iter().find(|kind| kind.go_type == name.name);
        if let Some(kind) = kind.filter(|_| fact.fields.iter().any(kind::is_type_meta)) {
            self.take(package, kind);
        }
    }

    fn members(&mut self, package: &'a Package, name: &str, fact: &'a Struct) -> Vec<Member<'a>> {
        let mut members = Vec::new();
        for field in fact.fields.iter().filter(|field| on_the_wire(field)) {
            let location = format!("{}: {} {name}.{}", fact.file, package.path, field.name);
            let shape = gotype::shape(self.facts, &package.path, &field.go_type);
            let Some(shape) = self.problems.ok(&location, shape) else {
                continue;
            };
            self.reach(&shape);
            members.push(Member { fact: field, shape, location });
        }
        members
    }

    fn reach(&mut self, shape: &Shape) {
        if let Base::Struct(name) = &shape.base {
            self.open.push(name.clone());
        }
        if let Some(name) = &shape.named {
            self.name(name);
        }
    }

    fn name(&mut self, name: &TypeName) {
        let Some(package) = self.facts.package(&name.package) else {
            return;
        };
        let Some((key, named)) = package.types.get_key_value(&name.name) else {
            return;
        };
        if !self.is_version(package, &name.name) {
            return;
        }
        let shape = gotype::shape(self.facts, &package.path, &named.base);
        let Some(shape) = self.problems.ok(format!("{} {key}", package.path), shape) else {
            return;
        };
        self.chosen(package).named.entry(key).or_insert((named, shape));
    }

    fn is_version(&mut self, package: &Package, name: &str) -> bool {
        let is = package.version.as_deref().is_some_and(|version| !version.starts_with("__"));
        if !is {
            self.problems.add(&package.path, format!("`{name}` is used, but the package is not a version of an API"));
        }
        is
    }

    fn chosen(&mut self, package: &'a Package) -> &mut Chosen<'a> {
        self.chosen.entry(&package.path).or_insert_with(|| Chosen {
            package,
            kinds: BTreeSet::new(),
            structs: BTreeMap::new(),
            named: BTreeMap::new(),
        })
    }
}

/// True if a kind is a list that the generator creates with its items.
fn is_plain_list(package: &Package, kind: &str) -> bool {
    let item = kind.strip_suffix("List");
    item.is_some_and(|item| kind::is_list(package, kind) && matches!(kind::list_of(package, item), List::Plain(_)))
}

/// True if a field is serialized. Fields with neither a JSON name nor a number are used by the Go library only, and the
/// `apiVersion` and `kind` of a kind are implied.
fn on_the_wire(field: &Field) -> bool {
    let named = field.json.as_deref().is_some_and(|name| name != "-");
    !kind::is_type_meta(field) && (field.inline || named || field.proto.is_some())
}
