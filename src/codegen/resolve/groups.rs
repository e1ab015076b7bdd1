//! Groups with their names, versions, hubs and peers.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::tree::{Group, GroupId};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Word;
use crate::codegen::load::document::{Definitions, GroupDoc, VersionDoc};
use crate::codegen::load::expr::is_identifier;
use crate::codegen::load::rank;
use crate::codegen::resolve::formats::is_subdomain;

/// Reads the groups from the folders and their `internal.yaml`.
pub(crate) fn read<'a>(definitions: &'a Definitions, report: &mut Report) -> Vec<Group<'a>> {
    let mut groups: Vec<_> = definitions.groups.iter().map(|doc| group(doc, report)).collect();
    for id in 0..groups.len() {
        groups[id].peers = peers(&groups, id, report);
    }
    break_circles(&mut groups, report);
    for id in 0..groups.len() {
        groups[id].depth = depth(&groups, id);
    }
    groups
}

fn group<'a>(doc: &'a GroupDoc, report: &mut Report) -> Group<'a> {
    let mut versions: Vec<_> = doc.versions.iter().collect();
    versions.sort_by_key(|version| Reverse(rank(&version.name)));
    let hub = hub(doc, &versions, report);
    let versions = in_order(doc, versions, report);
    check_storage(doc, report);
    if versions.is_empty() {
        let message = format!("the folder `{}` contains no version", doc.folder);
        report.add(error("no-version", doc.place, message).help("add a file such as `v1.yaml`"));
    }
    Group { doc, name: name(doc, report), versions, hub, peers: Vec::new(), depth: 0 }
}

fn name(doc: &GroupDoc, report: &mut Report) -> String {
    let internal = doc.internal.iter().filter_map(|internal| internal.group.as_ref());
    let said: Vec<_> = internal.chain(doc.versions.iter().filter_map(|version| version.group.as_ref())).collect();
    let Some(first) = said.first() else {
        let message = format!("no file in the folder `{}` sets the API group", doc.folder);
        report.add(error("group-missing", doc.place, message).help("add `group: <name>`, such as `group: apps`"));
        return doc.folder.clone();
    };
    if let Some(wrong) = said.iter().find(|word| !word.text.is_empty() && !is_subdomain(&word.text)) {
        let help = "write a DNS name in lowercase, such as `backup.example.com`";
        report.add(error("group-name", wrong.span, format!("invalid API group `{}`", wrong.text)).help(help));
        return first.text.clone();
    }
    for other in said.iter().filter(|other| other.text != first.text) {
        let message = format!("the files in the folder `{}` have different API groups", doc.folder);
        let help = "use the same group in all of them, or move this file to another folder";
        report.add(error("group-differs", other.span, message).also(first.span, "first set here").help(help));
    }
    check_name(doc, first, report);
    first.text.clone()
}

/// Checks the name of a group, and that its folder has the first label as its name. Folders of Kubernetes' groups can
/// have several labels in any order, as in `apiserverinternal` for `internal.apiserver.k8s.io`.
fn check_name(doc: &GroupDoc, word: &Word, report: &mut Report) {
    let name = word.text.as_str();
    let labels: Vec<_> = name.split('.').map(|label| label.replace('-', "_")).collect();
    let expected = if name.is_empty() { "core" } else { &labels[0] };
    let is_joined = || {
        let joined = |a: &String| labels.iter().any(|b| doc.folder == format!("{a}{b}"));
        name.ends_with(".k8s.io") && labels.iter().any(joined)
    };
    if is_identifier(&doc.folder) && doc.folder != expected && !is_joined() {
        let message = format!("the folder `{}` does not match the API group `{name}`", doc.folder);
        report.add(
            error("folder-differs", word.span, message)
                .help(format!("rename the folder to `{expected}`, or correct the group")),
        );
    }
}

