//! What `preserve` keeps in an annotation: a struct each, with the way in and out.

use super::Module;
use super::docs;
use super::file::File;
use super::places::{Made, Open, local, parameter};
use super::views::{FieldView, KeptView, RowView, Statement, TableView, merged};
use crate::codegen::model::{Field, Path, TypeId};
use crate::codegen::naming;
use crate::codegen::plan::{Function, Kept, KeptField, KeptKind, Place, Variable};

impl Module<'_> {
    /// The structs of a kind, with their tables.
    pub(super) fn kept(&self, file: &mut File<'_>, function: &Function) {
        for kept in &function.kept {
            let is_hub = kept.name.starts_with("Hub");
            let object = if is_hub { self.hub_path(kept.of) } else { self.path(kept.of) };
            file.item("kept", &self.kept_view(kept, &function.kept, &object));
            file.verbatim("table", &self.kept_table(kept, &function.kept));
        }
    }

    fn kept_view(&self, kept: &Kept, all: &[Kept], object: &str) -> KeptView {
        let field = |field: &KeptField| FieldView {
            doc: docs::comment(&format!("`{}`", self.json_path(kept.of, &field.path))),
            name: self.kept_name(kept.of, &field.path),
            ty: self.kept_type(kept.of, field, all),
        };
        let mut fields: Vec<FieldView> = self.kept_keys(kept, all);
        fields.extend(kept.fields.iter().map(field));
        let keep = kept.fields.iter().map(|field| self.keep_field(kept, field, all));
        let restore = kept.fields.iter().map(|field| self.restore_field(kept, field, all));
        KeptView {
            doc: docs::comment(&format!("What the other side cannot hold of a `{object}`.")),
            name: kept.name.clone(),
            object: object.to_owned(),
            fields,
            empty: self.kept_empty(kept),
            keep: self.keep_keys(kept, all).into_iter().chain(merged(keep.collect())).collect(),
            restore: merged(restore.collect()),
        }
    }

    /// The condition that nothing is kept; keys do not count.
    fn kept_empty(&self, kept: &Kept) -> String {
        let fields = kept.fields.iter().map(|field| {
            let at = format!("self.{}", self.kept_name(kept.of, &field.path));
            match field.kind {
                KeptKind::Value => self.unfilled(&at, self.index().leaf(kept.of, &field.path)),
                KeptKind::Part(_) => format!("{at}.is_none()"),
                KeptKind::Values(_) | KeptKind::Items { .. } => format!("{at}.is_empty()"),
            }
        });
        fields.collect::<Vec<_>>().join(" && ")
    }

    fn kept_table(&self, kept: &Kept, all: &[Kept]) -> TableView {
        let row = |path: String, json: String| RowView { path, json, number: 0, omit: "Empty" };
        let keys = self.key_fields(kept, all).into_iter();
        let mut rows: Vec<RowView> = keys.map(|field| row(naming::field(&field.name), field.name.clone())).collect();
        rows.extend(
            kept.fields
                .iter()
                .map(|field| row(self.kept_name(kept.of, &field.path), self.json_path(kept.of, &field.path))),
        );
        TableView {
            runtime: self.context.options.runtime.clone(),
            name: kept.name.clone(),
            is_kind: false,
            rows,
            kind: String::new(),
        }
    }

    /// The name of a kept field: the way to it, in one word.
    fn kept_name(&self, of: TypeId, path: &Path) -> String {
        let steps = self.index().steps(of, path);
        if let [one] = steps.as_slice() {
            return naming::field(&one.name);
        }
        let names = steps.iter().map(|step| naming::snake(&step.name));
        names.collect::<Vec<_>>().join("_")
    }

    fn kept_type(&self, of: TypeId, field: &KeptField, all: &[Kept]) -> String {
        match &field.kind {
            KeptKind::Value => self.field_type(self.index().leaf(of, &field.path)),
            KeptKind::Part(part) => format!("Option<{}>", all[*part].name),
            KeptKind::Values(part) => {
                format!("{}<{}>", self.runtime("meta", "Map"), all[*part].name)
            }
            KeptKind::Items { kept, .. } => {
                format!("{}<{}>", self.runtime("meta", "List"), all[*kept].name)
            }
        }
    }

    /// The fields by which an item is found again; they are kept beside what is lost.
    fn key_fields(&self, kept: &Kept, all: &[Kept]) -> Vec<&Field> {
        let this = all.iter().position(|other| other.name == kept.name);
        let keys = all.iter().flat_map(|other| &other.fields).find_map(|field| match &field.kind {
            KeptKind::Items { kept, keys } if Some(*kept) == this => Some(keys.as_slice()),
            _ => None,
        });
        let body = self.index().fields(kept.of).expect("only structs are kept in parts");
        let lost = |at: &usize| kept.fields.iter().any(|field| field.path.0 == [*at]);
        let keys = keys.unwrap_or_default().iter().filter(|at| !lost(at));
        keys.map(|at| &body.fields[*at]).collect()
    }

    fn kept_keys(&self, kept: &Kept, all: &[Kept]) -> Vec<FieldView> {
        let keys = self.key_fields(kept, all).into_iter();
        keys.map(|field| FieldView {
            doc: docs::comment(&format!("`{}`, the item's key", field.name)),
            name: naming::field(&field.name),
            ty: self.field_type(field),
        })
        .collect()
    }

    fn keep_keys(&self, kept: &Kept, all: &[Kept]) -> Vec<Statement> {
        let keys = self.key_fields(kept, all).into_iter();
        keys.map(|field| {
            let name = naming::field(&field.name);
            Statement::always(format!("rest.{name} = object.{name}.clone();"))
        })
        .collect()
    }

    fn keep_field(&self, kept: &Kept, field: &KeptField, all: &[Kept]) -> Statement {
        let Open { mut guards, text, field: leaf } = self.open_below("object", "&", kept.of, &field.path);
        let rest = format!("rest.{}", self.kept_name(kept.of, &field.path));
        let line = match &field.kind {
            KeptKind::Value => format!("{rest} = {};", self.cloned(&text, &leaf.ty)),
            KeptKind::Part(part) => {
                let part = &all[*part].name;
                let source = if leaf.optional {
                    let name = local(leaf);
                    guards.push(format!("let Some({name}) = &{text}"));
                    name
                } else {
                    format!("&{text}")
                };
                format!("{rest} = Some({part}::of({source})).filter(|part| !part.is_empty());")
            }
            KeptKind::Values(part) => {
                let part = &all[*part].name;
                format!(
                    "for (key, value) in &{text} {{
                        let part = {part}::of(value);
                        if !part.is_empty() {{ {rest}.insert(key.clone(), part); }}
                    }}"
                )
            }
            KeptKind::Items { kept, keys } => {
                let part = &all[*kept].name;
                match keys.is_empty() {
                    true => format!(
                        "if !{text}.iter().all(|item| {part}::of(item).is_empty()) {{
                            {rest} = {text}.iter().map({part}::of).collect();
                        }}"
                    ),
                    false => format!(
                        "for part in {text}.iter().map({part}::of).filter(|part| !part.is_empty()) {{
                            {rest}.push(part);
                        }}"
                    ),
                }
            }
        };
        Statement { conditions: guards, lines: vec![line] }
    }

    fn restore_field(&self, kept: &Kept, field: &KeptField, all: &[Kept]) -> Statement {
        let Made { text, field: leaf, makes } = self.make_below("object", kept.of, &field.path);
        let rest = format!("self.{}", self.kept_name(kept.of, &field.path));
        match &field.kind {
            KeptKind::Value => {
                let filled = makes.then(|| self.filled(&rest, leaf));
                Statement { conditions: filled.into_iter().collect(), lines: vec![format!("{text} = {rest};")] }
            }
            KeptKind::Part(_) => {
                let target = match leaf.optional {
                    true => format!("{text}.get_or_insert_default()"),
                    false => format!("&mut {text}"),
                };
                Statement {
                    conditions: vec![format!("let Some(part) = {rest}")],
                    lines: vec![format!("part.restore({target});")],
                }
            }
            KeptKind::Values(_) => Statement::always(format!(
                "for (key, part) in {rest} {{
                    if let Some(value) = {text}.get_mut(&key) {{ part.restore(value); }}
                }}"
            )),
            KeptKind::Items { kept: part, keys } => self.restore_items(&text, &rest, &all[*part], keys),
        }
    }

    fn restore_items(&self, text: &str, rest: &str, part: &Kept, keys: &[usize]) -> Statement {
        if keys.is_empty() {
            return Statement {
                conditions: vec![format!("{rest}.len() == {text}.len()")],
                lines: vec![format!(
                    "for (part, item) in {rest}.into_iter().zip({text}.iter_mut()) {{ part.restore(item); }}"
                )],
            };
        }
        let body = self.index().fields(part.of).expect("only structs are kept in parts");
        let same = keys.iter().map(|at| {
            let name = naming::field(&body.fields[*at].name);
            format!("item.{name} == part.{name}")
        });
        let same = same.collect::<Vec<_>>().join(" && ");
        Statement::always(format!(
            "for part in {rest} {{
                if let Some(item) = {text}.iter_mut().find(|item| {same}) {{ part.restore(item); }}
            }}"
        ))
    }

    /// Sets aside what is lost.
    pub(super) fn keep(&self, kept: &Kept, variable: Variable) -> Statement {
        Statement::always(format!("let rest = {}::of({});", kept.name, parameter(variable)))
    }

    /// Writes what was set aside, if it is anything.
    pub(super) fn write_kept(&self, annotations: &Place, key: &str) -> Statement {
        let write = self.function("conversion", "annotation_write");
        let annotations = self.make(annotations).text;
        Statement {
            conditions: vec!["!rest.is_empty()".to_owned()],
            lines: vec![format!("{write}(&mut {annotations}, {key:?}, &rest)?;")],
        }
    }

    /// Restores what an annotation kept.
    pub(super) fn read_kept(&self, kept: &Kept, variable: Variable, annotations: &Place, key: &str) -> Statement {
        let read = self.function("conversion", "annotation_read");
        let annotations = self.make(annotations).text;
        let name = &kept.name;
        Statement {
            conditions: vec![format!("let Some(rest) = {read}::<{name}>(&mut {annotations}, {key:?})?")],
            lines: vec![format!("rest.restore({});", parameter(variable))],
        }
    }
}
