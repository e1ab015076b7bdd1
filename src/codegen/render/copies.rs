//! Fields that get the value of another field of the same object.

use super::Module;
use super::literals::wrap;
use super::places::Open;
use super::views::Statement;
use crate::codegen::model::{Field, Leaf, Path, Scalar, TypeId, TypeRef};

/// A copy from a field to another field of the same object.
pub(super) struct Copy<'a> {
    pub(super) start: &'a str,
    pub(super) root: TypeId,
    pub(super) to: &'a Path,
    pub(super) from: &'a Path,
    /// True if an enclosing condition has checked already that `to` is empty.
    pub(super) known_absent: bool,
}

impl Module<'_> {
    /// Fills an empty field from a field that is not empty.
    pub(super) fn fill(&self, copy: &Copy<'_>, or_empty: bool) -> Statement {
        let unfilled = |at: &str, field: &Field| self.to_fill(at, field, or_empty);
        let empty = || self.holds_or_way_is_absent(copy.start, copy.root, copy.to, unfilled);
        let empty = (!copy.known_absent).then(empty);
        let Open { guards, text, field } = self.source(copy);
        let there = self.filled(&text, field);
        let conditions = empty.into_iter().chain(guards).chain([there]).collect();
        Statement::when(conditions, self.assignment(copy, &text))
    }

    /// Overwrites a field with the value of another one, even if that is empty.
    pub(super) fn overwrite(&self, copy: &Copy<'_>) -> Statement {
        let Open { guards, text, .. } = self.source(copy);
        Statement::when(guards, self.assignment(copy, &text))
    }

    fn source(&self, copy: &Copy<'_>) -> Open<'_> {
        self.open_below(copy.start, "&", copy.root, copy.from)
    }

    fn assignment(&self, copy: &Copy<'_>, value: &str) -> String {
        let index = self.index();
        let (to, from) = (index.leaf(copy.root, copy.to), index.leaf(copy.root, copy.from));
        let value = self.cloned(value, &from.ty);
        let value = match (from.optional, to.optional) {
            (true, false) => format!("{value}.unwrap_or_default()"),
            (false, true) => wrap(to, &value),
            _ => value,
        };
        let target = self.make_below(copy.start, copy.root, copy.to).text;
        format!("{target} = {value};")
    }

    /// Returns the shortest expression that copies a value.
    pub(super) fn cloned(&self, at: &str, ty: &TypeRef) -> String {
        match self.index().behind(ty) {
            TypeRef::Scalar(Scalar::Bool | Scalar::Int32 | Scalar::Int64 | Scalar::Double)
            | TypeRef::Leaf(Leaf::Time | Leaf::MicroTime | Leaf::Duration) => at.to_owned(),
            _ => format!("{at}.clone()"),
        }
    }
}