fn hub(doc: &GroupDoc, by_rank: &[&VersionDoc], report: &mut Report) -> String {
    let said = doc.internal.as_ref().and_then(|internal| internal.hub.as_ref());
    if let Some(word) = said
        && version(doc, word, report).is_some()
    {
        return word.text.clone();
    }
    by_rank.first().map(|version| version.name.clone()).unwrap_or_default()
}

/// Returns the versions in the order of `versions:`, followed by the others in Kubernetes' order.
fn in_order<'a>(doc: &'a GroupDoc, by_rank: Vec<&'a VersionDoc>, report: &mut Report) -> Vec<&'a VersionDoc> {
    let said = doc.internal.as_ref().and_then(|internal| internal.versions.as_deref()).unwrap_or_default();
    let mut versions: Vec<&VersionDoc> = said.iter().filter_map(|word| version(doc, word, report)).collect();
    for version in by_rank {
        if !versions.iter().any(|known| known.name == version.name) {
            versions.push(version);
        }
    }
    versions
}

fn version<'a>(doc: &'a GroupDoc, word: &Word, report: &mut Report) -> Option<&'a VersionDoc> {
    let found = doc.versions.iter().find(|version| version.name == word.text);
    if found.is_none() {
        let names = doc.versions.iter().map(|version| version.name.as_str());
        let message = format!("the folder `{}` has no file for the version `{}`", doc.folder, word.text);
        report.add(error("unknown-version", word.span, message).among(&word.text, "the versions are", names));
    }
    found
}

fn check_storage(doc: &GroupDoc, report: &mut Report) {
    for (resource, word) in doc.internal.iter().flat_map(|internal| &internal.storage) {
        if version(doc, word, report).is_none() {
            continue;
        }
        let known = doc.versions.iter().flat_map(|version| &version.kinds).filter_map(|kind| kind.resource.as_ref());
        let known: BTreeSet<_> = known.map(|word| word.text.as_str()).collect();
        if !known.contains(resource.text.as_str()) {
            let message = format!("no kind in the folder `{}` has the resource `{}`", doc.folder, resource.text);
            let mistake = error("unknown-resource", resource.span, message);
            report.add(mistake.among(&resource.text, "the resources are", known));
        }
    }
}

fn peers(groups: &[Group<'_>], id: GroupId, report: &mut Report) -> Vec<GroupId> {
    let words = groups[id].doc.internal.iter().flat_map(|internal| &internal.peers);
    let find = |word: &Word| {
        let found = groups.iter().position(|group| group.doc.folder == word.text);
        if found.is_none() {
            let names = groups.iter().map(|group| group.doc.folder.as_str());
            let message = format!("there is no folder `{}`", word.text);
            report.add(error("unknown-peer", word.span, message).among(&word.text, "the folders are", names));
        }
        found
    };
    words.filter_map(find).collect()
}

/// Reports cycles of peers and removes them: such a group would share its own hub types.
fn break_circles(groups: &mut [Group<'_>], report: &mut Report) {
    for id in 0..groups.len() {
        let Some(position) = groups[id].peers.iter().position(|peer| leads_to(groups, *peer, id, groups.len())) else {
            continue;
        };
        let peer = groups[id].peers.remove(position);
        let word = groups[id].doc.internal.iter().flat_map(|internal| &internal.peers).nth(position);
        let message = format!("`{}` and `{}` are peers of each other", groups[id].doc.folder, groups[peer].doc.folder);
        if let Some(word) = word {
            report.add(
                error("peer-circle", word.span, message)
                    .help("keep the peer only in the group whose types were moved to the other one"),
            );
        }
    }
}

fn leads_to(groups: &[Group<'_>], from: GroupId, to: GroupId, steps: usize) -> bool {
    from == to || (steps > 0 && groups[from].peers.iter().any(|next| leads_to(groups, *next, to, steps - 1)))
}

fn depth(groups: &[Group<'_>], id: GroupId) -> usize {
    groups[id].peers.iter().map(|peer| depth(groups, *peer) + 1).max().unwrap_or(0)
}
