use crate::wire::words::write_start;

/// Text under construction, with the state of its last line that the emitter needs.
pub(super) struct Output<'o> {
    text: &'o mut Vec<u8>,
    /// The offset at which the last line starts.
    line: usize,
    /// True if the last character is white space, or is treated as such.
    pub(super) after_space: bool,
    /// True if the line contains only indentation and indicators such as `- `.
    pub(super) only_indentation: bool,
    /// The column of the innermost block collection, or -1 outside of all collections.
    pub(super) indent: isize,
}

/// The column after which text is folded.
const WIDTH: usize = 80;

/// The number of columns by which each level is indented.
pub(super) const STEP: isize = 2;

impl<'o> Output<'o> {
    /// Creates an output that appends a document to `text`.
    pub(super) fn new(text: &'o mut Vec<u8>) -> Self {
        Self { line: text.len(), text, after_space: true, only_indentation: true, indent: -1 }
    }

    pub(super) fn finish(mut self) {
        self.start_line();
    }

    /// Returns the number of characters on the line so far.
    pub(super) fn column(&self) -> usize {
        let is_first = |byte: &&u8| **byte & 0xC0 != 0x80;
        self.text[self.line..].iter().filter(is_first).count()
    }

    /// Returns true if this many additional bytes could make the line long enough to be folded.
    pub(super) fn may_fold(&self, bytes: usize) -> bool {
        self.text.len() - self.line + bytes > WIDTH
    }

    pub(super) fn is_past_width(column: usize) -> bool {
        column > WIDTH
    }

    pub(super) fn put(&mut self, character: char) {
        self.text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    }

    pub(super) fn put_str(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }

    /// Writes the first `length` bytes of an array.
    pub(super) fn put_start<const N: usize>(&mut self, bytes: &[u8; N], length: usize) {
        write_start(self.text, bytes, length);
    }

    /// Writes a line break of any kind.
    pub(super) fn put_break(&mut self, character: char) {
        self.put(character);
        self.line = self.text.len();
        self.only_indentation = true;
    }

    /// Moves to the indentation, on a new line unless the current one is still unused.
    pub(super) fn start_line(&mut self) {
        let indent = self.indent.max(0).unsigned_abs();
        // Indentation and indicators are ASCII, so bytes are columns.
        let mut column = self.text.len() - self.line;
        let used = column > indent || (column == indent && !self.after_space);
        if used || !self.only_indentation {
            self.put_break('\n');
            column = 0;
        }
        self.text.resize(self.text.len() + indent - column, b' ');
        self.after_space = true;
        self.only_indentation = true;
    }

    /// Writes a space if the previous character is not white space.
    pub(super) fn space(&mut self) {
        if !self.after_space {
            self.text.push(b' ');
        }
    }

    /// Writes `-`, `?` or a `:` that starts a line. The line still counts as containing only indentation.
    pub(super) fn entry_indicator(&mut self, indicator: char) {
        self.space();
        self.put(indicator);
        self.after_space = false;
    }

    /// Marks the line as used, so that no collection can start on it.
    pub(super) fn use_line(&mut self) {
        self.after_space = false;
        self.only_indentation = false;
    }
}
