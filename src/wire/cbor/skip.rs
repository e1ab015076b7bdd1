//! Skipping of items of any depth.

use super::left::UNTIL_BREAK;
use super::{Left, Major, Reader};

impl Reader<'_> {
    /// Skips one item with its tags.
    #[inline]
    pub(crate) fn skip(&mut self) {
        if let Some(parts) = self.skip_head() {
            self.skip_parts(parts);
        }
    }

    /// Skips a head, and the content of an item without children. Returns the number of children that follow.
    #[inline]
    fn skip_head(&mut self) -> Option<Left> {
        let head = self.head();
        match head.major {
            Major::Unsigned | Major::Negative | Major::Simple => None,
            Major::Tag => Some(Left::one()),
            _ if head.is_indefinite() => Some(UNTIL_BREAK),
            Major::Bytes | Major::Text => {
                self.take(head.value);
                None
            }
            Major::List => Some(Left(head.value)),
            Major::Map => Some(Left(head.value.saturating_mul(2))),
        }
    }

    fn skip_parts(&mut self, parts: Left) {
        let mut open = vec![parts];
        while let Some(left) = open.last_mut() {
            if !self.more(left) {
                open.pop();
            } else if let Some(parts) = self.skip_head() {
                open.push(parts);
                self.at_depth(open.len());
            }
        }
    }
}
