//! Operations on sixteen bytes of text at once: as a vector, which all x86-64 processors support, or as two halves.

#[cfg(any(test, not(target_arch = "x86_64")))]
mod halves;
#[cfg(target_arch = "x86_64")]
mod vector;

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use self::halves::{
    Found, controls, first_special, pairs, places, starts_ascii, suspect_places, suspects_at_ends, suspects_in_eights,
    suspects_inline, suspects_parts,
};
#[cfg(target_arch = "x86_64")]
pub(crate) use self::vector::{
    Found, controls, first_special, pairs, places, starts_ascii, suspect_places, suspects_at_ends, suspects_in_eights,
    suspects_inline, suspects_parts,
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns sixteen bytes without special meaning, with `byte` at the index `at`.
    fn with(byte: u8, at: usize) -> [u8; 16] {
        let mut bytes = *b"abcdefgh !#[]\x7fyz";
        bytes[at] = byte;
        bytes
    }

    #[test]
    fn the_first_special_byte_is_found() {
        assert_eq!(first_special(&with(b'a', 0)), 16);
        for byte in 0..=u8::MAX {
            let is_special = byte < 0x20 || byte == b'"' || byte == b'\\';
            for at in 0..16 {
                let expected = if is_special { at } else { 16 };
                assert_eq!(first_special(&with(byte, at)), expected, "{byte} at {at}");
                assert_eq!(halves::first_special(&with(byte, at)), expected, "{byte} at {at} by halves");
                let mut two = with(byte, at);
                two[15] = b'"';
                assert_eq!(first_special(&two), expected.min(15), "{byte} at {at} before a quote");
            }
        }
    }

    #[test]
    fn each_byte_has_its_place() {
        let bytes: [u8; 64] = std::array::from_fn(|at| (at * 5 + 0x1f) as u8);
        for byte in 0..=u8::MAX {
            let expected = (0..64).filter(|&at| bytes[at] == byte).fold(0, |places, at| places | (1 << at));
            assert_eq!([places(&bytes, byte), halves::places(&bytes, byte)], [expected; 2], "{byte}");
            let mut shifted = bytes;
            shifted.rotate_right(1);
            for before in [byte.wrapping_sub(5), b'"'] {
                let expected = expected & halves::places(&shifted, before);
                let found = [pairs, halves::pairs].map(|pairs| pairs(&shifted, before, &bytes, byte));
                assert_eq!(found, [expected; 2], "{byte}");
            }
            let mut one = [b' '; 64];
            one[usize::from(byte) % 64] = byte;
            let expected = u64::from(byte < b' ') << (byte % 64);
            assert_eq!([controls(&one), halves::controls(&one)], [expected; 2], "{byte}");
        }
    }

    #[test]
    fn every_foreign_byte_at_the_start_is_seen() {
        for length in 0..=24 {
            for at in 0..24 {
                let mut bytes = *b"every one of these bytes";
                bytes[at] = 0x80;
                assert_eq!(starts_ascii(&bytes, length), at >= length, "{at} of {length}");
                assert_eq!(halves::starts_ascii(&bytes, length), at >= length, "{at} of {length} by halves");
            }
        }
    }

    #[test]
    fn what_is_behind_a_text_is_not_suspicious() {
        for byte in 0..=u8::MAX {
            let needs_escape = matches!(byte, ..0x20 | b'"' | b'\\' | b'<' | b'>' | b'&' | 0x80..);
            let is_usual = byte.is_ascii_alphanumeric() || b" -_./:,%=@".contains(&byte);
            for at in 0..24 {
                let mut bytes = [b'a'; 24];
                bytes[at] = byte;
                for length in 1..=24 {
                    for suspicious in [suspects_inline(&bytes, length), halves::suspects_inline(&bytes, length)] {
                        assert!(!needs_escape || at >= length || suspicious, "{byte} at {at} of {length}");
                        assert!(!suspicious || at < length && !is_usual, "{byte} at {at} of {length}");
                    }
                }
            }
        }
        assert!(suspects_inline(b"abcdefgh<jkl", 9) && !suspects_inline(b"abcdefgh<jkl", 8));
    }

    #[test]
    fn whatever_needs_an_escape_is_suspicious_wherever_it_stands() {
        let plain = with(b'a', 0);
        let eights = |bytes: &[u8; 16]| {
            let (eights, _) = bytes.as_chunks();
            [suspects_in_eights(&eights[0], &eights[1]), halves::suspects_in_eights(&eights[0], &eights[1])]
        };
        for byte in 0..=u8::MAX {
            let needs_escape = matches!(byte, ..0x20 | b'"' | b'\\' | b'<' | b'>' | b'&' | 0xe2);
            let is_usual = byte.is_ascii_alphanumeric() || b" -_./:,%=@".contains(&byte);
            for at in 0..16 {
                let bytes = with(byte, at);
                let mut answers = vec![halves::suspects(&bytes), suspects_parts(&bytes)];
                answers.extend([suspects_at_ends(&bytes, &plain), suspects_at_ends(&plain, &bytes)]);
                answers.extend([halves::suspects_at_ends(&bytes, &plain), halves::suspects_at_ends(&plain, &bytes)]);
                answers.extend(eights(&bytes));
                for places in [suspect_places(&bytes), halves::suspect_places(&bytes)] {
                    assert!(
                        places == 0 || places.trailing_zeros() as usize == at && places < 1 << 16,
                        "{byte} at {at}"
                    );
                    answers.push(places != 0);
                }
                assert!(!needs_escape || answers.iter().all(|&suspicious| suspicious), "{byte} at {at}");
                assert!(byte.is_ascii() || suspects_parts(&bytes) && halves::suspects_parts(&bytes), "{byte} at {at}");
                assert!(!is_usual || answers.iter().all(|&suspicious| !suspicious), "{byte} at {at}");
            }
        }
    }

    #[test]
    fn what_is_looked_for_is_found_wherever_it_stands() {
        let plain = b"abcdefgh!#[]\x7fxyz";
        for byte in 0..=u8::MAX {
            let needs_escape = matches!(byte, ..0x20 | b'"' | b'\\' | b'<' | b'>' | b'&' | 0x80..);
            let is_loose = matches!(byte, 0..=0x20 | b'<' | b'>' | b'&' | 0x80..);
            let is_usual = byte.is_ascii_alphanumeric() || b" -_./:,%=@".contains(&byte);
            for at in 0..16 {
                let mut bytes = *plain;
                bytes[at] = byte;
                let unusual = [
                    Found::unusual(&bytes).or(Found::unusual(plain)).any(),
                    halves::Found::unusual(plain).or(halves::Found::unusual(&bytes)).any(),
                ];
                for unusual in unusual {
                    assert!(if needs_escape { unusual } else { !unusual || !is_usual }, "{byte} at {at}");
                }
                assert_eq!(Found::loose(plain).or(Found::loose(&bytes)).any(), is_loose, "{byte} at {at}");
                let by_halves = halves::Found::loose(&bytes).or(halves::Found::loose(plain)).any();
                assert_eq!(by_halves, is_loose, "{byte} at {at} by halves");
            }
        }
    }
}
