//! CustomResourceDefinitions with deeply nested schemas, about 95 KB each.

use super::json::{Object, list, object, texts};
use super::meta::labels;
use super::random::Random;

/// Number of levels of nested objects in a schema.
const LEVELS: usize = 5;

/// Returns a definition as stored in a cluster, with a schema for each of two versions.
pub fn crd(random: &mut Random) -> Object {
    let name = random.name().replace('-', "");
    let names = object()
        .text("plural", format!("{name}s"))
        .text("singular", &name)
        .raw("shortNames", texts(["shp"]))
        .text("kind", "Shop")
        .text("listKind", "ShopList");
    let versions = [version("v1alpha1", false, random), version("v1", true, random)];
    let metadata = object()
        .text("name", format!("{name}s.shop.example.com"))
        .text("uid", random.uid())
        .text("resourceVersion", (100_000_000 + random.below(800_000_000)).to_string())
        .raw("generation", 1)
        .text("creationTimestamp", random.time())
        .raw("labels", labels(&name, random));
    object()
        .text("kind", "CustomResourceDefinition")
        .text("apiVersion", "apiextensions.k8s.io/v1")
        .raw("metadata", metadata)
        .raw("spec", spec(&names, list(versions)))
        .raw("status", status(names, random))
}

fn spec(names: &Object, versions: String) -> Object {
    object()
        .text("group", "shop.example.com")
        .raw("names", names)
        .text("scope", "Namespaced")
        .raw("versions", versions)
        .raw("conversion", object().text("strategy", "None"))
}

fn status(names: Object, random: &mut Random) -> Object {
    let conditions = ["NamesAccepted", "Established"].map(|kind| {
        object()
            .text("type", kind)
            .text("status", "True")
            .text("lastTransitionTime", random.time())
            .text("reason", "NoConflicts")
            .text("message", "no conflicts found")
    });
    object().raw("conditions", list(conditions)).raw("acceptedNames", names).raw("storedVersions", texts(["v1"]))
}

fn version(name: &str, is_stored: bool, random: &mut Random) -> Object {
    let column = object().text("name", "Ready").text("type", "string").text("jsonPath", ".status.phase");
    object()
        .text("name", name)
        .raw("served", true)
        .raw("storage", is_stored)
        .raw("schema", object().raw("openAPIV3Schema", structure(LEVELS, random)))
        .raw("subresources", object().raw("status", object()))
        .raw("additionalPrinterColumns", list([column]))
}

/// Returns the schema of an object whose members are values, lists, maps and smaller objects.
fn structure(levels: usize, random: &mut Random) -> Object {
    let mut properties = object()
        .raw("alias", string(random))
        .raw("count", integer(random))
        .raw("enabled", object().text("type", "boolean").raw("default", random.below(2) == 0))
        .raw("port", either());
    if levels > 0 {
        properties =
            properties.raw("primary", structure(levels - 1, random)).raw("replicas", list_of(levels - 1, random));
    }
    let properties = properties.raw("settings", map());
    object()
        .text("description", description(random))
        .text("type", "object")
        .raw("required", texts(["alias"]))
        .raw("properties", properties)
}

fn description(random: &mut Random) -> String {
    let part = random.pick(&["checkout", "search", "billing", "catalog"]);
    format!("Settings of {part} & what belongs to it: \"{}\".\nMore is in its handbook.", random.hex(24))
}

fn string(random: &mut Random) -> Object {
    object()
        .text("description", description(random))
        .text("type", "string")
        .text("default", random.name())
        .raw("maxLength", 64 + random.below(192))
        .raw("minLength", 1)
        .text("pattern", "^[a-z]([-a-z0-9]*[a-z0-9])?$")
}

fn integer(random: &mut Random) -> Object {
    object()
        .text("type", "integer")
        .text("format", "int32")
        .raw("default", random.below(100))
        .raw("maximum", 100 + random.below(900))
        .raw("minimum", 0)
}

fn either() -> Object {
    let of = |kind: &str| object().text("type", kind);
    object().raw("anyOf", list([of("integer"), of("string")])).raw("x-kubernetes-int-or-string", true)
}

fn map() -> Object {
    object().text("type", "object").raw("additionalProperties", object().text("type", "string"))
}

fn list_of(levels: usize, random: &mut Random) -> Object {
    object()
        .text("type", "array")
        .raw("items", structure(levels, random))
        .raw("x-kubernetes-list-map-keys", texts(["alias"]))
        .text("x-kubernetes-list-type", "map")
}
