//! The command `diff`: the differences in meaning between the objects of two inputs, whatever their versions.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::PathBuf;

use super::args::CompareFormat;
use super::exit::Exit;
use super::findings::Findings;
use super::input::documents::{Content, Document};
use super::input::source;
use super::output::json_list;
use super::report::{Console, Report};
use super::{escape, list, pipeline, target, text};
use crate::edit::{self, Editor, Refusal, Step};
use crate::field::Value;
use crate::scheme::Scheme;
use crate::serializer::{Codec, Text, json};

/// The identity of an object in all versions of its kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    kind: String,
    namespace: String,
    name: String,
}

/// An object as JSON.
struct Object {
    json: String,
    /// True if the Scheme has the kind.
    is_known: bool,
}

/// A field, or a whole object, that differs.
struct Difference {
    key: Key,
    path: edit::Path,
    before: Option<String>,
    after: Option<String>,
}

/// Compares the objects of two inputs and prints their differences.
///
/// # Errors
///
/// Returns an error if standard output cannot be written.
pub(super) fn run(paths: &[PathBuf; 2], format: CompareFormat, console: &mut Console) -> io::Result<Exit> {
    let codec = Codec::new(crate::apis::scheme());
    let before = objects(&paths[0], codec.scheme(), console)?;
    let after = objects(&paths[1], codec.scheme(), console)?;
    let editor = Editor::new(codec);
    let mut differences = Vec::new();
    for key in before.keys().chain(after.keys()).collect::<BTreeSet<_>>() {
        match pair(&editor, key, before.get(key), after.get(key)) {
            Ok(found) => differences.extend(found),
            Err(refusal) => console.fail(&source::name(&paths[1]), &format!("{}: {refusal}", key.text())),
        }
    }
    let text = match format {
        CompareFormat::Text => differences.iter().map(Difference::line).collect::<String>().into_bytes(),
        CompareFormat::Json => json_list(differences.iter().map(Difference::json)),
    };
    io::stdout().lock().write_all(&text)?;
    let found = if differences.is_empty() { Exit::Done } else { Exit::Found };
    Ok(found.max(Exit::failed_if(console.has_failed())))
}

/// Reads all objects of an input, including the items of lists. If several objects have the same identity, the last one
/// counts, as in `kubectl apply`.
fn objects(path: &PathBuf, scheme: &Scheme, console: &mut Console) -> io::Result<BTreeMap<Key, Object>> {
    let mut all = BTreeMap::new();
    pipeline::process(
        std::slice::from_ref(path),
        console,
        |_, document, _| {
            let mut findings = Findings::default();
            let found = document_objects(document, scheme, &mut findings);
            (found, Report::new(document, &findings))
        },
        |part, console| {
            for (found, report) in part.results {
                console.report(&source::name(part.path), part.before, &report);
                for (key, object) in found {
                    if all.insert(key.clone(), object).is_some() {
                        console.warn(
                            &source::name(part.path),
                            &format!("{} occurs twice; the last one counts", key.text()),
                        );
                    }
                }
            }
            Ok(())
        },
    )?;
    Ok(all)
}

fn document_objects(document: &Document<'_>, scheme: &Scheme, findings: &mut Findings) -> Vec<(Key, Object)> {
    let Content::Text(text) = &document.content else {
        if let Content::Broken(error) = &document.content {
            text::add_stream_error(error, findings);
        } else {
            findings.fail(None, "binary input cannot be compared; print the object with `decode`");
        }
        return Vec::new();
    };
    text::read(text, |text, read| {
        findings.append(read);
        text.map(|text| text_objects(text, scheme, findings)).unwrap_or_default()
    })
}

/// Returns an object, or the items of a `v1` List.
fn text_objects(text: &Text<'_>, scheme: &Scheme, findings: &mut Findings) -> Vec<(Key, Object)> {
    let Some(type_meta) = findings.check(text.type_meta()) else { return Vec::new() };
    let gvk = type_meta.group_version_kind();
    if gvk.kind.is_empty() {
        findings.fail(None, "Object 'Kind' is missing; a document must have an apiVersion and a kind");
        return Vec::new();
    }
    if gvk.is_v1_list() {
        let mut items = Vec::new();
        let read = list::replace_items(text, |_, item, _| {
            items.extend(text_objects(item, scheme, findings));
            None
        });
        if let Err(error) = read {
            findings.fail(None, error.message());
        }
        return items;
    }
    let json = text.json().into_owned();
    let content: Value = json::from_str(&json).unwrap_or_default();
    let name = |field: &str| {
        let name = content.get("metadata").and_then(|metadata| metadata.get(field)?.as_str());
        name.unwrap_or_default().to_string()
    };
    let key = Key { kind: gvk.kind.to_string(), namespace: name("namespace"), name: name("name") };
    vec![(key, Object { json, is_known: target::is_known(scheme, &gvk) })]
}

