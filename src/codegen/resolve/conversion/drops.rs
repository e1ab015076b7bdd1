//! `drop` with `fn`: fields that a pair of functions does not restore.

use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Word;
use crate::codegen::load::document::ConversionDoc;
use crate::codegen::model::{Dropped, Side, TypeId};
use crate::codegen::resolve::path;
use crate::codegen::resolve::tree::Tree;

/// Reads dropped paths. At least one side must have each of them.
pub(super) fn read(
    tree: &Tree<'_>,
    here: TypeId,
    there: TypeId,
    doc: &ConversionDoc,
    report: &mut Report,
) -> Vec<Dropped> {
    let mut drops = Vec::new();
    for (word, reason) in &doc.drops {
        let before = drops.len();
        for (side, ty) in [(Side::Here, here), (Side::There, there)] {
            let field = path::lookup(tree, ty, &word.text);
            drops.extend(field.map(|field| Dropped { side, field, reason: reason.text.clone() }));
        }
        if drops.len() == before {
            path::report_neither(tree, here, there, word, report);
        }
    }
    drops
}

/// Reports `drop` without functions: rules for single fields replace it. Returns true if it is correct.
pub(super) fn check(doc: &ConversionDoc, report: &mut Report) -> bool {
    if let (None, Some((Word { text, span }, _))) = (&doc.functions, doc.drops.first()) {
        let message = format!("`drop` for `{text}` requires functions, but the type has none");
        let help =
            format!("write `{text}: {{ drop: <reason> }}` under `fields` or `absent`, or add `fn` with the paths");
        report.add(error("drop-without-fn", *span, message).help(help));
        return false;
    }
    true
}
