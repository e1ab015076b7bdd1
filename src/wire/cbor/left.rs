use super::Head;

/// The number of remaining children of a list or map.
#[derive(Clone, Copy)]
pub(crate) struct Left(pub(super) u64);

/// An indefinite number of children, up to a break. The full check rejects a head that declares this number.
pub(super) const UNTIL_BREAK: Left = Left(u64::MAX);

impl Left {
    /// Returns the count for the single item after a tag.
    pub(super) fn one() -> Self {
        Left(1)
    }

    /// Returns the number of children of the list or map with this head.
    pub(crate) fn behind(head: Head) -> Self {
        if head.is_indefinite() { UNTIL_BREAK } else { Left(head.value) }
    }

    /// Returns the capacity to allocate at once. It is limited, since the declared length may exceed the actual data.
    pub(crate) fn capacity(self) -> usize {
        if self.is_open() { 0 } else { self.0.min(64) as usize }
    }

    #[inline]
    pub(super) fn is_open(self) -> bool {
        self.0 == UNTIL_BREAK.0
    }
}
