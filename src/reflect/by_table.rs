//! Types that are copied by their tables, and types with a constant zero value.

use super::types::{Message, Reflect};
use crate::field::{Bytes, List, Map, Str};

/// A type whose values consist of their bytes and of the memory that their description knows, and that has a value
/// without such memory. [`message!`](crate::message) implements it for structs whose fields are all listed.
///
/// # Safety
///
/// A copy of a value's bytes becomes an independent value if the places that [`Reflect::TYPE`] describes get new
/// memory: the value refers to no other memory, and nothing in it changes while it is shared.
#[doc(hidden)]
pub unsafe trait ByTable: Reflect {}

/// A type with a constant zero value.
#[doc(hidden)]
pub trait Zero {
    /// The zero value.
    const ZERO: Self;
}

macro_rules! scalars {
    ($($ty:ty = $zero:expr),* $(,)?) => {
        $(
            // SAFETY: the description belongs to exactly this type.
            unsafe impl ByTable for $ty {}

            impl Zero for $ty {
                const ZERO: Self = $zero;
            }
        )*
    };
}

scalars! { bool = false, i32 = 0, i64 = 0, f64 = 0.0, Str = Str::EMPTY, Bytes = Bytes::NIL }

// SAFETY: behind the pointer is one such value.
unsafe impl<T: Message + ByTable> ByTable for Box<T> {}

macro_rules! containers {
    ($($container:ident = $zero:expr),* $(,)?) => {
        $(
            // SAFETY: it has nothing but such values.
            unsafe impl<T: ByTable + Default> ByTable for $container<T> {}

            impl<T> Zero for $container<T> {
                const ZERO: Self = $zero;
            }
        )*
    };
}

containers! { Option = None, List = List::nil(), Map = Map::nil() }
