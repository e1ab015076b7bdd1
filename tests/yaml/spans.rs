//! Positions of events: the text at the position of an event reads as that event.

use super::corpus::documents;
use super::for_every_seed;
use super::mutation::mutated;
use super::places::check;

#[test]
fn events_of_whole_documents() {
    documents().iter().for_each(|document| check(document));
}

#[test]
fn events_of_broken_documents() {
    let corpus = documents();
    for_every_seed(5_000, |mut random| check(&mutated(&mut random, &corpus)));
}
