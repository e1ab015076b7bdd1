//! Fields whose emptiness is visible in one byte, which has a certain value if and only if the field is empty. Strings,
//! flags and optional numbers are therefore all checked in the same way.

use super::layout::{EMPTY_TEXT, FITS, OWN, niche, tag};
use super::table::{Field, Omit, Type};
use crate::field::Str;

/// Returns the offset within a field of the byte that shows whether the field is empty, and the value of that byte in
/// an empty field. Returns `None` for other types, and for types with an unexpected layout.
pub(crate) fn emptiness_byte(field: &Field) -> Option<(usize, u8)> {
    if field.omit() != Omit::Empty {
        return None;
    }
    match field.ty() {
        Type::Str => FITS.then_some((OWN - 1, EMPTY_TEXT)),
        // The language guarantees the layout of `bool`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reflect::layout::PORTABLE;
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

    /// Returns the number of fields that have such a byte if no private layout is assumed, and on other targets.
    const TELLING: usize = if PORTABLE {
        1
    } else if cfg!(target_endian = "big") {
        4
    } else {
        7
    };

    /// Returns the number of fields that are written, after checking that the bytes lead to the same result.
    fn told(every: &Every) -> usize {
        let value = StructRef::new(every);
        let fields = &Every::shape().fields()[..7];
        let omitted = |row: usize| value.field(row).is_omitted(fields[row].omit());
        let bytes = fields.iter().enumerate().filter_map(|(row, field)| Some((row, field, emptiness_byte(field)?)));
        for (row, field, (at, empty)) in bytes.clone() {
            // SAFETY: the byte is in the field, and set.
            let is_there =
                unsafe { std::ptr::from_ref(every).cast::<u8>().add(field.offset() as usize + at).read() } != empty;
            assert_eq!(is_there, !omitted(row), "{}", field.name());
        }
        assert_eq!(bytes.count(), TELLING);
        (0..fields.len()).filter(|row| !omitted(*row)).count()
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
        // SAFETY: called with strings.
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

    /// An iterator without characters whose size hint announces many.
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
