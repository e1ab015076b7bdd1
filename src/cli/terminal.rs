//! Lines on standard error, and a progress line if it is a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use super::escape;

/// The time before the first progress line.
const PATIENCE: Duration = Duration::from_millis(500);

/// The time between updates.
const PERIOD: Duration = Duration::from_millis(100);

/// The width of the bar in characters.
const WIDTH: u64 = 30;

/// The escape sequence that clears the line.
const CLEAR: &str = "\r\x1b[K";

const MEGABYTE: f64 = 1e6;

/// Prints one line. Line feeds and all other characters that are not safe to print are escaped. Errors are ignored,
/// because they could only be reported on standard error.
pub(super) fn print_line(line: &str) {
    drop(writeln!(io::stderr(), "{}", escape::line(line.trim_end())));
}

/// A line that shows the number of processed bytes.
pub(super) struct Progress {
    done: u64,
    total: Option<u64>,
    begun: Instant,
    drawn: Option<Instant>,
}

impl Progress {
    /// Returns `None` unless standard error is a terminal and standard output is not.
    pub(super) fn on_terminal(total: impl FnOnce() -> Option<u64>) -> Option<Progress> {
        let is_seen = io::stderr().is_terminal() && !io::stdout().is_terminal();
        is_seen.then(|| Progress { done: 0, total: total(), begun: Instant::now(), drawn: None })
    }

    pub(super) fn advance(&mut self, bytes: usize) {
        self.done += bytes as u64;
        let spent = self.begun.elapsed();
        let is_due = self.drawn.map_or(spent >= PATIENCE, |drawn| drawn.elapsed() >= PERIOD);
        if is_due {
            self.drawn = Some(Instant::now());
            draw(&format!("{CLEAR}{}", line(self.done, self.total, spent)));
        }
    }

    /// Clears the line before other output.
    pub(super) fn clear(&mut self) {
        if self.drawn.is_some() {
            draw(CLEAR);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Prints text. Errors are ignored, because progress is not essential.
fn draw(text: &str) {
    let mut stderr = io::stderr().lock();
    drop(stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush()));
}

/// Formats a line such as `[######      ] 21 of 50 MB, 12 MB/s, 3 s left`, or a shorter one if the total is unknown.
fn line(done: u64, total: Option<u64>, spent: Duration) -> String {
    let megabytes = |bytes: u64| bytes as f64 / MEGABYTE;
    let speed = done as f64 / spent.as_secs_f64().max(0.001);
    let Some(total) = total.filter(|total| *total >= done) else {
        return format!("{:.1} MB, {:.1} MB/s", megabytes(done), speed / MEGABYTE);
    };
    let full = (done * WIDTH).checked_div(total).unwrap_or(WIDTH) as usize;
    let bar = format!("{}{}", "#".repeat(full), " ".repeat(WIDTH as usize - full));
    let left = ((total - done) as f64 / speed.max(1.0)).ceil();
    format!("[{bar}] {:.1} of {:.1} MB, {:.1} MB/s, {left} s left", megabytes(done), megabytes(total), speed / MEGABYTE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(done: u64, total: Option<u64>, seconds: u64, expected: &str) {
        assert_eq!(line(done, total, Duration::from_secs(seconds)), expected);
    }

    #[test]
    fn a_bar_says_what_is_done_and_left() {
        let bar = |full: usize| format!("[{}{}]", "#".repeat(full), " ".repeat(30 - full));
        check(250_000, Some(50_000_000), 1, &format!("{} 0.2 of 50.0 MB, 0.2 MB/s, 199 s left", bar(0)));
        check(20_000_000, Some(50_000_000), 2, &format!("{} 20.0 of 50.0 MB, 10.0 MB/s, 3 s left", bar(12)));
        check(50_000_000, Some(50_000_000), 5, &format!("{} 50.0 of 50.0 MB, 10.0 MB/s, 0 s left", bar(30)));
    }

    #[test]
    fn nothing_is_made_up() {
        check(20_500_000, None, 2, "20.5 MB, 10.2 MB/s");
        // A file that grew.
        check(3_000_000, Some(2_000_000), 1, "3.0 MB, 3.0 MB/s");
        check(0, Some(0), 0, &format!("[{}] 0.0 of 0.0 MB, 0.0 MB/s, 0 s left", "#".repeat(30)));
    }
}
