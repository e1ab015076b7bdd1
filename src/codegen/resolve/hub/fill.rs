//! Bodies of the types that only the hub has: the body of the base type, with hub types and the changes of
//! `internal.yaml`.

use std::collections::HashSet;

use super::{Builder, Hub, Key};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::load::document::{BodyDoc, FieldDoc, Shape, TypeDoc};
use crate::codegen::model::{Body, Field, Omit, TypeId, TypeRef};
use crate::codegen::resolve::fields;
use crate::codegen::resolve::tree::{GroupId, INTERNAL, Tree};

/// Sets the bodies of the types that the builder has declared.
pub(super) fn fill<'a>(tree: &mut Tree<'a>, builder: &Builder<'a>, own: &HashSet<Key>, hub: &Hub, report: &mut Report) {
    for (key, base) in builder.bases.iter().filter(|(key, _)| own.contains(*key)) {
        let id = hub.types[key];
        if let Some(base) = *base {
            tree.types[id.0].body = mapped(&tree.get(base).body, hub);
            tree.facts[id.0].fields = tree.facts(base).fields.clone();
        }
        if let Some(patch) = builder.patches.get(key) {
            Patch { tree, hub, group: key.0, id, report }.apply(patch, base.is_some());
        }
    }
}

/// The changes of `internal.yaml` to a type.
struct Patch<'p, 'a> {
    tree: &'p mut Tree<'a>,
    hub: &'p Hub,
    group: GroupId,
    id: TypeId,
    report: &'p mut Report,
}

impl Patch<'_, '_> {
    fn apply(&mut self, doc: &TypeDoc, has_base: bool) {
        let (Body::Struct(_), BodyDoc::Struct { fields, .. }) = (&self.tree.get(self.id).body, &doc.body) else {
            let message = format!("`internal.yaml` can only change fields of the hub type `{}`", doc.name.text);
            return self
                .report
                .add(error("hub-body", doc.name.span, message).help("write `fields`, or remove the type"));
        };
        let before = shape(self.tree.fields(self.id));
        for field in fields {
            self.field(field);
        }
        if has_base && shape(self.tree.fields(self.id)) == before {
            let message = format!("the hub type `{}` is identical to its base", doc.name.text);
            self.report.add(error("hub-equals-base", doc.name.span, message).help("remove it"));
        }
    }

    fn field(&mut self, doc: &FieldDoc) {
        let version = self.version(doc);
        let mut field = fields::field(self.tree, self.group, &version, doc, self.report);
        field.ty = mapped_ref(&field.ty, self.hub);
        let Body::Struct(body) = &mut self.tree.types[self.id.0].body else { return };
        let places = &mut self.tree.facts[self.id.0].fields;
        match body.fields.iter().position(|known| known.name == field.name) {
            Some(index) => {
                field.number = body.fields[index].number;
                body.fields[index] = field;
                places[index] = doc.name.span;
            }
            None => {
                body.fields.push(field);
                places.push(doc.name.span);
            }
        }
    }

    /// Returns the version in which a field of `internal.yaml` looks up names: the first that has the type.
    fn version(&self, doc: &FieldDoc) -> String {
        let name = doc.ty.as_ref().and_then(|expr| short_name(&expr.shape)).unwrap_or_default();
        let has = |version: &String| self.tree.named(self.group, version, &name).is_some();
        let group = &self.tree.groups[self.group];
        let mut versions = group.hub_first().map(|version| version.name.clone()).chain([INTERNAL.to_owned()]);
        versions.find(has).unwrap_or_else(|| group.hub.clone())
    }
}

fn short_name(shape: &Shape) -> Option<String> {
    match shape {
        Shape::Name(name) => Some(name.clone()),
        Shape::List(item) | Shape::Map(item) => short_name(item),
        _ => None,
    }
}

/// Returns the properties of fields that matter to Rust and to the formats.
fn shape(fields: &[Field]) -> Vec<(String, TypeRef, bool, Omit)> {
    fields.iter().map(|field| (field.name.clone(), field.ty.clone(), field.optional, field.omit)).collect()
}

fn mapped(body: &Body, hub: &Hub) -> Body {
    match body {
        Body::Text { values, closed } => Body::Text { values: values.clone(), closed: *closed },
        Body::Alias(base) => Body::Alias(mapped_ref(base, hub)),
        Body::Struct(body) => {
            let mut body = body.clone();
            for field in &mut body.fields {
                field.ty = mapped_ref(&field.ty, hub);
            }
            Body::Struct(body)
        }
    }
}

fn mapped_ref(ty: &TypeRef, hub: &Hub) -> TypeRef {
    match ty {
        TypeRef::Named(id) => TypeRef::Named(hub.of(*id)),
        TypeRef::List(item) => TypeRef::List(Box::new(mapped_ref(item, hub))),
        TypeRef::Map(value) => TypeRef::Map(Box::new(mapped_ref(value, hub))),
        TypeRef::Scalar(_) | TypeRef::Leaf(_) => ty.clone(),
    }
}
