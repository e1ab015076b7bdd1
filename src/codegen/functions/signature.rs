//! Signatures of functions, compared as far as their texts show the types.
//!
//! A type with another name can be an alias. It certainly differs only if the name is known: the name of a primitive type,
//! or of a type of the standard library, the runtime or the definitions. The compiler reports all other differences.

use std::collections::BTreeSet;

use syn::{FnArg, GenericArgument, PathArguments, ReturnType, Signature as Item, Type, UseTree};

/// Names that mean the same type everywhere, unless a module declares another type with this name.
const PRELUDE: [&str; 22] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128",
    "usize", "str", "Box", "Option", "Result", "String", "Vec",
];

/// Types of the runtime in signatures, besides those of definitions.
const RUNTIME: [&str; 18] = [
    "Bytes",
    "Defaulting",
    "Duration",
    "Error",
    "FieldsV1",
    "IntOrString",
    "Json",
    "List",
    "Map",
    "MicroTime",
    "Quantity",
    "RawExtension",
    "Scope",
    "Str",
    "StringList",
    "Time",
    "Value",
    "ObjectMeta",
];

/// The types of the parameters and of the result of a function.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Signature {
    pub(super) name: String,
    parameters: Vec<Shape>,
    result: Shape,
    /// True if the function has type parameters.
    is_generic: bool,
}

/// A type as written.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// The modules, the name, and the arguments without lifetimes.
    Path(Vec<String>, String, Vec<Shape>),
    /// True for a mutable reference.
    Reference(bool, Box<Shape>),
    Tuple(Vec<Shape>),
    Other,
}

/// The names of types that a module binds.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// The name and the path of each import.
    imports: Vec<(String, Vec<String>)>,
    /// Types that the module declares itself.
    declared: BTreeSet<String>,
}

impl Signature {
    pub(super) fn of(item: &Item) -> Signature {
        let parameters = item.inputs.iter().map(|input| match input {
            FnArg::Typed(input) => Shape::of(&input.ty),
            FnArg::Receiver(_) => Shape::Other,
        });
        Signature {
            name: item.ident.to_string(),
            parameters: parameters.collect(),
            result: match &item.output {
                ReturnType::Default => Shape::Tuple(Vec::new()),
                ReturnType::Type(_, ty) => Shape::of(ty),
            },
            is_generic: item.generics.type_params().next().is_some(),
        }
    }

    /// Parses a signature without a body.
    pub(super) fn parse(text: &str) -> Option<Signature> {
        syn::parse_str::<Item>(text).ok().map(|item| Signature::of(&item))
    }

    /// Returns true if a function with this signature, in a module with these names, cannot be called as one with the
    /// signature `required`. `types` are the names of the types of the definitions.
    pub(super) fn differs(&self, required: &Signature, names: &Names, types: &BTreeSet<&str>) -> bool {
        if self.is_generic {
            return false;
        }
        let differ = |(found, required): (&Shape, &Shape)| found.differs(required, names, types);
        self.parameters.len() != required.parameters.len()
            || self.parameters.iter().zip(&required.parameters).any(differ)
            || self.result.differs(&required.result, names, types)
    }
}

impl Shape {
    fn of(ty: &Type) -> Shape {
        match ty {
            Type::Path(path) if path.qself.is_none() => {
                let mut names: Vec<_> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
                let arguments = match path.path.segments.last().map(|segment| &segment.arguments) {
                    Some(PathArguments::AngleBracketed(arguments)) => {
                        let types = arguments.args.iter().filter_map(|argument| match argument {
                            GenericArgument::Type(ty) => Some(Shape::of(ty)),
                            _ => None,
                        });
                        types.collect()
                    }
                    _ => Vec::new(),
                };
                names.pop().map_or(Shape::Other, |name| Shape::Path(names, name, arguments))
            }
            Type::Reference(reference) => {
                Shape::Reference(reference.mutability.is_some(), Box::new(Shape::of(&reference.elem)))
            }
            Type::Tuple(tuple) => Shape::Tuple(tuple.elems.iter().map(Shape::of).collect()),
            Type::Paren(inner) => Shape::of(&inner.elem),
            Type::Group(inner) => Shape::of(&inner.elem),
            _ => Shape::Other,
        }
    }

    fn differs(&self, required: &Shape, names: &Names, types: &BTreeSet<&str>) -> bool {
        match (self, required) {
            (Shape::Other, _) | (_, Shape::Other) => false,
            (Shape::Path(modules, name, arguments), Shape::Path(_, expected, of_expected)) => {
                let Some(name) = names.resolve(modules, name) else { return false };
                if name != *expected {
                    return is_known(&name, types);
                }
                // An alias can have another number of arguments.
                let is_alike = arguments.len() == of_expected.len();
                is_alike && arguments.iter().zip(of_expected).any(|(a, b)| a.differs(b, names, types))
            }
            (Shape::Reference(is_mutable, found), Shape::Reference(expected, required)) => {
                is_mutable != expected || found.differs(required, names, types)
            }
            (Shape::Tuple(found), Shape::Tuple(required)) => {
                found.len() != required.len() || found.iter().zip(required).any(|(a, b)| a.differs(b, names, types))
            }
            // A path can be an alias of a reference or tuple.
            (Shape::Path(modules, name, _), _) => {
                names.resolve(modules, name).is_some_and(|name| is_known(&name, types))
            }
            (Shape::Reference(..) | Shape::Tuple(_), _) => true,
        }
    }
}

