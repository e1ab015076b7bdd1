//! Formats of texts that are values of built-in types.

/// Returns true for a duration of Go's `time.ParseDuration`: `1h30m`, `-1.5s`, `0`.
pub(crate) fn is_duration(text: &str) -> bool {
    let mut rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    if rest == "0" {
        return true;
    }
    let mut any = false;
    while let Some(after) = number(rest) {
        let units = ["ns", "us", "µs", "μs", "ms", "s", "m", "h"];
        let Some(next) = units.iter().filter_map(|unit| after.strip_prefix(unit)).min_by_key(|next| next.len()) else {
            return false;
        };
        rest = next;
        any = true;
    }
    any && rest.is_empty()
}

/// Skips digits with at most one point and returns the rest.
fn number(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let whole = text.len() - rest.len();
    let after = rest.strip_prefix('.').map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()));
    let digits = whole + after.map_or(0, |after| rest.len() - 1 - after.len());
    (digits > 0).then_some(after.unwrap_or(rest))
}

/// Returns true for a quantity, a number with a suffix or an exponent: `1.5Gi`, `-200m`, `12e6`.
pub(crate) fn is_quantity(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let Some(suffix) = number(unsigned) else { return false };
    let suffixes = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "n", "u", "m", "k", "M", "G", "T", "P", "E"];
    suffixes.contains(&suffix) || is_exponent(suffix)
}

fn is_exponent(text: &str) -> bool {
    let digits = text.strip_prefix(['e', 'E']).map(|rest| rest.strip_prefix(['-', '+']).unwrap_or(rest));
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// Returns true for a time of RFC 3339: `2018-03-01T09:00:00Z`, with fractions of a second if `fraction` is true.
pub(crate) fn is_time(text: &str, fraction: bool) -> bool {
    let Some((clock, zone)) = text.split_at_checked(19) else { return false };
    let zone = match zone.strip_prefix('.').filter(|_| fraction) {
        Some(rest) => rest.trim_start_matches(|c: char| c.is_ascii_digit()),
        None => zone,
    };
    has_form(clock, "dddd-dd-ddTdd:dd:dd") && in_range(clock) && (zone == "Z" || is_offset(zone))
}

fn in_range(clock: &str) -> bool {
    let part = |from: usize| clock[from..from + 2].parse::<u8>().unwrap_or(u8::MAX);
    (1..=12).contains(&part(5)) && (1..=31).contains(&part(8)) && part(11) < 24 && part(14) < 60 && part(17) < 60
}

fn is_offset(zone: &str) -> bool {
    has_form(zone, "+dd:dd") || has_form(zone, "-dd:dd")
}

/// Returns true if `text` has the form, in which `d` matches a digit and every other character itself.
fn has_form(text: &str, form: &str) -> bool {
    let fits = |(c, f): (u8, u8)| if f == b'd' { c.is_ascii_digit() } else { c == f };
    text.len() == form.len() && text.bytes().zip(form.bytes()).all(fits)
}

/// Returns true for standard base64 with padding.
pub(crate) fn is_base64(text: &str) -> bool {
    let data = text.trim_end_matches('=');
    let sign = |b: u8| b.is_ascii_alphanumeric() || b == b'+' || b == b'/';
    text.len().is_multiple_of(4) && text.len() - data.len() <= 2 && data.bytes().all(sign)
}

/// Returns true for a DNS subdomain, such as `backup.example.com`.
pub(crate) fn is_subdomain(text: &str) -> bool {
    text.len() <= 253
        && text.split('.').all(|label| is_word(label, |c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'))
}

/// Returns true for a text of these characters that begins and ends with a letter or digit.
pub(crate) fn is_word(text: &str, is_valid: impl Fn(char) -> bool) -> bool {
    let is_end = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    is_end(text.chars().next()) && is_end(text.chars().next_back()) && text.chars().all(is_valid)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(accepts: fn(&str) -> bool, good: &[&str], bad: &[&str]) {
        for text in good {
            assert!(accepts(text), "{text}");
        }
        for text in bad {
            assert!(!accepts(text), "{text}");
        }
    }

    #[test]
    fn durations() {
        check(
            is_duration,
            &["30s", "1h30m", "-1.5s", "0", "100ms", ".5s", "1.s", "3µs"],
            &["", "30", "s", "1x", "1h 2m"],
        );
    }

    #[test]
    fn quantities() {
        check(
            is_quantity,
            &["1", "1.5Gi", "-200m", "12e6", "1E", "1E3", ".5"],
            &["", "Gi", "1Kb", "1e", "1 Gi", "0x1"],
        );
    }

    #[test]
    fn times() {
        let seconds = |text: &str| is_time(text, false);
        check(seconds, &["2018-03-01T09:00:00Z", "2018-03-01T09:00:00+02:00"], &["2018-03-01", "2018-13-01T09:00:00Z"]);
        check(|text| is_time(text, true), &["2018-03-01T09:00:00.000001Z"], &["2018-03-01 09:00:00Z", ""]);
    }

    #[test]
    fn base64() {
        check(is_base64, &["", "YQ==", "YWI=", "YWJj"], &["YQ", "Y===", "a b="]);
    }
}
