//! Classification of characters as letters, digits and printable characters like Go does it, by the general categories
//! of Unicode 15.

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// Returns true for a letter. Go's letters have the general category L; Rust's alphabetic characters include more.
pub(crate) fn is_letter(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphabetic();
    }
    character.general_category_group() == GeneralCategoryGroup::Letter && !is_young(character)
}

/// Returns true for a digit. Go's digits have the general category Nd; Rust's numeric characters include more.
pub(crate) fn is_digit(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_digit();
    }
    character.general_category() == GeneralCategory::DecimalNumber && !is_young(character)
}

/// Returns true for a number. Go's numbers have the general category N.
pub(crate) fn is_number(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_digit();
    }
    character.general_category_group() == GeneralCategoryGroup::Number && !is_young(character)
}

/// Returns true for a printable character. In Go, these are letters, marks, numbers, punctuation, symbols, and the
/// ASCII space as the only space.
pub(crate) fn is_printable(character: char) -> bool {
    if character.is_ascii() {
        return matches!(character, ' '..='~');
    }
    let group = character.general_category_group();
    !matches!(group, GeneralCategoryGroup::Separator | GeneralCategoryGroup::Other) && !is_young(character)
}

/// Returns true if a character was added in Unicode 15.1 or later. Go's tables are older than the tables of the
/// `unicode-properties` crate, and categories affect the order of keys and quoting in messages.
fn is_young(character: char) -> bool {
    let code = u32::from(character);
    let before = YOUNG.partition_point(|(_, last)| *last < code);
    YOUNG.get(before).is_some_and(|(first, _)| *first <= code)
}

