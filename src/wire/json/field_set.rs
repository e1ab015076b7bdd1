//! Field sets, as written by server-side apply to `managedFields`: objects that contain only objects, without white
//! space. Each token can be validated from its neighboring bytes, so that many bytes are checked at once, with one bit
//! for each.

use crate::wire::sixteen::{controls, pairs, places};

/// The number of bytes checked at once.
const BLOCK: usize = u64::BITS as usize;

/// Returns the length of the field set at the start of `json`, which may have at most `levels` levels. Returns `None`
/// for anything else, including a field set that is valid but unusual.
pub(super) fn field_set_length(json: &[u8], levels: usize) -> Option<usize> {
    let inside = json.strip_prefix(b"{")?;
    let mut open = Open { depth: 1, levels, before: Before { opening: 1, ..Before::default() } };
    let ((blocks, rest), (shifted, _)) = (inside.as_chunks(), json.as_chunks());
    for (index, (block, shifted)) in blocks.iter().zip(shifted).enumerate() {
        if let Some(end) = open.block(block, shifted)? {
            return Some(1 + BLOCK * index + end);
        }
    }
    // The text is padded with spaces, which a field set does not contain.
    let mut last = [b' '; BLOCK + 1];
    last[..=rest.len()].copy_from_slice(&json[json.len() - rest.len() - 1..]);
    let end = open.block(last.last_chunk()?, last.first_chunk()?)??;
    Some(1 + BLOCK * blocks.len() + end)
}

/// The state at the start of a block inside a field set.
struct Open {
    depth: usize,
    levels: usize,
    before: Before,
}

/// The class of the last byte before a block: the lowest bit of a field is set if the byte belongs to that class. For
/// `name`, all bits are set if the block starts inside a name.
#[derive(Default)]
struct Before {
    name: u64,
    backslash: u64,
    name_end: u64,
    colon: u64,
    opening: u64,
    closing: u64,
    comma: u64,
}

impl Open {
    /// Checks a block. `shifted` is the same block, starting one byte earlier. Returns the offset after the end of the
    /// set if it is in this block, and `None` if this is not a field set.
    #[inline(always)]
    fn block(&mut self, block: &[u8; BLOCK], shifted: &[u8; BLOCK]) -> Option<Option<usize>> {
        let before = &mut self.before;
        let quotes = places(block, b'"');
        let escaped = behind(places(block, b'\\'), &mut before.backslash);
        let ends_and_starts = quotes & !escaped;
        // Covers each name from its opening quote to the byte before its closing quote.
        let names = each_to_the_next(ends_and_starts) ^ before.name;
        before.name = ((names as i64) >> (BLOCK - 1)) as u64;
        let (starts, ends) = (ends_and_starts & names, ends_and_starts & !names);

        // Each name must be followed by an object.
        let colons = behind(ends, &mut before.name_end);
        let openings = behind(colons, &mut before.colon);
        let others = !(names | ends | colons | openings);
        let closings = places(block, b'}') & others;
        let commas = others & !closings;

        let behind_opening = behind(openings, &mut before.opening);
        let behind_closing = behind(closings, &mut before.closing);
        let behind_comma = behind(commas, &mut before.comma);
        let wrong = controls(block)
            | escaped & !quotes
            | openings & !pairs(shifted, b':', block, b'{')
            | starts & !(behind_opening | behind_comma)
            | closings & !(behind_opening | behind_closing)
            | commas & !(behind_closing & places(block, b','));

        // Objects that are closed directly do not change the depth.
        let empty = openings << 1 & closings;
        let (openings, closings) = (openings & !(empty >> 1), closings & !empty);
        let [opened, closed] = [openings, closings].map(|places| places.count_ones() as usize);
        // An empty object may be one level deeper.
        if self.depth + opened >= self.levels {
            return None;
        }
        if closed >= self.depth
            && let Some(last) = last_closing(self.depth, openings, closings)
        {
            return (wrong << (BLOCK - 1 - last) == 0).then_some(Some(last + 1));
        }
        self.depth = self.depth + opened - closed;
        (wrong == 0).then_some(None)
    }
}

