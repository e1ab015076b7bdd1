//! The steps of a page that readers follow from top to bottom.
//!
//! A comment before a code block states what to do with it: `<!-- file PATH -->` is the content of a new file,
//! `<!-- append PATH -->` is added to its end, `<!-- change PATH -->` is a diff of some of its lines, and `<!-- in PATH -->`
//! are consecutive lines that it contains. A block in the language `console` has commands after `$`, each with its output.

use std::fs;
use std::path::Path;

/// A step of the page.
#[derive(Debug)]
pub(crate) enum Step {
    /// Writes a file.
    File(String, String),
    /// Adds text to a file.
    Append(String, String),
    /// Replaces lines of a file by other lines.
    Change(String, String, String),
    /// Shows lines of a file.
    Excerpt(String, String),
    /// Runs a command that prints this output. A line `…` stands for any number of lines, and `…` at the end of a line for
    /// the rest of the line.
    Run(String, Vec<String>),
}

/// Returns the steps of a page, each with the number of its line.
pub(crate) fn steps(page: &str) -> Vec<(usize, Step)> {
    let (mut steps, mut before) = (Vec::new(), "");
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
            let found = if language == "console" { commands(&block) } else { vec![step(before, &block, number + 1)] };
            steps.extend(found.into_iter().map(|step| (number + 1, step)));
        } else if !line.is_empty() {
            before = line;
        }
    }
    steps
}

fn step(before: &str, block: &[&str], line: usize) -> Step {
    let comment = before.strip_prefix("<!-- ").and_then(|comment| comment.strip_suffix(" -->"));
    let (action, path) = comment.and_then(|comment| comment.split_once(' ')).unwrap_or_else(|| {
        panic!("line {line}: no comment before the block states what to do with it");
    });
    let (path, text) = (path.to_owned(), block.iter().map(|line| format!("{line}\n")).collect::<String>());
    match action {
        "file" => Step::File(path, text),
        "append" => Step::Append(path, text),
        "in" => Step::Excerpt(path, text),
        "change" => {
            let side = |other: char| -> String {
                let lines = block.iter().filter(|line| !line.starts_with(other));
                lines.map(|line| format!("{}\n", line.get(1..).unwrap_or_default())).collect()
            };
            Step::Change(path, side('+'), side('-'))
        }
        _ => panic!("line {line}: unknown action `{action}`"),
    }
}

fn commands(block: &[&str]) -> Vec<Step> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for line in block {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => found.push((command.to_owned(), Vec::new())),
            (None, Some((_, output))) => output.push((*line).to_owned()),
            (None, None) => panic!("output without a command: {line}"),
        }
    }
    found.into_iter().map(|(command, output)| Step::Run(command, output)).collect()
}

/// Makes the changes of a step in a folder, and checks excerpts. Returns the command and the output of a step that runs
/// one.
pub(crate) fn follow(folder: &Path, line: usize, step: Step) -> Option<(String, Vec<String>)> {
    let read = |path: &str| fs::read_to_string(folder.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let write = |path: &str, text: String| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder");
        fs::write(path, text).expect("a file can be written");
    };
    match step {
        Step::File(path, text) => write(&path, text),
        Step::Append(path, text) => write(&path, read(&path) + "\n" + &text),
        Step::Change(path, before, after) => {
            let text = read(&path);
            assert_eq!(
                text.matches(&before).count(),
                1,
                "line {line}: {path} does not have these lines once:\n{before}"
            );
            write(&path, text.replace(&before, &after));
        }
        Step::Excerpt(path, text) => {
            let whole = read(&path);
            assert!(whole.contains(&text), "line {line}: {path} does not have these lines:\n{text}\nbut\n{whole}");
        }
        Step::Run(command, output) => return Some((command, output)),
    }
    None
}

/// True if a command printed what the page shows. If not `whole`, it may have printed more before and after that.
pub(crate) fn prints(shown: &[String], printed: &str, whole: bool) -> bool {
    let printed: Vec<&str> = printed.trim().lines().map(str::trim_end).collect();
    let parts: Vec<&[String]> = shown.split(|line| line == "…").collect();
    let mut rest = printed.as_slice();
    for (index, part) in parts.iter().enumerate() {
        let is_part = |at: &usize| part.iter().zip(&rest[*at..]).all(|(shown, printed)| is_line(shown, printed));
        let mut starts = (0..=rest.len().saturating_sub(part.len())).filter(|at| rest.len() - at >= part.len());
        let found = match whole && index == 0 {
            true => starts.next().filter(is_part),
            false if whole && index + 1 == parts.len() => starts.next_back().filter(is_part),
            false => starts.find(is_part),
        };
        let Some(start) = found else { return false };
        rest = &rest[start + part.len()..];
    }
    !whole || rest.is_empty()
}

fn is_line(shown: &str, printed: &str) -> bool {
    shown.strip_suffix('…').map_or(shown == printed, |start| printed.starts_with(start))
}
