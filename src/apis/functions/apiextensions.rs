//! Functions of apiextensions.k8s.io that the definitions cannot express.

use crate::apis::apiextensions::v1beta1::CustomResourceDefinitionNames;
use crate::field::{List, Str};

pub(crate) mod internal {
    pub(crate) mod conversion {
        //! Conversions that all versions of apiextensions share.

        use crate::apis::apiextensions::v1beta1::JSONSchemaProps;
        use crate::conversion::{Error, Scope};
        use crate::field::{Bytes, Value};
        use crate::format::json;
        use crate::meta::Json;

        /// The hub contains values without their spelling: keys are sorted, and the last one of duplicate keys applies. `null`
        /// means no default and no example.
        pub(crate) fn json_schema_props_to_hub(schema: &mut JSONSchemaProps, _: &Scope<'_>) -> Result<(), Error> {
            for value in schema.default.iter_mut().chain(&mut schema.example).chain(&mut schema.enum_) {
                respell(value)?;
            }
            for value in [&mut schema.default, &mut schema.example] {
                value.take_if(|value| value.raw.is_nil());
            }
            Ok(())
        }

        pub(crate) fn json_schema_props_from_hub(_: &mut JSONSchemaProps, _: &Scope<'_>) -> Result<(), Error> {
            Ok(())
        }

        fn respell(value: &mut Json) -> Result<(), Error> {
            let invalid = |error: crate::format::Error| Error::new(error.to_string());
            let parsed = match value.raw.is_empty() {
                true => Value::Null,
                false => json::from_slice(&value.raw).map_err(invalid)?,
            };
            value.raw = match parsed {
                Value::Null => Bytes::default(),
                parsed => json::to_string(&parsed).map_err(invalid)?.as_str().into(),
            };
            Ok(())
        }
    }
}

pub(crate) mod v1 {
    pub(crate) mod conversion {
        //! Conversions of apiextensions/v1 that the definitions cannot express: settings that are equal in all versions of a
        //! resource are stored once in the hub, outside of the versions, and are empty in each version.

        use crate::apis::apiextensions::{v1, v1beta1};
        use crate::conversion::{Error, Scope};
        use crate::field::List;
        use crate::format::semantic_eq;
        use crate::reflect::{Ref, Reflect};
        use std::mem::take;

        type Version = v1beta1::CustomResourceDefinitionVersion;

        pub(crate) fn custom_resource_definition_spec_to_hub(
            _: &mut v1::CustomResourceDefinitionSpec,
            to: &mut v1beta1::CustomResourceDefinitionSpec,
            _: &Scope<'_>,
        ) -> Result<(), Error> {
            let versions = &mut to.versions;
            to.version = versions.first().map(|version| version.name.clone()).unwrap_or_default();
            to.subresources = take_shared(versions, |version| &mut version.subresources);
            to.validation = take_shared(versions, |version| &mut version.schema);
            to.additional_printer_columns = take_shared(versions, |version| &mut version.additional_printer_columns);
            to.selectable_fields = take_shared(versions, |version| &mut version.selectable_fields);
            Ok(())
        }

        /// Takes a setting out of all versions. Returns its value if it is equal in all of them, otherwise the zero value.
        fn take_shared<T: Reflect + Default>(versions: &mut [Version], part: fn(&mut Version) -> &mut T) -> T {
            let Some((first, rest)) = versions.split_first_mut() else { return T::default() };
            let first = part(first);
            if rest.iter_mut().any(|version| !semantic_eq(Ref::new(part(version)), Ref::new(first))) {
                return T::default();
            }
            rest.iter_mut().for_each(|version| *part(version) = T::default());
            take(first)
        }

