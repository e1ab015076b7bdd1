//! Documents in which only the version has to change.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use super::meaning::{Hub, Meaning, are_equal};
use super::minimal::Attempt;
use super::numbers::Numbers;
use super::reason::{Change, Reason};
use super::scalar::{Place, print};
use super::{Edit, Path, apply, source};
use crate::go_yaml::{CollectionStyle, EventKind, ScalarStyle, Text, with_line_feeds};
use crate::meta::{TypeMeta, Value};
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::serializer::{Codec, Decoded, Mode};

/// What an attempt to change only the version found out about a document that needs more edits.
pub(super) struct Known {
    /// The meaning of the document.
    pub(super) source: Hub,
    /// The document with the new version, if that knows all fields.
    pub(super) edited: Option<Attempt>,
}

/// Returns the object that a text contains, if its version knows all fields.
pub(super) fn decode(codec: &Codec, text: &[u8]) -> Option<Decoded> {
    let codec = codec.clone().with_mode(Mode::Strict);
    if source::is_utf16(text) { None } else { codec.decode(&with_line_feeds(text)).ok() }
}

/// For kinds and their new versions: whether both versions complete an empty object differently. If they do, changing the
/// version is only enough for an object that states all values that differ, which is unlikely.
#[derive(Clone, Debug, Default)]
pub(super) struct OtherDefaults(Arc<Mutex<HashMap<(GroupVersionKind, GroupVersion), bool>>>);

impl OtherDefaults {
    fn has(&self, meaning: &Meaning<'_>, from: &GroupVersionKind, to: &GroupVersion) -> bool {
        let Ok(mut known) = self.0.lock() else { return false };
        let key = (from.clone(), to.clone());
        *known.entry(key).or_insert_with(|| {
            let empty = |version: GroupVersion| {
                let TypeMeta { api_version, kind, .. } = TypeMeta::from(&version.with_kind(from.kind.clone()));
                let object = Value::from([("apiVersion", api_version.into()), ("kind", kind.into())]);
                meaning.hub_of(&object).ok()
            };
            let hubs = empty(from.group_version()).zip(empty(to.clone()));
            hubs.is_some_and(|(from, to)| !are_equal(&from, &to))
        })
    }
}

/// Returns the edit of the version of a decoded object, if both versions know all fields, and the text with this edit
/// means the same. This is the case for a third of all documents, and takes less time than reading the nodes of the text.
///
/// # Errors
///
/// Returns what is known about the document if this edit is not enough.
pub(super) fn edit(
    codec: &Codec,
    other_defaults: &OtherDefaults,
    input: &[u8],
    decoded: Decoded,
    to: &GroupVersion,
) -> Result<Edit, Option<Box<Known>>> {
    let from = decoded.gvk.clone();
    // Items of a typed list can contain the version, too.
    if from.kind.ends_with("List") {
        return Err(None);
    }
    let numbers = Numbers::default();
    let meaning = Meaning::new(codec, &numbers);
    let source = meaning.hub(decoded).map_err(|_| None)?;
    let known = |source, edited| Some(Box::new(Known { source, edited }));
    // The search for the smallest document finds what the conversion discards, such as some annotations.
    let has_discarded = !source.object.warnings.is_empty();
    if has_discarded || other_defaults.has(&meaning, &from, to) {
        return Err(known(source, None));
    }
    let edited = unproven(input, &from, to).and_then(|edit| {
        let edited = decode(codec, &apply(input, std::slice::from_ref(&edit)))?;
        Some((edit, meaning.hub(edited).ok()?))
    });
    let Some((edit, hub)) = edited else { return Err(known(source, None)) };
    if are_equal(&source, &hub) {
        return Ok(edit);
    }
    Err(known(source, Some(Attempt { hub, is_equal: false, json: None })))
}

/// Returns the edit of the version.
fn unproven(input: &[u8], from: &GroupVersionKind, to: &GroupVersion) -> Option<Edit> {
    let decoded = Text::decode(input).ok()?;
    let (range, text) = new_version(&decoded, &TypeMeta::from(from).api_version, &to.to_string())?;
    let path = Path::default().key("apiVersion");
    let changes = vec![Change { old: Some(path.clone()), new: Some(path), reason: Reason::Version }];
    Some(Edit { range: decoded.input_range(range), text, changes })
}

/// Returns the range of the version in a text, and the new version in the same quotes.
fn new_version(text: &Text<'_>, old: &str, new: &str) -> Option<(Range<usize>, String)> {
    let mut events = text.events().map_while(Result::ok).skip_while(|event| event.kind == EventKind::DocumentStart);
    let place = match events.next()?.kind {
        EventKind::MappingStart { style: CollectionStyle::Flow, .. } => Place::Flow,
        EventKind::MappingStart { .. } => Place::Block,
        _ => return None,
    };
    // The nesting below the document, and whether the next node in the document itself is a key.
    let (mut depth, mut is_key) = (0_usize, true);
    loop {
        let event = events.next()?;
        let is_version = matches!(&event.kind, EventKind::Scalar { text, .. } if text == "apiVersion");
        if is_version && is_key && depth == 0 {
            break;
        }
        match event.kind {
            EventKind::MappingStart { .. } | EventKind::SequenceStart { .. } => depth += 1,
            EventKind::MappingEnd | EventKind::SequenceEnd => depth = depth.checked_sub(1)?,
            _ => {}
        }
        is_key ^= depth == 0;
    }
    let value = events.next()?;
    match &value.kind {
        EventKind::Scalar { text, style, .. } if text == old && value.span() == value.content() => {
            let style = Some(*style).filter(|style| *style != ScalarStyle::Plain);
            let is_block = matches!(style, Some(ScalarStyle::Literal | ScalarStyle::Folded));
            (!is_block).then(|| (value.content(), print(&Value::from(new), place, &Numbers::default(), style)))
        }
        _ => None,
    }
}
