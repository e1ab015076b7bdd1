//! Go's rules for omitting fields in JSON, which other formats follow.

use super::cursor::{Ref, View};
use super::table::Omit;

impl Ref<'_> {
    /// Returns true if JSON omits a field with this value. `omit` is the condition of the field, from
    /// [`Field::omit`](super::Field::omit).
    ///
    /// ```
    /// use apimachinery::reflect::{Omit, Ref};
    ///
    /// assert!(Ref::new(&0).is_omitted(Omit::Empty) && !Ref::new(&0).is_omitted(Omit::Never));
    /// ```
    #[inline]
    #[must_use]
    pub fn is_omitted(self, omit: Omit) -> bool {
        match omit {
            Omit::Never => false,
            Omit::Empty => self.is_empty(),
            Omit::Zero => self.is_zero(),
        }
    }

    /// Returns true if the value is nil, zero or empty, as for Go's `omitempty`. Never true for a struct or a leaf.
    ///
    /// ```
    /// use apimachinery::meta::{List, Time};
    /// use apimachinery::reflect::Ref;
    ///
    /// assert!(Ref::new(&0.0).is_empty() && Ref::new(&List::<i32>::from([])).is_empty());
    /// assert!(!Ref::new(&Time::default()).is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        match self.view() {
            View::Bool(value) => !value,
            View::Int32(value) => value == 0,
            View::Int64(value) => value == 0,
            View::Double(value) => value == 0.0,
            View::Str(value) => value.is_empty(),
            View::Bytes(value) => value.is_empty(),
            View::Option(value) => value.is_none(),
            View::List(list) => list.len() == 0,
            View::Map(map) => map.len() == 0,
            View::Leaf(_) | View::Struct(_) => false,
        }
    }

    /// Returns true for the zero value of the type, as for Go's `omitzero`. Leaves decide by
    /// [`Leaf::is_zero`](super::Leaf::is_zero). An empty list or map that is not nil is not zero.
    ///
    /// ```
    /// use apimachinery::meta::{List, Time};
    /// use apimachinery::reflect::Ref;
    ///
    /// assert!(Ref::new(&Time::default()).is_zero() && Ref::new(&List::<i32>::nil()).is_zero());
    /// assert!(!Ref::new(&List::<i32>::from([])).is_zero());
    /// ```
    #[must_use]
    pub fn is_zero(self) -> bool {
        match self.view() {
            View::Leaf(value) => value.is_zero(),
            View::Struct(value) => value.json_fields().all(|(_, value)| value.is_zero()),
            View::Bytes(value) => value.is_nil(),
            View::List(list) => list.is_nil(),
            View::Map(map) => map.is_nil(),
            _ => self.is_empty(),
        }
    }
}