/// Returns the differences of two objects with the same identity, one of which may be missing.
fn pair(
    editor: &Editor,
    key: &Key,
    before: Option<&Object>,
    after: Option<&Object>,
) -> Result<Vec<Difference>, Refusal> {
    let difference = |path, before: Option<String>, after: Option<String>| {
        // Values of Secrets must not appear in output.
        let shown =
            |value: Option<String>| value.map(|value| if key.kind == "Secret" { "…".to_string() } else { value });
        Difference { key: key.clone(), path, before: shown(before), after: shown(after) }
    };
    let (Some(before), Some(after)) = (before, after) else {
        let whole = |object: Option<&Object>| object.map(|_| "the object".to_string());
        return Ok(vec![difference(edit::Path::default(), whole(before), whole(after))]);
    };
    if before.is_known && after.is_known {
        let found = editor.differences(before.json.as_bytes(), after.json.as_bytes())?;
        return Ok(found.into_iter().map(|found| difference(found.path, found.before, found.after)).collect());
    }
    let mut found = Vec::new();
    let [before, after] = [before, after].map(|object| json::from_str::<Value>(&object.json).ok());
    walk(before.as_ref(), after.as_ref(), &mut Vec::new(), &mut |path, before, after| {
        let text = |value: Option<&Value>| value.and_then(|value| json::to_string(value).ok());
        found.push(difference(path.iter().cloned().collect(), text(before), text(after)));
    });
    Ok(found)
}

/// Calls `found` with each place in which two untyped values differ.
fn walk<'v>(
    before: Option<&'v Value>,
    after: Option<&'v Value>,
    path: &mut Vec<Step>,
    found: &mut impl FnMut(&[Step], Option<&'v Value>, Option<&'v Value>),
) {
    match (before, after) {
        (Some(Value::Map(a)), Some(Value::Map(b))) => {
            for key in a.keys().chain(b.keys()).collect::<BTreeSet<_>>() {
                path.push(Step::Key(key.to_string()));
                walk(a.get(key), b.get(key), path, found);
                path.pop();
            }
        }
        (Some(Value::List(a)), Some(Value::List(b))) => {
            for index in 0..a.len().max(b.len()) {
                path.push(Step::Index(index));
                walk(a.get(index), b.get(index), path, found);
                path.pop();
            }
        }
        _ if before == after => {}
        _ => found(path, before, after),
    }
}

impl Key {
    /// Returns a name such as `Deployment shop/web`.
    fn text(&self) -> String {
        let Key { kind, namespace, name } = self;
        match (&**namespace, &**name) {
            ("", "") => kind.clone(),
            ("", name) => format!("{kind} {name}"),
            (namespace, "") => format!("{kind} in {namespace}"),
            (namespace, name) => format!("{kind} {namespace}/{name}"),
        }
    }
}

impl Difference {
    fn line(&self) -> String {
        let part = if self.path.steps().is_empty() { String::new() } else { format!("{}: ", self.path) };
        let text = match (&self.before, &self.after) {
            (Some(before), Some(after)) => format!("{before} becomes {after}"),
            (Some(before), None) => format!("{before} is removed"),
            (None, Some(after)) => format!("{after} is added"),
            (None, None) => "differs".to_string(),
        };
        format!("{}\n", escape::line(&format!("{}: {part}{text}", self.key.text())))
    }

    fn json(&self) -> String {
        let Key { kind, namespace, name } = &self.key;
        let path = self.path.to_string();
        let texts = [("kind", kind), ("namespace", namespace), ("name", name), ("path", &path)];
        let values = [("before", &self.before), ("after", &self.after)];
        let values = values.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?)));
        let members = texts.into_iter().chain(values).map(|(key, text)| (key, Value::from(text.as_str())));
        json::to_string(&Value::Map(members.collect())).expect("texts are JSON")
    }
}
