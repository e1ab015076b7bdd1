//! serde values read from YAML and written to YAML, compared with serde_json and the corresponding JSON.

mod corpus;
mod errors;
mod limits;
mod reading;
mod types;
mod writing;
