use super::{Decoded, Error, Warning};
use crate::schema::GroupVersionKind;

/// What happens to the parts of a document that its type does not know, or that it says twice.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::serializer::{Codec, Mode};
///
/// let data = b"apiVersion: apps/v1\nkind: Deployment\nsize: 1\n";
/// let codec = Codec::new(apimachinery::apis::scheme());
/// assert_eq!(codec.decode(data).unwrap().warnings.len(), 1);
/// assert!(codec.with_mode(Mode::Strict).decode(data).unwrap_err().is_strict_decoding());
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// They are dropped and come back as [`Decoded::warnings`].
    #[default]
    Lax,
    /// They are an error, of which [`Error::is_strict_decoding`] is true.
    Strict,
}

impl Mode {
    /// True for [`Mode::Strict`].
    pub(super) fn is_strict(self) -> bool {
        self == Mode::Strict
    }

    /// What a decoder of this mode says, where a lax one says `decoded`.
    pub(super) fn judge(self, decoded: Decoded) -> Result<Decoded, Error> {
        if !self.is_strict() {
            return Ok(decoded);
        }
        let Decoded { object, gvk, warnings } = decoded;
        match Warning::judge(warnings) {
            Ok(warnings) => Ok(Decoded { object, gvk, warnings }),
            Err(refused) => Err(Error::strict(refused, gvk, Some(object))),
        }
    }

    /// As [`Mode::judge`], of the result of a lax decoder.
    pub(super) fn judge_result(self, result: Result<Decoded, Error>) -> Result<Decoded, Error> {
        match result {
            Ok(decoded) => self.judge(decoded),
            Err(error) if self.is_strict() => Err(error.strictly()),
            Err(error) => Err(error),
        }
    }

    /// As [`Mode::judge`], of what was decoded into an object that was there.
    pub(super) fn judge_into(
        self,
        result: Result<(GroupVersionKind, Vec<Warning>), Error>,
    ) -> Result<(GroupVersionKind, Vec<Warning>), Error> {
        match result {
            Ok((gvk, warnings)) if self.is_strict() => match Warning::judge(warnings) {
                Ok(warnings) => Ok((gvk, warnings)),
                Err(refused) => Err(Error::strict(refused, gvk, None)),
            },
            Err(error) if self.is_strict() => Err(error.strictly()),
            other => other,
        }
    }
}
