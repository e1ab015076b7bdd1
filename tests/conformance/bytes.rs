//! Comparison of Protobuf from an older release with ours, field by field.

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

/// Returns the fields of a message, or `None` if the bytes are not a message.
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

/// Returns the paths of all fields that differ, as field numbers from the envelope on.
pub(crate) fn differences(older: &[u8], ours: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    compare(older, ours, "", &mut found);
    found
}

fn compare(older: &[u8], ours: &[u8], path: &str, found: &mut Vec<String>) {
    if older == ours {
        return;
    }
    let (Some(older), Some(ours)) = (fields(older), fields(ours)) else { return found.push(path.to_owned()) };
    let mut rest = ours.iter().peekable();
    for field in older {
        // Upstream writes fields in the order of their numbers.
        while let Some(ours) = rest.next_if(|ours| ours.number < field.number) {
            found.push(format!("{path}.{}", ours.number));
        }
        let below = format!("{path}.{}", field.number);
        match rest.next_if(|ours| ours.number == field.number) {
            Some(ours) if ours.value == field.value => {}
            Some(ours) if ours.is_message && field.is_message => compare(field.value, ours.value, &below, found),
            _ => found.push(below),
        }
    }
    found.extend(rest.map(|field| format!("{path}.{}", field.number)));
}
