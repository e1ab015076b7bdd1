//! Validation of the public key in a request. Keys of a known algorithm must be valid.

use super::der::{Elements, INTEGER, SEQUENCE, is_integer};
use super::request::algorithm;

/// 1.2.840.113549.1.1.1
const RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
/// 1.2.840.10040.4.1
const DSA: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x38, 0x04, 0x01];
/// 1.2.840.10045.2.1
const ECDSA: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01];
/// 1.3.101.112
const ED25519: &[u8] = &[0x2b, 0x65, 0x70];

/// The curves P-224, P-256, P-384 and P-521, with the size of a coordinate in bytes.
const CURVES: [(&[u8], usize); 4] = [
    (&[0x2b, 0x81, 0x04, 0x00, 0x21], 28),
    (&[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07], 32),
    (&[0x2b, 0x81, 0x04, 0x00, 0x22], 48),
    (&[0x2b, 0x81, 0x04, 0x00, 0x23], 66),
];

/// Returns `None` if there is no key, or the key is not valid for its algorithm.
pub(super) fn check(mut info: Elements<'_>) -> Option<()> {
    let (id, mut parameters) = algorithm(&mut info)?;
    let key = info.bits()?;
    let sound = match id {
        RSA => {
            let mut numbers = Elements::of(key).inside(SEQUENCE)?;
            let modulus = is_positive(numbers.take(INTEGER)?);
            let exponent = numbers.take(INTEGER)?;
            let null = parameters.take(0x05)?;
            null.is_empty() && modulus && is_positive(exponent) && exponent.len() <= size_of::<i64>()
        }
        DSA => {
            let mut numbers = parameters.inside(SEQUENCE)?;
            let domain = [numbers.take(INTEGER)?, numbers.take(INTEGER)?, numbers.take(INTEGER)?];
            domain.into_iter().all(is_positive) && is_positive(Elements::of(key).take(INTEGER)?)
        }
        ECDSA => {
            let curve = parameters.identifier()?;
            let (_, size) = CURVES.iter().find(|(id, _)| *id == curve)?;
            key.first() == Some(&4) && key.len() == 1 + 2 * size
        }
        ED25519 => parameters.is_empty() && key.len() == 32,
        _ => true,
    };
    sound.then_some(())
}

fn is_positive(integer: &[u8]) -> bool {
    is_integer(integer) && integer[0] < 0x80 && integer != [0]
}
