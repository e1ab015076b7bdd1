//! CustomResourceDefinitions, whose schemas must be structural in apiextensions.k8s.io/v1.

use super::{Check, MAX_FOUND, Step, at};
use crate::edit::remedies::{APPROVAL, is_protected};
use crate::field::{Map, Value};

/// Keywords of OpenAPI that no schema may contain.
const FORBIDDEN: [&str; 8] =
    ["$ref", "$schema", "additionalItems", "definitions", "dependencies", "id", "patternProperties", "uniqueItems"];

/// Keywords that schemas inside `anyOf`, `allOf`, `oneOf` and `not` must not contain.
const FORBIDDEN_IN_NESTED: [&str; 13] = [
    "additionalProperties",
    "default",
    "description",
    "externalDocs",
    "nullable",
    "title",
    "type",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-list-type",
    "x-kubernetes-map-type",
    "x-kubernetes-preserve-unknown-fields",
];

/// The remedy for schemas whose content is unknown.
const OPEN_SCHEMA: &str = "`type: object` with `x-kubernetes-preserve-unknown-fields: true` accepts any content";

/// The place of a schema.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Root,
    Inside,
}

impl Check {
    pub(super) fn definition(&mut self, object: &Value) {
        if at(object, &["spec", "preserveUnknownFields"]).and_then(Value::as_bool) == Some(true) {
            let remedy =
                "set it to false, and write `x-kubernetes-preserve-unknown-fields: true` in the root of each schema";
            self.refuse(&["spec", "preserveUnknownFields"], "must be false", remedy);
        }
        let group = at(object, &["spec", "group"]).and_then(Value::as_str).unwrap_or_default();
        if is_protected(group) && at(object, &["metadata", "annotations", APPROVAL]).is_none() {
            let remedy = "name the pull request that approved the API, or `unapproved, ` with a reason";
            self.refuse(&["metadata", "annotations", APPROVAL], format!("required for the group {group}"), remedy);
        }
        self.items(object, &["spec", "versions"], |check, version| {
            let keys = ["schema", "openAPIV3Schema"];
            match at(version, &keys).filter(|schema| schema.as_map().is_some()) {
                Some(_) => check.at(version, &keys, |check, schema| check.schema(schema, Place::Root)),
                None => check.refuse(&keys, "each version needs a schema", OPEN_SCHEMA),
            }
        });
    }

    /// Checks that a schema is structural: each node has a type, and only keywords whose meaning does not depend on
    /// other nodes are used.
    fn schema(&mut self, schema: &Value, place: Place) {
        let Some(members) = schema.as_map().filter(|_| self.found.len() < MAX_FOUND) else { return };
        let is_set = |key: &str| members.get(key).and_then(Value::as_bool) == Some(true);
        let kind = members.get("type").and_then(Value::as_str).unwrap_or_default();
        let is_open = is_set("x-kubernetes-int-or-string") || is_set("x-kubernetes-preserve-unknown-fields");
        match (place, kind) {
            (Place::Root, "") if !is_open => {
                self.refuse(&["type"], "required in a structural schema", "write `type: object`");
            }
            (Place::Inside, "") if !is_open => {
                self.refuse(&["type"], "required in a structural schema", "write the type of the values");
            }
            (Place::Root, kind) if kind != "object" && !kind.is_empty() => {
                self.refuse(&["type"], "must be object at the root", "write `type: object`");
            }
            _ => {}
        }
        for keyword in FORBIDDEN.iter().filter(|keyword| is_used(members, keyword)) {
            self.refuse(&[keyword], "not allowed in a structural schema", "remove it");
        }
        if kind == "array" && !members.contains_key("items") {
            self.refuse(&["items"], "required for the type array", "write the schema of the items");
        }
        match members.get("additionalProperties") {
            Some(_) if place == Place::Root => {
                self.refuse(&["additionalProperties"], "not allowed at the root", "specify `properties`");
            }
            Some(_) if members.contains_key("properties") => {
                self.refuse(&["additionalProperties"], "not allowed beside `properties`", "remove one of them");
            }
            Some(Value::Bool(false)) => {
                self.refuse(&["additionalProperties"], "must not be false", "remove it; unknown fields are dropped");
            }
            _ => {}
        }
        self.at(schema, &["properties"], |check, properties| {
            for (name, property) in properties.as_map().into_iter().flatten() {
                check.path.push(Step::Key(name.to_string()));
                match (&**name, place) {
                    ("metadata", Place::Root) => check.root_metadata(property),
                    _ => check.schema(property, Place::Inside),
                }
                check.path.pop();
            }
        });
        for key in ["items", "additionalProperties"] {
            self.at(schema, &[key], |check, below| match below {
                Value::List(_) => check.refuse(&[], "must be a schema, not a list", "write one schema for all items"),
                below => check.schema(below, Place::Inside),
            });
        }
        if !is_int_or_string(members) {
            self.nested(schema, schema);
        }
    }

    /// Checks the schema of the metadata at the root, which the API server supplies.
    fn root_metadata(&mut self, schema: &Value) {
        let names = at(schema, &["properties"]).and_then(Value::as_map);
        for (name, _) in names.into_iter().flatten().filter(|(name, _)| !["name", "generateName"].contains(&&***name)) {
            let remedy = "remove it; only `name` and `generateName` can be restricted";
            self.refuse(&["properties", name], "not allowed in the metadata", remedy);
        }
        for (keyword, _) in schema.as_map().into_iter().flatten() {
            if !["type", "properties", "default"].contains(&&**keyword) {
                self.refuse(&[keyword], "not allowed in the schema of the metadata", "remove it");
            }
        }
    }

