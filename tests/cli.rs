//! Tests of the command-line program: output, messages and exit codes.

#![cfg(feature = "cli")]

#[path = "cli/convert.rs"]
mod convert;
#[path = "cli/cost.rs"]
mod cost;
#[path = "cli/documents.rs"]
mod documents;
#[path = "cli/files.rs"]
mod files;
#[path = "cli/identity.rs"]
mod identity;
#[path = "cli/ignored.rs"]
mod ignored;
#[path = "cli/json_losses.rs"]
mod json_losses;
#[path = "cli/kinds.rs"]
mod kinds;
#[path = "cli/lint.rs"]
mod lint;
#[path = "cli/losses.rs"]
mod losses;
#[path = "cli/mistakes.rs"]
mod mistakes;
#[path = "cli/printing.rs"]
mod printing;
#[path = "cli/stream.rs"]
mod stream;
#[path = "cli/support.rs"]
mod support;
#[path = "cli/usage.rs"]
mod usage;
#[path = "cli/yaml.rs"]
mod yaml;
