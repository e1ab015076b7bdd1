//! The structs of the values that `preserve` stores in an annotation.

use std::collections::BTreeMap;

use super::Module;
use super::code::{Condition, Expr, Stmt, merged};
use super::docs::{api_version, comment};
use super::fields::{Created, Existing};
use super::file::File;
use super::views::{KeptFieldView, KeptView, RowView, TableView};
use crate::codegen::model::{Field, Leaf, Path, Scalar, Side, TypeId, TypeRef};
use crate::codegen::naming;
use crate::codegen::plan::{Kept, KeptField, KeptKind, SetRule, UnionRole};

/// The field that is true if the fields of a union contradicted each other when they were stored.
const CONFLICT: &str = "one_of_conflict";

impl Module<'_> {
    /// Adds the structs of a version with their tables.
    pub(super) fn kept_structs(&self, file: &mut File<'_>, all: &BTreeMap<TypeId, Kept>) {
        for kept in all.values() {
            file.item("kept", &self.kept_view(kept));
            file.verbatim("table", &self.kept_table(kept));
        }
    }

    /// Returns the name of the struct that keeps a part of a type.
    pub(super) fn rest(&self, of: TypeId) -> &str {
        &self.kept(of).name
    }

    /// Returns the struct that keeps a part of a type.
    fn kept(&self, of: TypeId) -> &Kept {
        let version = self.group.versions.iter().find(|version| version.name == self.version);
        let version = version.expect("the module is that of a version");
        &self.context.plan.version(self.group, version).kept[&of]
    }

    fn kept_view(&self, kept: &Kept) -> KeptView {
        let keys = self.keys(kept.of, &kept.keys).into_iter().map(|field| self.kept_key(field));
        let fields = kept.fields.iter().map(|field| KeptFieldView {
            doc: comment(&format!("`{}`", self.json_path(kept.of, &field.path))),
            name: self.kept_name(kept.of, &field.path),
            ty: self.kept_type(kept.of, field),
            value: self.kept_value(kept.of, field),
        });
        let conflict = is_union(kept).then(|| KeptFieldView {
            doc: comment("True if the fields of the union contradict each other."),
            name: CONFLICT.to_owned(),
            ty: "bool".to_owned(),
            value: Expr::code("object").get("member").get("is_err"),
        });
        let alone = kept.fields.iter().filter(|field| field.role.is_none());
        let alone = alone.map(|field| self.restore_field(kept, field, "object"));
        let restore = [self.restore_union(kept)].into_iter().chain(alone);
        KeptView {
            doc: comment(&self.kept_doc(kept)),
            name: kept.name.clone(),
            object: self.kept_object(kept),
            fields: keys.chain(fields).chain(conflict).collect(),
            reports: if kept.reports { self.runtime("conversion", "Scope") } else { String::new() },
            empty: self.kept_empty(kept),
            restore: merged(restore.flatten().collect()),
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
        // No field has this name.
        let conflict = is_union(kept).then(|| row(CONFLICT.to_owned(), "oneOf!".to_owned()));
        let rows: Vec<RowView> = keys.chain(fields).chain(conflict).collect();
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
            value: self.cloned(Expr::code("object").field(name.clone()), &field.ty),
            name,
        }
    }

    /// Returns the name of a kept field: its path as one identifier.
    fn kept_name(&self, of: TypeId, path: &Path) -> String {
        let fields = self.index().fields_on(of, path);
        if let [one] = fields.as_slice() {
            return naming::field(&one.name);
        }
        let names = fields.iter().map(|field| naming::snake(&field.name));
        names.collect::<Vec<_>>().join("_")
    }

    fn kept_type(&self, of: TypeId, field: &KeptField) -> String {
        match &field.kind {
            KeptKind::Value => {
                let leaf = self.index().leaf(of, &field.path);
                match (&field.set, self.is_never_null(leaf)) {
                    (None, _) => self.field_type(leaf),
                    (Some(_), true) => format!("Option<{}>", self.field_type(leaf)),
                    (Some(_), false) => format!("{}<{}>", self.runtime("meta", "List"), self.field_type(leaf)),
                }
            }
            KeptKind::Part(part) if self.index().leaf(of, &field.path).boxed => {
                format!("Option<Box<{}>>", self.rest(*part))
            }
            KeptKind::Part(part) => format!("Option<{}>", self.rest(*part)),
            KeptKind::Values(part) => format!("{}<{}>", self.runtime("meta", "Map"), self.rest(*part)),
            KeptKind::First(part) | KeptKind::Items { kept: part, .. } => {
                format!("{}<{}>", self.runtime("meta", "List"), self.rest(*part))
            }
        }
    }

    /// Returns true if JSON never represents a value of a plain field as `null`. Other values are kept in a list, because
    /// an optional value that is `null` is unset.
    fn is_never_null(&self, field: &Field) -> bool {
        match self.index().behind(&field.ty) {
            TypeRef::Scalar(scalar) => *scalar != Scalar::Bytes,
            TypeRef::Leaf(leaf) => matches!(leaf, Leaf::Quantity | Leaf::Duration | Leaf::IntOrString),
            ty => self.index().is_str(ty),
        }
    }

    /// Returns the expression for a value that a `set` rule replaces if it is not kept.
    fn kept_unless_set(&self, value: Expr, kept: Expr, leaf: &Field, rule: &SetRule) -> Expr {
        let kept = match rule {
            SetRule::OfContainer => Expr::call("Some", [kept]),
            SetRule::OfType(literal) => {
                let differs = self.differs(value, &leaf.ty, literal);
                differs.method("then", [Expr::closure("", kept)])
            }
        };
        if self.is_never_null(leaf) { kept } else { kept.get("into_iter").get("collect") }
    }

    /// Returns the expression on `object` for the kept value of a field.
    fn kept_value(&self, of: TypeId, field: &KeptField) -> Expr {
        let fields = self.index().fields_on(of, &field.path);
        let (leaf, parents) = fields.split_last().expect("a path has at least one field");
        let (mut value, mut outer) = (Expr::code("object"), None::<Expr>);
        for parent in parents {
            value = value.field(naming::field(&parent.name));
            if parent.optional {
                let reference = value.get("as_ref");
                outer = Some(match outer {
                    None => reference,
                    Some(outer) => outer.method("and_then", [Expr::closure("part", reference)]),
                });
                value = Expr::code("part");
            }
        }
        let value = self.kept_leaf(value.field(naming::field(&leaf.name)), leaf, field);
        match outer {
            None => value,
            Some(outer) => outer.method("map", [Expr::closure("part", value)]).get("unwrap_or_default"),
        }
    }

    fn kept_leaf(&self, value: Expr, leaf: &Field, field: &KeptField) -> Expr {
        let of = |part: TypeId| format!("{}::of", self.rest(part));
        let lost = |parameters: &str| Expr::closure(parameters, Expr::code("part").get("is_empty").not());
        match &field.kind {
            KeptKind::Value => {
                let kept = if field.without.is_empty() {
                    self.cloned(value.clone(), &leaf.ty)
                } else {
                    let keys = field.without.iter().map(|key| Expr::text(key)).collect();
                    let arguments = [value.clone().borrow(), Expr::Array(keys).borrow()];
                    Expr::call(self.function("conversion", "without"), arguments)
                };
                field.set.iter().fold(kept, |kept, rule| self.kept_unless_set(value.clone(), kept, leaf, rule))
            }
            KeptKind::Part(kept) => {
                let map = |value: Expr| value.method("map", [Expr::code(of(*kept))]);
                let part = match (leaf.optional, leaf.boxed) {
                    (false, _) => Expr::call("Some", [Expr::call(of(*kept), [value.borrow()])]),
                    (true, false) => map(value.get("as_ref")),
                    (true, true) => map(value.get("as_deref")),
                };
                let part = match self.clear(*kept, &field.except) {
                    clear if clear.is_empty() => part,
                    clear => {
                        let cleared = Expr::Block(clear, Box::new(Expr::code("part")));
                        part.method("map", [Expr::closure("mut part", cleared)])
                    }
                };
                let part = part.method("filter", [lost("part")]);
                if leaf.optional && leaf.boxed { part.method("map", [Expr::code("Box::new")]) } else { part }
            }
            KeptKind::Values(part) => {
                let entry = [Expr::code("key").get("clone"), Expr::call(of(*part), [Expr::code("value")])];
                let each = Expr::closure("(key, value)", Expr::Tuple(entry.into()));
                let entries = value.get("iter").method("map", [each]);
                entries.method("filter", [lost("(_, part)")]).get("collect")
            }
            KeptKind::First(part) => {
                let first = value.get("iter").method("take", [Expr::code("1")]).method("map", [Expr::code(of(*part))]);
                first.method("filter", [lost("part")]).get("collect")
            }
            KeptKind::Items { kept, keys } => {
                let parts = value.get("iter").method("map", [Expr::code(of(*kept))]);
                let is_empty = Expr::code(format!("{}::is_empty", self.rest(*kept)));
                Expr::call(
                    self.function("conversion", "keep_items"),
                    [parts, is_empty, self.key_of("part", *kept, keys)],
                )
            }
        }
    }

    /// Returns the statements that remove fields from the variable `part`, which keeps a part of the type `of`.
    fn clear(&self, of: TypeId, paths: &[Path]) -> Vec<Stmt> {
        paths.iter().flat_map(|path| self.clear_field("part", of, path)).collect()
    }

    fn clear_field(&self, variable: &str, of: TypeId, path: &Path) -> Vec<Stmt> {
        let kept = self.kept(of);
        let Some(field) = kept.fields.iter().find(|field| path.0.starts_with(&field.path.0)) else {
            return Vec::new();
        };
        let value = Expr::code(variable).field(self.kept_name(of, &field.path));
        let rest = Path(path.0[field.path.0.len()..].to_vec());
        match field.kind {
            KeptKind::Value if rest.0.is_empty() => {
                vec![Stmt::Assign(value, Expr::call("Default::default", []))]
            }
            KeptKind::Part(inner) if !rest.0.is_empty() => {
                let body = self.clear_field("below", inner, &rest);
                if body.is_empty() {
                    return body;
                }
                let found = Condition::Some("below".to_owned(), value.clone().borrow_mut());
                let is_empty = Expr::closure("below", Expr::code("below").get("is_empty"));
                let is_empty = value.clone().get("as_ref").method("is_some_and", [is_empty]);
                let mut statements = Stmt::when(vec![found], body);
                statements
                    .extend(Stmt::when(vec![Condition::Is(is_empty)], vec![Stmt::Assign(value, Expr::code("None"))]));
                statements
            }
            _ => Vec::new(),
        }
    }

    /// Returns the condition that nothing is kept, apart from keys.
    fn kept_empty(&self, kept: &Kept) -> Expr {
        let fields = kept.fields.iter().map(|field| {
            let value = self.kept_field(kept, field);
            match field.kind {
                KeptKind::Value => {
                    let leaf = self.index().leaf(kept.of, &field.path);
                    match (&field.set, self.is_never_null(leaf)) {
                        (None, _) => self.unfilled(value, leaf),
                        (Some(_), true) => value.get("is_none"),
                        (Some(_), false) => value.get("is_empty"),
                    }
                }
                KeptKind::Part(_) => value.get("is_none"),
                KeptKind::Values(_) | KeptKind::First(_) | KeptKind::Items { .. } => value.get("is_empty"),
            }
        });
        Expr::All(fields.collect())
    }

    fn kept_field(&self, kept: &Kept, field: &KeptField) -> Expr {
        Expr::code("self").field(self.kept_name(kept.of, &field.path))
    }

    /// Restores the fields of a union. A client may have set another member in the meantime, which the stored fields would
    /// contradict.
    fn restore_union(&self, kept: &Kept) -> Vec<Stmt> {
        let fields: Vec<_> = kept.fields.iter().filter(|field| field.role.is_some()).collect();
        if fields.is_empty() {
            return Vec::new();
        }
        let mut statements = vec![Stmt::Let("mut changed".to_owned(), Expr::code("object").get("clone"))];
        let members = fields.iter().filter(|field| field.role == Some(UnionRole::Member));
        let members: Vec<_> = members.map(|field| (self.json_path(kept.of, &field.path), field)).collect();
        for (at, (_, field)) in members.iter().enumerate() {
            let filled = self.kept_field(kept, field).get("is_some");
            statements.push(Stmt::Let(format!("has_member_{}", at + 1), filled));
        }
        statements.extend(fields.iter().flat_map(|field| self.restore_field(kept, field, "changed")));
        let agrees = Expr::code("changed").get("member").get("is_ok");
        let agrees = Expr::Binary(Box::new(Expr::code("self").field(CONFLICT)), "||", Box::new(agrees));
        statements.push(Stmt::Let("agrees".to_owned(), agrees));
        let agrees = || Expr::code("agrees");
        let assign = Stmt::Assign(Expr::code("object").deref(), Expr::code("changed"));
        statements.extend(Stmt::when(vec![Condition::Is(agrees())], vec![assign]));
        for (at, (name, _)) in members.iter().enumerate() {
            let lost = Expr::All(vec![agrees().not(), Expr::code(format!("has_member_{}", at + 1))]);
            let reason = Expr::text("another member of the union has been set");
            let report = Expr::call("scope.lose", [Expr::text(name), reason]);
            statements.extend(Stmt::when(vec![Condition::Is(lost)], vec![Stmt::Run(report)]));
        }
        statements
    }

    /// Restores a field in the variable `object`.
    fn restore_field(&self, kept: &Kept, field: &KeptField, object: &str) -> Vec<Stmt> {
        let Created { value: target, field: leaf, creates } = self.create_below(object, kept.of, &field.path);
        let rest = self.kept_field(kept, field);
        let name = self.json_path(kept.of, &field.path);
        match &field.kind {
            KeptKind::Value if field.set.is_some() => {
                let value = if self.is_never_null(leaf) { rest } else { rest.get("into_iter").get("next") };
                let is_kept = Condition::Some("value".to_owned(), value);
                Stmt::when(vec![is_kept], vec![Stmt::Assign(target, Expr::code("value"))])
            }
            KeptKind::Value => {
                // A value that is not kept may have been set by a rule.
                let filled = Condition::Is(self.filled(rest.clone(), leaf));
                match self.is_map(leaf) && !creates {
                    true => vec![self.merged(target, rest)],
                    false if self.is_map(leaf) => Stmt::when(vec![filled], vec![self.merged(target, rest)]),
                    false => Stmt::when(vec![filled], vec![Stmt::Assign(target, rest)]),
                }
            }
            KeptKind::Part(part) => self.restore_part((object, kept.of), field, *part, rest),
            KeptKind::Values(part) => {
                let Existing { guards, value: target, .. } = self.write_below(object, kept.of, &field.path);
                let place = Expr::call("format_args!", [Expr::text(&format!("{name}[{{key}}]"))]);
                let value = target.method("get_mut", [Expr::code("key").borrow()]);
                let restore = self.restore_below(place, *part, Expr::code("value"));
                let body = Stmt::when(vec![Condition::Some("value".to_owned(), value)], vec![restore]);
                Stmt::when(guards, vec![Stmt::For { name: "(key, part)".to_owned(), values: rest, body }])
            }
            KeptKind::First(part) => {
                let Existing { guards, value: target, .. } = self.write_below(object, kept.of, &field.path);
                let values = rest.get("into_iter").method("zip", [target.get("iter_mut")]);
                let body = vec![self.restore_below(Expr::text(&format!("{name}[0]")), *part, Expr::code("item"))];
                Stmt::when(guards, vec![Stmt::For { name: "(part, item)".to_owned(), values, body }])
            }
            KeptKind::Items { kept: part, keys } => {
                let Existing { guards, value: target, .. } = self.write_below(object, kept.of, &field.path);
                let restore = match self.kept(*part).reports {
                    true => Expr::closure("part, item", self.restored(Expr::code("part"), *part, Expr::code("item"))),
                    false => Expr::code(format!("{}::restore", self.rest(*part))),
                };
                let [of_part, of_item] = ["part", "item"].map(|variable| self.key_of(variable, *part, keys));
                let place = [Expr::code("scope"), Expr::text(&name)];
                let arguments = [rest, of_part, target.borrow_mut(), of_item, restore];
                let call = Expr::call(self.function("conversion", "restore_items"), place.into_iter().chain(arguments));
                Stmt::when(guards, vec![Stmt::Run(call)])
            }
        }
    }

    /// Returns the call that restores a part of the type `of` in `target`.
    pub(super) fn restored(&self, part: Expr, of: TypeId, target: Expr) -> Expr {
        let scope = self.kept(of).reports.then(|| Expr::code("scope"));
        part.method("restore", [target].into_iter().chain(scope))
    }

    /// Restores the variable `part`, and adds its place to the paths of losses.
    fn restore_below(&self, place: Expr, of: TypeId, target: Expr) -> Stmt {
        let call = self.restored(Expr::code("part"), of, target);
        if !self.kept(of).reports {
            return Stmt::Run(call);
        }
        let arguments = [Expr::code("scope"), place, Expr::closure("", call)];
        Stmt::Run(Expr::call(self.function("conversion", "below"), arguments))
    }

    /// Returns the function that identifies an item, or the part of an item that is kept.
    fn key_of(&self, variable: &str, of: TypeId, keys: &[usize]) -> Expr {
        let values = self.keys(of, keys).into_iter();
        let values = values.map(|field| Expr::code(variable).field(naming::field(&field.name)).borrow());
        let values: Vec<_> = values.collect();
        let values = match <[Expr; 1]>::try_from(values) {
            Ok([value]) => value,
            Err(values) => Expr::Tuple(values).borrow(),
        };
        Expr::closure(variable, Expr::call(self.function("conversion", "item_key"), [values]))
    }

    /// Restores a part, if its struct still exists.
    fn restore_part(&self, (object, root): (&str, TypeId), field: &KeptField, of: TypeId, rest: Expr) -> Vec<Stmt> {
        let open = self.write_below(object, root, &field.path);
        let mut conditions = vec![Condition::Some("part".to_owned(), rest)];
        conditions.extend(open.guards);
        let target = open.value.borrow_mut();
        let target = if open.field.optional {
            conditions.push(Condition::Some("value".to_owned(), target));
            Expr::code("value")
        } else {
            target
        };
        let name = self.json_path(root, &field.path);
        Stmt::when(conditions, vec![self.restore_below(Expr::text(&name), of, target)])
    }
}

/// Returns true if the struct stores fields of a union that depend on each other.
fn is_union(kept: &Kept) -> bool {
    kept.fields.iter().any(|field| field.role.is_some())
}
