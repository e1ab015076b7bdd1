//! Cursors over unions: structs that are one of their fields in JSON.

use std::marker::PhantomData;

use super::exclusive::{Mut, OptionMut, StructMut, ViewMut};
use super::shared::{Ref, StructRef, View};
use crate::reflect::table::Type;
use crate::wire::raw::RawKind;

impl<'a> StructRef<'a> {
    /// Returns the field of a union by which JSON represents it: the list if it has items, else the option if it is
    /// set, else the bool. Returns `None` if the struct has none of them, in which case JSON is `null`. Only meaningful
    /// if [`Shape::is_union`](super::super::Shape::is_union) returns true.
    ///
    /// ```
    /// use apimachinery::meta::{List, Str};
    /// use apimachinery::reflect::StructRef;
    /// use apimachinery::serializer::json;
    ///
    /// #[derive(Clone, Default, PartialEq)]
    /// struct Address { street: Str }
    /// apimachinery::message! { Address { street => "street", 1, Never; } }
    ///
    /// #[derive(Clone, Default, PartialEq)]
    /// struct Home { one: Option<Address>, many: List<Address> }
    /// apimachinery::message! { Home: union { one => "one", 1, Empty; many => "many", 2, Empty; } }
    ///
    /// let home: Home = json::from_str(r#"[{"street":"Elm"}]"#)?;
    /// assert_eq!(home.many[0].street, "Elm");
    /// assert_eq!(json::to_string(&home)?, r#"[{"street":"Elm"}]"#);
    /// assert!(StructRef::new(&Home::default()).variant().is_none());
    /// # Ok::<(), apimachinery::serializer::FormatError>(())
    /// ```
    #[must_use]
    pub fn variant(&self) -> Option<Ref<'a>> {
        let rank = |value: Ref<'a>| match value.view() {
            View::List(list) if list.len() > 0 => Some(0),
            View::Option(Some(_)) => Some(1),
            View::Bool(_) => Some(2),
            _ => None,
        };
        let mut first = None;
        for (_, value) in self.json_fields() {
            if let Some(rank) = rank(value)
                && first.is_none_or(|(least, _)| rank < least)
            {
                first = Some((rank, value));
            }
        }
        first.map(|(_, value)| value)
    }
}

impl<'a> StructMut<'a> {
    /// Clears a union and returns its field for a value of this kind; an option is set. The bool is false for `false`
    /// only, and true beside another field. Without a bool, a value of another kind is ignored.
    ///
    /// # Errors
    ///
    /// Returns the accepted kinds, if the union has a bool and no field for the value.
    pub(crate) fn choose(mut self, kind: RawKind) -> Result<Option<Mut<'a>>, String> {
        let fields = self.shape.json_fields();
        let takes = |ty: Type| match ty {
            Type::Bool => Some(RawKind::Bool),
            Type::List(_) => Some(RawKind::List),
            Type::Option(_) => Some(RawKind::Object),
            _ => None,
        };
        let chosen = fields.iter().position(|field| takes(field.ty) == Some(kind));
        let bool = fields.iter().position(|field| matches!(field.ty, Type::Bool));
        if let (None, Some(_)) = (chosen, bool) {
            let mut kinds = Vec::new();
            for field in fields {
                kinds.extend(takes(field.ty).map(|kind| kind.name().to_owned()));
            }
            return Err(kinds.join(" or "));
        }
        (0..fields.len()).for_each(|index| self.field(index).set_zero());
        if let Some(index) = bool
            && let ViewMut::Bool(says) = self.field(index).view()
        {
            *says = true;
        }
        Ok(chosen.map(|index| made(self.into_field(index))))
    }
}

/// Returns the value in an option, which is set.
fn made(value: Mut<'_>) -> Mut<'_> {
    match *value.ty {
        Type::Option(ty) => OptionMut { at: value.at, ty, life: PhantomData }.make(),
        _ => value,
    }
}
