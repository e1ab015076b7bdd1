//! From JSON text to YAML text, laid out as go-yaml v2 does.
//!
//! [`read`] or [`detour`] make a [`document`] of the text, whose maps are in [`order`]; [`block`]
//! lays it out, each scalar in its [`style`].

mod block;
mod detour;
mod document;
mod order;
mod output;
mod read;
mod scalar;
mod style;

use super::error::Error;

/// Appends the YAML that sigs.k8s.io/yaml's `JSONToYAML` makes of a JSON text.
///
/// # Errors
///
/// The text cannot be read as YAML; `out` is then as it was.
pub(crate) fn write(out: &mut Vec<u8>, json: &[u8]) -> Result<(), Error> {
    match read::read(json) {
        Some(document) => {
            // Mostly indentation takes more than quotes and commas.
            out.reserve(json.len() + json.len() / 4);
            block::write(out, &document);
        }
        None => block::write(out, &detour::read(json)?),
    }
    Ok(())
}

#[cfg(test)]
mod tests;
