//! Resolution of dotted paths, such as `spec.template.metadata.labels`.

use super::tree::Tree;
use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::files::{Span, Word};
use crate::codegen::model::{Field, Path, TypeId};
use crate::codegen::nearest::nearest;

/// Finds a path in a struct. `of` describes the struct in messages: `the type` or `the hub type`.
pub(crate) fn find(tree: &Tree<'_>, start: TypeId, word: &Word, of: &str, report: &mut Report) -> Option<Path> {
    match walk(tree, start, &word.text) {
        Ok(path) => Some(path),
        Err(Mistake { place: Place::Missing(ty), .. }) if tree.is_doubtful(ty) => None,
        Err(mistake) => {
            report.add(mistake.diagnostic(tree, word, of));
            None
        }
    }
}

/// Reports a path that neither of two structs has, with the names of the struct that was probably meant.
pub(crate) fn report_neither(tree: &Tree<'_>, here: TypeId, there: TypeId, word: &Word, report: &mut Report) {
    let (Err(first), Err(second)) = (walk(tree, here, &word.text), walk(tree, there, &word.text)) else { return };
    let is_doubtful = |mistake: &Mistake| matches!(mistake.place, Place::Missing(ty) if tree.is_doubtful(ty));
    if is_doubtful(&first) || is_doubtful(&second) {
        return;
    }
    let closeness = |mistake: &Mistake| {
        let name = word.text.split('.').nth(mistake.step).unwrap_or_default();
        let is_similar = match mistake.place {
            Place::Missing(ty) => nearest(name, names(tree, ty)).is_some(),
            Place::NoStruct(_) => false,
        };
        (mistake.step, is_similar)
    };
    let diagnostic = match closeness(&second) > closeness(&first) {
        true => second.diagnostic(tree, word, "the hub type"),
        false => first.diagnostic(tree, word, "the type"),
    };
    report.add(diagnostic);
}

/// Finds a path in a struct without reporting mistakes.
pub(crate) fn lookup(tree: &Tree<'_>, start: TypeId, text: &str) -> Option<Path> {
    walk(tree, start, text).ok()
}

/// A step of a path that fails: its index, and the reason.
struct Mistake {
    step: usize,
    place: Place,
}

enum Place {
    /// The struct has no such field.
    Missing(TypeId),
    /// The preceding field is not a struct but has this type.
    NoStruct(String),
}

fn walk(tree: &Tree<'_>, start: TypeId, text: &str) -> Result<Path, Mistake> {
    let mut path = Path::default();
    let mut place = Ok(start);
    for (step, name) in text.split('.').enumerate() {
        let ty = place.map_err(|shown| Mistake { step, place: Place::NoStruct(shown) })?;
        let found = child(tree, ty, name).ok_or(Mistake { step, place: Place::Missing(ty) })?;
        path.0.extend(found);
        let field = field(tree, start, &path);
        place = tree.as_struct(&field.ty).ok_or_else(|| tree.show(&field.ty));
    }
    Ok(path)
}

/// Returns the steps to the field with this JSON name: one, or several through inline structs.
pub(crate) fn child(tree: &Tree<'_>, ty: TypeId, name: &str) -> Option<Vec<usize>> {
    let fields = tree.fields(ty);
    if let Some(index) = fields.iter().position(|field| field.name == name) {
        return Some(vec![index]);
    }
    fields.iter().enumerate().filter(|(_, field)| field.inline).find_map(|(index, field)| {
        let mut steps = child(tree, tree.as_struct(&field.ty)?, name)?;
        steps.insert(0, index);
        Some(steps)
    })
}

/// Returns the field at the end of an existing path.
pub(crate) fn field<'t>(tree: &'t Tree<'_>, start: TypeId, path: &Path) -> &'t Field {
    let (owner, index) = end(tree, start, path);
    &tree.fields(owner)[index]
}

/// Returns the struct that contains the last field of a path, and the index of the field.
pub(crate) fn end(tree: &Tree<'_>, start: TypeId, path: &Path) -> (TypeId, usize) {
    let (last, way) = path.0.split_last().expect("a path has a step");
    let owner = way
        .iter()
        .fold(start, |ty, index| tree.as_struct(&tree.fields(ty)[*index].ty).expect("a path leads through structs"));
    (owner, *last)
}

/// Returns the path in the notation of definitions, without inline structs.
pub(crate) fn show(tree: &Tree<'_>, start: TypeId, path: &Path) -> String {
    let mut names = Vec::new();
    let mut ty = Some(start);
    for (step, index) in path.0.iter().enumerate() {
        let Some(field) = ty.map(|ty| &tree.fields(ty)[*index]) else { break };
        if !field.inline || step + 1 == path.0.len() {
            names.push(field.name.as_str());
        }
        ty = tree.as_struct(&field.ty);
    }
    names.join(".")
}

/// Returns the names of all fields in the JSON object of a struct.
pub(crate) fn names<'t>(tree: &'t Tree<'_>, ty: TypeId) -> Vec<&'t str> {
    let fields = tree.fields(ty).iter();
    let names = fields.flat_map(|field| match tree.as_struct(&field.ty).filter(|_| field.inline) {
        Some(inner) => names(tree, inner),
        None => vec![field.name.as_str()],
    });
    names.collect()
}

impl Mistake {
    fn diagnostic(&self, tree: &Tree<'_>, word: &Word, of: &str) -> Diagnostic {
        let steps: Vec<_> = word.text.split('.').collect();
        let name = steps[self.step];
        let span = step_span(word, &steps, self.step);
        match &self.place {
            Place::Missing(ty) => {
                let known = names(tree, *ty);
                let message = format!("{of} `{}` has no field `{name}`", tree.get(*ty).name);
                error("unknown-field", span, message).among(name, "the fields are", known)
            }
            Place::NoStruct(shown) => {
                let message = format!(
                    "the path cannot continue after `{}`, which is `{shown}` and not a struct",
                    steps[..self.step].join(".")
                );
                error("path-end", span, message).help("move this to the type of the items, or use a function: `fn`")
            }
        }
    }
}

/// Returns the position of a step of a path if the source contains the path literally, and that of the whole path
/// otherwise.
fn step_span(word: &Word, steps: &[&str], step: usize) -> Span {
    if word.span.length != word.text.chars().count() {
        return word.span;
    }
    let before: usize = steps[..step].iter().map(|step| step.chars().count() + 1).sum();
    Span { column: word.span.column + before, length: steps[step].chars().count(), ..word.span }
}