    /// Checks the schemas in `anyOf`, `allOf`, `oneOf` and `not`, which can only restrict the values of `outer`.
    fn nested(&mut self, schema: &Value, outer: &Value) {
        for key in ["anyOf", "allOf", "oneOf"] {
            self.items(schema, &[key], |check, nested| check.restriction(nested, outer));
        }
        self.at(schema, &["not"], |check, nested| check.restriction(nested, outer));
    }

    fn restriction(&mut self, schema: &Value, outer: &Value) {
        let Some(members) = schema.as_map().filter(|_| self.found.len() < MAX_FOUND) else { return };
        for keyword in FORBIDDEN_IN_NESTED.iter().filter(|keyword| is_used(members, keyword)) {
            let remedy = "write it outside of `anyOf`, `allOf`, `oneOf` and `not`";
            self.refuse(&[keyword], "not allowed in a nested schema", remedy);
        }
        self.at(schema, &["properties"], |check, properties| {
            for (name, property) in properties.as_map().into_iter().flatten() {
                check.path.push(Step::Key(name.to_string()));
                match at(outer, &["properties", name]).or_else(|| outer.get("additionalProperties")) {
                    Some(outer) => check.restriction(property, outer),
                    None => {
                        let remedy = "specify the field outside of `anyOf`, `allOf`, `oneOf` and `not`, too";
                        check.refuse(&[], "specified only in a nested schema", remedy);
                    }
                }
                check.path.pop();
            }
        });
        if let Some(outer) = outer.get("items") {
            self.at(schema, &["items"], |check, items| check.restriction(items, outer));
        }
        self.nested(schema, outer);
    }
}

/// Returns true if a keyword has an effect.
fn is_used(members: &Map<Value>, keyword: &str) -> bool {
    match members.get(keyword) {
        None | Some(Value::Null | Value::Bool(false)) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(_) => true,
    }
}

/// Returns true if `anyOf`, or the first item of `allOf`, permits exactly integers and strings: the nested schemas with
/// types that are allowed.
fn is_int_or_string(members: &Map<Value>) -> bool {
    let kinds = |list: Option<&Value>| -> Option<Vec<String>> {
        let kind = |schema: &Value| {
            let members = schema.as_map().filter(|members| members.len() == 1)?;
            members.get("type")?.as_str().map(str::to_string)
        };
        list?.as_list()?.iter().map(kind).collect()
    };
    let first = members.get("allOf").and_then(|all| all.as_list()?.iter().next()?.get("anyOf"));
    [members.get("anyOf"), first]
        .into_iter()
        .any(|list| kinds(list).is_some_and(|kinds| kinds == ["integer", "string"]))
}

#[cfg(test)]
mod tests {
    use crate::edit::checks::tests;

    fn check(text: &str, expected: &[&str]) {
        tests::check("apiextensions.k8s.io/v1", "CustomResourceDefinition", text, expected);
    }

    fn check_schema(schema: &str, expected: &[&str]) {
        let text = format!("spec: {{group: example.com, versions: [{{schema: {{openAPIV3Schema: {schema}}}}}]}}");
        let expected: Vec<_> =
            expected.iter().map(|path| format!("spec.versions[0].schema.openAPIV3Schema{path}")).collect();
        check(&text, &expected.iter().map(String::as_str).collect::<Vec<_>>());
    }

    #[test]
    fn definitions_have_schemas() {
        check(
            "spec: {group: a.k8s.io, preserveUnknownFields: true, versions: [{name: v1}]}",
            &[
                "spec.preserveUnknownFields: must be false",
                "metadata.annotations[\"api-approved.kubernetes.io\"]: required for the group a.k8s.io",
                "spec.versions[0].schema.openAPIV3Schema: each version needs a schema",
            ],
        );
        let open = "{type: object, x-kubernetes-preserve-unknown-fields: true}";
        check(
            &format!("spec: {{group: k8s.io.example.com, versions: [{{schema: {{openAPIV3Schema: {open}}}}}]}}"),
            &[],
        );
    }

    #[test]
    fn schemas_are_structural() {
        let schema = "{properties: {
          a: {type: string}, b: {x-kubernetes-int-or-string: true},
          c: {items: {format: int32}, uniqueItems: false}, type: {type: string},
          d: {type: object, properties: {x: {type: string}}, additionalProperties: {$ref: '#/a'}}, e: {type: array}}}";
        check_schema(
            schema,
            &[
                ".type: required in a structural schema",
                ".properties.c.type: required in a structural schema",
                ".properties.c.items.type: required in a structural schema",
                ".properties.d.additionalProperties: not allowed beside `properties`",
                ".properties.d.additionalProperties.type: required in a structural schema",
                ".properties.d.additionalProperties[\"$ref\"]: not allowed in a structural schema",
                ".properties.e.items: required for the type array",
            ],
        );
        check_schema(
            "{type: object, additionalProperties: {type: string}}",
            &[".additionalProperties: not allowed at the root"],
        );
        check_schema("{type: object, properties: {metadata: {type: object, properties: {name: {pattern: a}}}}}", &[]);
        check_schema(
            "{type: object, properties: {metadata: {type: object, properties: {labels: {type: object}}}}}",
            &[".properties.metadata.properties.labels: not allowed in the metadata"],
        );
    }

    #[test]
    fn nested_schemas_only_restrict() {
        let schema = "{type: object, properties: {
          port: {x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]},
          a: {type: object, properties: {b: {type: string}}, oneOf: [{required: [b], properties: {b: {enum: [x]}}}]}}}";
        check_schema(schema, &[]);
        check_schema(
            "{type: object, not: {type: object, properties: {a: {minimum: 1}}}}",
            &[".not.type: not allowed in a nested schema", ".not.properties.a: specified only in a nested schema"],
        );
    }
}
