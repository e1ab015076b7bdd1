//! Properties of the emitter, tested on random JSON.

mod random;

use self::random::{Random, write_odd_string};
use super::{fast_path, read_as_yaml, write_document};
use crate::go_yaml::{json_to_yaml, to_json};

const TEXTS: u64 = if cfg!(debug_assertions) { 2_000 } else { 50_000 };

fn seeds() -> std::ops::Range<u64> {
    let first = std::env::var("YAML_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    first..first + TEXTS
}

/// Returns the YAML written for a text that takes the fast path, after checking that the general path writes the same.
fn check(json: &[u8]) -> Option<String> {
    let document = fast_path::read(json)?;
    let exact = read_as_yaml(json).unwrap_or_else(|error| panic!("{error}: {}", json.escape_ascii()));
    let [found, expected] = [document, exact].map(|document| {
        let mut out = Vec::new();
        write_document(&mut out, &document);
        String::from_utf8(out).expect("the emitter writes UTF-8")
    });
    assert_eq!(found, expected, "{}", json.escape_ascii());
    Some(found)
}

#[test]
fn json_is_what_yaml_makes_of_it() {
    let mut checked = 0;
    for seed in seeds() {
        let random = &mut Random::new(seed);
        let json = random.value(4, &mut write_odd_string);
        for json in [spaced(random, &json), json] {
            let Some(yaml) = check(&json) else { continue };
            checked += 1;
            // As in upstream, the key `<<` is written without quotes and is read back as a merge key.
            if !yaml.contains("<<: ") && !yaml.contains("<<:\n") {
                assert_eq!(to_json(yaml.as_bytes()), to_json(&json), "{}\n{yaml}", json.escape_ascii());
            }
        }
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

/// Inserts white space between the tokens of a text.
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

/// Inserts, removes or changes a byte.
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
        assert!(check(json.as_bytes()).is_some(), "{json}");
    }
    let key = |length| format!("{{\"{}\":1}}", "k".repeat(length));
    assert!(check(key(1021).as_bytes()).is_some() && check(key(1022).as_bytes()).is_none());
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
        assert!(check(json.as_bytes()).is_none(), "{json:?}");
    }
}

#[test]
fn large_and_odd_shapes_take_no_longer_than_their_size() {
    let yaml = |json: String| json_to_yaml(json.as_bytes()).expect("the JSON is valid YAML");
    // These texts contain many positions that must be examined, but none at which they can be folded.
    for piece in ["a  ", "é  ", "' x: '  ", "\\t  ", "\\u2028", "a\\n\\u2028"] {
        assert!(yaml(format!("[\"{}b\"]", piece.repeat(1 << 18))).len() > 1 << 18);
    }
    assert_eq!(yaml(format!("{{{}\"a\":1}}", "\"a\":0,".repeat(1 << 17))), "a: 1\n");
    let numbered: String = (0..1 << 16).map(|n| format!("\"v{n}\":1,\"v{n}beta1\":1,")).collect();
    assert_eq!(yaml(format!("{{{numbered}\"\":1}}")).lines().count(), (1 << 17) + 1);
    let nested = |levels: usize| "{\"a\":".repeat(levels) + "1" + &"}".repeat(levels);
    assert_eq!(yaml(nested(1000)).len(), (0..1000).map(|level| 2 * level + "a:\n".len()).sum::<usize>() + " 1".len());
    let error = json_to_yaml(nested(10_001).as_bytes()).expect_err("10,001 levels exceed the limit");
    assert_eq!(error.to_string(), "yaml: exceeded max depth of 10000");
}
