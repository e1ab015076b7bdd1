//! Properties of values for schemas and patches. Codecs ignore them.

/// The constraints on a value, from which schemas are generated. Codecs do not check them.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Limits {
    /// The minimum of a number, or `None` for no limit.
    pub minimum: Option<f64>,
    /// The maximum of a number, or `None` for no limit.
    pub maximum: Option<f64>,
    /// If true, the number must be greater than `minimum`, not equal to it.
    pub exclusive_minimum: bool,
    /// If true, the number must be less than `maximum`, not equal to it.
    pub exclusive_maximum: bool,
    /// The number of which the value must be a multiple, or `None` if any value is allowed.
    pub multiple_of: Option<f64>,
    /// The minimum length of a string in characters, or `None` for no limit.
    pub min_length: Option<u64>,
    /// The maximum length of a string in characters, or `None` for no limit.
    pub max_length: Option<u64>,
    /// A regular expression in RE2 syntax that a string must match, or `None` if any string is allowed.
    pub pattern: Option<String>,
    /// The OpenAPI format of a string or number, such as `date-time`, or `None` if there is none.
    pub format: Option<String>,
    /// The minimum number of items in a list, or `None` for no limit.
    pub min_items: Option<u64>,
    /// The maximum number of items in a list, or `None` for no limit.
    pub max_items: Option<u64>,
    /// The minimum number of entries in a map, or `None` for no limit.
    pub min_properties: Option<u64>,
    /// The maximum number of entries in a map, or `None` for no limit.
    pub max_properties: Option<u64>,
    /// If true, updates of an object cannot change the value once it is set.
    pub immutable: bool,
    /// The reason why the field is deprecated, or `None` if it is not deprecated.
    pub deprecated: Option<String>,
    /// Validation rules in CEL, the expression language of Kubernetes, all of which must be true.
    pub validations: Vec<Validation>,
}

/// A validation rule in CEL, the expression language of Kubernetes: a condition that values must fulfill.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Validation {
    /// The CEL expression, which is true for valid values. The value is available as `self`.
    pub rule: String,
    /// The error message if the expression is false, or `None` for a default text.
    pub message: Option<String>,
    /// A CEL expression that returns the error message and takes precedence over `message`, or `None` if there is none.
    pub message_expression: Option<String>,
    /// The machine-readable reason of the error, such as `FieldValueInvalid`, or `None` for the default.
    pub reason: Option<String>,
    /// The path, relative to the value, of the field that the error refers to, or `None` for the value itself.
    pub field_path: Option<String>,
}

/// The markers that control how server-side apply and strategic merge patches merge a list, map or struct. They are
/// part of generated schemas; codecs ignore them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Merge {
    /// The treatment of a list by server-side apply: `atomic` (replaced as a whole), `set` (of unique scalars) or `map`
    /// (of items identified by keys). `None` if it is not declared.
    pub list_type: Option<String>,
    /// The names of the fields that identify the items of a list of type `map`.
    pub list_map_keys: Vec<String>,
    /// The treatment of a map or struct by server-side apply: `granular` (merged by key) or `atomic` (replaced as a
    /// whole). `None` if it is not declared.
    pub map_type: Option<String>,
    /// The strategy of strategic merge patches for the field, such as `merge` or `replace`, or `None` for the default.
    pub patch_strategy: Option<String>,
    /// The name of the field that identifies the items of a list in strategic merge patches, or `None` if there is
    /// none.
    pub patch_merge_key: Option<String>,
}
