//! Fields as Rust expressions: access to existing fields, and creation of the structs on the path to a field.

use super::Module;
use crate::codegen::model::{Field, Path, TypeId};
use crate::codegen::naming;
use crate::codegen::plan::{Place, Variable};

/// Names that a local variable would shadow.
const TAKEN: [&str; 8] = ["from", "to", "object", "scope", "context", "item", "functions", "conversion"];

/// Access to a field through existing structs.
pub(super) struct Open<'a> {
    /// A pattern `let Some(x) = &mut …` for every optional struct on the path.
    pub(super) guards: Vec<String>,
    /// The expression for the field.
    pub(super) text: String,
    /// The declaration of the field.
    pub(super) field: &'a Field,
}

/// Access to a field that creates missing structs on the path.
pub(super) struct Made<'a> {
    /// The expression for the field.
    pub(super) text: String,
    /// The declaration of the field.
    pub(super) field: &'a Field,
    /// True if there are optional structs on the path.
    pub(super) makes: bool,
}

/// Returns the name of the parameter for a variable.
pub(super) fn parameter(variable: Variable) -> &'static str {
    match variable {
        Variable::From => "from",
        Variable::To => "to",
        Variable::Object => "object",
    }
}

/// Returns the name of the local variable for a field.
pub(super) fn local(field: &Field) -> String {
    let name = naming::field(&field.name);
    if TAKEN.contains(&name.as_str()) { format!("{name}_") } else { name }
}

impl<'a> Module<'a> {
    /// Accesses a field for writing.
    pub(super) fn open(&self, place: &Place) -> Open<'a> {
        self.open_below(parameter(place.variable), "&mut ", place.root, &place.path)
    }

    /// Accesses a field for reading.
    pub(super) fn look(&self, place: &Place) -> Open<'a> {
        self.open_below(parameter(place.variable), "&", place.root, &place.path)
    }

    /// Accesses a field in `start`, whose type is `root`.
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

    /// Accesses a field and creates missing structs on the path.
    pub(super) fn make(&self, place: &Place) -> Made<'a> {
        self.make_below(parameter(place.variable), place.root, &place.path)
    }

    /// Accesses a field in `start`, whose type is `root`, and creates missing structs on the path.
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

    /// Returns the path of a field in manifests: `spec.template`. Inlined structs have no name.
    pub(super) fn json_path(&self, root: TypeId, path: &Path) -> String {
        let steps = self.index().steps(root, path);
        let names = steps.iter().filter(|step| !step.inline).map(|step| step.name.as_str());
        names.collect::<Vec<_>>().join(".")
    }
}
