use super::{Decoded, Error, Warning};
use crate::meta::Object;
use crate::schema::GroupVersionKind;

/// What came up while objects were decoded: what lax decoders report and strict ones refuse.
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

    pub(super) fn append(&mut self, other: Findings) {
        self.reported.extend(other.reported);
        self.refused.extend(other.refused);
    }

    /// The same, about the item of a list.
    pub(super) fn below_item(self, index: usize) -> Self {
        let below = |warnings: Vec<Warning>| {
            warnings.into_iter().map(|warning| warning.below(&format!("items[{index}]"))).collect()
        };
        Findings { reported: below(self.reported), refused: below(self.refused) }
    }

    /// What a decoder made, whether it refuses it or not.
    ///
    /// # Errors
    ///
    /// If it made nothing.
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

    /// The object with what was reported.
    ///
    /// # Errors
    ///
    /// If anything was refused.
    pub(super) fn judge(self, gvk: GroupVersionKind, object: Box<dyn Object>) -> Result<Decoded, Error> {
        if self.refused.is_empty() {
            return Ok(Decoded { object, gvk, warnings: self.reported });
        }
        Err(Error::strict(self.refused, gvk, Some(object)))
    }

    /// As [`Findings::judge`], of an object that the caller has.
    ///
    /// # Errors
    ///
    /// If anything was refused.
    pub(super) fn judge_into(self, gvk: GroupVersionKind) -> Result<(GroupVersionKind, Vec<Warning>), Error> {
        if self.refused.is_empty() { Ok((gvk, self.reported)) } else { Err(Error::strict(self.refused, gvk, None)) }
    }
}
