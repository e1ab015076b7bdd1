//! Conditions on fields: present, absent, equal to a literal.

use super::Module;
use super::code::Expr;
use super::fields::local;
use super::literals::wrap;
use crate::codegen::model::{Field, Literal, Path, Scalar, TypeId, TypeRef};
use crate::codegen::naming;

/// A condition on a field, given an expression for the field.
pub(super) type OnField<'a> = &'a dyn Fn(Expr, &Field) -> Expr;

impl Module<'_> {
    /// Returns a condition on the field at `path`, which is `condition` if the structs on the path exist and `false`
    /// otherwise.
    pub(super) fn holds(&self, start: &str, root: TypeId, path: &Path, condition: OnField<'_>) -> Expr {
        self.on_path(Expr::code(start), root, path, "is_some_and", condition)
    }

    /// Returns a condition on the field at `path`, which is `condition` if the structs on the path exist and `true`
    /// otherwise.
    pub(super) fn holds_or_unreachable(&self, start: &str, root: TypeId, path: &Path, condition: OnField<'_>) -> Expr {
        self.on_path(Expr::code(start), root, path, "is_none_or", condition)
    }

    fn on_path(&self, start: Expr, root: TypeId, path: &Path, method: &str, condition: OnField<'_>) -> Expr {
        let fields = self.index().fields_on(root, path);
        let mut value = start;
        for (depth, field) in fields.iter().enumerate() {
            value = value.field(naming::field(&field.name));
            if field.optional && depth + 1 < fields.len() {
                let rest = Path(path.0[depth + 1..].to_vec());
                let (below, _) = self.index().structure(&field.ty).expect("a path leads through structs");
                let name = local(field);
                let inner = self.on_path(Expr::code(name.clone()), below, &rest, method, condition);
                return value.get("as_ref").method(method, [Expr::closure(name, inner)]);
            }
        }
        condition(value, fields.last().expect("a path has at least one field"))
    }

    /// Returns the condition that a field is set: that an optional value is not `None`, that a plain value is not
    /// empty, or that a list is not nil.
    pub(super) fn filled(&self, value: Expr, field: &Field) -> Expr {
        if field.optional { value.get("is_some") } else { self.not_empty(value, &field.ty) }
    }

    /// Returns the negation of [`Module::filled`].
    pub(super) fn unfilled(&self, value: Expr, field: &Field) -> Expr {
        if field.optional {
            return value.get("is_none");
        }
        match self.emptiness(&field.ty) {
            Emptiness::Method(name) => value.get(name),
            Emptiness::False => value.not(),
            Emptiness::Equals(empty) => value.equals(empty),
        }
    }

    /// Returns the condition that a plain value is not empty, or that a list or map is not nil.
    fn not_empty(&self, value: Expr, ty: &TypeRef) -> Expr {
        match self.emptiness(ty) {
            Emptiness::Method(name) => value.get(name).not(),
            Emptiness::False => value,
            Emptiness::Equals(empty) => value.differs(empty),
        }
    }

    fn emptiness(&self, ty: &TypeRef) -> Emptiness {
        match self.index().behind(ty) {
            ty if self.index().is_str(ty) => Emptiness::Method("is_empty"),
            TypeRef::List(_) | TypeRef::Map(_) | TypeRef::Scalar(Scalar::Bytes) => Emptiness::Method("is_nil"),
            TypeRef::Scalar(Scalar::Bool) => Emptiness::False,
            ty => Emptiness::Equals(self.empty(ty)),
        }
    }

    /// Returns the condition under which a step fills a field: if it is unset. A list or map of length 0 counts as
    /// unset if `or_empty` is true.
    pub(super) fn to_fill(&self, value: Expr, field: &Field, or_empty: bool) -> Expr {
        if or_empty && self.has_length(field) { value.get("is_empty") } else { self.unfilled(value, field) }
    }

    /// Returns true for types with a length.
    pub(super) fn has_length(&self, field: &Field) -> bool {
        let ty = self.index().behind(&field.ty);
        !field.optional && matches!(ty, TypeRef::List(_) | TypeRef::Map(_) | TypeRef::Scalar(Scalar::Bytes))
    }

    /// Returns the condition that a field has one of these values.
    pub(super) fn is_one_of(&self, value: Expr, field: &Field, literals: &[Literal]) -> Expr {
        match literals {
            [Literal::Bool(true)] if !field.optional => value,
            [Literal::Bool(false)] if !field.optional => value.not(),
            [one] => self.equals(value, field, one),
            several if self.index().is_str(&field.ty) => matches_text(value, field, several),
            several => {
                let equal = several.iter().map(|literal| self.equals(value.clone(), field, literal));
                Expr::Any(equal.collect())
            }
        }
    }

    /// Returns the condition that a plain value differs from the literal.
    pub(super) fn differs(&self, value: Expr, ty: &TypeRef, literal: &Literal) -> Expr {
        match literal {
            Literal::Bool(true) => value.not(),
            Literal::Bool(false) => value,
            Literal::Text(text) if self.index().is_str(ty) => value.differs(Expr::text(text)),
            Literal::List(items) => self.differs_from_list(value, ty, items),
            literal => value.differs(self.value(ty, literal)),
        }
    }

    /// Compares a list with an array, which needs no allocation. A nil list differs from an empty one.
    fn differs_from_list(&self, value: Expr, ty: &TypeRef, items: &[Literal]) -> Expr {
        match self.index().behind(ty) {
            TypeRef::List(item) if !items.is_empty() => {
                value.differs(Expr::Array(items.iter().map(|literal| self.value(item, literal)).collect()))
            }
            _ => Expr::Any(vec![value.clone().get("is_nil"), value.get("is_empty").not()]),
        }
    }

    fn equals(&self, value: Expr, field: &Field, literal: &Literal) -> Expr {
        match literal {
            Literal::Text(text) if self.index().is_str(&field.ty) => match field.optional {
                true => value.get("as_deref").equals(Expr::call("Some", [Expr::text(text)])),
                false => value.equals(Expr::text(text)),
            },
            _ => value.equals(wrap(field, self.value(&field.ty, literal))),
        }
    }
}

/// How to recognize the empty value of a type.
enum Emptiness {
    /// A method returns true for it.
    Method(&'static str),
    /// It is `false`.
    False,
    /// It equals this value.
    Equals(Expr),
}

fn matches_text(value: Expr, field: &Field, literals: &[Literal]) -> Expr {
    let texts = literals.iter().filter_map(|literal| match literal {
        Literal::Text(text) => Some(format!("{text:?}")),
        _ => None,
    });
    let texts = texts.collect::<Vec<_>>().join(" | ");
    let (value, pattern) = match field.optional {
        true => (value.get("as_deref"), format!("Some({texts})")),
        false => (value.get("as_str"), texts),
    };
    Expr::call("matches!", [value, Expr::code(pattern)])
}
