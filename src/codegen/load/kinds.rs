//! The key `kinds` of a version file.

use super::content::{Content, word};
use super::document::{ColumnDoc, KindDoc, SubresourceDoc};
use super::table::{Form, Key, Table};
use super::types::REFERENCE;
use super::yaml::{Node, Value};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Word;

const SCOPES: &[&str] = &["Namespaced", "Cluster"];
const COLUMN_TYPES: &[&str] = &["string", "integer", "number", "boolean", "date"];
const JSON_PATH: Content = Content::Like(r"^\.");
const KIND_NAME: Content = Content::Like(r"^([^ /]+/)?v[0-9a-z]+ [A-Za-z][A-Za-z0-9_]*$");
const TEXTS: Content = Content::List(&Content::Text);
const LABEL: Content =
    Content::Either("a label, or `here: hub` for a renamed one", &[Content::Text, Content::Map(".", &Content::Text)]);

/// The content of the key `kinds`.
pub(super) const KINDS: Content = Content::Map(".", &ONE_KIND);

// A static instead of a constant, because the oldest supported compiler does not promote a temporary value that refers
// to a static.
static ONE_KIND: Content = Content::Form(&KIND);

static KIND: Form = Form {
    name: "a kind",
    keys: &[&[
        Key::new("doc", Content::Text, "Documentation; that of the type unless said."),
        Key::new("type", REFERENCE, "Its type; the kind's name unless said."),
        Key::new("resource", Content::Text, "Plural name at the endpoint; without it there is none."),
        Key::new("singular", Content::Text, "Singular name; the kind in lower case unless said."),
        Key::new("shortNames", TEXTS, "Short names, such as `deploy`."),
        Key::new("categories", TEXTS, "Groups of resources that it belongs to, such as `all`."),
        Key::new("scope", Content::Choice(SCOPES), "In a namespace or of the cluster; `Namespaced` unless said."),
        Key::new("list", Content::Flag, "Whether `<Kind>List` is made; as there is a `resource` unless said."),
        Key::new("unversioned", Content::Flag, "One type in all versions."),
        Key::new("typeMeta", Content::Flag, "`false`: its objects say neither `apiVersion` nor `kind`."),
        Key::new("query", Content::Flag, "Can be read from the parameters of a URL."),
        Key::new("verbs", TEXTS, "What can be done at the endpoint; everything that is usual unless said."),
        Key::new("subresources", Content::Map(".", &ONE_SUBRESOURCE), "Endpoints below the object's own, by name."),
        Key::new(
            "selectableFields",
            Content::List(&LABEL),
            "Field selectors besides `metadata.name` and `metadata.namespace`; `old: hub` for a renamed one.",
        ),
        Key::new(
            "additionalPrinterColumns",
            Content::List(&Content::Form(&COLUMN)),
            "Columns of a table besides name and age, as in a CustomResourceDefinition.",
        ),
        Key::new("introduced", Content::Release, "First release that served it."),
        Key::new("deprecated", Content::Release, "First release that warns of it."),
        Key::new("removed", Content::Release, "First release without it."),
        Key::new("replacement", KIND_NAME, "What to use instead: `networking.k8s.io/v1 Ingress`."),
        Key::new("deprecationWarning", Content::Text, "What clients are told, in place of the usual sentence."),
        Key::new("served", Content::Flag, "`false`: known and converted, but not offered."),
    ]],
};

static ONE_SUBRESOURCE: Content = Content::Form(&SUBRESOURCE);

static SUBRESOURCE: Form = Form {
    name: "a subresource",
    keys: &[&[
        Key::new("kind", KIND_NAME, "What it answers, such as `policy/v1 Eviction`; the kind itself unless said."),
        Key::new("verbs", TEXTS, "What can be done there; `[get, patch, update]` unless said."),
        Key::new("type", REFERENCE, "Of `scale`: the type of the endpoint, made by hand-written functions."),
        Key::new("specReplicasPath", JSON_PATH, "Of `scale`: where the wanted number of copies stands."),
        Key::new("statusReplicasPath", JSON_PATH, "Of `scale`: where the number of copies there are stands."),
        Key::new("labelSelectorPath", JSON_PATH, "Of `scale`: where the selector of the copies stands, as a text."),
    ]],
};

