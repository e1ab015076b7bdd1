//! Fields of which one byte tells whether they are empty: it is one certain byte of what is empty, and of nothing else. So
//! texts, flags and options of numbers are all asked in the same way.

use std::mem::ManuallyDrop;

use super::omit::Omit;
use super::row::Field;
use super::text::OWN;
use super::types::Type;
use crate::field::Str;

/// Where in a field the byte is that tells, and which it is if the field is left out for being empty.
pub(super) fn telling_byte(field: &Field) -> Option<(usize, u8)> {
    if field.omit() != Omit::Empty {
        return None;
    }
    match field.ty() {
        Type::Str => Some((OWN - 1, EMPTY_TEXT)),
        Type::Bool => Some((0, byte(false, 0))),
        Type::Option(ty) => match ty.inner {
            Type::Bool => Some((0, const { byte(None::<bool>, 0) })),
            Type::Int32 => Some(const { tag([None, Some(0_i32)]) }),
            Type::Int64 => Some(const { tag([None, Some(0_i64)]) }),
            Type::Double => Some(const { tag([None, Some(0_f64)]) }),
            Type::Str => Some((OWN - 1, NO_TEXT)),
            _ => None,
        },
        _ => None,
    }
}

/// The last byte of a text says how long it is, if that is in the text itself, and is that of the empty one for no other.
const EMPTY_TEXT: u8 = byte(Str::EMPTY, OWN - 1);

/// An option takes no room for itself: its `None` is a last byte that no text has.
const NO_TEXT: u8 = {
    assert!(size_of::<Option<Str>>() == OWN, "options of texts lie otherwise");
    byte(None::<Str>, OWN - 1)
};

/// Where the lowest byte of an option's tag is, in front of a number, and which it is of `None`.
const fn tag<T: Copy>([none, zero]: [Option<T>; 2]) -> (usize, u8) {
    let at = if cfg!(target_endian = "big") { align_of::<T>() - 1 } else { 0 };
    // A number that is zero has no byte that is not.
    assert!(byte(none, at) == 0 && byte(zero, at) != 0, "options of numbers lie otherwise");
    (at, 0)
}

/// A byte of a value. What is read when this is compiled must be one that is set, and no part of a pointer: the compiler
/// says otherwise.
const fn byte<T>(value: T, at: usize) -> u8 {
    let value = ManuallyDrop::new(value);
    assert!(at < size_of::<T>());
    // SAFETY: it is in the value; called for bytes that are set.
    unsafe { (&raw const value).cast::<u8>().add(at).read() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reflect::{Message, StructRef};

    #[derive(Clone, Default, PartialEq)]
    struct Every {
        text: Str,
        flag: bool,
        maybe: Option<bool>,
        small: Option<i32>,
        large: Option<i64>,
        double: Option<f64>,
        word: Option<Str>,
        number: i32,
        always: Str,
    }

    crate::message! {
        Every {
            text => "text", 1, Empty;
            flag => "flag", 2, Empty;
            maybe => "maybe", 3, Empty;
            small => "small", 4, Empty;
            large => "large", 5, Empty;
            double => "double", 6, Empty;
            word => "word", 7, Empty;
            number => "number", 8, Empty;
            always => "always", 9, Never;
        }
    }

    /// How many fields are there of those that have such a byte.
    fn told(every: &Every) -> usize {
        let value = StructRef::new(every);
        let fields = Every::shape().fields().iter().filter_map(|field| Some((field, telling_byte(field)?)));
        let there = fields.clone().filter(|&(field, (at, empty))| {
            // SAFETY: the byte is in the field, and set.
            let is_there = unsafe { std::ptr::from_ref(every).cast::<u8>().add(field.offset() + at).read() } != empty;
            assert_eq!(is_there, !value.project(field).is_omitted(field.omit()), "{}", field.name());
            is_there
        });
        assert_eq!(fields.clone().count(), 7);
        there.count()
    }

    #[test]
    fn a_byte_tells_what_is_empty() {
        assert_eq!(told(&Every::default()), 0);
        let zeros = Every {
            maybe: Some(false),
            small: Some(0),
            large: Some(0),
            double: Some(0.0),
            word: Some(Str::EMPTY),
            ..Every::default()
        };
        assert_eq!(told(&zeros), 5);
        let ones = Every {
            text: "text".into(),
            flag: true,
            maybe: Some(true),
            small: Some(-1),
            large: Some(-1),
            double: Some(f64::NAN),
            word: Some("a word that is longer than what stands inline".into()),
            ..Every::default()
        };
        assert_eq!(told(&ones), 7);
    }

    #[test]
    fn only_empty_texts_are_none() {
        // SAFETY: called with texts.
        let is_there = |text: &Str| unsafe { std::ptr::from_ref(text).cast::<u8>().add(OWN - 1).read() } != EMPTY_TEXT;
        let mut text = String::with_capacity(100);
        let empty = [Str::EMPTY, Str::default(), "".into(), text.clone().into(), Announced.collect()];
        assert!(empty.iter().all(|text| text.is_empty() && !is_there(text) && !is_there(&text.clone())));
        for c in ['\0', 'a', '\u{7f}', '\u{bf}', '\u{c0}', '\u{10ffff}'] {
            text.clear();
            while text.len() < 60 {
                text.push(c);
                let mut grown = Str::EMPTY;
                grown.push_str(&text);
                let made = [Str::from(&*text), text.clone().into(), text.chars().collect(), grown];
                assert!(made.iter().all(|made| is_there(made) && is_there(&made.clone())), "{text:?}");
            }
        }
        assert!(is_there(&Str::from_static("thirty letters, more than fit in")));
    }

    /// No characters, of which many are said to come.
    struct Announced;

    impl Iterator for Announced {
        type Item = char;

        fn next(&mut self) -> Option<char> {
            None
        }

        fn size_hint(&self) -> (usize, Option<usize>) {
            (100, None)
        }
    }
}
