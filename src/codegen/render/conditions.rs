//! Conditions on fields: present, absent, equal to a literal.

use super::Module;
use super::literals::wrap;
use super::places::local;
use crate::codegen::model::{Field, Literal, Path, Scalar, TypeId, TypeRef};
use crate::codegen::naming;

impl Module<'_> {
    /// Returns a condition on the field at `path`, which is `text` if the structs on the path exist and `false`
    /// otherwise.
    pub(super) fn holds(
        &self,
        start: &str,
        root: TypeId,
        path: &Path,
        text: impl Fn(&str, &Field) -> String,
    ) -> String {
        self.ask(start, root, path, "is_some_and", &text)
    }

    /// Returns a condition on the field at `path`, which is `text` if the structs on the path exist and `true`
    /// otherwise.
    pub(super) fn holds_or_way_is_absent(
        &self,
        start: &str,
        root: TypeId,
        path: &Path,
        text: impl Fn(&str, &Field) -> String,
    ) -> String {
        self.ask(start, root, path, "is_none_or", &text)
    }

    fn ask(
        &self,
        start: &str,
        root: TypeId,
        path: &Path,
        question: &str,
        text: &impl Fn(&str, &Field) -> String,
    ) -> String {
        let steps = self.index().steps(root, path);
        let mut at = start.to_owned();
        for (depth, step) in steps.iter().enumerate() {
            at = format!("{at}.{}", naming::field(&step.name));
            if step.optional && depth + 1 < steps.len() {
                let rest = Path(path.0[depth + 1..].to_vec());
                let (below, _) = self.index().structure(&step.ty).expect("a path leads through structs");
                let name = local(step);
                let inner = self.ask(&name, below, &rest, question, text);
                return format!("{at}.as_ref().{question}(|{name}| {inner})");
            }
        }
        let field = steps.last().expect("a path has at least one step");
        text(&at, field)
    }

    /// Returns the condition that `at` is set: that an optional value is not `None`, that a plain value is not empty,
    /// or that a list is not nil.
    pub(super) fn filled(&self, at: &str, field: &Field) -> String {
        if field.optional {
            return format!("{at}.is_some()");
        }
        self.not_empty(at, &field.ty)
    }

    /// Returns the negation of [`Module::filled`].
    pub(super) fn unfilled(&self, at: &str, field: &Field) -> String {
        if field.optional {
            return format!("{at}.is_none()");
        }
        let ty = self.index().behind(&field.ty);
        match ty {
            _ if self.index().is_str(ty) => format!("{at}.is_empty()"),
            TypeRef::List(_) | TypeRef::Map(_) | TypeRef::Scalar(Scalar::Bytes) => {
                format!("{at}.is_nil()")
            }
            TypeRef::Scalar(Scalar::Bool) => format!("!{at}"),
            ty => format!("{at} == {}", self.empty(ty)),
        }
    }

    /// Returns the condition that a plain value is not empty, or that a list or map is not nil.
    pub(super) fn not_empty(&self, at: &str, ty: &TypeRef) -> String {
        let ty = self.index().behind(ty);
        match ty {
            _ if self.index().is_str(ty) => format!("!{at}.is_empty()"),
            TypeRef::List(_) | TypeRef::Map(_) | TypeRef::Scalar(Scalar::Bytes) => {
                format!("!{at}.is_nil()")
            }
            TypeRef::Scalar(Scalar::Bool) => at.to_owned(),
            ty => format!("{at} != {}", self.empty(ty)),
        }
    }

    /// Returns the condition under which a step fills a field: if it is unset. A list or map of length 0 counts as
    /// unset if `or_empty` is true.
    pub(super) fn to_fill(&self, at: &str, field: &Field, or_empty: bool) -> String {
        if or_empty && self.has_length(field) { format!("{at}.is_empty()") } else { self.unfilled(at, field) }
    }

    /// Returns true for types with a length.
    pub(super) fn has_length(&self, field: &Field) -> bool {
        let ty = self.index().behind(&field.ty);
        !field.optional && matches!(ty, TypeRef::List(_) | TypeRef::Map(_) | TypeRef::Scalar(Scalar::Bytes))
    }

    /// Returns the condition that `at` has one of these values.
    pub(super) fn is_one_of(&self, at: &str, field: &Field, literals: &[Literal]) -> String {
        match literals {
            [Literal::Bool(value)] if !field.optional => {
                if *value {
                    at.to_owned()
                } else {
                    format!("!{at}")
                }
            }
            [one] => self.equals(at, field, one),
            several if self.index().is_str(&field.ty) => self.matches_text(at, field, several),
            several => {
                let each = several.iter().map(|literal| self.equals(at, field, literal));
                format!("({})", each.collect::<Vec<_>>().join(" || "))
            }
        }
    }

    /// Returns the condition that a plain value differs from the literal.
    pub(super) fn differs(&self, at: &str, ty: &TypeRef, literal: &Literal) -> String {
        match literal {
            Literal::Bool(true) => format!("!{at}"),
            Literal::Bool(false) => at.to_owned(),
            Literal::Text(text) if self.index().is_str(ty) => format!("{at} != {text:?}"),
            literal => format!("{at} != {}", self.value(ty, literal)),
        }
    }

    fn equals(&self, at: &str, field: &Field, literal: &Literal) -> String {
        match literal {
            Literal::Text(text) if self.index().is_str(&field.ty) => match field.optional {
                true => format!("{at}.as_deref() == Some({text:?})"),
                false => format!("{at} == {text:?}"),
            },
            _ => format!("{at} == {}", wrap(field, &self.value(&field.ty, literal))),
        }
    }

    fn matches_text(&self, at: &str, field: &Field, literals: &[Literal]) -> String {
        let texts = literals.iter().filter_map(|literal| match literal {
            Literal::Text(text) => Some(format!("{text:?}")),
            _ => None,
        });
        let texts = texts.collect::<Vec<_>>().join(" | ");
        match field.optional {
            true => format!("matches!({at}.as_deref(), Some({texts}))"),
            false => format!("matches!({at}.as_str(), {texts})"),
        }
    }
}
