//! Properties of values for schemas and patches. Codecs ignore them.

/// The constraints on a value, from which schemas are generated. Codecs do not check them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// The minimum of a number.
    pub minimum: Option<f64>,
    /// The maximum of a number.
    pub maximum: Option<f64>,
    /// True if the number must be greater than `minimum`, not equal to it.
    pub exclusive_minimum: bool,
    /// True if the number must be less than `maximum`, not equal to it.
    pub exclusive_maximum: bool,
    /// The number of which the value must be a multiple.
    pub multiple_of: Option<f64>,
    /// The minimum length of a string, in characters.
    pub min_length: Option<u64>,
    /// The maximum length of a string, in characters.
    pub max_length: Option<u64>,
    /// A regular expression in RE2 syntax that a string must match.
    pub pattern: Option<String>,
    /// The OpenAPI format.
    pub format: Option<String>,
    /// The minimum number of items in a list.
    pub min_items: Option<u64>,
    /// The maximum number of items in a list.
    pub max_items: Option<u64>,
    /// The minimum number of entries in a map.
    pub min_properties: Option<u64>,
    /// The maximum number of entries in a map.
    pub max_properties: Option<u64>,
    /// True if the value cannot be changed once it is set.
    pub immutable: bool,
    /// The reason why the field is deprecated, if it is.
    pub deprecated: Option<String>,
    /// Validation rules in CEL.
    pub validations: Vec<Validation>,
}

/// A validation rule in CEL.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validation {
    /// The expression.
    pub rule: String,
    /// The error message shown if the expression is false.
    pub message: Option<String>,
    /// A CEL expression that returns the error message.
    pub message_expression: Option<String>,
    /// The machine-readable reason of the error.
    pub reason: Option<String>,
    /// The path of the field that the error refers to.
    pub field_path: Option<String>,
}

/// The markers that control how lists and maps are merged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merge {
    /// The list type for server-side apply: `atomic`, `set` or `map`.
    pub list_type: Option<String>,
    /// The names of the fields that identify the items of a list of type `map`.
    pub list_map_keys: Vec<String>,
    /// The map type for server-side apply: `granular` or `atomic`.
    pub map_type: Option<String>,
    /// The strategy of a strategic merge patch.
    pub patch_strategy: Option<String>,
    /// The name of the field that identifies the items of a list in a strategic merge patch.
    pub patch_merge_key: Option<String>,
}
