//! Mistakes planted one at a time in the definitions of `golden/laboratory`, which are otherwise correct. Each is reported exactly
//! once, at its place, with a remedy; and the remedy, applied as the message words it, leads to definitions without
//! mistakes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use apimachinery::codegen::{Config, Error};

use super::planted::{MISTAKES, Planted, Remedy};

const CASE: &str = "tests/golden/laboratory";
const HOST: &str =
    "pub mod apis {\n    include!(concat!(env!(\"APIMACHINERY_GENERATED\"), \"/apis.rs\"));\n\n    mod functions;\n}\n";

/// The types that every kind contains.
const META: &str = "group: meta.k8s.io\nversion: v1\ntypes:\n  ObjectMeta: { fields: { name: string, annotations: map<string>, labels: map<string> } }\n  ListMeta: { fields: { continue: string } }\n";

/// The files of a crate, by path.
#[derive(Clone)]
pub(crate) struct Crate(BTreeMap<String, String>);

impl Crate {
    /// Reads the definitions and functions of the case.
    fn correct() -> Crate {
        let mut files = BTreeMap::from([("src/lib.rs".to_owned(), HOST.to_owned())]);
        read(Path::new(CASE), Path::new("api-defs"), Path::new(""), &mut files);
        read(Path::new(CASE), Path::new("functions"), Path::new("src/apis"), &mut files);
        let functions = fs::read_to_string(Path::new(CASE).join("functions.rs")).expect("the functions");
        files.insert("src/apis/functions.rs".to_owned(), functions);
        Crate(files)
    }

    /// Replaces the only occurrence of a text in a file.
    fn change(&mut self, path: &str, old: &str, new: &str) -> Result<(), String> {
        let file = self.0.entry(path.to_owned()).or_default();
        match file.matches(old).count() {
            1 => *file = file.replace(old, new),
            count => return Err(format!("{path} contains {old:?} {count} times")),
        }
        Ok(())
    }

    /// Reads the crate as its build script does.
    fn load(&self) -> Result<(), Error> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let root = std::env::temp_dir().join(format!("apimachinery-planted-{}-{count}", std::process::id()));
        for (path, text) in &self.0 {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder");
            fs::write(path, text).expect("a file can be written");
        }
        let config = Config::new(root.join("api-defs")).sources(root.join("src"));
        // The built-in definitions would take most of the time.
        let result = config.without_builtin().external([("meta/v1.yaml".to_owned(), META.to_owned())]).load();
        fs::remove_dir_all(root).expect("the folder can be removed");
        result.map(|_| ())
    }

    /// Adds the rules of the block at the end of a message, with these words for those in angle brackets.
    fn paste(&mut self, message: &str, words: &[(&str, &str)]) {
        let (before, block) = message.split_once("\nconversion:\n").expect("a block to paste");
        let file = before.rsplit("missing rules for `").next().and_then(|rest| rest.split('`').next()).expect("a file");
        let file = &file[file.find("api-defs").expect("a definition")..];
        let mut block = block.to_owned();
        for (word, text) in words {
            assert!(block.contains(word), "{word} in\n{block}");
            block = block.replace(word, text);
        }
        let text = self.0.get_mut(file).expect("the file exists");
        let rules = text.find("\nconversion:\n").expect("rules") + "\nconversion:\n".len();
        for (ty, lines) in sections(&block, 2) {
            let key = format!("  {ty}:\n");
            let Some(found) = text[rules..].find(&key) else {
                text.insert_str(rules, &format!("{key}{lines}"));
                continue;
            };
            let start = rules + found + key.len();
            for (block, lines) in sections(&lines, 4) {
                let end = end_of(text, start);
                let key = format!("    {block}:\n");
                match text[start..end].find(&key) {
                    Some(found) => text.insert_str(start + found + key.len(), &lines),
                    None => text.insert_str(start, &format!("{key}{lines}")),
                }
            }
        }
    }

    /// Writes the Rust files of a message.
    fn paste_rust(&mut self, message: &str) {
        let mut lines = message.lines().peekable();
        while let Some(line) = lines.next() {
            let path =
                |lead: &str| Some(line.strip_prefix(lead)?.strip_suffix("`:")?.rsplit("src/").next()?.to_owned());
            let Some(path) = path("write to the new file `")
                .or_else(|| path("add to `"))
                .or_else(|| path("add to the imports of `"))
            else {
                continue;
            };
            let mut text = String::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("write to ") && !line.starts_with("add to "))
            {
                text += &format!("{line}\n");
            }
            self.0.entry(format!("src/{path}")).or_default().push_str(&text);
        }
    }
}

