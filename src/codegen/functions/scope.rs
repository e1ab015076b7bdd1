//! Names that a module of a crate declares, as far as its text shows them.

use syn::{Item, ItemMacro, ItemMod, UseTree};

use super::signature::{Names, Signature};

/// The content of a module, as far as it matters for functions and child modules.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// The declared child modules.
    pub(super) modules: Vec<Declared>,
    /// True if the module includes the generated code.
    pub(super) is_host: bool,
    /// Functions, constants and statics, which are all callable by their name.
    pub(super) values: Vec<String>,
    /// The signatures of the functions.
    signatures: Vec<Signature>,
    /// Names that `use` statements bind, to any kind of item.
    pub(super) used: Vec<String>,
    /// The names of types.
    pub(super) names: Names,
    /// True if the module can have names that its text does not show, from a glob or a macro.
    pub(super) is_open: bool,
}

/// The declaration of a child module.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) name: String,
    /// The content; `None` for a module in its own file.
    pub(super) inline: Option<Scope>,
    /// True if `#[path]` selects the file.
    pub(super) has_path: bool,
}

impl Declared {
    fn of(item: &ItemMod) -> Declared {
        Declared {
            name: item.ident.to_string(),
            inline: item.content.as_ref().map(|(_, items)| Scope::of(items)),
            has_path: item.attrs.iter().any(|attribute| attribute.path().is_ident("path")),
        }
    }
}

impl Scope {
    /// Reads the items of a module. Conditions such as `#[cfg]` are ignored.
    pub(super) fn of(items: &[Item]) -> Scope {
        let mut scope = Scope::default();
        for item in items {
            match item {
                Item::Fn(item) => {
                    scope.values.push(item.sig.ident.to_string());
                    scope.signatures.push(Signature::of(&item.sig));
                }
                Item::Const(item) => scope.values.push(item.ident.to_string()),
                Item::Static(item) => scope.values.push(item.ident.to_string()),
                Item::Use(item) => {
                    scope.add_use(&item.tree);
                    scope.names.import(&item.tree);
                }
                Item::Type(item) => scope.names.declare(item.ident.to_string()),
                Item::Struct(item) => scope.names.declare(item.ident.to_string()),
                Item::Enum(item) => scope.names.declare(item.ident.to_string()),
                Item::Mod(item) => scope.modules.push(Declared::of(item)),
                Item::Macro(item) if is_generated(item) => scope.is_host = true,
                // A definition of a macro has a name; a call can expand to anything.
                Item::Macro(item) => scope.is_open |= item.ident.is_none(),
                Item::ForeignMod(_) | Item::Verbatim(_) => scope.is_open = true,
                _ => {}
            }
        }
        scope
    }

    fn add_use(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.add_use(&path.tree),
            UseTree::Name(name) => self.used.push(name.ident.to_string()),
            UseTree::Rename(name) => self.used.push(name.rename.to_string()),
            UseTree::Glob(_) => self.is_open = true,
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_use(tree)),
        }
    }

    /// Returns the signature of a function, if the module declares exactly one with this name.
    pub(super) fn signature(&self, function: &str) -> Option<&Signature> {
        let mut found = self.signatures.iter().filter(|signature| signature.name == function);
        found.next().filter(|_| found.next().is_none())
    }

    /// Returns true if the module has no function of this name.
    pub(super) fn lacks(&self, function: &str) -> bool {
        let has = |names: &[String]| names.iter().any(|name| name == function);
        !self.is_open && !has(&self.values) && !has(&self.used)
    }
}

/// Returns true for the statement that includes the generated code.
fn is_generated(item: &ItemMacro) -> bool {
    let name = item.mac.path.segments.last().map(|segment| segment.ident.to_string());
    name.as_deref() == Some("include") && item.mac.tokens.to_string().contains("apis.rs")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: bool) {
        let file = syn::parse_file(text).expect("Rust");
        assert_eq!(Scope::of(&file.items).lacks("size_to_hub"), expected, "{text}");
    }

    #[test]
    fn a_function_can_be_declared_or_imported() {
        check("fn size_to_hub() {}", false);
        check("#[cfg(test)] pub(crate) fn size_to_hub() {}", false);
        check("const size_to_hub: fn() = other;", false);
        check("pub use super::sizes::size_to_hub;", false);
        check("pub use super::{sizes::{size as size_to_hub, other}};", false);
        check("fn size_from_hub() {} mod size_to_hub {}", true);
        check("use super::size_to_hub as other;", true);
        check("", true);
    }

    #[test]
    fn a_glob_or_a_macro_can_declare_anything() {
        check("pub use super::sizes::*;", false);
        check("sizes! { a, b }", false);
        check("include!(\"sizes.rs\");", false);
        check("macro_rules! sizes { () => {} }", true);
        check("include!(concat!(env!(\"APIMACHINERY_GENERATED\"), \"/apis.rs\"));", true);
    }
}
