//! Import cycles between the modules of a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The folders below `src` whose modules import each other in one direction.
const FOLDERS: [&str; 5] = ["cli", "encoding", "format", "go_yaml", "reflect"];

/// Groups of modules whose items name each other by their nature.
///
/// * A table describes leaves, a leaf can return a cursor, and a cursor refers to a table.
/// * A message contains fields, and the value of a field can be a message.
const GROUPS: [&[&str]; 2] = [
    &["reflect/cursor/exclusive", "reflect/leaf", "reflect/table"],
    &["format/protobuf/decode/any", "format/protobuf/decode/usual"],
];

/// The modules of a folder by path, such as `["emit", "style"]`. The root has an empty path.
struct Modules<'a> {
    folder: &'a str,
    texts: BTreeMap<Vec<String>, String>,
}

impl<'a> Modules<'a> {
    fn read(folder: &'a str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
        let texts = super::sources(&format!("src/{folder}")).into_iter().filter_map(|(path, text)| {
            let below = path.strip_prefix(&root).expect("a path below the folder").with_extension("");
            let mut names: Vec<_> = below.iter().map(|name| name.to_string_lossy().into_owned()).collect();
            names.pop_if(|name| name == "mod");
            let is_test = names.iter().any(|name| name.ends_with("tests"));
            (!is_test).then(|| (names, code(&text)))
        });
        Modules { folder, texts: texts.collect() }
    }

    /// Returns the module of an item, given as an absolute path in the folder. A re-exported item belongs to the module
    /// that declares it.
    fn module_of(&self, path: &[String]) -> Vec<String> {
        let length = (0..=path.len()).rev().find(|&length| self.texts.contains_key(&path[..length])).unwrap_or(0);
        let (module, item) = path.split_at(length);
        let exported = self.statements(module, true).into_iter().find(|used| {
            used.len() > length && used.last() == item.first() && used[..length] == *module && *used != path
        });
        match exported {
            Some(used) => self.module_of(&used),
            None => module.to_vec(),
        }
    }

    /// Returns the absolute paths in `use` statements of a module that refer to the folder.
    fn statements(&self, module: &[String], is_public: bool) -> Vec<Vec<String>> {
        let uses = self.texts[module].split(";\n").filter_map(|statement| {
            let statement = statement.rsplit('}').next().filter(|_| !statement.contains("use ")).unwrap_or(statement);
            let (before, tree) = statement.rsplit_once("use ")?;
            let visibility = before.lines().last().unwrap_or_default().trim();
            let is_statement = visibility.is_empty() || visibility.starts_with("pub");
            (is_statement && visibility.starts_with("pub") == is_public).then_some(tree)
        });
        uses.flat_map(expanded).filter_map(|path| self.absolute(module, &path)).collect()
    }

    /// Converts a path in a module to one that starts at the folder.
    fn absolute(&self, module: &[String], path: &str) -> Option<Vec<String>> {
        let mut names = path.split("::").map(str::trim).peekable();
        let mut base = match names.peek() {
            Some(&"crate") => {
                names.next();
                names.next_if_eq(&self.folder)?;
                Vec::new()
            }
            Some(&"self") => {
                names.next();
                module.to_vec()
            }
            Some(&"super") => module.to_vec(),
            // The path of a child, such as `decode::decode`.
            Some(&name) if self.texts.contains_key(&[module, &[name.to_string()]].concat()) => module.to_vec(),
            _ => return None,
        };
        while names.next_if_eq(&"super").is_some() {
            base.pop()?;
        }
        base.extend(names.map(String::from).filter(|name| name != "self"));
        Some(base)
    }

    /// Returns the modules that each module imports, by `use` or by a path in its code.
    fn imports(&self) -> BTreeMap<&Vec<String>, BTreeSet<Vec<String>>> {
        let imports = self.texts.iter().map(|(module, text)| {
            let code = text.lines().filter(|line| !line.contains("use "));
            let word = |c: char| !c.is_alphanumeric() && c != '_' && c != ':';
            let paths = code.flat_map(|line| line.split(word)).filter(|path| path.contains("::"));
            let paths = paths.filter_map(|path| self.absolute(module, path));
            let used = self.statements(module, false).into_iter().chain(paths);
            let used = used.map(|path| self.module_of(&path)).filter(|other| other != module);
            (module, used.collect())
        });
        imports.collect()
    }
}

/// Returns the code of a module without comments, strings of paths, and its unit tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.fold(String::new(), |code, line| code + line + "\n")
}

/// Returns the paths of a tree such as `super::{error::Error, map}`.
fn expanded(tree: &str) -> Vec<String> {
    let Some((head, rest)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap_or_default().trim().to_string()];
    };
    let (mut depth, mut parts) = (0_i32, vec![String::new()]);
    for c in rest.trim_end().trim_end_matches('}').chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match (c, depth) {
            (',', 0) => parts.push(String::new()),
            _ => parts.last_mut().expect("a part").push(c),
        }
    }
    // The last bracket was removed with the one of the tree.
    let parts = parts.into_iter().map(|part| if part.contains('{') && !part.contains('}') { part + "}" } else { part });
    parts
        .filter(|part| !part.trim().is_empty())
        .flat_map(|part| expanded(&format!("{}{}", head.trim(), part.trim())))
        .collect()
}

/// Returns the cycles of imports, each as the sorted modules that reach each other.
fn cycles(folder: &str) -> BTreeSet<Vec<String>> {
    let modules = Modules::read(folder);
    let imports = modules.imports();
    let reached = |module: &Vec<String>| {
        let mut open: Vec<_> = imports[module].iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                open.extend(imports[next].iter());
            }
        }
        seen
    };
    let reached: BTreeMap<_, _> = imports.keys().map(|module| (*module, reached(module))).collect();
    let in_cycle = reached.iter().filter(|(module, others)| others.contains(*module));
    let cycle = in_cycle.map(|(module, others)| {
        let others = others.iter().filter(|other| reached[*other].contains(*module));
        others.map(|other| format!("{folder}/{}", other.join("/"))).collect()
    });
    cycle.collect()
}

#[test]
fn modules_of_a_folder_import_in_one_direction() {
    let found: BTreeSet<_> = FOLDERS.iter().flat_map(|folder| cycles(folder)).collect();
    let groups: BTreeSet<Vec<_>> =
        GROUPS.iter().map(|group| group.iter().map(|module| (*module).to_string()).collect()).collect();
    let new: Vec<_> = found.difference(&groups).map(|cycle| cycle.join(", ")).collect();
    super::complain("modules import each other", &new);
    let gone: Vec<_> = groups.difference(&found).map(|group| group.join(", ")).collect();
    super::complain("a group no longer imports each other", &gone);
}

#[test]
fn imports_are_found() {
    assert_eq!(expanded("super::{a::{b, c as d}, e}"), ["super::a::b", "super::a::c", "super::e"]);
    let modules = Modules::read("go_yaml");
    let path = |names: &[&str]| names.iter().map(|name| (*name).to_string()).collect::<Vec<_>>();
    let imports = modules.imports();
    // The root names `decode` in a path, and `Error` is exported by the root, and declared in `error`.
    assert!(imports[&path(&[])].contains(&path(&["decode"])));
    assert!(
        imports[&path(&["emit"])].contains(&path(&["emit", "style"]))
            || imports[&path(&["emit", "scalar"])].contains(&path(&["emit", "style"]))
    );
    assert!(imports[&path(&["kyaml", "tokens"])].contains(&path(&["error"])));
    assert!(!imports[&path(&["kyaml", "tokens"])].contains(&path(&[])));
}
