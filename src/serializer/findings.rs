use super::decoded::Kept;
use super::{Decoded, Error, Warning};
use crate::conversion::Loss;
use crate::meta::Object;
use crate::schema::GroupVersionKind;

/// Problems found while objects were decoded: those reported by lax decoders and those refused by strict ones.
#[derive(Default)]
pub(super) struct Findings {
    reported: Vec<Warning>,
    refused: Vec<Warning>,
}

impl Findings {
    pub(super) fn reported(reported: Vec<Warning>) -> Self {
        Findings { reported, refused: Vec::new() }
    }

    pub(super) fn refused(refused: Vec<Warning>) -> Self {
        Findings { reported: Vec::new(), refused }
    }

    /// Reports values that a conversion lost.
    pub(super) fn lost(losses: Vec<Loss>) -> Self {
        Findings::reported(losses.into_iter().map(Warning::from).collect())
    }

    pub(super) fn append(&mut self, other: Findings) {
        self.reported.extend(other.reported);
        self.refused.extend(other.refused);
    }

    /// Prefixes the path of each problem with the list item at `index`.
    pub(super) fn below_item(self, index: usize) -> Self {
        let below = |warnings: Vec<Warning>| {
            warnings.into_iter().map(|warning| warning.below(&format!("items[{index}]"))).collect()
        };
        Findings { reported: below(self.reported), refused: below(self.refused) }
    }

    /// Splits the result of a decoder into the object and its problems, whether or not the decoder is strict.
    ///
    /// # Errors
    ///
    /// Returns an error if the decoder returned no object.
    pub(super) fn split(result: Result<Decoded, Error>) -> Result<(Box<dyn Object>, GroupVersionKind, Self), Error> {
        match result {
            Ok(Decoded { object, gvk, warnings }) => Ok((object, gvk, Findings::reported(warnings))),
            Err(error) if error.is_strict_decoding() => match error.into_parts() {
                (Some(object), Some(gvk), refused) => Ok((object, gvk, Findings::refused(refused))),
                (_, _, refused) => Err(crate::format::Error::strict(refused).into()),
            },
            Err(error) => Err(error),
        }
    }

    /// Returns the object with the reported problems.
    ///
    /// # Errors
    ///
    /// Returns an error if any problem was refused.
    pub(super) fn judge<T: Kept>(self, gvk: GroupVersionKind, object: T) -> Result<Decoded<T>, Error> {
        if self.refused.is_empty() {
            return Ok(Decoded { object, gvk, warnings: self.reported });
        }
        Err(Error::strict(self.refused, gvk, object.kept()))
    }
}
