//! Signatures of hand-written functions, which the compiler checks.

use std::collections::BTreeSet;

use super::Module;
use super::conversion::functions_of;
use super::file::File;
use super::moves::{conversion_name, suffix};
use super::views::HandWrittenView;
use crate::codegen::model::Field;
use crate::codegen::naming;
use crate::codegen::plan::{Arguments, Call, Defaulter, Direction, Function, INTERNAL, Move, Op, Value};

/// Signatures by the name of their module.
pub(super) type Signatures = BTreeSet<(&'static str, String)>;

impl Module<'_> {
    /// Adds a list of the hand-written functions, so that the compiler names a missing function and shows its
    /// signature.
    pub(super) fn hand_written(&self, file: &mut File<'_>, signatures: &Signatures, word: &str) {
        for (known_as, place) in [("functions", self.version), ("hub_functions", INTERNAL)] {
            let of_place = signatures.iter().filter(|(module, _)| *module == known_as);
            let signatures: Vec<String> = of_place.map(|(_, text)| text.clone()).collect();
            if signatures.is_empty() {
                continue;
            }
            let group = &self.group.module;
            let path = format!("super::super::super::functions::{group}::{place}");
            self.import(&path, &format!("{word} as {known_as}"));
            let runtime = self.context.options.runtime.clone();
            let module = known_as.to_owned();
            file.verbatim("hand_written", &HandWrittenView { runtime, module, signatures });
        }
    }

    /// Returns the signatures of hand-written functions that conversions call.
    pub(super) fn conversion_signatures(&self, functions: &[Function]) -> Signatures {
        ["functions", "hub_functions"].into_iter().flat_map(|module| self.signatures_in(functions, module)).collect()
    }

    /// Returns the signatures in one module of functions, and imports only the names that they use.
    pub(super) fn signatures_in(&self, functions: &[Function], known_as: &str) -> Signatures {
        let is_there = |op: &&Op| match op {
            Op::Call(call) => functions_of(call) == known_as,
            _ => known_as == "functions",
        };
        let of = |function: &Function| {
            let directions = [(Direction::ToHub, &function.to_hub), (Direction::FromHub, &function.from_hub)];
            let signatures = directions.into_iter().flat_map(|(direction, ops)| {
                ops.iter().filter(is_there).filter_map(move |op| self.signature(function, op, direction))
            });
            signatures.collect::<Signatures>()
        };
        functions.iter().flat_map(of).collect()
    }

    /// Returns the signature of the hand-written function that a step calls.
    pub(super) fn signature(
        &self,
        function: &Function,
        op: &Op,
        direction: Direction,
    ) -> Option<(&'static str, String)> {
        match op {
            Op::Call(call) => {
                let text = self.type_signature(function, call, direction);
                Some((functions_of(call), text))
            }
            Op::Move(step) => {
                let Value::Function { name, loses } = &step.value else { return None };
                Some(("functions", self.field_signature(step, (name, *loses), direction)))
            }
            _ => None,
        }
    }

    fn type_signature(&self, function: &Function, call: &Call, direction: Direction) -> String {
        let name = conversion_name(&self.index().ty(call.ty).name, direction);
        let parameters = match call.arguments {
            Arguments::One(_) => format!("object: &mut {}", self.called_on(call)),
            Arguments::Both => {
                let (here, there) = (self.path(function.ty), self.hub_path(function.hub));
                let (from, to) = match direction {
                    Direction::ToHub => (here, there),
                    Direction::FromHub => (there, here),
                };
                format!("from: &mut {from}, to: &mut {to}")
            }
        };
        self.runtime("conversion", "Error");
        self.runtime("conversion", "Scope");
        format!("fn {name}({parameters}, scope: &Scope<'_>) -> Result<(), Error>")
    }

    fn called_on(&self, call: &Call) -> String {
        if call.shared { self.hub_path(call.ty) } else { self.path(call.ty) }
    }

    fn field_signature(&self, step: &Move, (name, loses): (&str, bool), direction: Direction) -> String {
        let index = self.index();
        let from = index.leaf(step.from.root, &step.from.path);
        let to = index.leaf(step.to.root, &step.to.path);
        let inner = from.optional && to.optional;
        let ty = |field: &Field| match inner {
            true => self.rust_type(&field.ty),
            false => self.field_type(field),
        };
        self.runtime("conversion", "Error");
        let (value, result) = (ty(from), ty(to));
        let scope =
            if loses { format!(", scope: &{}<'_>", self.runtime("conversion", "Scope")) } else { String::new() };
        format!("fn {name}_{}(value: {value}{scope}) -> Result<{result}, Error>", suffix(direction))
    }

    /// Returns the signatures of hand-written functions that defaulters call.
    pub(super) fn defaulter_signatures(&self, defaulters: &[Defaulter]) -> Signatures {
        let own = defaulters.iter().filter(|defaulter| defaulter.steps.iter().any(|s| s.function));
        own.map(|defaulter| {
            let context = self.runtime("defaulting", "Defaulting");
            let ty = self.path(defaulter.ty);
            let name = defaulter_name(&self.index().ty(defaulter.ty).name);
            ("functions", format!("fn {name}(object: &mut {ty}, context: &{context})"))
        })
        .collect()
    }
}

/// Returns the name of a defaulter: `set_defaults_pod`.
pub(super) fn defaulter_name(ty: &str) -> String {
    format!("set_defaults_{}", naming::snake(ty))
}
