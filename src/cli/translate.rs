//! Translates between YAML and JSON without types, as sigs.k8s.io/yaml does.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use super::files;
use super::findings::Findings;
use super::input::documents::Document;
use super::input::source::{self, name};
use super::messages::{compressed, plain};
use super::position::on_line;
use super::report::{Console, Report};
use super::text::add_warnings;
use crate::go_yaml;

/// Writes the first document of a YAML file as JSON. Repeated keys are dropped, or rejected if `strict` is set.
///
/// # Errors
///
/// Returns an error if standard output fails.
pub(super) fn yaml_to_json(path: &Path, strict: bool, console: &mut Console) -> io::Result<()> {
    translate(path, console, |text, findings| {
        let json = go_yaml::to_json_strict(text)?;
        add(&json.warnings, strict, findings);
        Ok(json.value)
    })
}

/// Writes the first JSON value of a file as YAML. Repeated keys are dropped, or rejected if `strict` is set.
///
/// # Errors
///
/// Returns an error if standard output fails.
pub(super) fn json_to_yaml(path: &Path, strict: bool, console: &mut Console) -> io::Result<()> {
    translate(path, console, |text, findings| {
        let yaml = go_yaml::json_to_yaml_strict(text)?;
        add(&yaml.warnings, strict, findings);
        Ok(yaml.value)
    })
}

/// Adds warnings, as errors if `strict` is set.
fn add(warnings: &[go_yaml::Warning], strict: bool, findings: &mut Findings) {
    add_warnings(warnings, findings);
    if strict {
        findings.make_strict();
    }
}

fn translate(
    path: &Path,
    console: &mut Console,
    work: impl FnOnce(&[u8], &mut Findings) -> Result<String, go_yaml::Error>,
) -> io::Result<()> {
    if !files::is_readable(path, console) {
        return Ok(());
    }
    let bytes = match source::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            console.fail(&name(path), &error);
            return Ok(());
        }
    };
    let mut findings = Findings::default();
    let result = work(&bytes, &mut findings);
    match &result {
        _ if compressed(&bytes).is_some() => findings.fail(None, compressed(&bytes).unwrap_or_default()),
        Ok(_) => note_unread(&bytes, &mut findings),
        Err(error) => findings.fail(error.position().map(|at| on_line(&bytes, at.line)), plain(&error.to_string())),
    }
    let text = source::as_utf8(bytes);
    console.report(&name(path), 0, &Report::new(&Document::whole(&text), &findings));
    match result {
        Ok(text) if !findings.has_failed() => write(&text),
        _ => Ok(()),
    }
}

/// Adds a warning about documents after the first one, which upstream ignores silently.
fn note_unread(text: &[u8], findings: &mut Findings) {
    match go_yaml::documents_behind_first(text) {
        0 => {}
        1 => findings.warn("only the first document is read, one more is ignored"),
        unread => findings.warn(format!("only the first document is read, {unread} more are ignored")),
    }
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    // Upstream's JSON has no trailing newline, and scripts receive the same bytes. A newline is added only on a
    // terminal.
    if out.is_terminal() && !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}
