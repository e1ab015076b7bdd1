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
const VERBS: Content = Content::List(&Content::Choice(&[
    "create",
    "delete",
    "deletecollection",
    "get",
    "list",
    "patch",
    "update",
    "watch",
]));
const JSON_PATH: Content = Content::Like(r"^\.");
const KIND_NAME: Content = Content::Like(r"^([^ /]+/)?v[0-9a-z]+ [A-Za-z][A-Za-z0-9_]*$");
const TEXTS: Content = Content::List(&Content::Text);
const LABEL: Content =
    Content::Either("a label, or `old: hub` for a renamed one", &[Content::Text, Content::Map(".", &Content::Text)]);

/// The content of the key `kinds`.
pub(super) const KINDS: Content = Content::Map(".", &ONE_KIND);

// A static instead of a constant, because the oldest supported compiler does not promote a temporary value that refers
// to a static.
static ONE_KIND: Content = Content::Form(&KIND);

static KIND: Form = Form {
    name: "a kind",
    keys: &[&[
        Key::new("doc", Content::Text, "Documentation. Default: the documentation of the type."),
        Key::new("type", REFERENCE, "Type of the kind. Default: the type with the name of the kind."),
        Key::new("resource", Content::Text, "Plural name of the resource. A kind without it has no endpoint."),
        Key::new("singular", Content::Text, "Singular name of the resource. Default: the kind in lowercase."),
        Key::new("shortNames", TEXTS, "Short names of the resource, such as `deploy`."),
        Key::new("categories", TEXTS, "Categories to which the resource belongs, such as `all`."),
        Key::new(
            "scope",
            Content::Choice(SCOPES),
            "`Namespaced` if objects belong to a namespace, `Cluster` otherwise. Default: `Namespaced`.",
        ),
        Key::new("list", Content::Flag, "True to generate `<Kind>List`. Default: true if `resource` is set."),
        Key::new("unversioned", Content::Flag, "True if the kind has the same type in all versions. Default: false."),
        Key::new("typeMeta", Content::Flag, "False if objects contain neither `apiVersion` nor `kind`. Default: true."),
        Key::new("query", Content::Flag, "True if objects can be decoded from URL query parameters. Default: false."),
        Key::new("verbs", VERBS, "Verbs that the endpoint supports. Default: all standard verbs."),
        Key::new("subresources", Content::Map(".", &ONE_SUBRESOURCE), "Subresources by name."),
        Key::new(
            "selectableFields",
            Content::List(&LABEL),
            "Field selectors in addition to `metadata.name` and `metadata.namespace`. For a label with another name in the hub, write `old: hub`.",
        ),
        Key::new(
            "additionalPrinterColumns",
            Content::List(&Content::Form(&COLUMN)),
            "Table columns in addition to name and age, as in a CustomResourceDefinition.",
        ),
        Key::new("introduced", Content::Release, "First release that served the kind."),
        Key::new("deprecated", Content::Release, "First release that returned a deprecation warning."),
        Key::new("removed", Content::Release, "First release that did not serve the kind."),
        Key::new("replacement", KIND_NAME, "Kind to use instead, such as `networking.k8s.io/v1 Ingress`."),
        Key::new("deprecationWarning", Content::Text, "Deprecation warning for clients, instead of the default text."),
        Key::new(
            "served",
            Content::Flag,
            "False if the kind can be decoded and converted, but is not served. Default: true.",
        ),
    ]],
};

static ONE_SUBRESOURCE: Content = Content::Form(&SUBRESOURCE);

static SUBRESOURCE: Form = Form {
    name: "a subresource",
    keys: &[&[
        Key::new(
            "kind",
            KIND_NAME,
            "Kind that the endpoint returns, such as `policy/v1 Eviction`. Default: the kind that contains the subresource.",
        ),
        Key::new("verbs", VERBS, "Verbs that the endpoint supports. Default: `[get, patch, update]`."),
        Key::new("type", REFERENCE, "For `scale`: type that hand-written functions return."),
        Key::new("specReplicasPath", JSON_PATH, "For `scale`: JSON path of the desired number of replicas."),
        Key::new("statusReplicasPath", JSON_PATH, "For `scale`: JSON path of the observed number of replicas."),
        Key::new("labelSelectorPath", JSON_PATH, "For `scale`: JSON path of the label selector, which is a string."),
    ]],
};

static COLUMN: Form = Form {
    name: "a printer column",
    keys: &[&[
        Key::new("name", Content::Text, "Title of the column.").needed(),
        Key::new("type", Content::Choice(COLUMN_TYPES), "Type of the values.").needed(),
        Key::new("jsonPath", JSON_PATH, "JSON path of the value, such as `.spec.replicas`.").needed(),
        Key::new("format", Content::Text, "OpenAPI format of the values, such as `int32`."),
        Key::new("description", Content::Text, "Description of the column."),
        Key::new(
            "priority",
            Content::Count,
            "Columns with priority 0 are always shown, others only in wide tables. Default: 0.",
        ),
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
            let message = format!("expected one renamed label, found {}", entries.len());
            report.add(error("label-pair", node.span, message).help("write each as a separate item: `- old: hub`"));
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
