//! Texts of a value in randomly chosen styles, with a comment at many of the places that permit one.

mod block;
mod flow;
mod json;
mod scalar;

use apimachinery::edit::Step;
use serde_json::{Map, Value};

use super::random::Random;

/// A text of a value.
pub(crate) struct Rendered {
    pub(crate) text: String,
    /// The paths of the scalars that have a line to themselves, with the numbers of these lines from 0.
    pub(crate) leaves: Vec<(Vec<Step>, usize)>,
    /// True if the text contains an alias or a merge key.
    pub(crate) has_aliases: bool,
    /// True if the text has a feature of YAML that an edit cannot always keep, such as `? key`.
    pub(crate) has_oddities: bool,
}

/// The choices that are made once for a text.
struct Style {
    step: usize,
    /// The number of columns by which a dash is indented below its key.
    dash: usize,
    /// The number of spaces after a dash.
    gap: usize,
    /// One in so many places has a comment; 0 for none.
    comments: usize,
    /// One in so many collections is written in brackets.
    flow: usize,
    /// One in so many values has an anchor, if it can have one; 0 for none.
    anchors: usize,
    /// True if keys are sometimes quoted or explicit, and values tagged or split.
    is_odd: bool,
}

/// Returns the text of a value in a randomly chosen style.
pub(crate) fn render(value: &Value, random: &mut Random) -> Rendered {
    if random.one_in(6) {
        let text = json::render(value, random);
        return Rendered { text, leaves: Vec::new(), has_aliases: false, has_oddities: false };
    }
    let step = random.pick(&[2, 2, 2, 4, 4, 1, 3, 8]);
    let style = Style {
        step,
        dash: if random.one_in(2) { 0 } else { step },
        gap: random.pick(&[1, 1, 1, 1, 3]),
        comments: random.pick(&[0, 2, 3, 6]),
        flow: random.pick(&[2, 4, 20, 1000]),
        anchors: random.pick(&[0, 0, 0, 2, 5]),
        is_odd: random.one_in(3),
    };
    let has_byte_order_mark = random.one_in(6);
    let has_crlf = random.one_in(4);
    let mut renderer = Renderer {
        out: String::new(),
        random,
        style,
        notes: 0,
        leaves: Vec::new(),
        anchors: Vec::new(),
        path: Vec::new(),
        has_aliases: false,
        has_oddities: false,
        block_scalar_end: 0,
    };
    renderer.document(value);
    let Renderer { mut out, leaves, has_aliases, has_oddities, .. } = renderer;
    if has_crlf {
        out = out.replace('\n', "\r\n");
    }
    if has_byte_order_mark {
        out.insert(0, '\u{FEFF}');
    }
    Rendered { text: out, leaves, has_aliases, has_oddities }
}

struct Renderer<'r> {
    out: String,
    random: &'r mut Random,
    style: Style,
    notes: usize,
    leaves: Vec<(Vec<Step>, usize)>,
    /// The values that have an anchor.
    anchors: Vec<(Value, String)>,
    path: Vec<Step>,
    has_aliases: bool,
    has_oddities: bool,
    /// The end of the last block scalar.
    block_scalar_end: usize,
}

impl Renderer<'_> {
    fn document(&mut self, value: &Value) {
        if self.random.one_in(5) {
            let note = self.note();
            self.out += &format!("{note}\n");
        }
        match self.random.below(8) {
            0 => self.out += "---\n",
            1 => {
                let note = self.note();
                self.out += &format!("--- {note}\n");
            }
            2 if self.style.is_odd => self.out += "%YAML 1.1\n---\n",
            _ => {}
        }
        let map = value.as_object().expect("an object");
        if self.style.flow == 2 && self.random.one_in(8) {
            self.flow_map(map, 0);
        } else {
            self.block_map(map, 0, true);
        }
        // Without its last line break, a block scalar has another value.
        match self.random.below(6) {
            0 if self.block_scalar_end < self.out.len() => {}
            1 => {
                let note = self.note();
                self.out += &format!("\n{note}");
            }
            2 => {
                let note = self.note();
                self.out += &format!("\n...\n{note}\n");
            }
            3 => self.out += "\n\n\n",
            _ => self.out += "\n",
        }
    }

    /// Returns a new comment.
    fn note(&mut self) -> String {
        self.notes += 1;
        format!("# note {}.", self.notes)
    }

    fn wants_note(&mut self) -> bool {
        self.style.comments > 0 && self.random.one_in(self.style.comments)
    }

    /// Writes a comment after a value, perhaps.
    fn trailing_note(&mut self) {
        if self.wants_note() {
            let note = self.note();
            let blanks = self.random.pick(&[" ", "  ", "     ", "\t"]);
            // A tab after an indicator cannot precede what follows in the next line.
            let blanks = if self.out.ends_with([':', '-']) { " " } else { blanks };
            self.out += &format!("{blanks}{note}");
        }
    }

    fn line(&self) -> usize {
        self.out.matches('\n').count()
    }

    fn indent(&mut self, column: usize) {
        self.out.extend(std::iter::repeat_n(' ', column));
    }

    /// Writes an alias for an equal value, or else an anchor, perhaps. Returns true for an alias.
    fn alias_or_anchor(&mut self, value: &Value) -> bool {
        if self.style.anchors == 0 || value.is_null() {
            return false;
        }
        let known = self.anchors.iter().find(|(known, _)| known == value).map(|(_, name)| name.clone());
        if let Some(name) = known.filter(|_| self.random.one_in(2)) {
            self.out += &format!(" *{name}");
            self.has_aliases = true;
            return true;
        }
        if self.random.one_in(self.style.anchors) {
            let name = format!("a{}", self.anchors.len() + 1);
            self.out += &format!(" &{name}");
            self.anchors.push((value.clone(), name));
        }
        false
    }

    /// Returns the entries to write, and writes a merge key for the others, perhaps.
    fn merged(&mut self, map: &Map<String, Value>) -> (Option<String>, Vec<(String, Value)>) {
        let all = || map.iter().map(|(key, value)| (key.clone(), value.clone())).collect::<Vec<_>>();
        if self.style.anchors == 0 || !self.random.one_in(2) {
            return (None, all());
        }
        let found = self.anchors.iter().find_map(|(known, name)| {
            let known = known.as_object().filter(|known| !known.is_empty() && known.len() < map.len())?;
            known.iter().all(|(key, value)| map.get(key) == Some(value)).then(|| (known.clone(), name.clone()))
        });
        let Some((known, name)) = found else { return (None, all()) };
        self.has_aliases = true;
        (Some(name), all().into_iter().filter(|(key, _)| !known.contains_key(key)).collect())
    }
}