/// Returns the offset of the bracket that closes the outermost of `depth` open objects.
#[inline(never)]
fn last_closing(depth: usize, openings: u64, mut closings: u64) -> Option<usize> {
    let mut closed = 0;
    while closings != 0 {
        let place = closings.trailing_zeros();
        closings &= closings - 1;
        closed += 1;
        if depth + (openings & !(u64::MAX << place)).count_ones() as usize == closed {
            return Some(place as usize);
        }
    }
    None
}

/// Returns the positions directly after those in `places`. `before` is set if the last byte of the previous block is
/// one of them, and is updated for the next block.
#[inline(always)]
fn behind(places: u64, before: &mut u64) -> u64 {
    let behind = places << 1 | *before;
    *before = places >> (BLOCK - 1);
    behind
}

/// Sets all bits from each odd set bit up to the next set bit.
#[inline(always)]
fn each_to_the_next(mut bits: u64) -> u64 {
    for step in [1, 2, 4, 8, 16, 32] {
        bits ^= bits << step;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::json::{MAX_DEPTH, Reader};

    const SET: &str = r#"{"f:metadata":{"f:labels":{".":{},"f:app":{},"f:größe":{}}},"f:spec":{"f:containers":{"k:{\"name\":\"a\"}":{".":{},"f:image":{},"f:ports":{".":{},"k:{\"containerPort\":80,\"protocol\":\"TCP\"}":{}}}}},"f:status":{}}"#;

    /// Returns the same set with its first name extended by `by` bytes.
    fn moved(by: usize) -> String {
        SET.replacen("f:metadata", &format!("f:{}metadata", "x".repeat(by)), 1)
    }

    /// Returns the length determined by the general path.
    fn any_length(text: &str, levels: usize) -> Option<usize> {
        Reader::new(text).skip_any(0, levels).ok()
    }

    #[test]
    fn sets_are_found_whatever_stands_behind() {
        for by in 0..BLOCK {
            let set = moved(by);
            for behind in ["", "}", ",", "}]\n", ",\"f:a\":{}}", " : 1.5e3, [\"{\\\\\u{1}"] {
                let text = set.clone() + behind;
                assert_eq!(field_set_length(text.as_bytes(), MAX_DEPTH), Some(set.len()), "{text}");
            }
        }
        assert_eq!(field_set_length(b"{}", 2), Some(2));
    }

    #[test]
    fn nothing_is_taken_that_is_none() {
        let mut found = 0;
        for by in (0..BLOCK).step_by(5) {
            let set = moved(by);
            for at in (0..set.len()).filter(|&at| set.is_char_boundary(at) && set.is_char_boundary(at + 1)) {
                for other in ["", "\"", "\\", "{", "}", ":", ",", " ", "\n", "a", "\u{e9}", "{}", ",\"", "}}", "\"\""] {
                    let text = [&set[..at], other, &set[at + 1..]].concat();
                    if let Some(length) = field_set_length(text.as_bytes(), MAX_DEPTH) {
                        assert_eq!(any_length(&text, MAX_DEPTH), Some(length), "{text}");
                        found += 1;
                    }
                }
            }
        }
        assert!(found > 1_000, "names stay names, and some sets only end earlier: {found}");
    }

    #[test]
    fn what_is_no_set_is_left_to_others() {
        for text in
            ["", "{", "{}", "[]", "{\"a\":1}", "{\"a\":[]}", "{\"a\":{} }", "{ }", "{\"\\u0061\":{}}", "{\"a\":{}"]
        {
            let expected = (text == "{}").then_some(2);
            assert_eq!(field_set_length(text.as_bytes(), MAX_DEPTH), expected, "{text}");
        }
    }

    #[test]
    fn levels_are_counted() {
        for depth in 1..200 {
            let set = "{\"f:a\":".repeat(depth - 1) + "{}" + &"}".repeat(depth - 1);
            for levels in [0, 1, depth - 1, depth, depth + 1, depth + BLOCK] {
                let found = field_set_length(set.as_bytes(), levels);
                assert!(found.is_none() || any_length(&set, levels) == found, "{depth} of {levels}");
            }
            assert_eq!(field_set_length(set.as_bytes(), depth + BLOCK), Some(set.len()));
        }
    }
}
