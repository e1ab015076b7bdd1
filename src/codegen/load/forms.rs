//! The keys of the language: which maps there are, and what may stand in them.

use super::table::Form;

pub(crate) const VERSION: Form = Form {
    name: "a version file",
    keys: &["format", "group", "version", "doc", "kinds", "types", "defaults", "conversion"],
};

pub(crate) const INTERNAL: Form = Form {
    name: "`internal.yaml`",
    keys: &["format", "group", "doc", "hub", "versions", "storage", "peers", "types", "conversion"],
};

pub(crate) const KIND: Form = Form {
    name: "a kind",
    keys: &[
        "type",
        "resource",
        "singular",
        "shortNames",
        "categories",
        "scope",
        "list",
        "unversioned",
        "query",
        "subresources",
        "selectableFields",
        "additionalPrinterColumns",
        "introduced",
        "deprecated",
        "removed",
        "replacement",
        "deprecationWarning",
        "served",
        "doc",
    ],
};

pub(crate) const SUBRESOURCES: Form = Form { name: "`subresources`", keys: &["status", "scale"] };

pub(crate) const STATUS: Form = Form { name: "the subresource `status`", keys: &[] };

pub(crate) const SCALE: Form = Form {
    name: "the subresource `scale`",
    keys: &["type", "specReplicasPath", "statusReplicasPath", "labelSelectorPath"],
};

pub(crate) const COLUMN: Form =
    Form { name: "a printer column", keys: &["name", "type", "format", "description", "priority", "jsonPath"] };

pub(crate) const TYPE: Form = Form {
    name: "a type",
    keys: &[
        "doc",
        "fields",
        "enum",
        "values",
        "type",
        "validations",
        "oneOf",
        "inline",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "minItems",
        "maxItems",
        "minProperties",
        "maxProperties",
    ],
};

pub(crate) const FIELD: Form = Form {
    name: "a field",
    keys: &[
        "type",
        "doc",
        "default",
        "omit",
        "listType",
        "listMapKeys",
        "mapType",
        "patchStrategy",
        "patchMergeKey",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "minItems",
        "maxItems",
        "minProperties",
        "maxProperties",
        "immutable",
        "validations",
        "deprecated",
    ],
};

pub(crate) const VALIDATION: Form =
    Form { name: "a validation", keys: &["rule", "message", "messageExpression", "reason", "fieldPath"] };

pub(crate) const STEP: Form =
    Form { name: "a defaulting step", keys: &["set", "copy", "fn", "when", "present", "absent", "gate", "orEmpty"] };

pub(crate) const CONVERSION: Form =
    Form { name: "the conversion of a type", keys: &["fields", "absent", "fn", "preserve", "to"] };

pub(crate) const RULE: Form =
    Form { name: "a conversion rule", keys: &["to", "empty", "values", "fn", "alias", "annotation", "set", "drop"] };
