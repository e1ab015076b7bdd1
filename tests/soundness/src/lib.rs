//! Types whose functions panic on demand.
//!
//! Each call of `Default`, `Clone`, `Drop` and a method of `Leaf` is counted, and the test chooses the one that panics.
#![forbid(unsafe_code)]

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use apimachinery::meta::{Bytes, List, Map, Str, TypeMeta};
use apimachinery::reflect::{Leaf, ProtoReader, ProtoWriter, Raw, WireError};

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
    static FUSE: Cell<Option<usize>> = const { Cell::new(None) };
    static ALIVE: Cell<isize> = const { Cell::new(0) };
}

/// Counts a call, and panics if it is the chosen one.
fn tick() {
    let call = CALLS.get();
    CALLS.set(call + 1);
    if FUSE.get() == Some(call) && !std::thread::panicking() {
        FUSE.set(None);
        // Avoids a printed message for each of thousands of panics.
        resume_unwind(Box::new("the chosen call"));
    }
}

/// Runs `run` once for every call that it makes, with a panic at that call, and each time once more without a panic.
///
/// # Panics
///
/// Panics if `run` makes fewer than `least` calls, or if more values were dropped than created.
pub fn panic_at_every_call(least: usize, run: impl Fn()) {
    let count = || {
        CALLS.set(0);
        run();
        CALLS.get()
    };
    let calls = count();
    assert!(calls >= least, "only {calls} calls");
    // Miri is about a million times slower and tries only a few calls; AddressSanitizer tries all of them.
    let step = if cfg!(miri) { 1 + calls / 3 } else { 1 };
    for at in (0..calls).step_by(step) {
        CALLS.set(0);
        FUSE.set(Some(at));
        assert!(catch_unwind(AssertUnwindSafe(&run)).is_err() || FUSE.take().is_none());
        FUSE.set(None);
        count();
        assert!(ALIVE.get() >= 0, "a value was dropped twice after a panic at call {at}");
    }
}

/// A leaf that owns heap memory.
#[derive(Debug, PartialEq)]
pub struct Trap(Box<str>);

impl Trap {
    fn new(text: &str) -> Self {
        tick();
        ALIVE.set(ALIVE.get() + 1);
        Trap(text.into())
    }
}

impl Default for Trap {
    fn default() -> Self {
        Trap::new("zero")
    }
}

impl Clone for Trap {
    fn clone(&self) -> Self {
        Trap::new(&self.0)
    }
}

impl Drop for Trap {
    fn drop(&mut self) {
        ALIVE.set(ALIVE.get() - 1);
        tick();
    }
}

impl Leaf for Trap {
    fn is_zero(&self) -> bool {
        tick();
        &*self.0 == "zero"
    }

    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), String> {
        tick();
        out.extend_from_slice(format!("\"{}\"", self.0).as_bytes());
        tick();
        Ok(())
    }

    fn read_json(&mut self, raw: Raw<'_>) -> Result<(), String> {
        tick();
        *self = Trap::new(&raw.as_str().unwrap_or_default());
        Ok(())
    }

    fn write_proto(&self, writer: &mut ProtoWriter) {
        tick();
        writer.varint(1, self.0.len() as u64);
        tick();
    }

    fn merge_proto(&mut self, mut reader: ProtoReader<'_>) -> Result<(), WireError> {
        tick();
        while let Some((_, wire)) = reader.tag()? {
            reader.skip(wire)?;
            *self = Trap::new("read");
        }
        Ok(())
    }
}

apimachinery::message! { leaf Trap }

/// Every kind of field that can have hand-written functions.
#[derive(PartialEq)]
pub struct Bomb {
    pub trap: Trap,
    pub traps: List<Trap>,
    pub named: Map<Trap>,
    pub maybe: Option<Trap>,
    pub next: Option<Box<Bomb>>,
    pub items: List<Bomb>,
    pub by_key: Map<Bomb>,
    pub boxes: List<Option<Box<Bomb>>>,
    pub lists: List<List<Trap>>,
    pub plain: Option<Plain>,
    pub texts: List<Str>,
    pub labels: Map<Str>,
    pub number: Option<i32>,
    pub ready: bool,
}

