//! Any text through the editor: it is refused, or the edited text has the same meaning and a second run changes nothing.
#![no_main]

use std::sync::LazyLock;

use apimachinery::edit::{Editor, Path, Step, apply};
use apimachinery_fuzz::{CODEC, Choices, kinds, newest, text};
use libfuzzer_sys::fuzz_target;

static EDITOR: LazyLock<Editor> = LazyLock::new(|| Editor::new(CODEC.clone()));

/// Returns the document of an input. After a control character, the input chooses the kind and contains the fields.
fn document(data: &[u8]) -> Vec<u8> {
    let Some((&1, rest)) = data.split_first() else { return data.to_vec() };
    let mut choices = Choices::new(rest);
    let kind = choices.one(kinds());
    let mut document = format!("apiVersion: {}\nkind: {}\n", kind.api_version(), kind.kind).into_bytes();
    document.extend_from_slice(choices.rest());
    document
}

fuzz_target!(|data: &[u8]| {
    let document = document(data);
    let Ok(edited) = EDITOR.convert(&document, &newest) else { return };
    if edited.edits.is_empty() {
        return;
    }
    let result = apply(&document, &edited.edits);
    let again = EDITOR.convert(&result, &newest);
    let again = again.unwrap_or_else(|refusal| panic!("{refusal}: {}", text(&result)));
    assert!(again.edits.is_empty(), "{}", text(&result));
    // Items of a `List` have no common meaning.
    if !edited.differences.is_empty() || edited.conversions.iter().any(|converted| !converted.path.steps().is_empty()) {
        return;
    }
    let differences = EDITOR.differences(&document, &result).expect("the editor has read both texts");
    let status = Step::Key("status".to_string());
    // The status of an object, or of an item of a list, can differ.
    let is_status = |path: &Path| path.steps().iter().step_by(2).take(2).any(|step| *step == status);
    assert!(differences.iter().all(|difference| is_status(&difference.path)), "{differences:?}: {}", text(&result));
});