/// The first and last characters of each run of printable characters added from Unicode 15.1 to 18.0.
#[rustfmt::skip]
const YOUNG: [(u32, u32); 124] = [
    (0x558, 0x558), (0x58B, 0x58C), (0x5C8, 0x5C9), (0x88F, 0x88F), (0x897, 0x897), (0xB53, 0xB54), (0xC5C, 0xC5C),
    (0xCDC, 0xCDC), (0x1ACF, 0x1AF0), (0x1B4E, 0x1B4F), (0x1B7F, 0x1B7F), (0x1C89, 0x1C8A), (0x208F, 0x208F),
    (0x209D, 0x209F), (0x20C1, 0x20C4), (0x2427, 0x2429), (0x2B96, 0x2B96), (0x2E60, 0x2E63), (0x2FFC, 0x2FFF),
    (0x31E4, 0x31E5), (0x31EF, 0x31EF), (0xA7CB, 0xA7CF), (0xA7D2, 0xA7D2), (0xA7D4, 0xA7D4), (0xA7DA, 0xA7DD),
    (0xA7E2, 0xA7E2), (0xA7F1, 0xA7F1), (0xAB6C, 0xAB6D), (0xFBC3, 0xFBD2), (0xFD90, 0xFD91), (0xFDC8, 0xFDCE),
    (0x105C0, 0x105F3), (0x107BB, 0x107BF), (0x10940, 0x10959), (0x10D40, 0x10D65), (0x10D69, 0x10D85),
    (0x10D8E, 0x10D8F), (0x10EC2, 0x10EC7), (0x10EC9, 0x10EEE), (0x10EF0, 0x10EFC), (0x11380, 0x11389),
    (0x1138B, 0x1138B), (0x1138E, 0x1138E), (0x11390, 0x113B5), (0x113B7, 0x113C0), (0x113C2, 0x113C2),
    (0x113C5, 0x113C5), (0x113C7, 0x113CA), (0x113CC, 0x113D5), (0x113D7, 0x113D8), (0x113E1, 0x113E2),
    (0x116D0, 0x116E3), (0x11B0A, 0x11B0A), (0x11B60, 0x11B67), (0x11BC0, 0x11BE1), (0x11BF0, 0x11BF9),
    (0x11DB0, 0x11DDB), (0x11DE0, 0x11DE9), (0x11DF0, 0x11DF1), (0x11F5A, 0x11F5A), (0x1246F, 0x1246F),
    (0x12475, 0x1247F), (0x12550, 0x12686), (0x13460, 0x143FA), (0x16100, 0x16139), (0x16D40, 0x16D79),
    (0x16EA0, 0x16EB8), (0x16EBB, 0x16ED3), (0x16FF2, 0x16FF6), (0x187F8, 0x187FF), (0x18CD6, 0x18CDA),
    (0x18CFF, 0x18CFF), (0x18D09, 0x18D20), (0x18D80, 0x18DF2), (0x18E00, 0x19191), (0x191A0, 0x191D2),
    (0x1B123, 0x1B128), (0x1B168, 0x1B168), (0x1CC00, 0x1CCFC), (0x1CD00, 0x1CEB3), (0x1CEBA, 0x1CED0),
    (0x1CED2, 0x1CED4), (0x1CEDD, 0x1CEFD), (0x1D127, 0x1D128), (0x1D1EB, 0x1D1FF), (0x1D250, 0x1D281),
    (0x1D6A6, 0x1D6A6), (0x1DB00, 0x1DB1C), (0x1DF1F, 0x1DF24), (0x1DF2B, 0x1DF81), (0x1DF90, 0x1DF96),
    (0x1DFCD, 0x1DFFF), (0x1E5D0, 0x1E5FA), (0x1E5FF, 0x1E5FF), (0x1E6C0, 0x1E6DE), (0x1E6E0, 0x1E6F5),
    (0x1E6FE, 0x1E6FF), (0x1F1AE, 0x1F1AE), (0x1F6D8, 0x1F6D9), (0x1F777, 0x1F77A), (0x1F7DA, 0x1F7DB),
    (0x1F7F1, 0x1F7FF), (0x1F8B2, 0x1F8BB), (0x1F8C0, 0x1F8C1), (0x1F8D0, 0x1F8D8), (0x1FA54, 0x1FA57),
    (0x1FA89, 0x1FA8F), (0x1FABE, 0x1FABE), (0x1FAC6, 0x1FAC6), (0x1FAC8, 0x1FAC8), (0x1FACC, 0x1FACD),
    (0x1FADC, 0x1FADD), (0x1FADF, 0x1FADF), (0x1FAE9, 0x1FAEB), (0x1FAEF, 0x1FAEF), (0x1FAF9, 0x1FAFA),
    (0x1FBCB, 0x1FBEF), (0x1FBFA, 0x1FBFA), (0x2B73A, 0x2B73F), (0x2B81E, 0x2B81E), (0x2CEA2, 0x2CEAD),
    (0x2EBF0, 0x2EE5D), (0x323B0, 0x33479), (0x3D000, 0x3FC3F),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_of_unicode_15_and_no_younger_ones() {
        for letter in ['a', 'Z', 'é', 'ぼ', '\u{5d0}', '\u{a7d9}', '\u{323af}'] {
            assert!(is_letter(letter) && !is_digit(letter), "{letter:?}");
        }
        for digit in ['0', '\u{660}', '\u{1e4f0}'] {
            assert!(is_digit(digit) && !is_letter(digit), "{digit:?}");
        }
        for neither in ['²', '\u{e35}', '\u{209f}', '\u{a7da}', '\u{2ee5d}', '\u{10d40}', '\u{1e5fa}'] {
            assert!(!is_letter(neither) && !is_digit(neither), "{neither:?}");
        }
    }

    #[test]
    fn printable_characters() {
        for printable in [' ', '~', 'é', '\u{301}', '😀', '\u{fffd}', '\u{6d6}', '¡', '´', '\u{711}'] {
            assert!(is_printable(printable), "{printable:?}");
        }
        for other in ['\n', '\u{7f}', '\u{a0}', '\u{ad}', '\u{200b}', '\u{e000}', '\u{1f6d8}', '\u{e0001}', '\u{378}'] {
            assert!(!is_printable(other), "{other:?}");
        }
    }

    #[test]
    fn the_young_are_those_of_the_tables_that_are_used() {
        assert_eq!(unicode_properties::UNICODE_VERSION, (18, 0, 0), "the Unicode tables changed: update YOUNG");
    }

    #[test]
    fn the_runs_are_in_order() {
        assert!(YOUNG.iter().all(|(first, last)| first <= last));
        assert!(YOUNG.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }
}
