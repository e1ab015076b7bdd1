//! Plans the defaulters: the steps of each type, followed by the defaulters of the types below it.

use super::traversal::{children, closure};
use super::{Chosen, Defaulter, Index};
use crate::codegen::model::{Literal, Path, Step, TypeId, Version};

/// Plans the defaulters of a version.
pub(super) fn plan(index: &Index<'_>, version: &Version, chosen: &Chosen) -> Vec<Defaulter> {
    let types = version.types.iter().filter(|id| chosen.contains(id));
    types.map(|&id| defaulter(index, id, chosen)).collect()
}

/// Returns the types that have a defaulter.
pub(super) fn defaulted_types(index: &Index<'_>) -> Chosen {
    closure(index, |id| !steps(index, id).is_empty(), |id, _| !index.version(id).undefaulted)
}

fn defaulter(index: &Index<'_>, ty: TypeId, chosen: &Chosen) -> Defaulter {
    Defaulter { ty, steps: steps(index, ty), children: children(index, ty, chosen) }
}

/// Returns the steps of a type that can change something.
fn steps(index: &Index<'_>, ty: TypeId) -> Vec<Step> {
    let steps = index.defaults(ty).iter().map(|step| {
        let set = step.set.iter().filter(|(path, literal)| !is_idle(index, ty, path, literal));
        Step { set: set.cloned().collect(), ..step.clone() }
    });
    steps.filter(|step| step.function || !step.set.is_empty() || !step.copy.is_empty()).collect()
}

/// Returns true if the step assigns a zero value to a plain field, which is already zero when the step runs.
fn is_idle(index: &Index<'_>, ty: TypeId, path: &Path, literal: &Literal) -> bool {
    let is_plain = index.fields_on(ty, path).iter().all(|step| !step.optional);
    let is_empty = match literal {
        Literal::Bool(value) => !value,
        Literal::Int(value) => *value == 0,
        Literal::Float(value) => *value == 0.0,
        Literal::Text(value) => value.is_empty() && index.is_str(&index.leaf(ty, path).ty),
        Literal::Struct(fields) => fields.is_empty(),
        // An empty list or map differs from the zero value, which is nil.
        Literal::List(_) | Literal::Map(_) => false,
    };
    is_plain && is_empty
}

#[cfg(test)]
mod tests {
    use super::{Index, defaulted_types};
    use crate::codegen::resolve::testing::{model, types};

    #[test]
    fn a_version_without_defaults_does_not_fill_what_it_holds() {
        let new = format!(
            "group: test.example.com\n{}defaults: {{ Part: {{ x: 1 }} }}\n",
            types("Part { x: optional int32 } A { part: Part }")
        );
        let old = |defaults: &str| {
            format!("group: test.example.com\n{defaults}conversion: none\n{}", types("B { part: v1.Part }"))
        };
        for (defaults, expected) in [("", vec!["Part", "A", "B"]), ("defaults: none\n", vec!["Part", "A"])] {
            let model = model(&[("test/v1.yaml", &new), ("test/v1beta1.yaml", &old(defaults))]);
            let index = Index::new(&model);
            let names: Vec<&str> = defaulted_types(&index).iter().map(|id| index.ty(*id).name.as_str()).collect();
            assert_eq!(names, expected);
        }
    }
}
