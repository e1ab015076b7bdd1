use super::{Decoded, Error, Warning};
use crate::schema::GroupVersionKind;

/// The treatment of unknown and duplicate fields by a decoder.
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
    /// Drops them and reports them in [`Decoded::warnings`].
    #[default]
    Lax,
    /// Rejects them with an error for which [`Error::is_strict_decoding`] is true.
    Strict,
}

impl Mode {
    /// True for [`Mode::Strict`].
    pub(super) fn is_strict(self) -> bool {
        self == Mode::Strict
    }

    /// Converts the result of a lax decoder to the result of a decoder in this mode.
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

    /// Applies [`Mode::judge`] to the `Result` of a lax decoder.
    pub(super) fn judge_result(self, result: Result<Decoded, Error>) -> Result<Decoded, Error> {
        match result {
            Ok(decoded) => self.judge(decoded),
            Err(error) if self.is_strict() => Err(error.strictly()),
            Err(error) => Err(error),
        }
    }

    /// Applies [`Mode::judge`] to the result of decoding into an existing object.
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
