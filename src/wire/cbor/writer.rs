//! Encoding of items in Kubernetes' form: shortest heads and definite lengths.

use super::{FALSE, Major, NULL};
use crate::wire::words;

/// Appends the head of an item with the shortest argument.
#[inline]
pub(crate) fn write_head(out: &mut Vec<u8>, major: Major, value: u64) {
    if value < 24 {
        return out.push((major as u8) << 5 | value as u8);
    }
    let (head, length) = long_head(major, value);
    out.extend_from_slice(&head[..length]);
}

/// Returns the head of an item with an argument of at least 24, which follows the first byte, and the length of the
/// head.
pub(crate) fn long_head(major: Major, value: u64) -> ([u8; 9], usize) {
    let (size, argument) = match value {
        ..0x100 => (0, value << 56),
        0x100..0x1_0000 => (1, value << 48),
        0x1_0000..0x1_0000_0000 => (2, value << 32),
        _ => (3, value),
    };
    let mut head = [(major as u8) << 5 | (24 + size); 9];
    head[1..].copy_from_slice(&argument.to_be_bytes());
    (head, 1 + (1 << size))
}

/// Stores the number of children in the head at `start`, which was written with a count of zero. Most collections are
/// so small that the head need not grow.
#[inline]
pub(crate) fn set_count(out: &mut Vec<u8>, start: usize, major: Major, count: u64) {
    if count < 24 {
        out[start] |= count as u8;
        return;
    }
    let (head, length) = long_head(major, count);
    let (first, end) = (start + 1, out.len());
    out.resize(end + length - 1, 0);
    out.copy_within(first..end, start + length);
    out[start..][..length].copy_from_slice(&head[..length]);
}

/// Turns everything after the byte at `start` into a text.
pub(crate) fn set_text(out: &mut Vec<u8>, start: usize) {
    out[start] = (Major::Bytes as u8) << 5;
    let length = out.len() - start - 1;
    set_count(out, start, Major::Bytes, length as u64);
}

pub(crate) fn write_null(out: &mut Vec<u8>) {
    out.push(NULL);
}

pub(crate) fn write_bool(out: &mut Vec<u8>, value: bool) {
    out.push(FALSE | u8::from(value));
}

pub(crate) fn write_integer(out: &mut Vec<u8>, value: i64) {
    match u64::try_from(value) {
        Ok(value) => write_head(out, Major::Unsigned, value),
        Err(_) => write_head(out, Major::Negative, !value as u64),
    }
}

/// Appends a text as a byte string. A short one is written at once with its head.
#[inline]
pub(crate) fn write_text(out: &mut Vec<u8>, text: &str) {
    let (bytes, length) = (text.as_bytes(), text.len());
    if length < 16 {
        let head = (Major::Bytes as u128) << 5 | length as u128;
        return words::write_short(out, head | words::short(bytes) << 8, 1 + length);
    }
    write_head(out, Major::Bytes, length as u64);
    out.extend_from_slice(bytes);
}

/// Appends a text that is the start of a longer string. A short text is copied together with the bytes after it, so
/// that no branch depends on its length.
#[inline]
pub(crate) fn write_text_start(out: &mut Vec<u8>, start: &str, length: usize) {
    match start.as_bytes().first_chunk::<24>() {
        Some(bytes) if length < bytes.len() => {
            out.push((Major::Bytes as u8) << 5 | length as u8);
            words::write_start(out, bytes, length);
        }
        _ => write_text(out, &start[..length]),
    }
}

/// Appends bytes with the tag that declares base64 as their JSON encoding.
pub(crate) fn write_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    write_head(out, Major::Tag, 22);
    write_head(out, Major::Bytes, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Appends a float in the smallest of three sizes that preserves its value.
///
/// # Errors
///
/// Returns an error if the value is not finite.
pub(crate) fn write_float(out: &mut Vec<u8>, value: f64) -> Result<(), String> {
    if !value.is_finite() {
        let what = if value.is_nan() { "NaN" } else { "Inf" };
        return Err(format!("cbor: unsupported value: floating-point {what}"));
    }
    let single = value as f32;
    if f64::from(single).to_bits() != value.to_bits() {
        out.push(0xfb);
        out.extend_from_slice(&value.to_be_bytes());
    } else if let Some(half) = half(single) {
        out.push(0xf9);
        out.extend_from_slice(&half.to_be_bytes());
    } else {
        out.push(0xfa);
        out.extend_from_slice(&single.to_be_bytes());
    }
    Ok(())
}

/// Returns the value as a 16-bit float, if that preserves it.
fn half(value: f32) -> Option<u16> {
    let bits = value.to_bits();
    let sign = (bits >> 16) as u16 & 0x8000;
    let (exponent, fraction) = ((bits >> 23 & 0xff) as i32 - 127, bits & 0x7f_ffff);
    // The fraction of a normal number, including the implicit digit before the point.
    let digits = fraction | 0x80_0000;
    let rest = match exponent {
        _ if bits << 1 == 0 => return Some(sign),
        -14..=15 if fraction.trailing_zeros() >= 13 => {
            return Some(sign | ((exponent + 15) as u16) << 10 | (fraction >> 13) as u16);
        }
        -24..=-15 => (-1 - exponent) as u32,
        _ => return None,
    };
    (digits.trailing_zeros() >= rest).then(|| sign | (digits >> rest) as u16)
}

#[cfg(test)]
mod tests {
    use super::super::check::{Checker, Limits};
    use super::super::{Reader, check, head::Head};
    use super::*;

    fn float(value: f64) -> Vec<u8> {
        let mut out = Vec::new();
        write_float(&mut out, value).expect("the value is finite");
        out
    }

    #[test]
    fn every_half_is_written_as_it_was_read() {
        for bits in 0..=u16::MAX {
            let [a, b] = bits.to_be_bytes();
            let data = [0xf9, a, b];
            let number = Head::read(&data).and_then(|(head, _)| head.float()).expect("the writer wrote a float");
            if number.is_finite() {
                assert_eq!(float(number), data, "{number}");
            } else {
                assert!(check(&data).is_err());
            }
        }
    }

    #[test]
    fn floats_take_the_shortest_form() {
        assert_eq!(float(65504.0), [0xf9, 0x7b, 0xff]);
        assert_eq!(float(65505.0), [0xfa, 0x47, 0x7f, 0xe1, 0x00]);
        assert_eq!(float(2f64.powi(-25)).len(), 5);
        assert_eq!(float(0.1).len(), 9);
        assert!(write_float(&mut Vec::new(), f64::NAN).is_err());
    }

    #[test]
    fn the_end_of_an_item_is_found_piece_by_piece() {
        let data = b"\xbf\x61a\x9f\x01\x82\x02\x5f\x41a\x40\xff\xff\x18\x2a\xd9\xd9\xf7\xfb\0\0\0\0\0\0\0\0\xff";
        let mut checker = Checker::new(Limits::OBJECT);
        for end in 0..data.len() {
            assert!(!checker.advance(&data[..end]).expect("the data is well-formed"), "{end}");
        }
        assert!(checker.advance(data).expect("the data is well-formed"));
        let mut reader = Reader::new(data);
        reader.skip();
        assert_eq!((checker.end(), reader.offset()), (data.len(), data.len()));
    }
}
