//! Structs for the values that `preserve` keeps in an annotation, and the code that writes and restores them.

use std::collections::BTreeMap;

use super::Module;
use super::docs::{api_version, comment};
use super::file::File;
use super::places::{Made, parameter};
use super::views::{KeptFieldView, KeptView, RowView, Statement, TableView, merged};
use crate::codegen::model::{Field, Path, Side, TypeId};
use crate::codegen::naming;
use crate::codegen::plan::{Kept, KeptField, KeptKind, Place, Variable};

impl Module<'_> {
    /// Adds the structs of a version with their tables.
    pub(super) fn kept_structs(&self, file: &mut File<'_>, all: &BTreeMap<TypeId, Kept>) {
        for kept in all.values() {
            file.item("kept", &self.kept_view(kept));
            file.verbatim("table", &self.kept_table(kept));
        }
    }

    /// Returns the name of the struct that keeps a part of a type.
    fn rest(&self, of: TypeId) -> &str {
        let version = self.group.versions.iter().find(|version| version.name == self.version);
        let version = version.expect("the module is that of a version");
        &self.context.plan.version(self.group, version).kept[&of].name
    }

    fn kept_view(&self, kept: &Kept) -> KeptView {
        let keys = self.keys(kept.of, &kept.keys).into_iter().map(|field| self.kept_key(field));
        let fields = kept.fields.iter().map(|field| KeptFieldView {
            doc: comment(&format!("`{}`", self.json_path(kept.of, &field.path))),
            name: self.kept_name(kept.of, &field.path),
            ty: self.kept_type(kept.of, field),
            value: self.kept_value(kept.of, field),
        });
        let restore = kept.fields.iter().map(|field| self.restore_field(kept, field));
        KeptView {
            doc: comment(&self.kept_doc(kept)),
            name: kept.name.clone(),
            object: self.kept_object(kept),
            fields: keys.chain(fields).collect(),
            empty: self.kept_empty(kept),
            restore: merged(restore.collect()),
        }
    }

    fn kept_object(&self, kept: &Kept) -> String {
        match kept.side {
            Side::Here => self.path(kept.of),
            Side::There => self.hub_path(kept.of),
        }
    }

    fn kept_doc(&self, kept: &Kept) -> String {
        let name = &self.index().ty(kept.of).name;
        let version = api_version(&self.group.name, self.version);
        match kept.side {
            Side::Here => format!("Values of `{name}` of {version} that the hub cannot represent."),
            Side::There => format!("Values of `{name}` of the hub that {version} cannot represent."),
        }
    }

    fn kept_table(&self, kept: &Kept) -> TableView {
        let row = |path: String, json: String| RowView { path, json, number: 0, omit: "Empty" };
        let keys = self.keys(kept.of, &kept.keys).into_iter();
        let keys = keys.map(|field| row(naming::field(&field.name), field.name.clone()));
        let fields = kept
            .fields
            .iter()
            .map(|field| row(self.kept_name(kept.of, &field.path), self.json_path(kept.of, &field.path)));
        let rows: Vec<RowView> = keys.chain(fields).collect();
        TableView {
            runtime: self.context.options.runtime.clone(),
            name: kept.name.clone(),
            role: "",
            fields: rows.iter().map(|row| row.path.as_str()).collect::<Vec<_>>().join(", "),
            rows,
            kind: String::new(),
        }
    }

    /// Returns the fields that identify an item.
    fn keys(&self, of: TypeId, keys: &[usize]) -> Vec<&Field> {
        let body = self.index().fields(of).expect("only structs are kept in parts");
        keys.iter().map(|at| &body.fields[*at]).collect()
    }

    fn kept_key(&self, field: &Field) -> KeptFieldView {
        let name = naming::field(&field.name);
        KeptFieldView {
            doc: comment(&format!("`{}`, which identifies the item", field.name)),
            ty: self.field_type(field),
            value: self.cloned(&format!("object.{name}"), &field.ty),
            name,
        }
    }

    /// Returns the name of a kept field: its path as one identifier.
    fn kept_name(&self, of: TypeId, path: &Path) -> String {
        let steps = self.index().steps(of, path);
        if let [one] = steps.as_slice() {
            return naming::field(&one.name);
        }
        let names = steps.iter().map(|step| naming::snake(&step.name));
        names.collect::<Vec<_>>().join("_")
    }

    fn kept_type(&self, of: TypeId, field: &KeptField) -> String {
        match &field.kind {
            KeptKind::Value => self.field_type(self.index().leaf(of, &field.path)),
            KeptKind::Part(part) if self.index().leaf(of, &field.path).boxed => {
                format!("Option<Box<{}>>", self.rest(*part))
            }
            KeptKind::Part(part) => format!("Option<{}>", self.rest(*part)),
            KeptKind::Values(part) => format!("{}<{}>", self.runtime("meta", "Map"), self.rest(*part)),
            KeptKind::Items { kept, .. } => format!("{}<{}>", self.runtime("meta", "List"), self.rest(*kept)),
        }
    }

    /// Returns the expression on `object` for the kept value of a field.
    fn kept_value(&self, of: TypeId, field: &KeptField) -> String {
        let steps = self.index().steps(of, &field.path);
        let (leaf, way) = steps.split_last().expect("a path has at least one step");
        let (mut at, mut open) = ("object".to_owned(), String::new());
        for step in way {
            at = format!("{at}.{}", naming::field(&step.name));
            if step.optional {
                let call =
                    if open.is_empty() { format!("{at}.as_ref()") } else { format!(".and_then(|part| {at}.as_ref())") };
                open += &call;
                at = "part".to_owned();
            }
        }
        let at = format!("{at}.{}", naming::field(&leaf.name));
        let value = self.kept_leaf(&at, leaf, &field.kind);
        match open.as_str() {
            "" => value,
            open => format!("{open}.map(|part| {value}).unwrap_or_default()"),
        }
    }

    fn kept_leaf(&self, at: &str, leaf: &Field, kind: &KeptKind) -> String {
        let lost = "filter(|part| !part.is_empty())";
        match kind {
            KeptKind::Value => self.cloned(at, &leaf.ty),
            KeptKind::Part(part) => {
                let part = self.rest(*part);
                match (leaf.optional, leaf.boxed) {
                    (false, _) => format!("Some({part}::of(&{at})).{lost}"),
                    (true, false) => format!("{at}.as_ref().map({part}::of).{lost}"),
                    (true, true) => format!("{at}.as_deref().map({part}::of).{lost}.map(Box::new)"),
                }
            }
            KeptKind::Values(part) => {
                let each = format!("map(|(key, value)| (key.clone(), {}::of(value)))", self.rest(*part));
                format!("{at}.iter().{each}.filter(|(_, part)| !part.is_empty()).collect()")
            }
            KeptKind::Items { kept, keys } => {
                let lost = if keys.is_empty() { String::new() } else { format!(".{lost}") };
                format!("{at}.iter().map({}::of){lost}.collect()", self.rest(*kept))
            }
        }
    }

    /// Returns the condition that nothing is kept, apart from keys.
    fn kept_empty(&self, kept: &Kept) -> String {
        let fields = kept.fields.iter().map(|field| {
            let at = format!("self.{}", self.kept_name(kept.of, &field.path));
            match field.kind {
                KeptKind::Value => self.unfilled(&at, self.index().leaf(kept.of, &field.path)),
                KeptKind::Part(_) => format!("{at}.is_none()"),
                KeptKind::Items { kept, ref keys } if keys.is_empty() => {
                    format!("{at}.iter().all({}::is_empty)", self.rest(kept))
                }
                KeptKind::Values(_) | KeptKind::Items { .. } => format!("{at}.is_empty()"),
            }
        });
        fields.collect::<Vec<_>>().join(" && ")
    }

    fn restore_field(&self, kept: &Kept, field: &KeptField) -> Statement {
        let Made { text, field: leaf, makes } = self.make_below("object", kept.of, &field.path);
        let rest = format!("self.{}", self.kept_name(kept.of, &field.path));
        match &field.kind {
            KeptKind::Value => {
                let filled = makes.then(|| self.filled(&rest, leaf));
                Statement::when(filled.into_iter().collect(), format!("{text} = {rest};"))
            }
            KeptKind::Part(_) => self.restore_part(kept.of, &field.path, &rest),
            KeptKind::Values(_) => Statement::always(format!(
                "for (key, part) in {rest} {{
                    if let Some(value) = {text}.get_mut(&key) {{ part.restore(value); }}
                }}"
            )),
            KeptKind::Items { kept, keys } => self.restore_items(&text, &rest, *kept, keys),
        }
    }

    /// Restores a part, if its struct still exists.
    fn restore_part(&self, of: TypeId, path: &Path, rest: &str) -> Statement {
        let open = self.open_below("object", "&mut ", of, path);
        let mut conditions = vec![format!("let Some(part) = {rest}")];
        conditions.extend(open.guards);
        let target = if open.field.optional {
            conditions.push(format!("let Some(value) = &mut {}", open.text));
            "value".to_owned()
        } else {
            format!("&mut {}", open.text)
        };
        Statement::when(conditions, format!("part.restore({target});"))
    }

    fn restore_items(&self, text: &str, rest: &str, of: TypeId, keys: &[usize]) -> Statement {
        if keys.is_empty() {
            let both = format!("{rest}.into_iter().zip({text}.iter_mut())");
            let conditions = vec![format!("{rest}.len() == {text}.len()")];
            return Statement::when(conditions, format!("for (part, item) in {both} {{ part.restore(item); }}"));
        }
        let same = self.keys(of, keys).into_iter().map(|field| {
            let name = naming::field(&field.name);
            format!("item.{name} == part.{name}")
        });
        let same = same.collect::<Vec<_>>().join(" && ");
        Statement::always(format!(
            "for part in {rest} {{
                if let Some(item) = {text}.iter_mut().find(|item| {same}) {{ part.restore(item); }}
            }}"
        ))
    }

    /// Stores the values that would be lost in a variable.
    pub(super) fn keep(&self, of: TypeId, variable: Variable) -> Statement {
        Statement::always(format!("let rest = {}::of({});", self.rest(of), parameter(variable)))
    }

    /// Writes the stored values to the annotation, if there are any.
    pub(super) fn write_kept(&self, annotations: &Place, key: &str) -> Statement {
        let write = self.function("conversion", "annotation_write");
        let annotations = self.make(annotations).text;
        let line = format!("{write}(&mut {annotations}, {key:?}, &rest)?;");
        Statement::when(vec!["!rest.is_empty()".to_owned()], line)
    }

    /// Restores the values that an annotation keeps.
    pub(super) fn read_kept(&self, of: TypeId, variable: Variable, annotations: &Place, key: &str) -> Statement {
        let read = self.function("conversion", "annotation_read");
        let annotations = self.make(annotations).text;
        let name = self.rest(of);
        let lines = vec![
            format!("let kept: Option<{name}> = {read}(&mut {annotations}, {key:?})?;"),
            format!("if let Some(kept) = kept {{ kept.restore({}); }}", parameter(variable)),
        ];
        Statement::block(Vec::new(), lines)
    }
}