static COLUMN: Form = Form {
    name: "a printer column",
    keys: &[&[
        Key::new("name", Content::Text, "Its title.").needed(),
        Key::new("type", Content::Choice(COLUMN_TYPES), "What its values are.").needed(),
        Key::new("jsonPath", JSON_PATH, "Where its value stands: `.spec.replicas`.").needed(),
        Key::new("format", Content::Text, "A format of OpenAPI, such as `int32`."),
        Key::new("description", Content::Text, "Its meaning."),
        Key::new("priority", Content::Count, "0 is always shown, others in wide tables; 0 unless said."),
    ]],
};

/// Reads the kinds of a version. Reports invalid kinds and omits them.
pub(crate) fn read(entries: &[(Word, Node)], report: &mut Report) -> Vec<KindDoc> {
    entries.iter().filter_map(|(name, node)| kind(name, node, report)).collect()
}

fn kind(name: &Word, node: &Node, report: &mut Report) -> Option<KindDoc> {
    let table = Table::open(&KIND, node, report)?;
    Some(KindDoc {
        name: name.clone(),
        doc: table.text("doc"),
        ty: table.word("type"),
        resource: table.word("resource"),
        singular: table.word("singular"),
        short_names: table.words("shortNames"),
        categories: table.words("categories"),
        scope: table.word("scope"),
        list: table.flag("list"),
        unversioned: table.flag("unversioned").unwrap_or_default(),
        type_meta: table.flag("typeMeta").unwrap_or(true),
        query: table.flag("query").unwrap_or_default(),
        verbs: table.words("verbs"),
        subresources: table.entries("subresources").iter().filter_map(|entry| subresource(entry, report)).collect(),
        selectable: table.items("selectableFields").iter().filter_map(|node| selectable(node, report)).collect(),
        columns: table.items("additionalPrinterColumns").iter().filter_map(|node| column(node, report)).collect(),
        introduced: table.word("introduced"),
        deprecated: table.word("deprecated"),
        removed: table.word("removed"),
        replacement: table.word("replacement"),
        deprecation_warning: table.text("deprecationWarning"),
        served: table.flag("served").unwrap_or(true),
    })
}

fn subresource((name, node): &(Word, Node), report: &mut Report) -> Option<SubresourceDoc> {
    let table = Table::open(&SUBRESOURCE, node, report)?;
    Some(SubresourceDoc {
        name: name.clone(),
        kind: table.word("kind"),
        verbs: table.words("verbs"),
        ty: table.word("type"),
        spec_replicas: table.word("specReplicasPath"),
        status_replicas: table.word("statusReplicasPath"),
        label_selector: table.word("labelSelectorPath"),
    })
}

/// Reads a selectable field: a label, or a map with one entry from the label in this version to the label in the hub.
fn selectable(node: &Node, report: &mut Report) -> Option<(Word, Option<Word>)> {
    match &node.value {
        Value::Map(entries) if entries.len() != 1 => {
            let message = format!("a renamed label is one pair, and these are {}", entries.len());
            report.add(error("label-pair", node.span, message).help("write each as an item of its own: `- old: hub`"));
            None
        }
        Value::Map(entries) => Some((entries[0].0.clone(), Some(word(&entries[0].1)?))),
        _ => Some((word(node)?, None)),
    }
}

fn column(node: &Node, report: &mut Report) -> Option<ColumnDoc> {
    let table = Table::open(&COLUMN, node, report)?;
    Some(ColumnDoc {
        name: table.word("name")?,
        ty: table.word("type"),
        format: table.text("format"),
        description: table.text("description"),
        priority: table.count("priority"),
        json_path: table.word("jsonPath"),
    })
}
