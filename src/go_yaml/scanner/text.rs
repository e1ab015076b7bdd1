use std::borrow::Cow;
use std::ops::Range;

/// The value of a scalar during scanning. It is a slice of the source as long as possible, and a copy after the first
/// character that differs from the source.
pub(super) struct ScalarText<'a> {
    source: &'a str,
    stretch: Range<usize>,
    copy: Option<String>,
}

impl<'a> ScalarText<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Self { source, stretch: 0..0, copy: None }
    }

    /// Appends a range of the source.
    pub(super) fn push_source(&mut self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        match &mut self.copy {
            Some(copy) => copy.push_str(&self.source[range]),
            None if self.stretch.is_empty() => self.stretch = range,
            None if self.stretch.end == range.start => self.stretch.end = range.end,
            None => {
                let source = self.source;
                self.copy().push_str(&source[range]);
            }
        }
    }

    pub(super) fn push_str(&mut self, text: &str) {
        if !text.is_empty() {
            self.copy().push_str(text);
        }
    }

    pub(super) fn push(&mut self, character: char) {
        self.copy().push(character);
    }

    pub(super) fn finish(self) -> Cow<'a, str> {
        match self.copy {
            Some(copy) => Cow::Owned(copy),
            None => Cow::Borrowed(&self.source[self.stretch]),
        }
    }

    fn copy(&mut self) -> &mut String {
        self.copy.get_or_insert_with(|| self.source[self.stretch.clone()].to_owned())
    }
}

/// The line breaks between two lines of a folded scalar.
#[derive(Default)]
pub(super) struct Gap {
    first_break: Option<&'static str>,
    more_breaks: String,
}

impl Gap {
    pub(super) fn has_break(&self) -> bool {
        self.first_break.is_some()
    }

    pub(super) fn add_break(&mut self, value: &'static str) {
        match self.first_break {
            None => self.first_break = Some(value),
            Some(_) => self.more_breaks.push_str(value),
        }
    }

    /// Appends the value of the line breaks and clears them. A single line feed becomes a space, and the first of
    /// several is dropped.
    pub(super) fn fold_into(&mut self, text: &mut ScalarText<'_>) {
        match self.first_break.take() {
            Some("\n") if self.more_breaks.is_empty() => text.push(' '),
            None | Some("\n") => text.push_str(&self.more_breaks),
            Some(first) => {
                text.push_str(first);
                text.push_str(&self.more_breaks);
            }
        }
        self.more_breaks.clear();
    }
}
