//! The documentation of the API types that most users read.

use std::collections::BTreeSet;

use apimachinery::codegen::Config;
use apimachinery::codegen::model::{Body, Model, Type};

/// The groups whose kinds, types and fields must all be documented, in every version.
const GROUPS: [&str; 9] = ["apps", "autoscaling", "batch", "core", "meta", "networking", "policy", "rbac", "storage"];

/// The words that add nothing to a name.
const FILLER: [&str; 16] =
    ["a", "an", "and", "are", "by", "for", "in", "is", "it", "of", "on", "the", "their", "this", "to", "with"];

/// The generator's texts for fields that have none: true of every kind, so they help with none.
const GENERIC: [&str; 2] = ["The desired state.", "The most recently observed state, written by the controller."];

/// The words of a text or of an identifier, in lower case and in the singular.
fn words(text: &str) -> BTreeSet<String> {
    let mut spaced = String::new();
    let mut previous = ' ';
    for c in text.chars() {
        if previous.is_lowercase() && c.is_uppercase() || !c.is_alphanumeric() {
            spaced.push(' ');
        }
        spaced.extend(c.is_alphanumeric().then(|| c.to_ascii_lowercase()));
        previous = c;
    }
    let singular = |word: &str| word.strip_suffix('s').filter(|rest| rest.len() > 2).unwrap_or(word).to_owned();
    spaced.split_whitespace().filter(|word| !FILLER.contains(word)).map(singular).collect()
}

/// Reports whether all that a text contains is in the names of its subject already.
fn repeats(text: &str, names: &str) -> bool {
    words(text).is_subset(&words(names))
}

/// The subjects of a type that lack a text with content: the type itself and its fields.
fn bare(ty: &Type) -> Vec<String> {
    let fields = match &ty.body {
        Body::Struct(body) => body.fields.as_slice(),
        // No item is generated for a text without known values, so it has no documentation.
        Body::Text { values, .. } if values.is_empty() => return Vec::new(),
        _ => &[],
    };
    // The generator declares and documents lists.
    let is_list = ty.name.strip_suffix("List").is_some_and(|item| ty.doc == format!("A list of {item} objects."));
    let own = (!is_list && repeats(&ty.doc, &ty.name)).then(|| ty.name.clone());
    let poor = fields
        .iter()
        .filter(|field| GENERIC.contains(&&*field.doc) || repeats(&field.doc, &format!("{} {}", ty.name, field.name)));
    own.into_iter().chain(poor.map(|field| format!("{}.{}", ty.name, field.name))).collect()
}

fn model() -> Model {
    // Any definitions will do: the model includes the built-in groups.
    Config::new("tests/golden/conversion/api-defs").load().expect("good definitions")
}

#[test]
fn types_and_fields_of_the_main_groups_are_documented() {
    let model = model();
    let mut complaints = BTreeSet::new();
    for name in GROUPS {
        let group = model.groups.iter().find(|group| group.module == name).expect("a built-in group");
        for version in &group.versions {
            let bare = version.types.iter().flat_map(|id| bare(&model.types[id.0]));
            complaints.extend(bare.map(|subject| format!("{name}/{}: {subject}", version.name)));
        }
    }
    let complaints: Vec<String> = complaints.into_iter().collect();
    super::complain("these have no text, or one that only repeats the name", &complaints);
}

#[test]
fn a_text_that_only_repeats_the_name_is_recognized() {
    assert!(repeats("", "DeploymentSpec replicas"));
    assert!(repeats("The name.", "RoleRef name"));
    assert!(repeats("The replicas of the Deployment.", "DeploymentSpec replicas"));
    assert!(repeats("`hostPorts`", "PodSecurityPolicySpec hostPorts"));
    assert!(!repeats("Number of desired pods; defaults to 1.", "DeploymentSpec replicas"));
    assert!(!repeats("Name of the Secret.", "IngressTLS name"));
}
