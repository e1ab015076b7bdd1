//! Data about the fields whose strings have a closed set of values.

use super::Module;
use super::views::{EnumFieldView, EnumsView};
use crate::codegen::model::{Action, Body, Path, TypeId, TypeRef, Version};

impl Module<'_> {
    /// Returns the fields of a version and of its hub with a closed set of values. A field has additional values if a rule
    /// accepts values of the other side without a counterpart.
    pub(super) fn enums(&self, version: &Version) -> EnumsView {
        let index = self.index();
        let mut found = Vec::new();
        for &ty in version.types.iter().filter(|ty| index.rust(**ty) == **ty && self.is_declared_here(**ty)) {
            self.enums_of(ty, &|| self.path(ty), &mut found);
        }
        for &ty in version.types.iter().filter(|ty| index.is_pair(**ty)) {
            let Some(hub) = index.hub(ty) else { continue };
            self.enums_of(hub, &|| self.hub_path(hub), &mut found);
            for rule in index.conversion(ty).iter().flat_map(|rules| &rules.rules) {
                let Action::Values { from, to, unsupported: Some(unsupported), .. } = &rule.action else { continue };
                self.add_values(ty, from, &unsupported.hub, false, &mut found);
                self.add_values(hub, to, &unsupported.version, true, &mut found);
            }
        }
        if !found.is_empty() {
            self.runtime("scheme", "EnumField");
        }
        EnumsView { fields: found }
    }

    fn enums_of(&self, ty: TypeId, path: &dyn Fn() -> String, found: &mut Vec<EnumFieldView>) {
        let Some(body) = self.index().fields(ty) else { return };
        for field in body.fields.iter().filter(|field| !field.inline) {
            if let Some(values) = self.values_of(&field.ty) {
                add(found, path(), &field.name, values);
            }
        }
    }

    /// Returns the values of a closed enum, also of the items of lists and maps.
    fn values_of(&self, ty: &TypeRef) -> Option<&[String]> {
        match ty {
            TypeRef::List(item) | TypeRef::Map(item) => self.values_of(item),
            TypeRef::Named(id) => match &self.index().ty(*id).body {
                Body::Text { values, closed: true } => Some(values),
                Body::Alias(base) => self.values_of(base),
                _ => None,
            },
            _ => None,
        }
    }

    /// Adds values to the field at a path, which belongs to the struct at its end.
    fn add_values(&self, root: TypeId, path: &Path, values: &[String], is_hub: bool, found: &mut Vec<EnumFieldView>) {
        let fields = self.index().fields_on(root, path);
        let Some((field, parents)) = fields.split_last().filter(|_| !values.is_empty()) else { return };
        let holder = parents.last().map_or(Some(root), |parent| Some(self.index().structure(&parent.ty)?.0));
        let Some(holder) = holder else { return };
        let ty = if is_hub { self.hub_path(holder) } else { self.path(holder) };
        add(found, ty, &field.name, values);
    }
}

fn add(found: &mut Vec<EnumFieldView>, ty: String, field: &str, values: &[String]) {
    let view = EnumFieldView { ty, field: format!("{field:?}"), values: format!("{values:?}") };
    if !found.contains(&view) {
        found.push(view);
    }
}
