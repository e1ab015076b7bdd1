use super::decoded::Kept;
use super::{Decoded, Error, Warning};

/// The treatment of unknown and duplicate fields by a [`Codec`](super::Codec), set with
/// [`Codec::with_mode`](super::Codec::with_mode). The default is [`Mode::Lax`].
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
    /// Unknown fields and all but one of several duplicates are dropped and reported in [`Decoded::warnings`].
    #[default]
    Lax,
    /// Unknown and duplicate fields are rejected with an error for which [`Error::is_strict_decoding`] is true.
    Strict,
}

impl Mode {
    /// Returns true for [`Mode::Strict`].
    pub(super) fn is_strict(self) -> bool {
        self == Mode::Strict
    }

    /// Converts the result of a lax decoder to the result of a decoder in this mode.
    pub(super) fn judge<T: Kept>(self, result: Result<Decoded<T>, Error>) -> Result<Decoded<T>, Error> {
        match result {
            Ok(Decoded { object, gvk, warnings }) if self.is_strict() => match Warning::judge(warnings) {
                Ok(warnings) => Ok(Decoded { object, gvk, warnings }),
                Err(refused) => Err(Error::strict(refused, gvk, object.kept())),
            },
            Err(error) if self.is_strict() => Err(error.strictly()),
            other => other,
        }
    }
}
