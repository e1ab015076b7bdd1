//! Streams of documents and separators, without losses.

use apimachinery::yaml;

use super::corpus::documents;
use super::for_every_seed;
use super::mutation::mutated;
use super::random::Random;

const SEPARATOR: &[u8] = b"---\n";

/// Returns the documents of a stream up to its first error.
fn split(stream: &[u8]) -> Vec<Vec<u8>> {
    yaml::documents(stream).map_while(Result::ok).map(|document| document.into_text().into_owned()).collect()
}

/// Returns lines of which none is a separator.
fn document(random: &mut Random, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut text = mutated(random, corpus);
    text.retain(|byte| *byte != b'\r');
    text.extend_from_slice(b"\n\n");
    text.split_inclusive(|byte| *byte == b'\n').filter(|line| !line.starts_with(b"---")).collect::<Vec<_>>().concat()
}

#[test]
fn what_is_joined_is_split_again() {
    let corpus = documents();
    for_every_seed(3_000, |mut random| {
        let documents: Vec<_> = (0..1 + random.below(5)).map(|_| document(&mut random, &corpus)).collect();
        assert!(split(&documents.join(SEPARATOR)) == documents, "{}", documents.join(SEPARATOR).escape_ascii());
        let with_carriage_returns =
            documents.join(SEPARATOR).split(|byte| *byte == b'\n').collect::<Vec<_>>().join(&b"\r\n"[..]);
        assert!(split(&with_carriage_returns) == documents, "{}", with_carriage_returns.escape_ascii());
    });
}

#[test]
fn documents_stand_at_their_lines() {
    let corpus = documents();
    for_every_seed(3_000, |mut random| {
        let stream = mutated(&mut random, &corpus);
        let lines: Vec<&[u8]> = stream.split_inclusive(|byte| *byte == b'\n').collect();
        for document in yaml::documents(&stream).map_while(Result::ok) {
            let own = document.text().split_inclusive(|byte| *byte == b'\n');
            for (line, found) in own.zip(&lines[document.line() - 1..]) {
                assert_eq!(line.trim_ascii_end(), found.trim_ascii_end(), "{}", stream.escape_ascii());
            }
        }
    });
}
