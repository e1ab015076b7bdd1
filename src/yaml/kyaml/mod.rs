//! KYAML: the YAML in braces and quotes that `kubectl -o kyaml` writes.

mod ambiguous;
mod parts;
mod text;
mod writer;

use super::error::Error;

/// Converts a JSON text to KYAML, as the encoder of sigs.k8s.io/yaml/kyaml does.
///
/// KYAML is YAML that hardly depends on white space: braces and brackets, all texts in double
/// quotes, keys without where they cannot be anything else. Keys stay in the order of the JSON, and
/// numbers as they are written. It begins with `---`, so that documents can follow one another.
///
/// It differs from upstream where that would change a text: a line that starts with white space which
/// is written as an escape (a carriage return, U+2028) gets no backslash in front. And the JSON is
/// read as JSON, not as the YAML it nearly is.
///
/// # Errors
///
/// The text is not JSON in UTF-8, or nests more than 10,000 levels.
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
    let json = simdutf8::basic::from_utf8(json).map_err(|_| Error::new("the JSON is not UTF-8"))?;
    Ok(writer::write(&parts::read(json)?))
}
