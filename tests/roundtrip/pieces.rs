//! Messages with long and short texts and lists: the bytes do not depend on how they are assembled.

use apimachinery::meta::{Bytes, List, Map, Str};
use apimachinery::reflect::{ProtoWriter, Ref};
use apimachinery::serializer::protobuf::{self, from_slice, to_vec};

/// Length in bytes from which a text bypasses the writer.
const LARGE: usize = 2048;

#[derive(Clone, Default, PartialEq)]
struct Shelf {
    title: Str,
    books: Map<Str>,
    scan: Bytes,
    notes: List<Str>,
    below: Option<Box<Shelf>>,
}

apimachinery::message! {
    Shelf {
        title => "title", 1, Empty;
        books => "books", 2, Empty;
        scan => "scan", 17, Empty;
        notes => "notes", 4, Empty;
        below => "below", 5, Empty;
    }
}

fn shelf(size: usize, below: Option<Shelf>) -> Shelf {
    let text = |more: usize| Str::from("x".repeat(size + more));
    Shelf {
        title: text(0),
        books: [("a", text(1)), ("b", text(LARGE)), ("c", text(2))].into(),
        scan: vec![0xff; size].into(),
        notes: (0..size % 128).map(|number| text(number % 40)).collect(),
        below: below.map(Box::new),
    }
}

#[test]
fn pieces_are_the_message_in_one() {
    for size in (0..140).chain(LARGE - 2..LARGE + 2) {
        let value = shelf(size, Some(shelf(LARGE * (size % 3), None)));
        let message = to_vec(&value).expect("a message");
        let mut whole = ProtoWriter::default();
        protobuf::write(&mut whole, Ref::new(&value)).expect("a message");
        assert!(message == whole.written(), "{size}");
        let back: Shelf = from_slice(&message).expect("written output is valid");
        assert!(back.title == value.title && back.books == value.books && back.scan == value.scan, "{size}");
        assert!(to_vec(&back).expect("a message") == message, "{size}");
    }
}
