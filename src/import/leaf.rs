//! The Go types that are built into the runtime, and the Go names of plain texts.

use super::gotype::TypeName;

/// The leaf messages: Go package, Go name, and the name in `api-defs/apimachinery/meta.proto`, which
/// is where they are declared and described.
const LEAVES: [(&str, &str, &str); 9] = [
    ("k8s.io/apimachinery/pkg/apis/meta/v1", "Time", "Time"),
    ("k8s.io/apimachinery/pkg/apis/meta/v1", "MicroTime", "MicroTime"),
    ("k8s.io/apimachinery/pkg/apis/meta/v1", "Duration", "Duration"),
    ("k8s.io/apimachinery/pkg/apis/meta/v1", "FieldsV1", "FieldsV1"),
    ("k8s.io/apimachinery/pkg/api/resource", "Quantity", "Quantity"),
    ("k8s.io/apimachinery/pkg/util/intstr", "IntOrString", "IntOrString"),
    ("k8s.io/apimachinery/pkg/runtime", "RawExtension", "RawExtension"),
    ("k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1", "JSON", "JSON"),
    ("k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1", "JSON", "JSON"),
];

/// What a list of texts with a Go name (`Verbs`, `ExtraValue`) is: on the wire a message of its own.
pub(crate) const STRING_LIST: &str = "StringList";

/// What an empty interface (`interface` in the facts) is: a value of any type, which Protobuf cannot say.
pub(crate) const ANY: &str = "any";

/// Texts with a Go name whose package holds no API types and is therefore not among the facts.
const TEXTS: [(&str, &str); 2] =
    [("k8s.io/apimachinery/pkg/types", "UID"), ("k8s.io/apimachinery/pkg/types", "NodeName")];

/// The leaf message that a Go type is, if it is one.
pub(crate) fn leaf(go: &TypeName) -> Option<&'static str> {
    let found = LEAVES.iter().find(|(package, name, _)| go.is(package, name));
    found.map(|(_, _, leaf)| *leaf)
}

/// Whether a Go type is a text without an entry in the facts.
pub(crate) fn is_text(go: &TypeName) -> bool {
    TEXTS.iter().any(|(package, name)| go.is(package, name))
}

/// The word of the definition language for a built-in type.
pub(crate) fn word(leaf: &str) -> String {
    match leaf {
        "IntOrString" => "intOrString".to_owned(),
        "RawExtension" => "object".to_owned(),
        "FieldsV1" | "JSON" | STRING_LIST => format!("meta.v1.{leaf}"),
        time => time.to_lowercase(),
    }
}
