use super::Head;

/// How many parts of a list or map are still to come.
#[derive(Clone, Copy)]
pub(crate) struct Left(pub(super) u64);

/// Parts up to a break. Who says in a head that there are so many is refused by the full check.
pub(super) const UNTIL_BREAK: Left = Left(u64::MAX);

impl Left {
    /// The one item behind a tag.
    pub(super) fn one() -> Self {
        Left(1)
    }

    /// How many follow `head`, of a list or map.
    pub(crate) fn behind(head: Head) -> Self {
        if head.is_indefinite() { UNTIL_BREAK } else { Left(head.value) }
    }

    /// Room for so many is made at once; what a sender says beyond is believed when it comes.
    pub(crate) fn capacity(self) -> usize {
        if self.is_open() { 0 } else { self.0.min(64) as usize }
    }

    #[inline]
    pub(super) fn is_open(self) -> bool {
        self.0 == UNTIL_BREAK.0
    }
}
