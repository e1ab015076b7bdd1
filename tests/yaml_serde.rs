//! serde values read from YAML and written to YAML, compared with serde_json and the corresponding JSON.

#[path = "yaml_serde/corpus.rs"]
mod corpus;
#[path = "yaml_serde/errors.rs"]
mod errors;
#[path = "yaml_serde/limits.rs"]
mod limits;
#[path = "yaml_serde/reading.rs"]
mod reading;
#[path = "yaml_serde/types.rs"]
mod types;
#[path = "yaml_serde/writing.rs"]
mod writing;
