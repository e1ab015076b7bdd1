//! Documentation, which is written once, in the hub's version, and inherited by the other versions.

use super::declare::KindType;
use super::hub;
use super::tree::{GroupId, Tree};
use crate::codegen::model::{Body, TypeId};

/// The documentation of `metadata` of kinds whose objects belong to a namespace.
const IN_NAMESPACE: &str = "Standard metadata, such as the name, namespace, labels, annotations and owners. Clients set \
                            `name`, which is unique among the objects of the kind in the namespace, or `generateName`; \
                            the API server sets fields such as `uid`.";

/// The documentation of `metadata` of cluster-scoped kinds.
const IN_CLUSTER: &str = "Standard metadata, such as the name, labels, annotations and owners. Clients set `name`, which \
                          is unique among the objects of the kind in the cluster, or `generateName`. `namespace` is \
                          unset, because the kind is cluster-scoped.";

/// The documentation of `metadata` of kinds without a resource.
const WITHOUT_RESOURCE: &str = "Standard metadata, such as the name, labels and annotations.";

/// The documentation of the state in the objects of all kinds.
const OF_KINDS: [(&str, &str); 2] =
    [("spec", "The desired state."), ("status", "The most recently observed state, written by the controller.")];

/// The documentation of `metadata` in generated lists.
const OF_LISTS: &str = "Metadata of the list: its resource version, from which a watch can start, and the token for the \
                        next page. Set by the API server.";

/// Completes documentation: types and fields without a text inherit the text of types with the same name, and generated
/// lists and fields of all kinds have fixed texts.
pub(crate) fn complete(tree: &mut Tree<'_>, kinds: &[KindType<'_>]) {
    for id in tree.ids() {
        for namesake in namesakes(tree, id) {
            inherit(tree, id, namesake);
        }
    }
    for kind in kinds {
        set_fields(tree, kind.ty, OF_KINDS);
        set_fields(tree, kind.ty, [("metadata", of_metadata(tree, kind))]);
        if let Some(list) = kind.list {
            let name = &kind.doc.name.text;
            tree.types[list.0].doc = format!("A list of {name} objects.");
            let items = format!("{name} objects on this page of the list.");
            set_fields(tree, list, [("metadata", OF_LISTS), ("items", &items)]);
        }
    }
}

/// Returns the documentation of the metadata of a kind, which depends on its scope.
fn of_metadata(tree: &Tree<'_>, kind: &KindType<'_>) -> &'static str {
    let group = &tree.groups[kind.group];
    let name = kind.doc.name.text.as_str();
    if group.said(name, |doc| doc.resource.as_ref()).is_none() {
        return WITHOUT_RESOURCE;
    }
    match group.said(name, |doc| doc.scope.as_ref()) {
        Some(scope) if scope.text == "Cluster" => IN_CLUSTER,
        _ => IN_NAMESPACE,
    }
}

/// Returns the types with the name that a type has in the hub, in the order in which the hub searches them.
fn namesakes(tree: &Tree<'_>, id: TypeId) -> Vec<TypeId> {
    let name = hub::renamed(tree, id).map_or(&tree.get(id).name, |word| &word.text);
    let groups = with_peers(tree, tree.facts(id).group);
    let versions = groups.iter().flat_map(|&group| tree.groups[group].hub_first().map(move |doc| (group, doc)));
    let types = versions.filter_map(|(group, version)| tree.named(group, &version.name, name));
    types.filter(|other| *other != id).collect()
}

/// Returns a group with its direct and indirect peers.
fn with_peers(tree: &Tree<'_>, group: GroupId) -> Vec<GroupId> {
    let mut groups = vec![group];
    let mut next = 0;
    while let Some(&group) = groups.get(next) {
        let new = tree.groups[group].peers.iter().copied().filter(|peer| !groups.contains(peer));
        groups.extend(new.collect::<Vec<_>>());
        next += 1;
    }
    groups
}

fn inherit(tree: &mut Tree<'_>, id: TypeId, from: TypeId) {
    let doc = tree.get(from).doc.clone();
    let said = tree.fields(from).iter().filter(|field| !field.doc.is_empty());
    let said: Vec<_> = said.map(|field| (field.name.clone(), field.doc.clone())).collect();
    set_fields(tree, id, said.iter().map(|(name, doc)| (name.as_str(), doc.as_str())));
    let ty = &mut tree.types[id.0];
    if ty.doc.is_empty() {
        ty.doc = doc;
    }
}

fn set_fields<'d>(tree: &mut Tree<'_>, id: TypeId, docs: impl IntoIterator<Item = (&'d str, &'d str)>) {
    let Body::Struct(body) = &mut tree.types[id.0].body else { return };
    for (name, doc) in docs {
        let field = body.fields.iter_mut().find(|field| field.name == name);
        if let Some(field) = field.filter(|field| field.doc.is_empty()) {
            field.doc = doc.to_owned();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::codegen::model::{Body, Model};
    use crate::codegen::resolve::testing::{find, model};

    /// Returns the documentation of a type and of its fields.
    fn docs(model: &Model, version: &str, name: &str) -> Vec<String> {
        let ty = &model.types[find(model, version, name).0];
        let Body::Struct(body) = &ty.body else { return vec![ty.doc.clone()] };
        [ty.doc.clone()].into_iter().chain(body.fields.iter().map(|field| field.doc.clone())).collect()
    }

    #[test]
    fn the_hubs_version_is_asked_first_then_the_others() {
        let v1 =
            "group: test.example.com\ntypes:\n  A: { doc: a1, fields: { x: { type: int32, doc: x1 }, y: int32 } }\n";
        let v1beta1 = "group: test.example.com\nconversion: none\ntypes:\n  \
                       A: { doc: own, fields: { x: string, y: { type: int32, doc: y1 }, z: int32 } }\n  B: { values: [b] }\n";
        let v1alpha1 = "group: test.example.com\nconversion: { Old: { to: A, fields: { w: { drop: gone } } } }\ntypes:\n  \
                        Old: { fields: { x: int32, y: int32, w: optional int32 } }\n  B: { doc: b, values: [c] }\n";
        let texts = [("test/v1.yaml", v1), ("test/v1beta1.yaml", v1beta1), ("test/v1alpha1.yaml", v1alpha1)];
        let model = model(&texts);
        assert_eq!(docs(&model, "v1", "A"), ["a1", "x1", "y1"]);
        assert_eq!(docs(&model, "v1beta1", "A"), ["own", "x1", "y1", ""]);
        assert_eq!(docs(&model, "v1alpha1", "Old"), ["a1", "x1", "y1", ""]);
        assert_eq!(docs(&model, "v1beta1", "B"), ["b"]);
    }

    #[test]
    fn peers_are_asked_last() {
        let of_new = "types:\n  A: { doc: a1, fields: { x: { type: int32, doc: x1 } } }\n  B: { doc: b1, fields: { x: int32 } }\n";
        let of_test = "types:\n  A: { fields: { x: string } }\n  B: { doc: own, fields: { x: string } }\n";
        let texts = [
            ("new/v1.yaml", format!("group: new.example.com\n{of_new}")),
            ("test/internal.yaml", "group: test.example.com\npeers: [new]\n".into()),
            ("test/v1beta1.yaml", format!("group: test.example.com\nconversion: none\n{of_test}")),
        ];
        let model = model(&texts.each_ref().map(|(path, text)| (*path, text.as_str())));
        assert_eq!(docs(&model, "v1beta1", "A"), ["a1", "x1"]);
        assert_eq!(docs(&model, "v1beta1", "B"), ["own", ""]);
    }
}
