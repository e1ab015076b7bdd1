//! Recursive types.

use super::tree::Tree;
use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::model::{Body, Field, TypeId, TypeRef};

/// Reports named types whose base is, directly or indirectly, themselves.
pub(crate) fn check_aliases(tree: &mut Tree<'_>, report: &mut Report) {
    for id in tree.ids() {
        let mut next = alias(tree, id);
        let mut steps = 0;
        while let Some(ty) = next {
            steps += 1;
            if ty == id || steps > tree.types.len() {
                let message = format!("the type alias `{}` refers to itself", tree.get(id).name);
                let help = "end the chain of aliases with a scalar, a list or a map";
                report.add(error("alias-circle", tree.facts(id).name, message).help(help));
                let broken = TypeRef::Named(tree.broken());
                tree.types[id.0].body = Body::Alias(broken);
                break;
            }
            next = alias(tree, ty);
        }
    }
}

/// Returns the named type in the base of a named type.
fn alias(tree: &Tree<'_>, id: TypeId) -> Option<TypeId> {
    match &tree.get(id).body {
        Body::Alias(base) => innermost(base),
        _ => None,
    }
}

fn innermost(ty: &TypeRef) -> Option<TypeId> {
    match ty {
        TypeRef::Named(id) => Some(*id),
        TypeRef::List(item) | TypeRef::Map(item) => innermost(item),
        TypeRef::Scalar(_) | TypeRef::Leaf(_) => None,
    }
}

/// Marks the types whose values can contain other values of the type, adds boxes, and reports types without finite
/// values.
pub(crate) fn mark(tree: &mut Tree<'_>, report: &mut Report) {
    for id in tree.ids() {
        tree.types[id.0].recursive = reaches(tree, id, id, |_, _| true);
    }
    let (mut boxes, mut doubtful) = (Vec::new(), Vec::new());
    for id in tree.ids() {
        for (index, field) in tree.fields(id).iter().enumerate() {
            match problem(tree, id, field) {
                Some(Problem::NeedsBox) if field.number.is_none() => boxes.push((id, index)),
                Some(problem) => {
                    report.add(diagnostic(tree, id, index, &problem));
                    doubtful.push(id);
                }
                None => {}
            }
        }
    }
    doubtful.into_iter().for_each(|id| tree.doubt(id));
    check_boxes(tree, report);
    for (id, index) in boxes {
        if let Body::Struct(body) = &mut tree.types[id.0].body {
            body.fields[index].boxed = true;
        }
    }
}

enum Problem {
    /// A box is needed. YAML has no key for it, so an optional field without a number gets one automatically.
    NeedsBox,
    Endless,
}

/// Returns the problem of a field of a struct that contains itself.
fn problem(tree: &Tree<'_>, id: TypeId, field: &Field) -> Option<Problem> {
    let child = tree.as_struct(&field.ty).filter(|child| tree.get(*child).recursive && !field.boxed)?;
    let lies_in_itself = |follow: fn(&Tree<'_>, &Field) -> bool| child == id || reaches(tree, child, id, follow);
    if field.optional {
        lies_in_itself(|tree, field| tree.as_struct(&field.ty).is_some() && !field.boxed).then_some(Problem::NeedsBox)
    } else {
        lies_in_itself(|tree, field| tree.as_struct(&field.ty).is_some() && !field.optional).then_some(Problem::Endless)
    }
}

fn diagnostic(tree: &Tree<'_>, id: TypeId, index: usize, problem: &Problem) -> Diagnostic {
    let place = tree.facts(id).fields[index];
    let field = &tree.fields(id)[index];
    let message = format!(
        "the field `{}.{}` makes the type `{}` infinitely large",
        tree.get(id).name,
        field.name,
        tree.show(&field.ty)
    );
    match problem {
        Problem::NeedsBox => error("needs-box", place, message)
            .label("an optional field of a recursive type must be boxed")
            .help("add `[(api.box) = true]`"),
        Problem::Endless => error("endless-type", place, message).help("make the field optional, or a list"),
    }
}

fn check_boxes(tree: &Tree<'_>, report: &mut Report) {
    for id in tree.ids() {
        let fields = tree.fields(id).iter().zip(&tree.facts(id).fields);
        for (field, place) in fields.filter(|(field, _)| field.boxed) {
            if !field.optional || (tree.as_struct(&field.ty).is_none() && !tree.is_broken(&field.ty)) {
                let message = format!("the field `{}` cannot be boxed", field.name);
                let mistake = error("idle-box", *place, message).label("only an optional message can be boxed");
                report.add(mistake.help("remove `(api.box)`"));
            }
        }
    }
}

/// Returns true if a chain of fields that `follow` accepts leads from one type to the other.
fn reaches(tree: &Tree<'_>, from: TypeId, to: TypeId, follow: impl Fn(&Tree<'_>, &Field) -> bool) -> bool {
    let mut seen = vec![false; tree.types.len()];
    let mut open = vec![from];
    while let Some(id) = open.pop() {
        for field in tree.fields(id).iter().filter(|field| follow(tree, field)) {
            let Some(child) = tree.inner_struct(&field.ty) else { continue };
            if child == to {
                return true;
            }
            if !std::mem::replace(&mut seen[child.0], true) {
                open.push(child);
            }
        }
    }
    false
}
