//! Compares Protobuf of an older release with ours, message by message.

/// `ObjectMeta.clusterName` until 1.23, which those releases write even if it is empty.
const CLUSTER_NAME: u64 = 15;

struct Field<'a> {
    number: u64,
    is_message: bool,
    value: &'a [u8],
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let (mut value, mut shift) = (0, 0);
    loop {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f).checked_shl(shift)?;
        shift += 7;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
}

/// The fields of a message; none if the bytes are no message.
fn fields(mut bytes: &[u8]) -> Option<Vec<Field<'_>>> {
    let mut found = Vec::new();
    while !bytes.is_empty() {
        let tag = varint(&mut bytes)?;
        let start = bytes;
        let length = match tag & 7 {
            0 => {
                varint(&mut bytes)?;
                start.len() - bytes.len()
            }
            1 => 8,
            2 => usize::try_from(varint(&mut bytes)?).ok()?,
            5 => 4,
            _ => return None,
        };
        let is_message = tag & 7 == 2;
        let source = if is_message { bytes } else { start };
        let value = source.get(..length)?;
        bytes = &source[length..];
        found.push(Field { number: tag >> 3, is_message, value });
    }
    Some(found)
}

/// The path of the first field that differs, as field numbers from the envelope on; none if no field does. A cluster name
/// that only the older release has is no difference.
pub(crate) fn difference(older: &[u8], ours: &[u8], path: &str) -> Option<String> {
    if older == ours {
        return None;
    }
    let (Some(older), Some(ours)) = (fields(older), fields(ours)) else { return Some(path.to_owned()) };
    let mut rest = ours.iter().peekable();
    for field in older {
        let below = format!("{path}.{}", field.number);
        match rest.peek().filter(|other| other.number == field.number) {
            Some(other) if other.value == field.value => {}
            Some(other) if other.is_message && field.is_message => {
                let found = difference(field.value, other.value, &below);
                if found.is_some() {
                    return found;
                }
            }
            None if field.number == CLUSTER_NAME && path.ends_with(".1") => continue,
            _ => return Some(below),
        }
        rest.next();
    }
    rest.next().map(|field| format!("{path}.{}", field.number))
}
