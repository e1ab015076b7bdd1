//! Every text is either accepted or rejected, and accepted ones are stable when written and read again.

use apimachinery::meta::Value;
use apimachinery::serializer::json;
use apimachinery::yaml;

use super::corpus::documents;
use super::for_every_seed;
use super::mutation::mutated;
use super::values::LONGEST_KEY;

/// True if JSON is not equivalent YAML: it contains characters that YAML forbids or a very long key, or it is read
/// differently, such as an escape as the character or a zero without its sign.
fn is_json_alone(json: &str) -> bool {
    let forbidden = |c: char| matches!(c, '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}');
    // An escaped quote does not end the text that contains it.
    let quotes_end_texts = json.replace(r"\\", "  ").replace("\\\"", "  ");
    json.contains(forbidden)
        || quotes_end_texts.split('"').any(|text| text.chars().count() > LONGEST_KEY)
        || ["\\ufffd", "-0"].iter().any(|text| json.contains(text))
}

#[test]
fn what_was_read_reads_as_itself() {
    let corpus = documents();
    let mut read = 0;
    for_every_seed(10_000, |mut random| {
        let document = mutated(&mut random, &corpus);
        let Ok(yaml::Parsed { value: json, warnings, .. }) = yaml::to_json_strict(&document) else { return };
        let error = yaml::Error::strict(&warnings);
        assert!(error.is_none_or(|error| error.to_string().starts_with("yaml: unmarshal errors:\n  line ")));
        json::from_str::<Value>(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
        read += 1;
        if !is_json_alone(&json) {
            let again = yaml::to_json_strict(json.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{json}"));
            assert_eq!((again.value, again.warnings), (json, Vec::new()), "{}", document.escape_ascii());
        }
    });
    assert!(read > 0, "every document is broken");
}

#[test]
fn mistakes_stand_in_the_text() {
    let corpus = documents();
    for_every_seed(5_000, |mut random| {
        let document = mutated(&mut random, &corpus);
        let lines = String::from_utf8_lossy(&document).split(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']).count();
        if let Err(error) = yaml::to_json(&document) {
            // The scanner counts one additional line, as upstream's.
            assert!(
                error.position().is_none_or(|mark| mark.line as usize <= lines + 1),
                "{error}: {}",
                document.escape_ascii()
            );
            assert!(!error.to_string().is_empty());
        }
    });
}
