//! What the machine can do at best with the same bytes.

use std::cell::RefCell;
use std::hint::black_box;

use crate::measure::{median, time};

/// Gigabytes a second of copying `texts`, and of checking that they are UTF-8.
#[must_use]
pub fn limits(texts: &[String], rounds: usize) -> [(&'static str, f64); 2] {
    let bytes = texts.iter().map(String::len).sum();
    let buffer = RefCell::new(Vec::with_capacity(bytes));
    let copy = || {
        let mut buffer = buffer.borrow_mut();
        buffer.clear();
        texts.iter().for_each(|text| buffer.extend_from_slice(black_box(text.as_bytes())));
        black_box(&buffer);
    };
    let check = || {
        for text in texts {
            let _ = black_box(simdutf8::basic::from_utf8(black_box(text.as_bytes())));
        }
    };
    [("memcpy", rate(bytes, rounds, copy)), ("UTF-8 check", rate(bytes, rounds, check))]
}

fn rate(bytes: usize, rounds: usize, pass: impl Fn()) -> f64 {
    let middle = median((0..rounds).map(|_| time(&pass)).collect());
    bytes as f64 / middle.as_secs_f64() / 1e9
}
