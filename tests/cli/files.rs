//! Files and folders that are read, skipped and reported.

use std::fs::{self, OpenOptions};
use std::process::Stdio;

use super::support::{Folder, OLD, kind, lines, program, run, words};

const VALUES: &str = "replicaCount: 2\nimage: nginx\n";

#[cfg(unix)]
#[test]
fn a_folder_is_read_past_everything_that_cannot_be() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    let folder = Folder::new("obstacles");
    folder.file("a.yaml", &kind("A", "a"));
    folder.file("z/z.yaml", &kind("Z", "z"));
    folder.file(".git/objects/x.yaml", "broken: [\n");
    folder.file("z/.hidden/x.yaml", "broken: [\n");
    symlink("missing", folder.0.join("b.yaml")).expect("a link");
    symlink("c.yaml", folder.0.join("c.yaml")).expect("a link");
    symlink(".", folder.0.join("circle")).expect("a link");
    symlink("a.yaml", folder.0.join("d.yaml")).expect("a link");
    let socket = UnixListener::bind(folder.0.join("e.yaml"));
    let path = folder.path();
    for command in [&["convert", "-o", "yaml", "-R", "-f"][..], &["lint", "-R", "-f"]] {
        let answer = run(&[command, &[&path]].concat(), "");
        assert_eq!(answer.code, 1);
        for message in
            ["/b.yaml: error: link to a file that does not exist\n", "/c.yaml: error: ", "/circle: warning: "]
        {
            assert!(answer.err.contains(&format!("{path}{message}")), "{message}: {}", answer.err);
        }
        if socket.is_ok() {
            assert!(answer.err.contains(&format!("{path}/e.yaml: error: not a regular file\n")), "{}", answer.err);
        }
        assert!(!answer.err.contains(".git") && !answer.err.contains(".hidden"), "{}", answer.err);
        if command[0] == "convert" {
            assert_eq!(lines(answer.text(), "kind:"), ["kind: A", "kind: A", "kind: Z"]);
        }
    }
}

#[test]
fn files_of_other_tools_are_skipped_with_a_warning_by_every_command() {
    let folder = Folder::new("others");
    folder.file("values.yaml", VALUES);
    folder.file("kustomization.yaml", "resources: [a.yaml]\n");
    folder.file("package.json", "{\"name\": \"a\"}\n");
    folder.file(
        "web.yaml",
        &OLD.replace("extensions/v1beta1", "apps/v1").replace("spec:\n  template", "spec:\n  selector: {}\n  template"),
    );
    let path = folder.path();
    for command in [
        &["convert", "-o", "yaml", "-f"][..],
        &["convert", "-o", "yaml", "-R", "-f"],
        &["decode"],
        &["encode"],
        &["lint", "-R", "-f"],
    ] {
        let answer = run(&[command, &[&path]].concat(), "");
        assert_eq!(answer.code, 0, "{command:?}: {}", answer.err);
        // A kustomization is part of a folder of manifests, and is printed as it is.
        let skipped = ["values.yaml", "package.json", "kustomization.yaml"];
        let skipped = if matches!(command[0], "convert" | "decode") { &skipped[..2] } else { &skipped };
        for name in skipped {
            let start =
                format!("{path}/{name}:1:1: document 1: warning: no apiVersion and kind, not a manifest, skipped\n");
            assert!(answer.err.contains(&start), "{command:?}: {}", answer.err);
        }
        assert_eq!(answer.err.lines().count(), skipped.len(), "{command:?}: {}", answer.err);
    }
    // With only one of `apiVersion` and `kind`, the file is an invalid manifest.
    folder.file("values.yaml", "kind: Deployment\n");
    assert_eq!(run(&["convert", "-o", "yaml", "-f", &path], "").code, 1);
}

#[cfg(unix)]
#[test]
fn output_to_an_input_file_is_refused() {
    let folder = Folder::new("output");
    let input = folder.file("a.yaml", OLD);
    let output = folder.0.join("out.yaml");
    for append in [false, true] {
        let file = OpenOptions::new().create(true).write(true).truncate(!append).append(append).open(&output);
        let path = folder.path();
        let child = program(&["convert", "-o", "yaml", "-R", "-f", &path])
            .stdin(Stdio::null())
            .stdout(file.expect("a file"))
            .output();
        let child = child.expect("the program ends");
        assert_eq!(child.status.code(), Some(1));
        let expected = format!("{path}/out.yaml: error: the input file is also the output file\n");
        assert_eq!(String::from_utf8_lossy(&child.stderr), expected);
        let written = fs::read_to_string(&output).expect("output");
        assert_eq!(lines(&written, "kind:").len(), if append { 2 } else { 1 });
    }
    for command in [
        &["decode"][..],
        &["encode"],
        &["yaml-to-json"],
        &["json-to-yaml"],
        &["lint", "-f"],
        &["convert", "-o", "yaml", "-f"],
    ] {
        for path in [&*input, "-"] {
            let [stdin, stdout] =
                [OpenOptions::new().read(true).open(&input), OpenOptions::new().append(true).open(&input)];
            let arguments = [command, &[path]].concat();
            let mut command = program(&arguments);
            let child = command.stdin(stdin.expect("a file")).stdout(stdout.expect("a file")).output();
            let child = child.expect("the program ends");
            assert_eq!(child.status.code(), Some(1), "{arguments:?}");
            assert!(
                String::from_utf8_lossy(&child.stderr).ends_with(": error: the input file is also the output file\n")
            );
            assert_eq!(fs::read_to_string(&input).expect("a file"), OLD, "{arguments:?}");
        }
    }
}

#[test]
fn empty_input_warns_and_fails_in_strict_mode() {
    for input in ["", "\n\n", "# nothing\n---\n# at all\n"] {
        for command in ["convert -o yaml", "decode", "encode"] {
            run(&words(command), input).check(0, "<stdin>: warning: no documents\n");
            run(&[&words(command)[..], &["--strict"]].concat(), input).check(1, "<stdin>: error: no documents\n");
        }
        assert_eq!(run(&["lint"], input).err, "<stdin>: warning: no documents\n");
    }
}