/// Returns true if a name can only mean one type.
fn is_known(name: &str, types: &BTreeSet<&str>) -> bool {
    name.contains("::") || PRELUDE.contains(&name) || RUNTIME.contains(&name) || types.contains(name)
}

impl Names {
    /// Adds the names of a `use` item.
    pub(super) fn import(&mut self, tree: &UseTree) {
        self.import_below(tree, &[]);
    }

    fn import_below(&mut self, tree: &UseTree, above: &[String]) {
        let path = |name: &syn::Ident| [above, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(tree) => self.import_below(&tree.tree, &path(&tree.ident)),
            UseTree::Name(tree) => self.imports.push((tree.ident.to_string(), path(&tree.ident))),
            UseTree::Rename(tree) => self.imports.push((tree.rename.to_string(), path(&tree.ident))),
            UseTree::Glob(_) => {}
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import_below(tree, above)),
        }
    }

    /// Adds a type that the module declares.
    pub(super) fn declare(&mut self, name: String) {
        self.declared.insert(name);
    }

    /// Returns the original name of a type, with `std::` for one of the standard library that has to be imported.
    /// Returns `None` if the module does not show it.
    fn resolve(&self, modules: &[String], name: &str) -> Option<String> {
        if self.declared.contains(name) && modules.is_empty() {
            return None;
        }
        let first = modules.first().map_or(name, String::as_str);
        let imported = self.imports.iter().find(|(bound, _)| bound == first).map(|(_, path)| path);
        let (name, root) = match (imported, modules.is_empty()) {
            (Some(path), true) => (path.last()?.as_str(), path.first()?.as_str()),
            (Some(path), false) => (name, path.first()?.as_str()),
            (None, true) if PRELUDE.contains(&name) => (name, ""),
            (None, true) => return None,
            (None, false) => (name, first),
        };
        let is_std = ["std", "core", "alloc"].contains(&root) && !PRELUDE.contains(&name);
        Some(if is_std { format!("std::{name}") } else { name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USES: &str = "use apimachinery::{conversion::{Error, Scope}, meta::Duration};\n\
                        use apimachinery::meta::{Str as Text, List, Quantity};\nuse crate\
                        ::apis::shop::{internal as hub, v1};\n\
                        use crate\
                        ::units::Seconds;\n";

    fn check(required: &str, found: &str, expected: bool) {
        let file = syn::parse_file(&format!("{USES}{found} {{}}")).expect("Rust");
        let mut names = Names::default();
        let mut signature = None;
        for item in &file.items {
            match item {
                syn::Item::Use(item) => names.import(&item.tree),
                syn::Item::Type(item) => names.declare(item.ident.to_string()),
                syn::Item::Fn(item) => signature = Some(Signature::of(&item.sig)),
                _ => {}
            }
        }
        let required = Signature::parse(required).expect("a signature");
        let differs = signature.expect("a function").differs(&required, &names, &BTreeSet::from(["Item"]));
        assert_eq!(differs, expected, "{required:?} {found}");
    }

    #[test]
    fn spellings_of_one_type_are_equal() {
        let required = "fn a(value: Option<Duration>, scope: &Scope<'_>) -> Result<Str, Error>";
        check(required, "pub fn a(_: Option<Duration>, _: &Scope) -> Result<Text, Error>", false);
        check(
            required,
            "fn a(v: std::option::Option<apimachinery::meta::Duration>, s: &Scope<'_>) -> Result<Text, Error>",
            false,
        );
        check(required, "fn a(v: Option<Seconds>, s: &Scope<'_>) -> Result<Text, Error>", false);
        check(required, "type T = i32; fn a(v: Option<T>, s: &Scope<'_>) -> self::Result<Text>", false);
        check(required, "fn a<T: Into<i32>>(v: T, s: &Scope<'_>) -> Result<Text, Error>", false);
        check(required, "fn a(v: Option<impl Into<i32>>, s: &Scope<'_>) -> Result<Text, Error>", false);
        check("fn a(object: &mut v1::Item)", "fn a(object: &mut hub::Item)", false);
    }

    #[test]
    fn another_type_differs() {
        let required = "fn a(value: i32, scope: &Scope<'_>) -> Result<Duration, Error>";
        check(required, "fn a(value: i32, scope: &Scope<'_>) -> Result<Duration, Error>", false);
        for found in [
            "fn a(value: i64, scope: &Scope<'_>) -> Result<Duration, Error>",
            "fn a(value: Option<i32>, scope: &Scope<'_>) -> Result<Duration, Error>",
            "fn a(value: &i32, scope: &Scope<'_>) -> Result<Duration, Error>",
            "fn a(value: Text, scope: &Scope<'_>) -> Result<Duration, Error>",
            "fn a(value: i32) -> Result<Duration, Error>",
            "fn a(value: i32, scope: &mut Scope<'_>) -> Result<Duration, Error>",
            "fn a(value: i32, scope: &Scope<'_>) -> Result<Quantity, Error>",
            "fn a(value: i32, scope: &Scope<'_>) -> Result<Option<Duration>, Error>",
            "fn a(value: i32, scope: &Scope<'_>) -> Result<std::time::Duration, Error>",
            "fn a(value: i32, scope: &Scope<'_>) -> Result<Duration, String>",
            "fn a(value: i32, scope: &Scope<'_>) -> Duration",
            "fn a(value: i32, scope: &Scope<'_>)",
            "fn a(value: v1::Item, scope: &Scope<'_>) -> Result<Duration, Error>",
            "fn a(value: (i32, i32), scope: &Scope<'_>) -> Result<Duration, Error>",
        ] {
            check(required, found, true);
        }
    }
}
