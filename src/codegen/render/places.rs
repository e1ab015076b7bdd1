//! Fields as Rust expressions: how to reach one that is there, and how to make the way to one.

use super::Module;
use crate::codegen::model::{Field, Path, TypeId};
use crate::codegen::naming;
use crate::codegen::plan::{Place, Variable};

/// Names that a local would hide.
const TAKEN: [&str; 8] = ["from", "to", "object", "scope", "context", "item", "functions", "conversion"];

/// A field that is reached through what is there.
pub(super) struct Open<'a> {
    /// `let Some(x) = &mut …`, for every optional struct on the way.
    pub(super) guards: Vec<String>,
    /// The field.
    pub(super) text: String,
    /// Its declaration.
    pub(super) field: &'a Field,
}

/// A field, the way to which is made if it is not there.
pub(super) struct Made<'a> {
    /// The field.
    pub(super) text: String,
    /// Its declaration.
    pub(super) field: &'a Field,
    /// True if there are optional structs on the way.
    pub(super) makes: bool,
}

/// How the parameters are called.
pub(super) fn parameter(variable: Variable) -> &'static str {
    match variable {
        Variable::From => "from",
        Variable::To => "to",
        Variable::Object => "object",
    }
}

/// The name of a local that stands for a field.
pub(super) fn local(field: &Field) -> String {
    let name = naming::field(&field.name);
    if TAKEN.contains(&name.as_str()) { format!("{name}_") } else { name }
}

impl<'a> Module<'a> {
    /// Reaches a field to change it.
    pub(super) fn open(&self, place: &Place) -> Open<'a> {
        self.open_below(parameter(place.variable), "&mut ", place.root, &place.path)
    }

    /// Reaches a field to read it.
    pub(super) fn look(&self, place: &Place) -> Open<'a> {
        self.open_below(parameter(place.variable), "&", place.root, &place.path)
    }

    /// Reaches a field below `start`, whose type is `root`.
    pub(super) fn open_below(&self, start: &str, borrow: &str, root: TypeId, path: &Path) -> Open<'a> {
        let steps = self.index().steps(root, path);
        let (&field, way) = steps.split_last().expect("a path has at least one step");
        let mut guards = Vec::new();
        let mut text = start.to_owned();
        for step in way {
            text = format!("{text}.{}", naming::field(&step.name));
            if step.optional {
                let name = local(step);
                guards.push(format!("let Some({name}) = {borrow}{text}"));
                text = name;
            }
        }
        Open { guards, text: format!("{text}.{}", naming::field(&field.name)), field }
    }

    /// Makes the way to a field.
    pub(super) fn make(&self, place: &Place) -> Made<'a> {
        self.make_below(parameter(place.variable), place.root, &place.path)
    }

    /// Makes the way to a field below `start`, whose type is `root`.
    pub(super) fn make_below(&self, start: &str, root: TypeId, path: &Path) -> Made<'a> {
        let steps = self.index().steps(root, path);
        let (&field, way) = steps.split_last().expect("a path has at least one step");
        let mut text = start.to_owned();
        for step in way {
            text = format!("{text}.{}", naming::field(&step.name));
            if step.optional {
                text += ".get_or_insert_default()";
            }
        }
        let makes = way.iter().any(|step| step.optional);
        Made { text: format!("{text}.{}", naming::field(&field.name)), field, makes }
    }

    /// The field as a user of the API names it: `spec.template`. Inlined structs have no name.
    pub(super) fn json_path(&self, root: TypeId, path: &Path) -> String {
        let steps = self.index().steps(root, path);
        let names = steps.iter().filter(|step| !step.inline).map(|step| step.name.as_str());
        names.collect::<Vec<_>>().join(".")
    }
}
