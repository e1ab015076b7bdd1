//! Tests of programs: the command-line program and those in `examples`.

#![cfg(feature = "cli")]

mod compare;
mod convert;
mod cost;
mod documents;
#[cfg(all(feature = "apps", feature = "core", feature = "extensions"))]
mod examples;
mod files;
mod identity;
mod ignored;
mod json_losses;
mod kinds;
#[cfg(all(feature = "apps", feature = "extensions", feature = "apiextensions"))]
mod kustomize;
mod levels;
mod lint;
mod losses;
mod mistakes;
mod printing;
mod source;
mod stream;
mod support;
mod usage;
mod yaml;
