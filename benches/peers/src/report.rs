//! Output of rows as lines of JSON or as a Markdown table.

use crate::options::Format;
use crate::row::Row;

/// Prints the header.
pub(crate) fn head(format: Format) {
    if let Format::Table = format {
        println!("| work | corpus | candidate | ns/object | MB/s | allocations | bytes kept | speed |");
        println!("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |");
    }
}

/// Prints the rows of an operation, relative to the first candidate that was timed.
pub(crate) fn rows(format: Format, rows: &[Row]) {
    match format {
        Format::Json => json_lines(rows),
        Format::Table => table(rows),
    }
}

/// Prints one JSON object per line.
pub(crate) fn json_lines(rows: &[Row]) {
    rows.iter().for_each(|row| println!("{}", serde_json::to_string(row).expect("a row is JSON")));
}

fn table(rows: &[Row]) {
    let number = |number: Option<f64>| number.map(|number| format!("{number:.0}")).unwrap_or_default();
    for row in rows {
        let speed = row.speed(rows).map(|speed| format!("{speed:.2}x"));
        let cells = [row.ns_per_object, row.mb_per_s, row.allocations, row.bytes].map(number).join(" | ");
        let last = speed.or_else(|| row.failed.clone()).unwrap_or_default();
        println!("| {} | {} | {} | {cells} | {last} |", row.work, row.corpus, row.candidate);
    }
}
