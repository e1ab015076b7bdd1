/// Returns the line and column of an offset, both counted from 1. Columns are counted in characters.
pub(super) fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary_at(offset)];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// A replacement for `str::floor_char_boundary`, which the minimum supported Rust version does not have.
trait FloorCharBoundary {
    fn floor_char_boundary_at(&self, offset: usize) -> usize;
}

impl FloorCharBoundary for str {
    fn floor_char_boundary_at(&self, offset: usize) -> usize {
        (0..=offset.min(self.len())).rev().find(|&at| self.is_char_boundary(at)).unwrap_or(0)
    }
}
