use super::ambiguous::needs_quotes;
use super::parts::Part;
use super::text;

/// Formats a document, including the line `---` before it.
pub(super) fn write(parts: &[Part<'_>]) -> String {
    let mut writer = Writer { out: String::from("---\n"), open: Vec::new(), level: 0 };
    for (index, part) in parts.iter().enumerate() {
        let is_empty = matches!(parts.get(index + 1), Some(Part::End));
        writer.part(part, is_empty);
    }
    writer.out.push('\n');
    writer.out
}

/// The layout of the children of a list or an object.
#[derive(Clone, Copy, PartialEq)]
enum Layout {
    /// No children; the brackets are on one line.
    Empty(char),
    /// All on one line; only nested children start new lines.
    Cuddled { begun: bool },
    /// One line for each child, and one for the closing bracket.
    Lines(char),
}

struct Writer {
    out: String,
    open: Vec<Layout>,
    /// The number of enclosing lists and objects whose children have separate lines.
    level: usize,
}

impl Writer {
    fn part(&mut self, part: &Part<'_>, is_empty: bool) {
        match part {
            Part::Name(name) => self.name(name),
            Part::Text(value) => {
                self.start_item();
                text::write(&mut self.out, value, self.level + 1);
                self.end_value();
            }
            Part::Word(word) => {
                self.start_item();
                self.out.push_str(word);
                self.end_value();
            }
            Part::Object if is_empty => self.open('{', Layout::Empty('}')),
            Part::Object => self.open('{', Layout::Lines('}')),
            Part::List { .. } if is_empty => self.open('[', Layout::Empty(']')),
            Part::List { is_flat: true } => self.open('[', Layout::Cuddled { begun: false }),
            Part::List { is_flat: false } => self.open('[', Layout::Lines(']')),
            Part::End => self.close(),
        }
    }

    fn name(&mut self, name: &str) {
        text::indent(&mut self.out, self.level);
        match needs_quotes(name) {
            true => text::write_on_one_line(&mut self.out, name),
            false => self.out.push_str(name),
        }
        self.out.push_str(": ");
    }

    /// Writes the separator and indentation before a list item.
    fn start_item(&mut self) {
        match self.open.last_mut() {
            Some(Layout::Cuddled { begun: true }) => self.out.push_str(", "),
            Some(Layout::Cuddled { begun }) => *begun = true,
            Some(Layout::Lines(']')) => text::indent(&mut self.out, self.level),
            _ => {}
        }
    }

    fn end_value(&mut self) {
        if let Some(Layout::Lines(_)) = self.open.last() {
            self.out.push_str(",\n");
        }
    }

    fn open(&mut self, bracket: char, layout: Layout) {
        self.start_item();
        self.out.push(bracket);
        if let Layout::Lines(_) = layout {
            self.out.push('\n');
            self.level += 1;
        }
        self.open.push(layout);
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(Layout::Empty(bracket)) => self.out.push(bracket),
            Some(Layout::Cuddled { .. }) => self.out.push(']'),
            Some(Layout::Lines(bracket)) => {
                self.level -= 1;
                text::indent(&mut self.out, self.level);
                self.out.push(bracket);
            }
            None => {}
        }
        self.end_value();
    }
}
