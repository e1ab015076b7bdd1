//! The place in the definitions that requires a hand-written function.

use crate::codegen::files::Span;
use crate::codegen::load::Definitions;
use crate::codegen::load::document::{ConversionDoc, DefaultsDoc};
use crate::codegen::naming;
use crate::codegen::render::Place;

/// A place that requires a function.
#[derive(Debug, Default)]
pub(super) struct Use<'a> {
    pub(super) span: Span,
    pub(super) purpose: Purpose<'a>,
}

/// The task of a function.
#[derive(Debug, Default)]
pub(super) enum Purpose<'a> {
    #[default]
    Unknown,
    /// Converts a field of the version to a field of the hub, or back.
    Field(&'a str, &'a str),
    /// Converts fields of a type.
    Type(&'a str, Vec<&'a str>),
    /// Sets the defaults of a type.
    Defaults(&'a str),
}

impl<'a> Use<'a> {
    /// Finds the place that requires the function `name` of a module.
    pub(super) fn find(definitions: &'a Definitions, [folder, version, word]: &Place, name: &str) -> Use<'a> {
        let Some(group) = definitions.groups.iter().find(|group| group.folder == *folder) else {
            return Use::default();
        };
        let internal = group.internal.iter().filter(|_| version == "internal").flat_map(|doc| &doc.conversion);
        let versions = || group.versions.iter().filter(|doc| doc.name == *version);
        let found = if word == "defaults" {
            versions().flat_map(|doc| &doc.defaults).find_map(|doc| defaults(doc, name))
        } else {
            let mut docs = versions().flat_map(|doc| &doc.conversion).chain(internal);
            docs.find_map(|doc| conversion(doc, name))
        };
        found.unwrap_or(Use { span: group.place, purpose: Purpose::Unknown })
    }
}

fn defaults<'a>(doc: &'a DefaultsDoc, name: &str) -> Option<Use<'a>> {
    let is_meant = name.strip_prefix("set_defaults_") == Some(&naming::snake(&doc.ty.text));
    let step = doc.steps.iter().find(|step| step.function).filter(|_| is_meant)?;
    Some(Use { span: step.span, purpose: Purpose::Defaults(&doc.ty.text) })
}

fn conversion<'a>(doc: &'a ConversionDoc, name: &str) -> Option<Use<'a>> {
    let base = name.strip_suffix("_to_hub").or_else(|| name.strip_suffix("_from_hub"))?;
    let of_field = doc.fields.iter().find_map(|rule| {
        let word = rule.function.as_ref().filter(|word| word.text == base)?;
        let there = rule.to.as_ref().unwrap_or(&rule.path);
        Some(Use { span: word.span, purpose: Purpose::Field(&rule.path.text, &there.text) })
    });
    of_field.or_else(|| {
        let paths = doc.functions.as_ref().filter(|_| naming::snake(&doc.ty.text) == base)?;
        let fields = paths.iter().map(|path| path.text.as_str()).collect();
        Some(Use { span: doc.ty.span, purpose: Purpose::Type(&doc.ty.text, fields) })
    })
}
