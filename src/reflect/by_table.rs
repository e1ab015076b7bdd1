//! The types that are copied by their tables, and whose zero value is a constant.

use super::types::{Message, Reflect};
use crate::field::{Bytes, List, Map, Str};

/// A type whose values are bytes and what its description knows to be behind them, and which has a value of no more
/// than bytes. [`message!`](crate::message) makes it of a struct all of whose fields it is told.
///
/// # Safety
///
/// A copy of a value's bytes becomes a value of its own by giving new memory to the places that [`Reflect::TYPE`]
/// describes: behind them there is nothing else, and nothing in them changes while they are shared.
#[doc(hidden)]
pub unsafe trait ByTable: Reflect {}

/// A type with a constant zero value.
#[doc(hidden)]
pub trait Zero {
    /// The value.
    const ZERO: Self;
}

macro_rules! scalars {
    ($($ty:ty = $zero:expr),* $(,)?) => {
        $(
            // SAFETY: the description is that of exactly this type.
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
