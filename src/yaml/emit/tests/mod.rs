//! Properties of what is written, on JSON made by chance.

mod random;

use self::random::{Random, write_ascii_string, write_odd_string};
use super::{block, detour, read};
use crate::wire::escape::write_string;
use crate::yaml::{json_to_yaml, to_json};

const TEXTS: u64 = if cfg!(debug_assertions) { 2_000 } else { 50_000 };

fn seeds() -> std::ops::Range<u64> {
    let first = std::env::var("YAML_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    first..first + TEXTS
}

#[test]
fn what_is_written_reads_as_the_same_values() {
    for seed in seeds() {
        let [json, expected] = [write_ascii_string, |_: &mut _, out: &mut _, text: &_| write_string(out, text)]
            .map(|mut string| Random::new(seed).value(4, &mut string));
        // As upstream, this key is written without quotes and comes back as a merge.
        if expected.windows(15).any(|part| part == br#""\u003c\u003c":"#) {
            continue;
        }
        let yaml = json_to_yaml(&json).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let found = to_json(yaml.as_bytes()).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{yaml}"));
        assert_eq!(found, String::from_utf8_lossy(&expected), "seed {seed}\n{yaml}");
    }
}

/// Both ways give the same text, and what only one of them can read is no matter of the short one.
fn check(json: &[u8]) -> bool {
    let Some(document) = read::read(json) else { return false };
    let exact = detour::read(json).unwrap_or_else(|error| panic!("{error}: {}", json.escape_ascii()));
    let [found, expected] = [document, exact].map(|document| {
        let mut out = Vec::new();
        block::write(&mut out, &document);
        String::from_utf8(out).expect("text")
    });
    assert_eq!(found, expected, "{}", json.escape_ascii());
    true
}

#[test]
fn json_is_what_yaml_makes_of_it() {
    let mut checked = 0;
    for seed in seeds() {
        let random = &mut Random::new(seed);
        let json = random.value(4, &mut write_odd_string);
        checked += u64::from(check(&json));
        checked += u64::from(check(&spaced(random, &json)));
    }
    assert!(checked > TEXTS, "only {checked} texts were read as JSON");
}

#[test]
fn damaged_json_is_what_yaml_makes_of_it() {
    for seed in seeds() {
        let random = &mut Random::new(seed);
        let mut json = random.value(2, &mut write_odd_string);
        for _ in 0..1 + random.below(3) {
            damage(random, &mut json);
        }
        check(&json);
    }
}

/// The same values with white space between tokens.
fn spaced(random: &mut Random, json: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let (mut in_string, mut escaped) = (false, false);
    for &byte in json {
        let token = !in_string && b"[]{},:".contains(&byte);
        for _ in 0..if token { random.below(3) } else { 0 } {
            out.push(if random.chance(3) { b'\n' } else { b' ' });
        }
        out.push(byte);
        if token && random.chance(2) {
            out.push(if random.chance(3) { b'\n' } else { b' ' });
        }
        in_string ^= byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
    }
    out
}

/// Puts in, takes out or changes a byte.
fn damage(random: &mut Random, json: &mut Vec<u8>) {
    const BYTES: &[u8] =
        b"\"\\,:[]{}-+.eE0123456789 \n\t\r#&*!?|>'%@`ut/nlfd~_\xC2\x85\xE2\x80\xA8\xEF\xBB\xBF\x7F\x00x<";
    let at = random.below(json.len() + 1);
    let byte = BYTES[random.below(BYTES.len())];
    match random.below(3) {
        0 => json.insert(at, byte),
        1 if at < json.len() => drop(json.remove(at)),
        _ => json.iter_mut().skip(at).take(1).for_each(|old| *old = byte),
    }
}

#[test]
fn what_goes_the_short_way() {
    for json in [
        "{}",
        "[]",
        "\"a\"",
        "1",
        " {\n\"a\" : [1.5, -0, null] , \"\\u00e9\\n\": \"\\\"\\u0000\"}\n",
        "18446744073709551616",
    ] {
        assert!(check(json.as_bytes()), "{json}");
    }
    let key = |length| format!("{{\"{}\":1}}", "k".repeat(length));
    assert!(check(key(1021).as_bytes()) && !check(key(1022).as_bytes()));
    assert!(json_to_yaml(key(1022).as_bytes()).is_ok() && json_to_yaml(key(1023).as_bytes()).is_err());
    for json in [
        "{\"a\"\n:1}",
        "\"\\/\"",
        "\"\\ud83d\\ude00\"",
        "\"\u{85}\"",
        "\"\u{2028}\"",
        "[1,]",
        "{} x",
        "[1,\t2]",
        "",
        "\u{FEFF}1",
    ] {
        assert!(!check(json.as_bytes()), "{json:?}");
    }
}