/// Returns the end of the lines from `start` that are indented by more than two spaces.
fn end_of(text: &str, start: usize) -> usize {
    let inner = text[start..].split_inclusive('\n').take_while(|line| line.starts_with("   "));
    start + inner.map(str::len).sum::<usize>()
}

/// Splits YAML at the keys with this indentation.
fn sections(text: &str, indent: usize) -> Vec<(String, String)> {
    let mut sections: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let is_key = line.len() > indent && line[..indent].trim().is_empty() && !line[indent..].starts_with(' ');
        match (is_key, sections.last_mut()) {
            (true, _) => sections.push((line.trim().trim_end_matches(':').to_owned(), String::new())),
            (false, Some((_, lines))) => *lines += &format!("{line}\n"),
            (false, None) => {}
        }
    }
    sections
}

fn read(root: &Path, folder: &Path, target: &Path, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(root.join(folder)).expect("a folder") {
        let path: PathBuf = folder.join(entry.expect("an entry").file_name());
        if root.join(&path).is_dir() {
            read(root, &path, target, files);
        } else {
            let text = fs::read_to_string(root.join(&path)).expect("a file").replace("\r\n", "\n");
            files.insert(target.join(&path).to_string_lossy().replace('\\', "/"), text);
        }
    }
}

/// Returns the line and the column of the only occurrence of `marked` in a text; `@` in it is the marked place.
fn place(text: &str, marked: &str) -> Result<(usize, usize), String> {
    let (before, after) = marked.split_once('@').unwrap_or(("", marked));
    let needle = format!("{before}{after}");
    let count = text.matches(&needle).count();
    if count != 1 {
        return Err(format!("{needle:?} occurs {count} times"));
    }
    let at = text.find(&needle).expect("it was counted") + before.len();
    let line_start = text[..at].rfind('\n').map_or(0, |index| index + 1);
    Ok((text[..at].matches('\n').count() + 1, text[line_start..at].chars().count() + 1))
}

fn check(planted: &Planted) -> Result<(), String> {
    let Planted { name, file, old, new, code, marked, said, remedy } = planted;
    let mut changed = Crate::correct();
    changed.change(file, old, new).map_err(|error| format!("{name}: {error}"))?;
    let Err(error) = changed.load() else { return Err(format!("{name}: it is accepted")) };
    let text = error.to_string();
    let [mistake] = error.mistakes() else {
        return Err(format!("{name}: {} mistakes\n{text}", error.mistakes().len()));
    };
    let (marked_file, marked) = marked.split_once('|').unwrap_or((file, marked));
    let (line, column) = place(&changed.0[marked_file], marked).map_err(|error| format!("{name}: {error}\n{text}"))?;
    let expected = format!("{marked_file}:{line}:{column}\n");
    if mistake.code() != *code || !mistake.text().contains(&expected) {
        return Err(format!("{name}: `{}` instead of `{code}` at {expected}{text}", mistake.code()));
    }
    if !text.contains(said) {
        return Err(format!("{name}: {said:?} is not in\n{text}"));
    }
    match remedy {
        Remedy::Write(file, old, new) => changed.change(file, old, new)?,
        // The message contains the original text, so nothing else is left to check.
        Remedy::Undo => return Ok(()),
        Remedy::Paste(words) => changed.paste(&text, words),
        Remedy::Rust => changed.paste_rust(&text),
    }
    changed.load().map_err(|error| format!("{name}: after the remedy:\n{error}\nfirst:\n{text}"))
}

#[test]
fn each_planted_mistake_is_reported_once_and_its_remedy_works() {
    Crate::correct().load().expect("correct definitions");
    assert!(MISTAKES.len() >= 36, "{} mistakes", MISTAKES.len());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let failures: Vec<String> = std::thread::scope(|scope| {
        let run = |part: &'static [Planted]| {
            scope.spawn(|| part.iter().filter_map(|planted| check(planted).err()).collect::<Vec<_>>())
        };
        let parts: Vec<_> = MISTAKES.chunks(MISTAKES.len().div_ceil(threads)).map(run).collect();
        parts.into_iter().flat_map(|part| part.join().expect("a check ends")).collect()
    });
    assert!(failures.is_empty(), "{} of {} fail:\n\n{}", failures.len(), MISTAKES.len(), failures.join("\n\n"));
}
