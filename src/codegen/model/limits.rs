//! What is said of values besides their types: for schemas and patches, codecs do not look at it.

/// What a value must keep to; schemas are made from it, codecs do not look at it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Least number.
    pub minimum: Option<f64>,
    /// Greatest number.
    pub maximum: Option<f64>,
    /// The minimum itself is too little.
    pub exclusive_minimum: bool,
    /// The maximum itself is too much.
    pub exclusive_maximum: bool,
    /// The number divides by this one.
    pub multiple_of: Option<f64>,
    /// Fewest characters.
    pub min_length: Option<u64>,
    /// Most characters.
    pub max_length: Option<u64>,
    /// A regular expression in the syntax of RE2.
    pub pattern: Option<String>,
    /// A named format of OpenAPI.
    pub format: Option<String>,
    /// Fewest items of a list.
    pub min_items: Option<u64>,
    /// Most items of a list.
    pub max_items: Option<u64>,
    /// Fewest entries of a map.
    pub min_properties: Option<u64>,
    /// Most entries of a map.
    pub max_properties: Option<u64>,
    /// Set once, never changed.
    pub immutable: bool,
    /// Why the field should not be used any more.
    pub deprecated: Option<String>,
    /// Rules in CEL.
    pub validations: Vec<Validation>,
}

/// A rule in CEL.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validation {
    /// The expression.
    pub rule: String,
    /// What a user reads when it is false.
    pub message: Option<String>,
    /// An expression that makes that message.
    pub message_expression: Option<String>,
    /// The machine-readable reason.
    pub reason: Option<String>,
    /// The field to blame.
    pub field_path: Option<String>,
}

/// List and map markers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merge {
    /// `atomic`, `set` or `map`.
    pub list_type: Option<String>,
    /// Keys of a list of type `map`.
    pub list_map_keys: Vec<String>,
    /// `granular` or `atomic`.
    pub map_type: Option<String>,
    /// Strategic merge patch.
    pub patch_strategy: Option<String>,
    /// Key of a strategic merge patch.
    pub patch_merge_key: Option<String>,
}
