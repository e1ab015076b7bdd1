//! Literals of the definitions as Rust expressions.

use super::Module;
use super::code::Expr;
use crate::codegen::model::{Field, Leaf, Literal, Scalar, TypeId, TypeRef};
use crate::codegen::naming;

impl Module<'_> {
    /// Returns an expression for a value whose type the context determines.
    pub(super) fn literal(&self, ty: &TypeRef, literal: &Literal) -> Expr {
        match literal {
            Literal::Text(text) if self.index().is_str(ty) => Expr::text(text).get("into"),
            _ => self.value(ty, literal),
        }
    }

    /// Returns an expression for a value that determines its type itself.
    pub(super) fn value(&self, ty: &TypeRef, literal: &Literal) -> Expr {
        let ty = self.index().behind(ty);
        match (ty, literal) {
            (TypeRef::Leaf(leaf), _) => self.leaf(*leaf, literal),
            (TypeRef::Scalar(Scalar::Bytes), Literal::Text(text)) => self.parsed(text),
            (TypeRef::Scalar(Scalar::Double), Literal::Int(number)) => Expr::code(format!("{number}.0")),
            (_, Literal::Bool(value)) => Expr::code(value.to_string()),
            (_, Literal::Int(number)) => Expr::code(number.to_string()),
            (_, Literal::Float(number)) => Expr::code(format!("{number:?}")),
            (_, Literal::Text(text)) if self.index().named_text(ty).is_some() => {
                Expr::call(format!("{}::from", self.rust_type(ty)), [Expr::text(text)])
            }
            (_, Literal::Text(text)) => self.from("Str", Expr::text(text)),
            (TypeRef::List(item), Literal::List(items)) => self.list(item, items),
            (TypeRef::Map(value), Literal::Map(entries)) => self.map(value, entries),
            (TypeRef::Named(id), Literal::Struct(fields)) => self.struct_literal(*id, fields),
            (ty, literal) => unreachable!("resolve checked that {literal:?} is of type {ty:?}"),
        }
    }

    fn leaf(&self, leaf: Leaf, literal: &Literal) -> Expr {
        match (leaf, literal) {
            (Leaf::IntOrString, Literal::Int(number)) => self.from("IntOrString", Expr::code(number.to_string())),
            (Leaf::IntOrString, Literal::Text(text)) => self.from("IntOrString", Expr::text(text)),
            (_, Literal::Text(text)) => self.parsed(text),
            (_, Literal::Int(number)) => self.parsed(&number.to_string()),
            (_, Literal::Float(number)) => self.parsed(&number.to_string()),
            (leaf, literal) => unreachable!("resolve checked that {literal:?} is a {leaf:?}"),
        }
    }

    /// Returns `Name::from(value)` for a type of the module `meta`.
    pub(super) fn from(&self, name: &str, value: Expr) -> Expr {
        Expr::call(format!("{}::from", self.runtime("meta", name)), [value])
    }

    /// Returns a call that parses a text in the JSON format of the type.
    fn parsed(&self, text: &str) -> Expr {
        Expr::call(self.function("defaulting", "literal"), [Expr::text(text)])
    }

    fn list(&self, item: &TypeRef, items: &[Literal]) -> Expr {
        let items = items.iter().map(|literal| self.value(item, literal)).collect();
        self.from("List", Expr::Array(items))
    }

    fn map(&self, value: &TypeRef, entries: &[(String, Literal)]) -> Expr {
        if entries.is_empty() {
            let text = self.runtime("meta", "Str");
            return self.from("Map", Expr::code(format!("[] as [({text}, {}); 0]", self.rust_type(value))));
        }
        let entry = |(key, literal): &(String, Literal)| Expr::Tuple(vec![Expr::text(key), self.value(value, literal)]);
        self.from("Map", Expr::Array(entries.iter().map(entry).collect()))
    }

    fn struct_literal(&self, id: TypeId, fields: &[(usize, Literal)]) -> Expr {
        let path = self.path(id);
        if fields.is_empty() {
            return Expr::call(format!("{path}::default"), []);
        }
        let body = self.index().fields(id).expect("resolve checked that this is a struct");
        let values = fields.iter().map(|(at, literal)| {
            let field = &body.fields[*at];
            (naming::field(&field.name), self.present(field, literal))
        });
        let has_others = fields.len() < body.fields.len() || body.has_type_meta;
        Expr::Struct(path, values.collect(), has_others)
    }

    /// Returns the literal as the value of a field, wrapped if the field is optional.
    pub(super) fn present(&self, field: &Field, literal: &Literal) -> Expr {
        wrap(field, self.literal(&field.ty, literal))
    }

    /// Returns an expression for the empty value of a type.
    pub(super) fn empty(&self, ty: &TypeRef) -> Expr {
        let default = |ty: String| Expr::call(format!("{ty}::default"), []);
        match self.index().behind(ty) {
            TypeRef::Scalar(Scalar::Bool) => Expr::code("false"),
            TypeRef::Scalar(Scalar::Int32 | Scalar::Int64) => Expr::code("0"),
            TypeRef::Scalar(Scalar::Double) => Expr::code("0.0"),
            TypeRef::List(_) => default(self.runtime("meta", "List")),
            TypeRef::Map(_) => default(self.runtime("meta", "Map")),
            ty => default(self.rust_type(ty)),
        }
    }
}

/// Wraps `value` in the `Option` and `Box` of a field.
pub(super) fn wrap(field: &Field, value: Expr) -> Expr {
    let some = |value| Expr::call("Some", [value]);
    match (field.optional, field.boxed) {
        (false, _) => value,
        (true, false) => some(value),
        (true, true) => some(Expr::call("Box::new", [value])),
    }
}
