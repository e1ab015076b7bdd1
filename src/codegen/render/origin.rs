//! The place in the definitions that an item is generated from.

use std::collections::BTreeSet;

use super::Module;
use super::types::KindOf;
use crate::codegen::model::{Body, Field, Kind, Source, Type};
use crate::codegen::plan::{Defaulter, Function};

/// The files that define an item, relative to the root of the definitions, and the path of the key in them.
pub(super) struct Origin {
    pub(super) files: BTreeSet<String>,
    pub(super) key: String,
}

impl Origin {
    fn new<'a>(key: String, sources: impl IntoIterator<Item = &'a Source>) -> Self {
        Origin { files: sources.into_iter().map(|source| source.file.clone()).collect(), key }
    }

    /// Returns the origin of a kind: an entry of `kinds`. A list has the origin of the kind of its items.
    pub(super) fn of_kind(kind: &Kind) -> Self {
        let name = if kind.is_list { kind.name.strip_suffix("List").unwrap_or(&kind.name) } else { &kind.name };
        Origin::new(format!("kinds.{name}"), [&kind.source])
    }

    /// Returns the origin of a type: a message, an entry of `types`, or the kind whose list it is.
    pub(super) fn of_type(ty: &Type, kind: Option<KindOf<'_>>) -> Self {
        let is_proto = ty.source.file.ends_with(".proto");
        match (kind, &ty.body) {
            (Some((.., kind)), _) if kind.is_list && kind.source == ty.source => Origin::of_kind(kind),
            (_, Body::Struct(_)) if is_proto => Origin::new(format!("message {}", ty.name), [&ty.source]),
            _ if is_proto => Origin::new(ty.name.clone(), [&ty.source]),
            _ => Origin::new(format!("types.{}", ty.name), [&ty.source]),
        }
    }
}

impl Module<'_> {
    /// Returns the origin of a conversion: the rules for the type, or its fields if all rules are implied by equal
    /// names.
    pub(super) fn conversion_origin(&self, function: &Function) -> Origin {
        let index = self.index();
        let ty = index.ty(function.ty);
        let shared = index.shared_rules(function.ty).map(|(_, rules)| rules);
        let conversions: Vec<_> = index.conversion(function.ty).into_iter().chain(shared).collect();
        let fields = [function.ty, function.hub].into_iter().filter_map(|id| index.fields(id));
        let implied: Vec<&Source> =
            fields.flat_map(|fields| &fields.fields).map(|field: &Field| &field.source).collect();
        let rules = conversions.iter().flat_map(|conversion| &conversion.rules).map(|rule| &rule.source);
        let written: Vec<&Source> = rules.filter(|source| !implied.contains(source)).collect();
        let by_hand = conversions.iter().any(|conversion| conversion.functions.is_some());
        match (written.is_empty(), by_hand) {
            (true, false) => Origin::new(format!("fields of {} with equal names", ty.name), [&ty.source]),
            (true, true) => Origin::new(format!("conversion.{}.fn", ty.name), [&ty.source]),
            (false, _) => Origin::new(format!("conversion.{}", ty.name), written),
        }
    }

    /// Returns the origin of a defaulter: the defaults of the type, or its fields if only values in it have defaults.
    pub(super) fn defaulter_origin(&self, defaulter: &Defaulter) -> Origin {
        let ty = self.index().ty(defaulter.ty);
        let sources: Vec<&Source> = defaulter.steps.iter().filter_map(|step| step.source.as_ref()).collect();
        let fields = self.index().fields(defaulter.ty).map_or(&[][..], |body| &body.fields);
        let in_fields = |source: &&Source| fields.iter().any(|field| field.source == **source);
        match (sources.is_empty(), sources.iter().all(in_fields)) {
            (true, _) => Origin::new(format!("fields of {} with defaults", ty.name), [&ty.source]),
            (false, true) => Origin::new(format!("types.{}", ty.name), sources),
            (false, false) => Origin::new(format!("defaults.{}", ty.name), sources),
        }
    }
}
