//! Fields of which one byte tells whether they are empty: it is one certain byte of what is empty, and of nothing else. So
//! texts, flags and options of numbers are all asked in the same way.

use super::PORTABLE;
use super::omit::Omit;
use super::row::Field;
use super::text::{FITS, LENGTH, OWN, byte};
use super::types::Type;
use crate::field::Str;

/// The offset in a field of the byte that tells, and its value if the field is omitted for being empty. `None` for other
/// types, and for those whose layout differs from the expected one.
pub(super) fn telling_byte(field: &Field) -> Option<(usize, u8)> {
    if field.omit() != Omit::Empty {
        return None;
    }
    match field.ty() {
        Type::Str => FITS.then_some((OWN - 1, EMPTY_TEXT)),
        // The language fixes this one.
        Type::Bool => Some((0, 0)),
        Type::Option(ty) => match ty.inner {
            Type::Bool => const { niche(None::<bool>, 0) },
            Type::Int32 => const { tag([None, Some(0_i32)]) },
            Type::Int64 => const { tag([None, Some(0_i64)]) },
            Type::Double => const { tag([None, Some(0_f64)]) },
            Type::Str if FITS => const { niche(None::<Str>, OWN - 1) },
            _ => None,
        },
        _ => None,
    }
}

/// The last byte of the empty text: an inline text of no length.
const EMPTY_TEXT: u8 = LENGTH;

/// The byte of `None` that no `T` has, at the place of the only byte of `T` that has such values. `None` if the option has a
/// byte of its own.
const fn niche<T>(none: Option<T>, at: usize) -> Option<(usize, u8)> {
    if PORTABLE || size_of::<Option<T>>() != size_of::<T>() {
        std::mem::forget(none);
        return None;
    }
    Some((at, byte(none, at)))
}

/// The lowest byte of an option's tag, in front of a number, and its value in `None`.
const fn tag<T: Copy>([none, zero]: [Option<T>; 2]) -> Option<(usize, u8)> {
    // A zero number has no byte that is not zero, so this one is part of a tag: only then does it have a value in `None`.
    if PORTABLE || cfg!(target_endian = "big") || byte(zero, 0) == 0 || byte(none, 0) != 0 {
        return None;
    }
    Some((0, 0))
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

    /// The number of fields that have such a byte where nothing is assumed of layouts, and on other targets.
    const TELLING: usize = if PORTABLE {
        1
    } else if cfg!(target_endian = "big") {
        4
    } else {
        7
    };

    /// The number of fields that are written, after a check that the bytes tell the same.
    fn told(every: &Every) -> usize {
        let value = StructRef::new(every);
        let fields = &Every::shape().fields()[..7];
        let bytes = fields.iter().filter_map(|field| Some((field, telling_byte(field)?)));
        for (field, (at, empty)) in bytes.clone() {
            // SAFETY: the byte is in the field, and set.
            let is_there = unsafe { std::ptr::from_ref(every).cast::<u8>().add(field.offset() + at).read() } != empty;
            assert_eq!(is_there, !value.project(field).is_omitted(field.omit()), "{}", field.name());
        }
        assert_eq!(bytes.count(), TELLING);
        fields.iter().filter(|field| !value.project(field).is_omitted(field.omit())).count()
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
        if !FITS {
            return;
        }
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
