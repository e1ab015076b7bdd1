//! The lines of a text: their starts and ends, and the lines that belong to an entry.

use std::ops::Range;

use super::tree::{NodeId, Shape, Tree};

/// Returns the offset at which the line with `offset` starts.
pub(super) fn line_start(text: &str, offset: usize) -> usize {
    text[..offset].rfind('\n').map_or(0, |feed| feed + 1)
}

/// Returns the offset at which the line with `offset` ends, before its line break.
pub(super) fn line_end(text: &str, offset: usize) -> usize {
    let end = text[offset..].find('\n').map_or(text.len(), |feed| offset + feed);
    if text[offset..end].ends_with('\r') { end - 1 } else { end }
}

/// Returns the number of characters before `offset` in its line.
pub(super) fn column(text: &str, offset: usize) -> usize {
    text[line_start(text, offset)..offset].chars().filter(|character| *character != '\u{FEFF}').count()
}

/// Returns true if only spaces precede `offset` in its line.
pub(super) fn is_first(text: &str, offset: usize) -> bool {
    text[line_start(text, offset)..offset].trim_matches([' ', '\u{FEFF}']).is_empty()
}

/// Returns the white space before `offset` in its line, or `None` if other characters precede it. Unlike block
/// collections, flow collections can be indented by tabs.
pub(super) fn lead(text: &str, offset: usize) -> Option<String> {
    let lead = text[line_start(text, offset)..offset].trim_start_matches('\u{FEFF}');
    lead.chars().all(|character| matches!(character, ' ' | '\t')).then(|| lead.to_string())
}

pub(super) fn spaces(count: usize) -> String {
    " ".repeat(count)
}

/// Moves all lines after the first one by a number of columns.
pub(super) fn shifted(text: &str, by: isize) -> String {
    let mut lines = text.split('\n');
    let mut moved = lines.next().unwrap_or_default().to_string();
    for line in lines {
        moved.push('\n');
        let is_blank = line.trim_end_matches('\r').is_empty();
        match usize::try_from(by) {
            Ok(by) if !is_blank => moved += &(spaces(by) + line),
            Err(_) => {
                let indentation = line.len() - line.trim_start_matches(' ').len();
                moved += &line[by.unsigned_abs().min(indentation)..];
            }
            Ok(_) => moved += line,
        }
    }
    moved
}

impl Tree<'_> {
    /// Returns the end of a node with the comment after it: the end of its last line, before the line break. Inside
    /// brackets, returns the end of the node itself.
    pub(super) fn node_end(&self, id: NodeId) -> usize {
        let node = self.node(id);
        match &node.shape {
            Shape::Map { entries, is_flow: false } => {
                let last = entries.iter().rfind(|entry| !entry.is_merged);
                let end = last.map_or(node.span.end, |entry| self.value_end(entry.key_span.end, entry.value));
                // A merge key at the end is not among the entries.
                let is_merge_last = node.span.end > end && !self.text[..node.span.end].ends_with('\n');
                if is_merge_last { line_end(self.text, node.span.end) } else { end }
            }
            Shape::List { items, is_flow: false } => {
                let start = node.content.start;
                items.last().map_or_else(|| line_end(self.text, node.span.end), |item| self.value_end(start, *item))
            }
            _ if self.is_block_scalar(id) => self.block_scalar_end(node.content.clone()),
            _ => line_end(self.text, node.span.end),
        }
    }

    /// Returns the end of a value that follows a key or a dash; a value without text is located there.
    fn value_end(&self, key_end: usize, id: NodeId) -> usize {
        self.node_end(id).max(line_end(self.text, key_end))
    }

    /// Returns the end of an entry in block style.
    pub(super) fn entry_end(&self, map: NodeId, index: usize) -> usize {
        let entry = &self.entries(map)[index];
        self.value_end(entry.key_span.end, entry.value)
    }

    /// Returns the end of an entry in braces. Without a value, it is the end of the colon, or of the key if there is none.
    pub(super) fn flow_end(&self, map: NodeId, index: usize) -> usize {
        let entry = &self.entries(map)[index];
        let span = &self.node(entry.value).span;
        if !span.is_empty() {
            return span.end;
        }
        let key_end = entry.key_span.end;
        let rest = &self.text[key_end..];
        let after = rest.trim_start();
        if after.starts_with(':') { key_end + rest.len() - after.len() + 1 } else { key_end }
    }

    /// Returns the end of a block scalar without the line break. Empty lines at the end belong to it only with `+`.
    fn block_scalar_end(&self, content: Range<usize>) -> usize {
        let text = &self.text[content.clone()];
        let header = text.lines().next().unwrap_or_default();
        let keeps = header.split('#').next().unwrap_or_default().contains('+');
        let body = match keeps {
            true => text.strip_suffix('\n').unwrap_or(text),
            false => text.trim_end_matches(['\n', '\r', ' ']),
        };
        let end = content.start + body.trim_end_matches('\r').len();
        if keeps { end } else { line_end(self.text, end) }
    }

    /// Returns the range of the comment lines directly above an entry that have its indentation. It is empty if there are
    /// none: at the start of the line of the key, or at the key if that does not start its line.
    pub(super) fn leading(&self, map: NodeId, index: usize) -> Range<usize> {
        let key = self.entries(map)[index].start;
        let own = line_start(self.text, key);
        let mut start = own;
        if !is_first(self.text, key) {
            return key..key;
        }
        while start > 0 {
            let above = line_start(self.text, start - 1);
            let sign = above + column(self.text, key);
            let is_comment = self.text[above..start].trim_start_matches(' ').starts_with('#')
                && self.comments.binary_search_by_key(&sign, |comment| comment.start).is_ok();
            if !is_comment {
                break;
            }
            start = above;
        }
        start..own
    }

    /// Returns the indexes of the comments in a range.
    pub(super) fn comments_in(&self, range: &Range<usize>) -> Range<usize> {
        let from = self.comments.partition_point(|comment| comment.start < range.start);
        let to = self.comments.partition_point(|comment| comment.start < range.end);
        from..to.max(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_shifted_by_columns() {
        assert_eq!(shifted("a:\n  b: |\n    c\n\n  # d", 2), "a:\n    b: |\n      c\n\n    # d");
        assert_eq!(shifted("a:\n    b: 1\n # c", -2), "a:\n  b: 1\n# c");
        assert_eq!(shifted("a\r\n b\r\n\r\n", 1), "a\r\n  b\r\n\r\n");
    }

    #[test]
    fn ends_of_lines() {
        let text = "ab\r\ncd\n";
        assert_eq!([line_end(text, 0), line_end(text, 5), line_start(text, 5), column(text, 5)], [2, 6, 4, 1]);
        assert!(is_first("  a", 2) && !is_first("- a", 2));
    }
}
