//! KYAML, the YAML dialect with braces and quotes that `kubectl -o kyaml` writes.

mod text;
mod tokens;

use self::text::needs_quotes;
use self::tokens::Token;
use super::error::Error;

/// Converts a JSON text to KYAML. Counterpart of the encoder in sigs.k8s.io/yaml/kyaml.
///
/// KYAML is a YAML dialect that hardly depends on white space: collections are written in braces and brackets, all
/// texts are in double quotes, and keys are unquoted only where they are unambiguous. Keys keep the order of the JSON,
/// and numbers their spelling. The output starts with `---`, so documents can be concatenated.
///
/// The output differs from upstream's where that would change a text: if a line starts with white space that is written
/// as an escape (a carriage return, U+2028), no backslash precedes the escape. In addition, the JSON is parsed as JSON,
/// not as YAML.
///
/// # Errors
///
/// Returns an error if the text is not JSON in UTF-8, or nests more than 10,000 levels.
///
/// ```
/// let json = br#"{"kind":"Pod","on":"yes","ports":[{"port":80},{"port":443}],"args":["a\nb"]}"#;
/// assert_eq!(apimachinery::yaml::json_to_kyaml(json)?, "\
/// ---
/// {
///   kind: \"Pod\",
///   \"on\": \"yes\",
///   ports: [{
///     port: 80,
///   }, {
///     port: 443,
///   }],
///   args: [
///     \"\\
///        a\\n\\
///        b\\
///       \",
///   ],
/// }
/// ");
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
pub fn json_to_kyaml(json: &[u8]) -> Result<String, Error> {
    let json = simdutf8::basic::from_utf8(json).map_err(|_| Error::new("the JSON is not valid UTF-8"))?;
    Ok(write(&tokens::read(json)?))
}

/// Formats a document, including the line `---` before it.
fn write(tokens: &[Token<'_>]) -> String {
    let mut writer = Writer { out: String::from("---\n"), open: Vec::new(), level: 0 };
    for (index, token) in tokens.iter().enumerate() {
        let is_empty = matches!(tokens.get(index + 1), Some(Token::End));
        writer.token(token, is_empty);
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
    fn token(&mut self, token: &Token<'_>, is_empty: bool) {
        match token {
            Token::Name(name) => self.name(name),
            Token::Text(value) => {
                self.start_item();
                text::write(&mut self.out, value, self.level + 1);
                self.end_value();
            }
            Token::Word(word) => {
                self.start_item();
                self.out.push_str(word);
                self.end_value();
            }
            Token::Object if is_empty => self.open('{', Layout::Empty('}')),
            Token::Object => self.open('{', Layout::Lines('}')),
            Token::List { .. } if is_empty => self.open('[', Layout::Empty(']')),
            Token::List { is_flat: true } => self.open('[', Layout::Cuddled { begun: false }),
            Token::List { is_flat: false } => self.open('[', Layout::Lines(']')),
            Token::End => self.close(),
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
