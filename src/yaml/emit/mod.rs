//! Conversion of JSON text to YAML text with the layout of go-yaml v2.
//!
//! [`read`] or [`detour`] create a [`document`] from the text and [`order`] its maps. [`block`] writes the document,
//! with a [`style`] chosen for each scalar.

mod block;
mod detour;
mod document;
mod order;
mod output;
mod read;
mod scalar;
mod style;

use super::error::Error;

/// Appends the YAML that `JSONToYAML` of sigs.k8s.io/yaml produces for a JSON text.
///
/// # Errors
///
/// Returns an error if the text cannot be read as YAML; `out` is then unchanged.
pub(crate) fn write(out: &mut Vec<u8>, json: &[u8]) -> Result<(), Error> {
    match read::read(json) {
        Some(document) => {
            // Indentation usually takes more space than quotes and commas.
            out.reserve(json.len() + json.len() / 4);
            block::write(out, &document);
        }
        None => block::write(out, &detour::read(json)?),
    }
    Ok(())
}

#[cfg(test)]
mod tests;
