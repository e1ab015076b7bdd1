//! Rules of the repository that no compiler checks.

#[cfg(all(feature = "apps", feature = "core", feature = "extensions"))]
mod docs;
mod imports;
mod package;
mod prose;
mod texts;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of `src` in order of dependency: each may import itself and those before it.
const LAYERS: [&str; 19] = [
    "order",
    "wire",
    "go_yaml",
    "field",
    "reflect",
    "encoding",
    "format",
    "yaml",
    "schema",
    "meta",
    "shims",
    "conversion",
    "defaulting",
    "scheme",
    "testing",
    "serializer",
    "edit",
    "apis",
    "cli",
];

/// Stages of the generator in order, with the additional modules that each may import.
const STAGES: [&str; 5] = ["load", "resolve", "plan", "render", "emit"];

/// The folders with the code of the packages, to which the rules about files and functions apply.
const CODE: [&str; 2] = ["src", "tools/release/src"];

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder of the repository") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    found.sort();
    let read = |path: PathBuf| fs::read_to_string(&path).map(|text| (path, text)).expect("readable text");
    found.into_iter().map(read).collect()
}

/// Returns the first names after `crate::` in the code of a text, ignoring comments and documentation.
fn imports(text: &str) -> impl Iterator<Item = &str> {
    let code = text.lines().map(str::trim_start).filter(|line| !line.starts_with("//"));
    // `$crate` in a macro is part of its expansion, not an import.
    let paths = code.flat_map(|line| {
        let pieces: Vec<&str> = line.split("crate::").collect();
        (1..pieces.len()).filter(|&at| !pieces[at - 1].ends_with('$')).map(|at| pieces[at]).collect::<Vec<_>>()
    });
    paths.map(|rest| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end]
    })
}

/// Returns the first part of a path below `src`, without its extension.
fn top_module(path: &Path, folder: &str) -> String {
    let below = path.strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("a path below the folder");
    let first = below.components().next().expect("a file has a name");
    first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_string()
}

fn complain(rule: &str, complaints: &[String]) {
    assert!(complaints.is_empty(), "{rule}:\n  {}", complaints.join("\n  "));
}

#[test]
fn imports_go_one_way() {
    let mut complaints = Vec::new();
    for (path, text) in sources("src") {
        let Some(own) = LAYERS.iter().position(|name| *name == top_module(&path, "src")) else { continue };
        for import in imports(&text) {
            let allowed = LAYERS.iter().position(|name| *name == import).is_none_or(|place| place <= own);
            if !allowed {
                complaints.push(format!("{} imports {import}", path.display()));
            }
        }
    }
    complain("a module imports only modules before it", &complaints);
}

#[test]
fn the_generator_knows_nothing_of_the_runtime() {
    let mut complaints = Vec::new();
    for (path, text) in sources("src/codegen") {
        complaints.extend(
            imports(&text)
                .filter(|import| *import != "codegen")
                .map(|import| format!("{} imports {import}", path.display())),
        );
    }
    complain("src/codegen imports only itself", &complaints);
}

#[test]
fn stages_import_only_stages_before_them() {
    let mut complaints = Vec::new();
    for (path, text) in sources("src/codegen") {
        let Some(own) = STAGES.iter().position(|name| *name == top_module(&path, "src/codegen")) else { continue };
        // `resolve` reads the documents of `load`, and `render` reads the plan; no stage reads generated text.
        for stage in &STAGES[own + 1..] {
            for form in [format!("super::{stage}::"), format!("codegen::{stage}::")] {
                if text.lines().any(|line| line.trim_start().starts_with("use ") && line.contains(&form)) {
                    complaints.push(format!("{} imports {stage}", path.display()));
                }
            }
        }
    }
    complain("a stage imports only stages before it", &complaints);
}

/// Returns the modules that a text declares, in order.
fn declared_modules(text: &str) -> Vec<&str> {
    let names = text.lines().filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod "));
    names.filter_map(|name| name.strip_suffix(';')).collect()
}

/// Returns the words of every statement that begins with `start`.
fn statements<'a>(text: &'a str, start: &'a str) -> impl Iterator<Item = Vec<&'a str>> {
    let word = |c: char| !c.is_alphanumeric() && c != '_';
    text.split(start).skip(1).map(move |rest| {
        let end = rest.find(';').unwrap_or(rest.len());
        rest[..end].split(word).filter(|word| !word.is_empty()).collect()
    })
}

