//! The findings of `lint`: advice for kinds that a release lacks or has deprecated.

use std::borrow::Cow;
use std::iter;
use std::path::Path;

use crate::cli::escape;
use crate::cli::input::documents::Document;
use crate::cli::input::source::{self, STDIN};
use crate::cli::position::MarkExt;
use crate::cli::results::{Entry, Rule};
use crate::cli::target::{self, release_text, replacements, served_versions, version_of};
use crate::field::{Str, Value};
use crate::reflect::Ref;
use crate::schema::{GroupVersionKind, Release, Stage};
use crate::scheme::{KindInfo, Scheme};
use crate::serializer::value;
use crate::wire::mark::Mark;

/// The stage of a kind in a release, and its replacement.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Advice {
    /// The stage; never `Current`.
    pub(super) stage: Stage,
    /// The kind to use instead.
    pub(super) replacement: Option<GroupVersionKind>,
    /// True if `convert` can convert to the replacement.
    pub(super) is_convertible: bool,
    /// The warning for users of the kind, or of its replacement; may be empty.
    pub(super) warning: &'static str,
    /// True if a later release contains the replacement.
    pub(super) comes_later: bool,
}

/// Returns `None` if the release serves the kind and has not deprecated it.
pub(super) fn advice(scheme: &Scheme, info: &KindInfo, target: Release) -> Option<Advice> {
    let stage = info.lifecycle.stage(target);
    if stage == Stage::Current {
        return None;
    }
    let gvk = info.group_version_kind();
    let versions = served_versions(scheme, info, target);
    let version = versions.into_iter().next().filter(|version| *version != version_of(info));
    let is_convertible = version.is_some();
    let named = version.map(|version| version.with_kind(gvk.kind.clone()));
    let all = || replacements(scheme, &gvk);
    let is_current = |info: &&KindInfo| info.served && info.lifecycle.stage(target) == Stage::Current;
    let mut warnings = iter::once(info.lifecycle.warning).chain(all().map(|info| info.lifecycle.warning));
    Some(Advice {
        stage,
        replacement: named.or_else(|| all().find(is_current).map(KindInfo::group_version_kind)),
        is_convertible,
        warning: warnings.find(|warning| !warning.is_empty()).unwrap_or_default(),
        comes_later: all().any(|info| info.lifecycle.stage(target) == Stage::Future),
    })
}

/// A finding in a document.
pub(super) struct Problem {
    rule: Rule,
    record: Record,
}

/// A finding as printed by `lint -o json`; the names are part of the program's contract.
#[derive(Clone, Default, PartialEq)]
struct Record {
    file: Str,
    document: i64,
    line: i64,
    api_version: Str,
    kind: Str,
    name: Str,
    namespace: Str,
    status: Str,
    introduced: Str,
    deprecated: Str,
    removed: Str,
    replacement: Option<Replacement>,
    message: Str,
    command: Str,
}

/// The kind to use instead.
#[derive(Clone, Default, PartialEq)]
struct Replacement {
    api_version: Str,
    kind: Str,
}

crate::message! {
    Record {
        file => "file", 1, Never;
        document => "document", 2, Never;
        line => "line", 3, Empty;
        api_version => "apiVersion", 4, Never;
        kind => "kind", 5, Never;
        name => "name", 6, Empty;
        namespace => "namespace", 7, Empty;
        status => "status", 8, Never;
        introduced => "introduced", 9, Empty;
        deprecated => "deprecated", 10, Empty;
        removed => "removed", 11, Empty;
        replacement => "replacement", 12, Empty;
        message => "message", 13, Never;
        command => "command", 14, Empty;
    }
}

crate::message! {
    Replacement {
        api_version => "apiVersion", 1, Never;
        kind => "kind", 2, Never;
    }
}

impl Problem {
    /// Creates the finding for the object `content` on a line of its document. `command` is the command that converts
    /// the file, if there is one.
    pub(super) fn new(line: u32, content: &Value, info: &KindInfo, advice: Advice, command: String) -> Problem {
        let text = |field: &str| content.get("metadata").and_then(|meta| meta.get(field)?.as_str()).unwrap_or_default();
        let life = &info.lifecycle;
        let (name, namespace) = (text("name"), text("namespace"));
        let rule = rule(advice.stage);
        let record = Record {
            line: line.into(),
            api_version: target::version_of(info).to_string().into(),
            kind: info.kind.into(),
            name: name.into(),
            namespace: namespace.into(),
            status: rule.id().into(),
            introduced: release_text(life.introduced).into(),
            deprecated: release_text(life.deprecated).into(),
            removed: release_text(life.removed).into(),
            message: message(info, &called(name, namespace), &advice).into(),
            command: command.into(),
            replacement: advice.replacement.map(Replacement::from),
            ..Record::default()
        };
        Problem { rule, record }
    }

