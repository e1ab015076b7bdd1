//! The Go types that are built into the runtime, and named string types.

use super::gotype::TypeName;

/// The leaf messages: Go package, Go name, and the name in `api-defs/apimachinery/meta.proto`, which declares and
/// documents them.
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

/// The type of named lists of strings, such as `Verbs` and `ExtraValue`, which are separate messages in Protobuf.
pub(crate) const STRING_LIST: &str = "StringList";

/// The type of an empty interface (`interface` in the facts): a value of any type, which Protobuf cannot represent.
pub(crate) const ANY: &str = "any";

/// Named string types whose packages contain no API types, and which are therefore not part of the facts.
const TEXTS: [(&str, &str); 2] =
    [("k8s.io/apimachinery/pkg/types", "UID"), ("k8s.io/apimachinery/pkg/types", "NodeName")];

/// Returns the leaf message of a Go type, if it is one.
pub(crate) fn leaf(go: &TypeName) -> Option<&'static str> {
    let found = LEAVES.iter().find(|(package, name, _)| go.is(package, name));
    found.map(|(_, _, leaf)| *leaf)
}

/// True if a Go type is a string without an entry in the facts.
pub(crate) fn is_text(go: &TypeName) -> bool {
    TEXTS.iter().any(|(package, name)| go.is(package, name))
}

/// Returns the name of a built-in type in the definition language.
pub(crate) fn word(leaf: &str) -> String {
    match leaf {
        "IntOrString" => "intOrString".to_owned(),
        "RawExtension" => "object".to_owned(),
        "FieldsV1" | "JSON" | STRING_LIST => format!("meta.v1.{leaf}"),
        time => time.to_lowercase(),
    }
}