#[test]
fn parts_of_the_serializer_import_only_parts_before_them() {
    let folder = "src/serializer";
    let root = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("mod.rs")).expect("a text");
    let parts = declared_modules(&root);
    // A name refers to the part of that name, or to the part that contains the re-exported item.
    let place = |name: &str| {
        let given =
            || statements(&root, "pub use self::").find(|words| words[1..].contains(&name)).map(|words| words[0]);
        let part = parts.iter().find(|part| **part == name).copied().or_else(given)?;
        parts.iter().position(|other| *other == part)
    };
    let mut complaints = Vec::new();
    for (path, text) in sources(folder) {
        let Some(own) = parts.iter().position(|part| *part == top_module(&path, folder)) else { continue };
        let is_root = path.parent().is_some_and(|parent| parent.ends_with(folder));
        let starts = ["use crate::serializer::", "use super::"].into_iter().take(if is_root { 2 } else { 1 });
        let names = starts.flat_map(|start| statements(&text, start).flatten());
        for name in names.filter(|name| place(name).is_some_and(|place| place > own)) {
            complaints.push(format!("{} imports {name}", path.display()));
        }
    }
    complain("a part of the serializer imports only parts before it", &complaints);
}

/// The modules that contain `unsafe`.
const UNSAFE: [&str; 2] = ["encoding", "reflect"];

#[test]
fn unsafe_stays_in_two_modules() {
    let mut complaints = Vec::new();
    for (path, text) in sources("src") {
        let used = text.lines().any(|line| {
            let line = line.trim_start();
            !line.starts_with("//")
                && (line.contains("unsafe {") || line.contains("unsafe fn") || line.contains("unsafe impl"))
        });
        if used && !UNSAFE.contains(&top_module(&path, "src").as_str()) {
            complaints.push(path.display().to_string());
        }
    }
    complain("`unsafe` is written only in src/reflect and src/encoding", &complaints);
}

#[test]
fn unsafe_says_why() {
    let mut complaints = Vec::new();
    for (path, text) in UNSAFE.iter().flat_map(|module| sources(&format!("src/{module}"))) {
        let lines: Vec<&str> = text.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let opens = line.contains("unsafe impl") || line.contains("unsafe {");
            let comment = line.trim_start().starts_with("//");
            let start = number.saturating_sub(40);
            if opens && !comment && !lines[start..number].iter().any(|before| before.contains("SAFETY:")) {
                complaints.push(format!("{}:{}", path.display(), number + 1));
            }
        }
    }
    complain("every use of `unsafe` stands below its invariant", &complaints);
}

#[test]
fn files_stay_readable() {
    let mut lengths = Vec::new();
    let mut complaints = Vec::new();
    for (path, text) in CODE.into_iter().flat_map(sources) {
        let length = text.lines().count();
        lengths.push(length);
        if length > 600 {
            complaints.push(format!("{} has {length} lines", path.display()));
        }
    }
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    complain("a file has at most 600 lines", &complaints);
    assert!(median <= 200, "the median of the files' lengths is {median}, more than 200");
}

/// Returns the name and the length of every function in formatted code, from its first line to its closing brace.
fn functions(text: &str) -> Vec<(&str, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let declared =
        |line: &str| line.split_once("fn ").is_some_and(|(before, _)| !before.contains(['"', '(', '/', ':']));
    let functions = lines.iter().enumerate().filter(|(_, line)| declared(line.trim_start().trim_start_matches("pub(")));
    let length = |at: usize, line: &str| {
        let indent = line.len() - line.trim_start().len();
        let ends = |line: &&str| line.len() == indent + 1 && line.ends_with('}');
        let opening = lines[at..].iter().find(|line| line.ends_with(['{', '}', ';']));
        let has_body = opening.is_some_and(|line| line.ends_with('{'));
        if has_body { lines[at..].iter().position(ends).map_or(usize::MAX, |behind| behind + 1) } else { 1 }
    };
    functions.map(|(at, line)| (line.trim(), length(at, line))).collect()
}

#[test]
fn functions_stay_short() {
    let mut complaints = Vec::new();
    for (path, text) in CODE.into_iter().flat_map(sources) {
        let long = functions(&text).into_iter().filter(|(_, length)| *length > 60);
        complaints.extend(long.map(|(name, length)| format!("{}: {name} has {length} lines", path.display())));
    }
    complain("a function has at most 60 lines", &complaints);
}

#[test]
fn templates_place_text_and_nothing_else() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let mut complaints = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder of templates") {
        let path = entry.expect("a readable entry").path();
        let text = fs::read_to_string(&path).expect("readable text");
        if path.extension().is_some_and(|extension| extension == "tera") {
            let lines = text.lines().count();
            if lines > 60 {
                complaints.push(format!("{} has {lines} lines", path.display()));
            }
            if text.contains("{% set") || text.contains("==") {
                complaints.push(format!("{} decides something", path.display()));
            }
        }
    }
    complain("templates have at most 60 lines and no logic", &complaints);
}

#[test]
fn nothing_is_left_open() {
    let mut complaints = Vec::new();
    for (path, text) in CODE.into_iter().flat_map(sources) {
        for (number, line) in text.lines().enumerate() {
            if ["todo!(", "unimplemented!(", "TODO", "FIXME"].iter().any(|mark| line.contains(mark)) {
                complaints.push(format!("{}:{}", path.display(), number + 1));
            }
        }
    }
    complain("no stub stays behind", &complaints);
}

