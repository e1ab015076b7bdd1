//! Tests of the generator: generated code and its behavior, messages about invalid definitions, and files of the
//! repository that follow from the definitions. They share one process, because it parses the built-in definitions.
//!
//! `BLESS=1 cargo test --test codegen` rewrites all committed results.

mod behavior;
#[path = "../support/bless.rs"]
mod bless;
mod features;
mod golden;
mod invalid;
mod planted;
mod properties;
mod remedies;
mod schemas;
#[path = "../support/tutorial.rs"]
mod steps;
mod stubs;
mod tutorial;
