//! A record of the last run's drafts and files, which avoids formatting unchanged drafts again.
//!
//! Formatting accounts for a third of the generator's run time, and a typical edit changes one or two files of
//! hundreds.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::{env, fs, io};

use super::render::Draft;

/// A record with one line for each pair of a draft and the text of its file.
#[derive(Default)]
pub(crate) struct Record {
    lines: BTreeSet<String>,
}

impl Record {
    /// Reads the record at `path`. Returns an empty record if the file does not exist, or if another build of the
    /// generator, whose formatting may differ, wrote it.
    pub(crate) fn read(path: &Path) -> Record {
        let text = fs::read_to_string(path).unwrap_or_default();
        let lines = text.split_once('\n').filter(|(first, _)| generator().is_some_and(|own| own == *first));
        Record { lines: lines.map(|(_, lines)| lines.lines().map(str::to_owned).collect()).unwrap_or_default() }
    }

    /// Returns true if the record states that `text` was generated from `draft`.
    pub(crate) fn knows(&self, draft: &Draft, text: &str) -> bool {
        self.lines.contains(&line(draft, text))
    }

    /// Records that `text` was generated from `draft`.
    pub(crate) fn note(&mut self, draft: &Draft, text: &str) {
        self.lines.insert(line(draft, text));
    }

    /// Writes the record to `path` for the next run.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        let Some(generator) = generator() else { return Ok(()) };
        let lines = [generator].into_iter().chain(self.lines.iter().cloned());
        fs::write(path, lines.collect::<Vec<_>>().join("\n") + "\n")
    }
}

fn line(draft: &Draft, text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{} {:016x} {:016x}", draft.path, draft.digest(), hasher.finish())
}

/// Returns a text that identifies this build of the generator: the size and modification time of the running program.
fn generator() -> Option<String> {
    let program = fs::metadata(env::current_exe().ok()?).ok()?;
    Some(format!("{} {:?}", program.len(), program.modified().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_of_drafts_and_texts() {
        let path = env::temp_dir().join(format!("apimachinery-record-{}", std::process::id()));
        let mut record = Record::default();
        record.note(&Draft::plain("a/v1.rs", "a"), "text");
        record.write(&path).unwrap();

        let record = Record::read(&path);
        assert!(record.knows(&Draft::plain("a/v1.rs", "a"), "text"));
        assert!(!record.knows(&Draft::plain("a/v1.rs", "b"), "text"));
        assert!(!record.knows(&Draft::plain("a/v1.rs", "a"), "changed"));
        assert!(!record.knows(&Draft::plain("b/v1.rs", "a"), "text"));
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn another_build_s_record_is_none() {
        let path = env::temp_dir().join(format!("apimachinery-record-of-another-{}", std::process::id()));
        let draft = Draft::plain("a/v1.rs", "a");
        fs::write(&path, format!("1 another\n{}\n", line(&draft, "text"))).unwrap();
        assert!(!Record::read(&path).knows(&draft, "text"));
        fs::remove_file(path).unwrap();
    }
}
