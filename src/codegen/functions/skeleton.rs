//! Rust to paste: the missing functions without their bodies, and the modules that contain them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use super::place::{Purpose, Use};
use super::source::Module;
use super::{Gap, name_of};
use crate::codegen::plan::INTERNAL;

/// The body of a function, which the author replaces.
const BODY: &str = concat!("todo", "!()");

/// The text to paste, by file.
pub(super) struct Skeleton<'a> {
    host: &'a Module,
    /// Declarations of modules, by the module that lacks them.
    declarations: BTreeMap<PathBuf, (Module, Tree)>,
    /// Functions by file, with the sentence above them.
    functions: Vec<(String, String)>,
}

/// Modules and the modules in them.
#[derive(Default)]
struct Tree(BTreeMap<String, Tree>);

impl<'a> Skeleton<'a> {
    pub(super) fn new(host: &'a Module) -> Self {
        Skeleton { host, declarations: BTreeMap::new(), functions: Vec::new() }
    }

    /// Adds the functions that a module lacks.
    pub(super) fn add(&mut self, gap: &Gap<'_>, uses: &[Use<'_>]) {
        let (module, below) = (&gap.module, &gap.below);
        if !below.is_empty() {
            let key = module.file.join(&module.path);
            let (_, tree) = self.declarations.entry(key).or_insert_with(|| (module.clone(), Tree::default()));
            below.iter().fold(tree, |tree, name| tree.0.entry(name.clone()).or_default());
        }
        let is_new = !below.is_empty() || !module.exists;
        let lead = match (below.is_empty(), module.exists, module.is_inline) {
            (true, true, true) => format!("add to the module `{}` in `{}`", module.path, shown(&module.file)),
            (true, true, false) => format!("add to `{}`", shown(&module.file)),
            (true, false, _) => format!("write to the new file `{}`", shown(&module.file)),
            (false, _, _) => format!("write to the new file `{}`", shown(&module.file_of(below))),
        };
        let [_, version, word] = gap.place;
        let version = if version == INTERNAL { "the hub" } else { version };
        let title = match word.as_str() {
            "defaults" => format!("//! Default values of {version} that definitions cannot express.\n\n"),
            _ => format!("//! Conversions of {version} that definitions cannot express.\n\n"),
        };
        let mut text = if is_new { title } else { String::new() };
        text += &self.imports(gap, &gap.signatures);
        for (signature, used) in gap.signatures.iter().zip(uses) {
            let name = name_of(signature);
            let _ = write!(text, "\n/// {}\npub {signature} {{\n    {BODY}\n}}\n", purpose(&used.purpose, name));
        }
        self.functions.push((lead, text));
    }

    /// Adds the imports that other signatures of existing functions need.
    pub(super) fn add_differing(&mut self, gap: &Gap<'_>) {
        let imports = self.imports(gap, &gap.differing);
        if !imports.is_empty() {
            self.functions.push((format!("add to the imports of `{}`", shown(&gap.module.file)), imports));
        }
    }

    /// Returns the `use` lines of names in signatures that the module does not import yet.
    fn imports(&self, gap: &Gap<'_>, signatures: &[&str]) -> String {
        let used: &[String] = if gap.below.is_empty() { &gap.module.scope.used } else { &[] };
        let group = format!("{}::{}", self.host.path, gap.place[0]);
        let lines = gap.required.imports.iter().filter_map(|(path, names)| {
            let path = if let Some(rest) = path.strip_prefix("super::super::super") {
                format!("{}{rest}", self.host.path)
            } else if let Some(rest) = path.strip_prefix("super::super") {
                format!("{group}{rest}")
            } else {
                path.trim_start_matches("::").to_owned()
            };
            let bound = |name: &str| name.rsplit(' ').next().unwrap_or(name).to_owned();
            let is_needed = |name: &&String| {
                let bound = bound(name);
                !used.contains(&bound) && signatures.iter().any(|text| has_word(text, &bound))
            };
            let names: Vec<_> = names.iter().filter(is_needed).map(String::as_str).collect();
            match names.as_slice() {
                [] => None,
                [name] => Some(format!("use {path}::{name};\n")),
                names => Some(format!("use {path}::{{{}}};\n", names.join(", "))),
            }
        });
        let (own, others): (Vec<_>, Vec<_>) = lines.partition(|line| line.starts_with("use crate"));
        let blank = if own.is_empty() || others.is_empty() { "" } else { "\n" };
        others.concat() + blank + &own.concat()
    }

    /// Returns the complete text.
    pub(super) fn print(self) -> String {
        let declarations = self.declarations.into_values().map(|(module, tree)| {
            let place = match (module.exists, module.path.as_str()) {
                (false, _) => format!("write to the new file `{}`", shown(&module.file)),
                (true, "crate") => format!("add to `{}`", shown(&module.file)),
                (true, path) => format!("add to the module `{path}` in `{}`", shown(&module.file)),
            };
            let mut text = String::new();
            tree.print(&module.path, 0, &mut text);
            (place, text)
        });
        let parts = declarations.chain(self.functions);
        parts.map(|(place, text)| format!("\n{place}:\n\n{}\n", text.trim())).collect()
    }
}

impl Tree {
    fn print(&self, above: &str, depth: usize, text: &mut String) {
        let indent = "    ".repeat(depth);
        for (name, below) in &self.0 {
            // Only the module of generated code calls functions.
            let public = if depth == 0 && !above.contains("::functions") { "" } else { "pub " };
            if below.0.is_empty() {
                let _ = writeln!(text, "{indent}{public}mod {name};");
            } else {
                let _ = writeln!(text, "{indent}{public}mod {name} {{");
                below.print(above, depth + 1, text);
                let _ = writeln!(text, "{indent}}}");
            }
        }
    }
}

/// Returns the documentation of a function.
fn purpose(purpose: &Purpose<'_>, name: &str) -> String {
    let to_hub = name.ends_with("_to_hub");
    match purpose {
        Purpose::Field(here, there) if to_hub => format!("Converts `{here}` to `{there}` of the hub."),
        Purpose::Field(here, there) => format!("Converts `{there}` of the hub to `{here}`."),
        Purpose::Type(ty, fields) => {
            let direction = if to_hub { "to the hub" } else { "from the hub" };
            match fields.as_slice() {
                [] => format!("Completes the conversion of `{ty}` {direction}."),
                fields => format!("Converts `{}` of `{ty}` {direction}.", fields.join("`, `")),
            }
        }
        Purpose::Defaults(ty) => format!("Sets defaults of `{ty}`."),
        Purpose::Unknown => "Called by generated code.".to_owned(),
    }
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}

fn shown(path: &std::path::Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}
