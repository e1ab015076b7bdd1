//! Warnings about keys that have no effect on the generated code yet.

use std::collections::{BTreeMap, BTreeSet};

use super::model::{Body, Limits, Model, Source};

/// The line of the first constraint in a file, and the names of all constraints.
type Found = (usize, BTreeSet<&'static str>);

/// Returns a warning for each file with constraints that nothing enforces for objects.
pub(crate) fn without_effect(model: &Model, root: &str) -> Vec<String> {
    let mut files: BTreeMap<&str, Found> = BTreeMap::new();
    let is_own = |module: &String| model.groups.iter().any(|group| group.module == *module && !group.external);
    for ty in model.types.iter().filter(|ty| ty.version != "internal" && is_own(&ty.group)) {
        add(&mut files, &ty.source, keys(&ty.limits));
        if let Body::Struct(body) = &ty.body {
            body.fields.iter().for_each(|field| add(&mut files, &field.source, keys(&field.limits)));
        }
    }
    let warning = |(file, (line, keys)): (&str, Found)| {
        let keys: Vec<_> = keys.iter().map(|key| format!("`{key}`")).collect();
        format!("{root}/{file}:{line}: only default values are checked, not objects: {}", keys.join(", "))
    };
    files.into_iter().map(warning).collect()
}

fn add<'m>(files: &mut BTreeMap<&'m str, Found>, source: &'m Source, keys: Vec<&'static str>) {
    if !keys.is_empty() {
        let found = files.entry(&source.file).or_insert_with(|| (source.line, BTreeSet::new()));
        found.0 = found.0.min(source.line);
        found.1.extend(keys);
    }
}

/// Returns the names of the constraints that are set.
fn keys(limits: &Limits) -> Vec<&'static str> {
    let keys = [
        ("minimum", limits.minimum.is_some()),
        ("maximum", limits.maximum.is_some()),
        ("multipleOf", limits.multiple_of.is_some()),
        ("minLength", limits.min_length.is_some()),
        ("maxLength", limits.max_length.is_some()),
        ("pattern", limits.pattern.is_some()),
        ("format", limits.format.is_some()),
        ("minItems", limits.min_items.is_some()),
        ("maxItems", limits.max_items.is_some()),
        ("minProperties", limits.min_properties.is_some()),
        ("maxProperties", limits.max_properties.is_some()),
        ("immutable", limits.immutable),
        ("validations", !limits.validations.is_empty()),
    ];
    keys.into_iter().filter(|(_, is_set)| *is_set).map(|(key, _)| key).collect()
}

#[cfg(test)]
mod tests {
    use super::without_effect;
    use crate::codegen::resolve::testing::model;

    #[test]
    fn each_file_with_constraints_has_one_warning() {
        let limited = "group: test.example.com\ntypes:\n  A:\n    oneOf: [y]\n    fields:\n      x: { type: int32, minimum: 1 }\n      y: { type: optional string, pattern: a }\n";
        let plain = "group: test.example.com\nconversion: none\ntypes:\n  B: { fields: { x: int32 } }\n";
        let model = model(&[("test/v1.yaml", limited), ("test/v1beta1.yaml", plain)]);
        let expected = "api-defs/test/v1.yaml:6: only default values are checked, not objects: `minimum`, `pattern`";
        assert_eq!(without_effect(&model, "api-defs"), [expected]);
    }
}