        pub(crate) fn custom_resource_definition_spec_from_hub(
            from: &mut v1beta1::CustomResourceDefinitionSpec,
            to: &mut v1::CustomResourceDefinitionSpec,
            scope: &Scope<'_>,
        ) -> Result<(), Error> {
            if to.versions.is_empty() && !from.version.is_empty() {
                let name = take(&mut from.version);
                to.versions =
                    [v1::CustomResourceDefinitionVersion { name, served: true, storage: true, ..Default::default() }]
                        .into();
            }
            if to.versions.first().is_some_and(|first| !from.version.is_empty() && first.name != from.version) {
                scope.lose("version", "the first of versions has another name, and takes precedence");
            }
            let columns = take(&mut from.additional_printer_columns);
            let columns: Option<List<_>> = (!columns.is_nil()).then(|| columns.into_iter().map(column).collect());
            let fields = Some(take(&mut from.selectable_fields)).filter(|fields| !fields.is_nil());
            if to.versions.is_empty() {
                for (name, is_set) in [
                    ("subresources", from.subresources.is_some()),
                    ("validation", from.validation.is_some()),
                    ("additionalPrinterColumns", columns.as_ref().is_some_and(|columns| !columns.is_empty())),
                    ("selectableFields", fields.as_ref().is_some_and(|fields| !fields.is_empty())),
                ] {
                    if is_set {
                        scope.lose(name, "there is no version that it belongs to");
                    }
                }
            }
            for (index, version) in to.versions.iter_mut().enumerate() {
                let lose = |name: &str| {
                    let reason = "the field of the same meaning outside of versions takes precedence";
                    scope.lose(&format!("versions[{index}].{name}"), reason);
                };
                set_if_some(&mut version.subresources, from.subresources.clone().map(Some), || lose("subresources"));
                set_if_some(&mut version.schema, from.validation.clone().map(Some), || lose("schema"));
                set_if_some(&mut version.additional_printer_columns, columns.clone(), || {
                    lose("additionalPrinterColumns")
                });
                set_if_some(&mut version.selectable_fields, fields.clone(), || lose("selectableFields"));
            }
            Ok(())
        }

        fn set_if_some<T: Default + PartialEq>(target: &mut T, value: Option<T>, lose: impl FnOnce()) {
            if let Some(value) = value {
                if *target != T::default() && *target != value {
                    lose();
                }
                *target = value;
            }
        }

        fn column(column: v1beta1::CustomResourceColumnDefinition) -> v1::CustomResourceColumnDefinition {
            let v1beta1::CustomResourceColumnDefinition { name, type_, format, description, priority, json_path } =
                column;
            v1::CustomResourceColumnDefinition { name, type_, format, description, priority, json_path }
        }
    }

    pub(crate) mod defaults {
        use super::super::{set_names, set_stored};
        use crate::apis::apiextensions::v1::CustomResourceDefinition;
        use crate::defaulting::Defaulting;

        pub(crate) fn set_defaults_custom_resource_definition(
            definition: &mut CustomResourceDefinition,
            _: &Defaulting,
        ) {
            let (spec, status) = (&mut definition.spec, &mut definition.status);
            set_names(&mut spec.names);
            let storage = spec.versions.iter().find(|version| version.storage);
            set_stored(&mut status.stored_versions, storage.map(|version| &version.name));
        }
    }
}

pub(crate) mod v1beta1 {
    pub(crate) mod defaults {
        use super::super::{set_names, set_stored};
        use crate::apis::apiextensions::v1beta1::{
            CustomResourceDefinition, CustomResourceDefinitionSpec, CustomResourceDefinitionVersion,
        };
        use crate::defaulting::Defaulting;

        pub(crate) fn set_defaults_custom_resource_definition(
            definition: &mut CustomResourceDefinition,
            _: &Defaulting,
        ) {
            let (spec, status) = (&mut definition.spec, &mut definition.status);
            set_names(&mut spec.names);
            set_versions(spec);
            let storage = spec.versions.iter().find(|version| version.storage);
            set_stored(&mut status.stored_versions, storage.map(|version| &version.name));
        }

        /// The first releases had one version, which is the first one in the list.
        fn set_versions(spec: &mut CustomResourceDefinitionSpec) {
            match spec.versions.first() {
                Some(first) if spec.version.is_empty() => spec.version = first.name.clone(),
                None if !spec.version.is_empty() => {
                    let name = spec.version.clone();
                    spec.versions.push(CustomResourceDefinitionVersion {
                        name,
                        served: true,
                        storage: true,
                        ..Default::default()
                    });
                }
                _ => {}
            }
        }
    }
}

// Defaults that all versions of apiextensions share.

/// Omitted names are derived from the kind.
fn set_names(names: &mut CustomResourceDefinitionNames) {
    if names.singular.is_empty() {
        names.singular = names.kind.chars().map(lower).collect::<String>().into();
    }
    if names.list_kind.is_empty() && !names.kind.is_empty() {
        names.list_kind = format!("{}List", names.kind).into();
    }
}

/// Converts to lower case as Go does: each character becomes exactly one.
fn lower(c: char) -> char {
    let mut lower = c.to_lowercase();
    lower.next().unwrap_or(c)
}

/// Returns the versions that are marked as storage version.
fn set_stored(stored: &mut List<Str>, storage: Option<&Str>) {
    if let Some(storage) = storage.filter(|_| stored.is_empty()) {
        stored.push(storage.clone());
    }
}
