//! Tables in Markdown, to be pasted into the README.

use std::time::Duration;

use crate::works::Work;

/// The head of the table of speeds.
pub fn head() {
    println!("| work | candidate | MB/s | µs/object | ratio |");
    println!("| --- | --- | ---: | ---: | ---: |");
}

/// The rows of one work.
pub fn rows(work: &Work<'_>, medians: &[Duration]) {
    let peer = medians[0].as_secs_f64();
    for (candidate, median) in work.candidates.iter().zip(medians) {
        let seconds = median.as_secs_f64();
        let megabytes = work.bytes as f64 / seconds / 1e6;
        let micros = seconds * 1e6 / work.objects as f64;
        println!("| {} | {} | {megabytes:.0} | {micros:.1} | {:.2}x |", work.name, candidate.name, peer / seconds);
    }
}

/// The mean size of `documents` in kilobytes.
#[must_use]
pub fn mean_kilobytes<T: AsRef<[u8]>>(documents: &[T]) -> f64 {
    let bytes: usize = documents.iter().map(|document| document.as_ref().len()).sum();
    bytes as f64 / documents.len() as f64 / 1000.0
}
