//! Plots of speeds relative to the first candidate of each operation.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use crate::row::Row;

const LINE: usize = 18;
const LABELS: usize = 330;
const UNIT: f64 = 40.0;
/// The maximum length of bars. Longer ones are cut and labeled with their value.
const LONGEST: f64 = 12.0;

/// Writes the plot to a file.
pub(crate) fn write(path: &Path, rows: &[Row]) -> ExitCode {
    match std::fs::write(path, svg(rows)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}

fn svg(rows: &[Row]) -> String {
    let mut bars = String::new();
    let mut lines = 1;
    for works in rows.chunk_by(|one, next| one.work == next.work && one.corpus == next.corpus) {
        text(&mut bars, 10, lines, &format!("{} of {}", works[0].work, works[0].corpus), "bold");
        // Lower bounds would make all other bars look alike.
        let timed = works.iter().filter(|row| !row.candidate.starts_with("limit"));
        for (row, speed) in timed.filter_map(|row| Some((row, row.speed(works)?))) {
            lines += 1;
            bar(&mut bars, lines, row, speed);
        }
        lines += 2;
    }
    let (width, height) = (LABELS + (UNIT * LONGEST) as usize + 80, lines * LINE);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{bars}</svg>\n"
    )
}

fn bar(bars: &mut String, line: usize, row: &Row, speed: f64) {
    let is_ours = row.candidate.starts_with("apimachinery");
    let fill = if is_ours { "#326ce5" } else { "#b0b7c3" };
    let width = (UNIT * speed.min(LONGEST)) as usize;
    let top = line * LINE - LINE + 5;
    text(bars, 30, line, &row.candidate, "normal");
    writeln!(bars, "<rect x=\"{LABELS}\" y=\"{top}\" width=\"{width}\" height=\"14\" fill=\"{fill}\"/>")
        .expect("writing to a String cannot fail");
    text(bars, LABELS + width + 6, line, &format!("{speed:.2}x"), "normal");
}

fn text(bars: &mut String, x: usize, line: usize, text: &str, weight: &str) {
    let y = line * LINE;
    writeln!(bars, "<text x=\"{x}\" y=\"{y}\" font-weight=\"{weight}\">{text}</text>")
        .expect("writing to a String cannot fail");
}
