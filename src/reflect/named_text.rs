//! Named texts: strings with a type of their own, which every format encodes like [`Str`].

use super::layout::{FITS, OWN, PORTABLE, byte};
use crate::field::Str;
use crate::field::named_text::Text;

/// Checks at compile time that an option of a named text has the layout of an `Option<Str>`, which encoders read
/// directly.
#[doc(hidden)]
pub const fn has_option_of_text<T: Text>() -> bool {
    size_of::<Option<T>>() == size_of::<Option<Str>>()
        && align_of::<Option<T>>() == align_of::<Option<Str>>()
        && (PORTABLE
            || !FITS
            || size_of::<Option<Str>>() != size_of::<Str>()
            || byte(None::<T>, OWN - 1) == byte(None::<Str>, OWN - 1))
}

/// The part of [`named_text!`](crate::named_text) that needs `unsafe`: the description of a type that consists of one
/// [`Str`].
///
/// Any crate can call an exported macro, with any tokens, and can replace the attributes of the struct by its own. So
/// this one checks all that its `unsafe` relies on; whatever compiles is sound:
///
/// * `_check` names the only field of the struct, outside `unsafe`. The compiler refuses other types (E0308), other
///   fields (E0023) and a field that `repr(packed)` may misalign (E0793).
/// * The assertions compare size and alignment with a `Str`.
/// * No name is resolved through `::std`, which a crate can replace by `extern crate other as std`.
///
/// ```compile_fail,E0308
/// struct Season(String);
///
/// apimachinery::__named_text_type! { Season }
/// ```
///
/// ```compile_fail,E0023
/// struct Season(apimachinery::meta::Str, bool);
///
/// apimachinery::__named_text_type! { Season }
/// ```
///
/// ```compile_fail,E0532
/// union Season { text: std::mem::ManuallyDrop<apimachinery::meta::Str> }
///
/// apimachinery::__named_text_type! { Season }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __named_text_type {
    ($name:ident) => {
        const _: () = {
            fn _check($name(text): &$name) -> &$crate::meta::Str {
                text
            }

            $crate::private::assert!(
                $crate::private::size_of::<$name>() == $crate::private::size_of::<$crate::meta::Str>()
            );
            $crate::private::assert!(
                $crate::private::align_of::<$name>() == $crate::private::align_of::<$crate::meta::Str>()
            );
            $crate::private::assert!($crate::private::has_option_of_text::<$name>());

            // SAFETY: the struct consists of one `Str`, whose size it has, so a value of one is a value of the other.
            unsafe impl $crate::reflect::Reflect for $name {
                const TYPE: $crate::reflect::Type = $crate::reflect::Type::Str;
            }

            // SAFETY: a copy of its bytes becomes a value like a copy of the only field, a `Str`.
            unsafe impl $crate::private::ByTable for $name {}

            impl $crate::private::Zero for $name {
                const ZERO: Self = $name($crate::meta::Str::EMPTY);
            }
        };
    };
}
