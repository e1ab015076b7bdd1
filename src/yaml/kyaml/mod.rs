//! KYAML, the YAML dialect with braces and quotes that `kubectl -o kyaml` writes.

mod ambiguous;
mod parts;
mod text;
mod writer;

use super::error::Error;

/// Converts a JSON text to KYAML. Counterpart of the encoder in sigs.k8s.io/yaml/kyaml.
///
/// KYAML is a YAML dialect that hardly depends on white space: collections are written in braces and brackets, all
/// texts are in double quotes, and keys are unquoted only where they are unambiguous. Keys keep the order of the JSON,
/// and numbers their spelling. The output starts with `---`, so documents can be concatenated.
///
/// The output differs from upstream's where that would change a text: if a line starts with white space that is written
/// as an escape (a carriage return, U+2028), no backslash precedes the escape. In addition, the JSON is parsed as JSON,
/// not as YAML.
///
/// # Errors
///
/// Returns an error if the text is not JSON in UTF-8, or nests more than 10,000 levels.
///
/// ```
/// let json = br#"{"kind":"Pod","on":"yes","ports":[{"port":80},{"port":443}],"args":["a\nb"]}"#;
/// assert_eq!(apimachinery::yaml::json_to_kyaml(json)?, "\
/// ---
/// {
///   kind: \"Pod\",
///   \"on\": \"yes\",
///   ports: [{
///     port: 80,
///   }, {
///     port: 443,
///   }],
///   args: [
///     \"\\
///        a\\n\\
///        b\\
///       \",
///   ],
/// }
/// ");
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
pub fn json_to_kyaml(json: &[u8]) -> Result<String, Error> {
    let json = simdutf8::basic::from_utf8(json).map_err(|_| Error::new("the JSON is not valid UTF-8"))?;
    Ok(writer::write(&parts::read(json)?))
}
