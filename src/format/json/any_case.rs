//! Case-insensitive matching of names, as in Go's own `encoding/json`. Annotations written by old versions of an API
//! are decoded this way.

use super::{Error, Reader};
use crate::format::decode::decode_at;
use crate::format::problem::Path;
use crate::reflect::{Mut, Reflect, Shape};

/// Decodes a value like [`from_str`](super::from_str), but ignores the case of names that match no field exactly:
/// `ScaleUp` names the field `scaleUp`.
pub(crate) fn from_str_any_case<T: Reflect + Default>(json: &str) -> Result<T, Error> {
    let mut value = T::default();
    decode_at(&Path::root(), position, Reader::new(json), Mut::new(&mut value))?;
    Ok(value)
}

fn position(shape: &Shape, name: &str, guess: usize) -> Option<usize> {
    shape.position(name, guess).or_else(|| shape.json_fields().iter().position(|field| is_same(field.name(), name)))
}

/// Returns true if the names differ only in case. Two letters outside ASCII have an ASCII lower case.
fn is_same(field: &str, name: &str) -> bool {
    let lower = |letter: char| match letter {
        'ſ' => 's',
        '\u{212a}' => 'k',
        other => other.to_ascii_lowercase(),
    };
    field.chars().map(lower).eq(name.chars().map(lower))
}

#[cfg(test)]
mod tests {
    use super::is_same;

    #[test]
    fn names_are_the_same_in_any_case() {
        assert!(is_same("scaleUp", "ScaleUp") && is_same("scaleUp", "SCALEUP"));
        assert!(is_same("skip", "\u{17f}\u{212a}ip"));
        assert!(!is_same("scaleUp", "scaleUps") && !is_same("scaleUp", "scaleU"));
    }
}
