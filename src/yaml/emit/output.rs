/// Text under construction, with what the emitter must know of its last line.
pub(super) struct Output {
    text: String,
    /// Characters on the line so far.
    column: usize,
    /// Whether the last character was white space, or counts as such.
    pub(super) after_space: bool,
    /// Whether the line holds nothing but indentation and indicators like `- `.
    pub(super) only_indentation: bool,
    /// The column of the innermost block collection; -1 outside of all.
    pub(super) indent: isize,
}

/// The column behind which text is folded.
const WIDTH: usize = 80;

/// How much deeper each level is indented.
pub(super) const STEP: isize = 2;

impl Output {
    pub(super) fn new() -> Self {
        Self { text: String::new(), column: 0, after_space: true, only_indentation: true, indent: -1 }
    }

    pub(super) fn finish(mut self) -> String {
        self.start_line();
        self.text
    }

    pub(super) fn is_past_width(&self) -> bool {
        self.column > WIDTH
    }

    pub(super) fn put(&mut self, character: char) {
        self.text.push(character);
        self.column += 1;
    }

    pub(super) fn put_str(&mut self, text: &str) {
        self.text.push_str(text);
        self.column += text.chars().count();
    }

    /// Writes a line break of any kind.
    pub(super) fn put_break(&mut self, character: char) {
        self.text.push(character);
        self.column = 0;
        self.only_indentation = true;
    }

    /// Moves to the indentation, on a new line unless this one is still free.
    pub(super) fn start_line(&mut self) {
        let indent = self.indent.max(0).unsigned_abs();
        let used = self.column > indent || (self.column == indent && !self.after_space);
        if used || !self.only_indentation {
            self.put_break('\n');
        }
        while self.column < indent {
            self.put(' ');
        }
        self.after_space = true;
        self.only_indentation = true;
    }

    /// Separates what comes next from what was last.
    pub(super) fn space(&mut self) {
        if !self.after_space {
            self.put(' ');
        }
    }

    /// Writes `-`, `?` or a `:` of its own, behind which the line is as free as before.
    pub(super) fn entry_indicator(&mut self, indicator: char) {
        self.space();
        self.put(indicator);
        self.after_space = false;
    }

    /// Notes that something was written that a collection cannot follow on the same line.
    pub(super) fn use_line(&mut self) {
        self.after_space = false;
        self.only_indentation = false;
    }
}
