//! Sequences of stored objects in Protobuf envelopes.

use crate::reflect::ProtoReader;

/// The prefix of every envelope.
pub(super) const PREFIX: &[u8] = b"k8s\0";

/// Returns the length of the envelope at the start of `bytes`, including the prefix.
///
/// The prefix of the next envelope would be read as the tag of a group, and no field of an envelope, known or unknown,
/// is a group. Bytes that are neither a field nor a prefix belong to the envelope, so that decoding it reports the
/// error.
pub(super) fn envelope_length(bytes: &[u8]) -> usize {
    let mut at = PREFIX.len();
    while at < bytes.len() {
        let rest = &bytes[at..];
        if rest.starts_with(PREFIX) {
            return at;
        }
        match field_length(rest) {
            Some(length) => at += length,
            None => return bytes.len(),
        }
    }
    bytes.len()
}

/// Returns true if bytes that start with the prefix cannot become a valid envelope, whatever follows them.
pub(super) fn is_broken(bytes: &[u8]) -> bool {
    let mut at = PREFIX.len();
    while at < bytes.len() && !bytes[at..].starts_with(PREFIX) {
        match field_length(&bytes[at..]) {
            Some(length) => at += length,
            // An incomplete field or prefix can still become valid.
            None => return !is_tag(bytes[at]) && !PREFIX.starts_with(&bytes[at..]),
        }
    }
    false
}

/// Returns true if the tag of a field that is not a group can start with this byte.
fn is_tag(byte: u8) -> bool {
    byte >= 0x08 && matches!(byte & 7, 0 | 1 | 2 | 5)
}

/// Returns the length of a field, tag included.
fn field_length(bytes: &[u8]) -> Option<usize> {
    bytes.first().filter(|tag| is_tag(**tag))?;
    let mut reader = ProtoReader::new(bytes);
    let (_, wire) = reader.tag().ok()??;
    reader.skip(wire).ok()?;
    Some(bytes.len() - reader.rest().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn envelopes_end_where_the_next_begins() {
        let first = b"k8s\0\x0a\x02\x0a\0\x12\x04k8s\0\x1a\0\x22\0";
        let both = [&first[..], b"k8s\0\x0a\0"].concat();
        assert_eq!(envelope_length(&both), first.len());
        assert_eq!(envelope_length(first), first.len());
        let unknown = b"k8s\0\x0a\0\x28\x01\x35abcd\x7a\x01a\xaa\x02\x01b";
        assert_eq!(envelope_length(&[&unknown[..], first].concat()), unknown.len());
    }

    #[test]
    fn broken_ones_take_all_that_follows() {
        for broken in
            [&b"k8s\0"[..], b"k8s\0\x0a\x7f", b"k8s\0\xff\xff", b"k8s\0\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f"]
        {
            assert_eq!(envelope_length(broken), broken.len(), "{broken:?}");
        }
    }

    #[test]
    fn some_bytes_cannot_become_an_envelope() {
        for broken in [&b"k8s\0\0"[..], b"k8s\0\x0a\x01a\0\0", b"k8s\0kx"] {
            assert!(is_broken(broken), "{broken:?}");
        }
        for open in [&b"k8s\0"[..], b"k8s\0\x0a\x7f", b"k8s\0\x0a\x01ak8", b"k8s\0\x0a\x01a"] {
            assert!(!is_broken(open), "{open:?}");
        }
    }
}