impl Default for Bomb {
    fn default() -> Self {
        tick();
        Bomb {
            trap: Trap::default(),
            traps: List::nil(),
            named: Map::nil(),
            maybe: None,
            next: None,
            items: List::nil(),
            by_key: Map::nil(),
            boxes: List::nil(),
            lists: List::nil(),
            plain: None,
            texts: List::nil(),
            labels: Map::nil(),
            number: None,
            ready: false,
        }
    }
}

impl Clone for Bomb {
    fn clone(&self) -> Self {
        tick();
        Bomb {
            trap: self.trap.clone(),
            traps: self.traps.clone(),
            named: self.named.clone(),
            maybe: self.maybe.clone(),
            next: self.next.clone(),
            items: self.items.clone(),
            by_key: self.by_key.clone(),
            boxes: self.boxes.clone(),
            lists: self.lists.clone(),
            plain: self.plain.clone(),
            texts: self.texts.clone(),
            labels: self.labels.clone(),
            number: self.number,
            ready: self.ready,
        }
    }
}

impl Drop for Bomb {
    fn drop(&mut self) {
        tick();
    }
}

apimachinery::message! {
    Bomb {
        trap => "trap", 1, Empty;
        traps => "traps", 2, Empty;
        named => "named", 3, Empty;
        maybe => "maybe", 4, Empty;
        next => "next", 5, Empty;
        items => "items", 6, Empty;
        by_key => "byKey", 7, Empty;
        boxes => "boxes", 0, Empty;
        lists => "lists", 0, Empty;
        plain => "plain", 9, Empty;
        texts => "texts", 10, Empty;
        labels => "labels", 11, Empty;
        number => "number", 12, Empty;
        ready => "ready", 13, Empty;
    }
}

/// A struct that is cloned and compared through its table, and has a `Drop` implementation.
pub struct Plain {
    pub type_meta: TypeMeta,
    pub text: Str,
    pub raw: Bytes,
    pub maybe: Option<Str>,
    pub next: Option<Box<Plain>>,
    pub items: List<Plain>,
    pub labels: Map<Str>,
    pub large: Option<i64>,
    pub word: Option<Word>,
    pub words: List<Word>,
    pub named: Map<Word>,
}

apimachinery::named_text! {
    /// A string in a type of its own.
    pub struct Word {
        SHORT = "short",
    }
}

impl Drop for Plain {
    fn drop(&mut self) {
        tick();
    }
}

apimachinery::message! {
    Plain: kind {
        text => "text", 1, Empty;
        raw => "raw", 2, Empty;
        maybe => "maybe", 3, Empty;
        next => "next", 4, Empty;
        items => "items", 5, Empty;
        labels => "labels", 6, Empty;
        large => "large", 7, Empty;
        word => "word", 8, Empty;
        words => "words", 9, Empty;
        named => "named", 10, Empty;
    } fields { type_meta, text, raw, maybe, next, items, labels, large, word, words, named }
}

/// JSON of a [`Bomb`] with every field set, nested values, and map keys unordered and repeated.
pub const JSON: &str = r#"{
    "trap": "a", "traps": ["b", "c", "d"], "named": {"y": "e", "x": "f", "y": "g"}, "maybe": "h",
    "next": {"trap": "i", "next": {"maybe": "j", "traps": []}},
    "items": [{"trap": "k"}, {"traps": ["l"], "items": [{}, {"number": 1}]}, {}],
    "byKey": {"n": {"trap": "m"}, "m": {"named": {"o": "p"}}, "n": {"ready": true}},
    "boxes": [{"trap": "q"}, null, {}], "lists": [["r", "s"], null, []],
    "plain": {"kind": "Plain", "text": "a text that is too long to be stored inline", "raw": "cmF3",
        "maybe": "another text that is too long to be inline", "next": {"items": [{"text": "t"}, {}]},
        "items": [{"labels": {"v": "w", "u": "a label that is too long to be stored inline"}}], "large": 7,
        "word": "short", "words": ["a", "a word that is too long to be stored inline"], "named": {"b": "c", "a": "d"}},
    "texts": ["short", "a third text that is too long to be inline", ""], "labels": {"z": "1", "y": "2"},
    "number": 5, "ready": true
}"#;
