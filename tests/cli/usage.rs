//! Arguments, help texts and pipes.

use std::io::{Read, Write};

use super::support::{Folder, OLD, program, run};

#[test]
fn wrong_usage_is_2() {
    for arguments in [
        &[][..],
        &["conver"],
        &["convert", "-o", "xml"],
        &["convert", "-f"],
        &["decode", "a", "b"],
        &["json-to-yaml", "--lax"],
        &["completions", "sch"],
        &["man", "conver"],
    ] {
        let answer = run(arguments, "");
        assert_eq!((answer.code, answer.out.len()), (2, 0), "{arguments:?}");
        assert!(!answer.err.is_empty());
    }
}

#[test]
fn help_is_data() {
    for arguments in [&["--help"][..], &["convert", "--help"], &["decode", "-h"], &["--version"]] {
        assert!(!run(arguments, "").clean().is_empty());
    }
    assert!(run(&["convert", "--help"], "").text().contains("apimachinery convert shop.yaml"));
}

#[test]
fn the_page_of_the_program_names_existing_options() {
    let page = include_str!("../../docs/program.md");
    let usages = page.lines().filter_map(|line| line.strip_prefix("| `")).flat_map(|row| {
        let cell = row.replace("\\|", "/");
        let (cell, _) = cell.split_once(" | ").expect("two columns");
        cell.split("`, `").map(|usage| usage.trim_end_matches('`').to_owned()).collect::<Vec<_>>()
    });
    let mut commands = 0;
    for usage in usages {
        let mut words = usage.split([' ', '[', ']']);
        let command = words.next().expect("a name");
        let answer = run(&[command, "--help"], "");
        let options: Vec<&str> = answer.clean().split([' ', ',', '\n']).collect();
        for option in words.filter(|word| word.starts_with('-')) {
            assert!(options.contains(&option), "{command} has no option {option}");
        }
        commands += 1;
    }
    assert_eq!(commands, 10);
    let table = page.split_once("| exit code | meaning |").expect("a table").1;
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let rows: Vec<_> = rows.map(|row| row.trim_matches(['|', ' ']).replace(" | ", "  ")).collect();
    let help = run(&["--help"], "");
    let codes = help.clean().split_once("Exit codes:\n").expect("exit codes").1;
    let codes: Vec<_> = codes.lines().take_while(|line| line.starts_with("  ")).map(str::trim).collect();
    assert_eq!(rows, codes);
}

#[test]
fn completions_and_pages_name_all_commands_and_options() {
    let names =
        ["convert", "decode", "encode", "kinds", "lint", "diff", "yaml-to-json", "json-to-yaml", "completions", "man"];
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell], "");
        for text in names.iter().chain(&["output-version", "recursive"]) {
            assert!(script.clean().contains(text), "{shell}: {text}");
        }
    }
    let page = run(&["man"], "");
    assert!(page.clean().starts_with(".ie"), "{}", page.text());
    for name in names {
        assert!(page.text().contains(&name.replace('-', "\\-")), "{name}");
        let page = run(&["man", name], "");
        assert!(page.clean().contains(&format!("apimachinery\\-{}", name.replace('-', "\\-"))), "{}", page.text());
    }
    assert!(run(&["man", "convert"], "").text().contains("output\\-version"));
    let folder = Folder::new("usage-man");
    assert_eq!(run(&["man", "--output-dir", &folder.path()], "").clean(), "");
    for name in names {
        let page = std::fs::read_to_string(folder.0.join(format!("apimachinery-{name}.1"))).expect("a page");
        assert_eq!(page, run(&["man", name], "").clean());
    }
    assert_eq!(std::fs::read_dir(&folder.0).expect("a folder").count(), names.len() + 1);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let input = format!("{OLD}---\n").repeat(100);
    let mut child = program(&["convert", "-o", "yaml"]).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    // The input never ends, so the output must be written before.
    let writer = std::thread::spawn(move || while stdin.write_all(input.as_bytes()).is_ok() {});
    let mut start = [0; 20];
    child.stdout.take().expect("piped").read_exact(&mut start).expect("some output");
    assert_eq!(&start, b"apiVersion: apps/v1\n");
    writer.join().expect("the program stops reading");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}
