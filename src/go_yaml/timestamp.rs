//! Detection of the plain scalars that go-yaml treats as timestamps.

use crate::wire::words::leading;

/// Returns true if `text` is a date, or a date and a time: `2001-1-2`, `2001-01-02 3:04:05.5`, or with `T` and an
/// offset. The day must exist in the calendar, and all numbers except the year may have a single digit.
pub(super) fn is_timestamp(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() > 4 && bytes[4] == b'-' && date_and_time(bytes).is_some()
}

/// Parses all of `bytes`. Returns `None` if they do not match.
fn date_and_time(bytes: &[u8]) -> Option<()> {
    let (year, rest) = bytes.split_at_checked(4)?;
    let year = year.iter().try_fold(0, |year, byte| Some(year * 10 + digit(*byte)?))?;
    let (month, rest) = number(expect(rest, b'-')?, 1..=12)?;
    let (_, rest) = number(expect(rest, b'-')?, 1..=days(year, month))?;
    match rest {
        [] => Some(()),
        [b'T' | b't', rest @ ..] => end(offset(time(rest)?)?),
        [b' ', rest @ ..] => end(time(skip_spaces(rest))?),
        _ => None,
    }
}

fn skip_spaces(bytes: &[u8]) -> &[u8] {
    &bytes[leading(bytes, |byte| byte == b' ')..]
}

fn end(rest: &[u8]) -> Option<()> {
    rest.is_empty().then_some(())
}

fn time(bytes: &[u8]) -> Option<&[u8]> {
    let (_, rest) = number(bytes, 0..=23)?;
    let (_, rest) = number(expect(rest, b':')?, 0..=59)?;
    let (_, rest) = number(expect(rest, b':')?, 0..=59)?;
    Some(skip_fraction(rest))
}

/// Skips a fraction of any length after a full stop or a comma.
fn skip_fraction(bytes: &[u8]) -> &[u8] {
    let [b'.' | b',', digits @ ..] = bytes else { return bytes };
    match leading(digits, |byte| byte.is_ascii_digit()) {
        0 => bytes,
        length => &digits[length..],
    }
}

/// Parses `Z` or `±hh:mm`.
fn offset(bytes: &[u8]) -> Option<&[u8]> {
    match bytes {
        [b'Z', rest @ ..] => Some(rest),
        [b'+' | b'-', h1, h2, b':', m1, m2, rest @ ..] => {
            let hours = digit(*h1)? * 10 + digit(*h2)?;
            let minutes = digit(*m1)? * 10 + digit(*m2)?;
            (hours <= 24 && minutes <= 60).then_some(rest)
        }
        _ => None,
    }
}

/// Parses one or two digits.
fn number(bytes: &[u8], range: std::ops::RangeInclusive<u32>) -> Option<(u32, &[u8])> {
    let (value, rest) = match bytes {
        [tens, ones, rest @ ..] if tens.is_ascii_digit() && ones.is_ascii_digit() => {
            (digit(*tens)? * 10 + digit(*ones)?, rest)
        }
        [ones, rest @ ..] => (digit(*ones)?, rest),
        [] => return None,
    };
    range.contains(&value).then_some((value, rest))
}

fn digit(byte: u8) -> Option<u32> {
    char::from(byte).to_digit(10)
}

fn expect(bytes: &[u8], byte: u8) -> Option<&[u8]> {
    bytes.strip_prefix(&[byte])
}

fn days(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::is_timestamp;

    #[test]
    fn dates_and_times() {
        for text in [
            "2001-01-02",
            "2001-1-2",
            "2000-02-29",
            "2001-12-14t21:59:43.10-05:00",
            "2001-12-14T1:2:3Z",
            "2001-12-14 21:59:43.10",
            "2001-12-14   21:59:43",
            "2001-12-14T21:59:43,1234567890123Z",
        ] {
            assert!(is_timestamp(text), "{text}");
        }
    }

    #[test]
    fn other_text() {
        for text in [
            "",
            "2001",
            "2001-",
            "2001-13-01",
            "2001-02-29",
            "1900-02-29",
            "2001-04-31",
            "2001-001-1",
            "20010-1-1",
            "2001-12-14T21:59:43",
            "2001-12-14 21:59",
            "2001-12-14T24:00:00Z",
            "2001-12-14T21:59:43.Z",
            "2001-12-14T21:59:43+5:00",
            "2001-12-14 21:59:43Z",
            "2001-12-14x",
            "+001-01-01",
            "2001-00-10",
            "2001-01-00",
        ] {
            assert!(!is_timestamp(text), "{text}");
        }
    }
}