    /// Sets the document number and the line in the file.
    pub(super) fn place(&mut self, document: &Document<'_>) {
        let number = document.number.and_then(|number| i64::try_from(number).ok());
        self.record.document = number.unwrap_or_default();
        if let Some(line) = u32::try_from(self.record.line).ok().filter(|&line| line > 0) {
            self.record.line = Mark { line, column: 1 }.within(document.start).line.into();
        }
    }

    /// Completes the finding with its file, and with `before`, the number of the file's documents before the chunk.
    pub(super) fn into_entry(self, path: &Path, before: usize) -> Entry {
        let Problem { rule, mut record } = self;
        record.file = source::name(path).into();
        record.document += i64::try_from(before).unwrap_or_default();
        Entry {
            rule,
            path: path.to_path_buf(),
            document: usize::try_from(record.document).unwrap_or_default(),
            line: u32::try_from(record.line).unwrap_or_default(),
            message: record.message.to_string(),
            command: record.command.to_string(),
            fix: None,
            json: value::read(Ref::new(&record)).expect("texts are JSON"),
        }
    }
}

impl From<GroupVersionKind> for Replacement {
    fn from(gvk: GroupVersionKind) -> Self {
        Replacement { api_version: gvk.api_version(), kind: gvk.kind }
    }
}

fn rule(stage: Stage) -> Rule {
    match stage {
        Stage::Removed => Rule::Removed,
        Stage::Deprecated | Stage::Current => Rule::Deprecated,
        Stage::Future => Rule::Future,
    }
}

/// Returns a name such as ` shop/web`, or an empty string for an object without a name.
fn called(name: &str, namespace: &str) -> String {
    match (name, namespace) {
        ("", _) => String::new(),
        (name, "") => format!(" {name}"),
        (name, namespace) => format!(" {namespace}/{name}"),
    }
}

/// Returns a message such as
/// `extensions/v1beta1 Deployment shop/web was removed in 1.16, use apps/v1 Deployment`.
fn message(info: &KindInfo, called: &str, advice: &Advice) -> String {
    let life = &info.lifecycle;
    let what = match advice.stage {
        Stage::Removed => format!("was removed in {}", release_text(life.removed)),
        Stage::Deprecated => {
            let removed = life.removed.map_or_else(String::new, |removed| format!(" and removed in {removed}"));
            format!("is deprecated since {}{removed}", release_text(life.deprecated))
        }
        Stage::Future | Stage::Current => format!("is not available before {}", release_text(life.introduced)),
    };
    let help = match &advice.replacement {
        Some(other) => format!(", use {}", target::name(other)),
        None if !advice.warning.is_empty() => format!("; {}", advice.warning),
        None if advice.stage == Stage::Future => String::new(),
        None if advice.comes_later => ", and nothing replaces it yet".to_string(),
        None => ", and nothing replaces it".to_string(),
    };
    format!("{}{called} {what}{help}", target::name(&info.group_version_kind()))
}

/// Returns the command that converts the file, quoted for a shell.
pub(super) fn command(path: &Path, target: Option<Release>) -> String {
    let target = target.map_or_else(String::new, |release| format!(" --target {release}"));
    let in_place = if path.as_os_str() == STDIN { "" } else { "--in-place " };
    format!("apimachinery convert {in_place}{}{target}", quoted(path))
}

/// Quotes a path for a shell, as `$'…'` if it contains bytes that are not safe to print.
fn quoted(path: &Path) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./:@+,=".contains(letter);
    let path = if path.as_os_str().as_encoded_bytes().starts_with(b"-") && path.as_os_str() != "-" {
        Cow::Owned(Path::new(".").join(path))
    } else {
        Cow::Borrowed(path)
    };
    match path.to_str() {
        Some(path) if path.chars().all(is_plain) => path.to_string(),
        Some(path) if escape::inline(path) == path => format!("'{}'", path.replace('\'', r"'\''")),
        _ => format!("$'{}'", escape::shell_text(path.as_os_str())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_the_path_back() {
        for (path, expected) in [
            ("deploy/web.yaml", "deploy/web.yaml"),
            ("-", "-"),
            ("-f.yaml", "./-f.yaml"),
            ("my chart.yaml", "'my chart.yaml'"),
            ("it's.yaml", r"'it'\''s.yaml'"),
            ("$(rm).yaml", "'$(rm).yaml'"),
            ("a\nb.yaml", r"$'a\nb.yaml'"),
        ] {
            assert_eq!(quoted(Path::new(path)), expected);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_shell_reads_unprintable_paths_back() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let path = Path::new(OsStr::from_bytes(b"a\xff\x1b\n'\\##\xe2\x80\xae.yaml"));
        assert_eq!(quoted(path), r"$'a\xff\x1b\n\'\\#\x23\u202e.yaml'");
    }
}