/// A public item, as declared in its file.
struct Item<'a> {
    /// File and line.
    place: String,
    /// `fn`, `struct` and so on, or `macro_rules!`.
    keyword: &'a str,
    name: &'a str,
    /// Documentation and attributes.
    above: String,
    in_block: bool,
    fallible: bool,
}

impl Item<'_> {
    fn has_example(&self) -> bool {
        self.above.contains("```")
    }

    /// True if an example shows the item. Trivial methods can rely on an example of their type or of a neighbor that
    /// uses them.
    fn is_shown(&self, examples: &str) -> bool {
        let used = || [".", "::"].iter().any(|before| uses(examples, before, self.name));
        self.has_example() || (self.in_block || self.keyword == "type") && !self.fallible && used()
    }
}

fn uses(examples: &str, before: &str, name: &str) -> bool {
    let goes_on = |rest: &str| rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    examples.split(&format!("{before}{name}")).skip(1).any(|rest| !goes_on(rest))
}

/// Returns the public items of a file except hidden ones.
fn items<'a>(path: &Path, text: &'a str) -> Vec<Item<'a>> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().expect("a first part");
    let lines: Vec<&str> = code.lines().collect();
    let mut items = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let Some((keyword, name)) = declared(line.trim_start()) else { continue };
        let is_above = |line: &&&str| line.trim_start().starts_with("//") || line.trim_start().starts_with("#[");
        let above: Vec<&str> = lines[..number].iter().rev().take_while(is_above).copied().collect();
        let above = above.join("\n");
        if above.contains("doc(hidden)") || keyword == "macro_rules!" && !above.contains("macro_export") {
            continue;
        }
        let fallible = keyword == "fn" && returned(&lines[number..].concat()).starts_with(" -> Result<");
        let place = format!("{}:{}", path.display(), number + 1);
        items.push(Item { place, keyword, name, above, in_block: line.starts_with(' '), fallible });
    }
    items
}

/// Returns the text after the arguments of a function.
fn returned(function: &str) -> &str {
    let mut depth = 0;
    let end = function.char_indices().find(|(_, c)| {
        depth += i32::from(*c == '(') - i32::from(*c == ')');
        *c == ')' && depth == 0
    });
    end.map_or("", |(end, _)| &function[end + 1..])
}

/// Returns the keyword and the name of the public item that a line declares.
fn declared(line: &str) -> Option<(&str, &str)> {
    const KEYWORDS: [&str; 7] = ["fn", "struct", "enum", "trait", "const", "static", "type"];
    let mut words = line.split(|c: char| !c.is_alphanumeric() && !"_!".contains(c)).filter(|word| !word.is_empty());
    let first = words.next()?;
    if first == "macro_rules!" {
        return Some((first, words.next()?));
    }
    // `$name` occurs in macros that declare many items.
    if !line.starts_with("pub ") || line.contains(" $") {
        return None;
    }
    let words: Vec<&str> = words.skip_while(|word| ["const", "unsafe", "async"].contains(word)).collect();
    match words[..] {
        [keyword, name, ..] if KEYWORDS.contains(&keyword) => Some((keyword, name)),
        // In this case `const` is the keyword itself.
        [name, ..] if line.starts_with("pub const ") => Some(("const", name)),
        _ => None,
    }
}

/// Returns the examples in the comments of a file.
fn examples_of(text: &str) -> String {
    let comments = text.lines().map(str::trim_start).filter(|line| line.starts_with("//"));
    let comments = comments.collect::<Vec<_>>().join("\n");
    comments.split("```").skip(1).step_by(2).collect()
}

#[test]
fn public_items_have_examples() {
    // Exempt are items called by macro expansions, the programs, and the generator's model, which its module documents
    // as a whole.
    let exempt = ["shims", "private", "cli", "main"];
    // A type and the functions of its values can be in different files of a folder.
    let folder = |path: &Path| path.parent().expect("a file is in a folder").to_path_buf();
    let mut examples: BTreeMap<PathBuf, String> = BTreeMap::new();
    for (path, text) in sources("src") {
        examples.entry(folder(&path)).or_default().push_str(&examples_of(&text));
    }
    let mut complaints = Vec::new();
    for (path, text) in sources("src") {
        if exempt.contains(&top_module(&path, "src").as_str())
            || path.parent().is_some_and(|folder| folder.ends_with("codegen/model"))
        {
            continue;
        }
        let examples = &examples[&folder(&path)];
        for item in items(&path, &text) {
            if !item.is_shown(examples) {
                complaints.push(format!("{}: {} {} has no example", item.place, item.keyword, item.name));
            }
            if item.fallible && !item.above.contains("# Errors") {
                complaints.push(format!("{}: {} says nothing of its errors", item.place, item.name));
            }
        }
    }
    complain(
        "a public item has an example, a trivial method a use in one; a fallible one names its errors",
        &complaints,
    );
}
