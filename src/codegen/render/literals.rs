//! Literals of the definitions as Rust expressions.

use super::Module;
use crate::codegen::model::{Field, Leaf, Literal, Scalar, TypeId, TypeRef};
use crate::codegen::naming;

impl Module<'_> {
    /// Returns an expression for a value whose type the context determines.
    pub(super) fn literal(&self, ty: &TypeRef, literal: &Literal) -> String {
        match literal {
            Literal::Text(text) if self.index().is_str(ty) => format!("{text:?}.into()"),
            _ => self.value(ty, literal),
        }
    }

    /// Returns an expression for a value that determines its type itself.
    pub(super) fn value(&self, ty: &TypeRef, literal: &Literal) -> String {
        let ty = self.index().behind(ty);
        match (ty, literal) {
            (TypeRef::Leaf(leaf), _) => self.leaf(*leaf, literal),
            (TypeRef::Scalar(Scalar::Bytes), Literal::Text(text)) => {
                format!("{}({text:?})", self.function("defaulting", "literal"))
            }
            (TypeRef::Scalar(Scalar::Double), Literal::Int(number)) => format!("{number}.0"),
            (_, Literal::Bool(value)) => value.to_string(),
            (_, Literal::Int(number)) => number.to_string(),
            (_, Literal::Float(number)) => format!("{number:?}"),
            (_, Literal::Text(text)) => format!("{}::from({text:?})", self.runtime("meta", "Str")),
            (TypeRef::List(item), Literal::List(items)) => self.list(item, items),
            (TypeRef::Map(value), Literal::Map(entries)) => self.map(value, entries),
            (TypeRef::Named(id), Literal::Struct(fields)) => self.struct_literal(*id, fields),
            (ty, literal) => unreachable!("resolve checked that {literal:?} is of type {ty:?}"),
        }
    }

    fn leaf(&self, leaf: Leaf, literal: &Literal) -> String {
        let text = match (leaf, literal) {
            (Leaf::IntOrString, Literal::Int(number)) => {
                return format!("{}::from({number})", self.runtime("meta", "IntOrString"));
            }
            (Leaf::IntOrString, Literal::Text(text)) => {
                return format!("{}::from({text:?})", self.runtime("meta", "IntOrString"));
            }
            (_, Literal::Text(text)) => text.clone(),
            (_, Literal::Int(number)) => number.to_string(),
            (_, Literal::Float(number)) => number.to_string(),
            (leaf, literal) => unreachable!("resolve checked that {literal:?} is a {leaf:?}"),
        };
        format!("{}({text:?})", self.function("defaulting", "literal"))
    }

    fn list(&self, item: &TypeRef, items: &[Literal]) -> String {
        let list = self.runtime("meta", "List");
        let items: Vec<String> = items.iter().map(|literal| self.value(item, literal)).collect();
        format!("{list}::from([{}])", items.join(", "))
    }

    fn map(&self, value: &TypeRef, entries: &[(String, Literal)]) -> String {
        let map = self.runtime("meta", "Map");
        if entries.is_empty() {
            let text = self.runtime("meta", "Str");
            return format!("{map}::from([] as [({text}, {}); 0])", self.rust_type(value));
        }
        let entry = |(key, literal): &(String, Literal)| format!("({key:?}, {})", self.value(value, literal));
        let entries: Vec<String> = entries.iter().map(entry).collect();
        format!("{map}::from([{}])", entries.join(", "))
    }

    fn struct_literal(&self, id: TypeId, fields: &[(usize, Literal)]) -> String {
        let path = self.path(id);
        if fields.is_empty() {
            return format!("{path}::default()");
        }
        let body = self.index().fields(id).expect("resolve checked that this is a struct");
        let values = fields.iter().map(|(at, literal)| {
            let field = &body.fields[*at];
            format!("{}: {}", naming::field(&field.name), self.present(field, literal))
        });
        let mut values: Vec<String> = values.collect();
        if fields.len() < body.fields.len() || body.has_type_meta {
            values.push("..Default::default()".to_owned());
        }
        format!("{path} {{ {} }}", values.join(", "))
    }

    /// Returns the literal as the value of a field, wrapped if the field is optional.
    pub(super) fn present(&self, field: &Field, literal: &Literal) -> String {
        wrap(field, &self.literal(&field.ty, literal))
    }

    /// Returns an expression for the empty value of a type.
    pub(super) fn empty(&self, ty: &TypeRef) -> String {
        let ty = self.index().behind(ty);
        match ty {
            TypeRef::Scalar(Scalar::Bool) => "false".to_owned(),
            TypeRef::Scalar(Scalar::Int32 | Scalar::Int64) => "0".to_owned(),
            TypeRef::Scalar(Scalar::Double) => "0.0".to_owned(),
            TypeRef::List(_) => format!("{}::default()", self.runtime("meta", "List")),
            TypeRef::Map(_) => format!("{}::default()", self.runtime("meta", "Map")),
            ty => format!("{}::default()", self.rust_type(ty)),
        }
    }
}

/// Wraps `value` in the `Option` and `Box` of a field.
pub(super) fn wrap(field: &Field, value: &str) -> String {
    match (field.optional, field.boxed) {
        (false, _) => value.to_owned(),
        (true, false) => format!("Some({value})"),
        (true, true) => format!("Some(Box::new({value}))"),
    }
}
