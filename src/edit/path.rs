use std::fmt;

/// One step of a [`Path`], from a value to one that it contains: the key of a mapping or the index of a list item.
///
/// ```
/// use apimachinery::edit::{Path, Step};
///
/// let path: Path = [Step::Key("items".into()), Step::Index(0)].into_iter().collect();
/// assert_eq!(path.to_string(), "items[0]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// The value of a key in a mapping.
    Key(String),
    /// An item of a list, counted from 0.
    Index(usize),
}

/// The path of a value in a document: keys and indexes from the root to the value. It is empty for the document itself.
///
/// The text form is like `spec.rules[0].host`. Keys that contain anything but letters, digits, `-` and `_` are quoted.
///
/// ```
/// use apimachinery::edit::{Path, Step};
///
/// let steps = ["metadata", "annotations", "example.com/owner"].map(|key| Step::Key(key.into()));
/// let path = steps.into_iter().collect::<Path>();
/// assert_eq!(path.to_string(), r#"metadata.annotations["example.com/owner"]"#);
/// assert_eq!(path.steps().len(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(Vec<Step>);

impl Path {
    /// Returns the steps of the path, from the root of the document to the value.
    ///
    /// ```
    /// assert!(apimachinery::edit::Path::default().steps().is_empty());
    /// ```
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    pub(super) fn key(&self, key: &str) -> Path {
        self.with(Step::Key(key.to_string()))
    }

    pub(super) fn index(&self, index: usize) -> Path {
        self.with(Step::Index(index))
    }

    pub(super) fn with(&self, step: Step) -> Path {
        let mut steps = self.0.clone();
        steps.push(step);
        Path(steps)
    }

    pub(super) fn join(&self, steps: &[Step]) -> Path {
        Path([&self.0, steps].concat())
    }

    pub(super) fn of(steps: &[Step]) -> Path {
        Path(steps.to_vec())
    }

    /// Returns the indexes in the path, in order.
    pub(super) fn indexes(&self) -> Vec<usize> {
        self.0.iter().filter_map(|step| if let Step::Index(index) = step { Some(*index) } else { None }).collect()
    }

    /// Returns true if one of two paths is in the other one, or if they are equal.
    pub(crate) fn is_related(&self, other: &Path) -> bool {
        self.0.starts_with(&other.0) || other.0.starts_with(&self.0)
    }

    /// Returns the path in the format of decoders, which quotes nothing.
    pub(super) fn plain(&self) -> String {
        let mut text = String::new();
        for step in &self.0 {
            match step {
                Step::Index(index) => text += &format!("[{index}]"),
                Step::Key(key) => {
                    text += if text.is_empty() { "" } else { "." };
                    text += key;
                }
            }
        }
        text
    }
}

/// The path to a value during a walk. It borrows its keys, because only few values are reported.
pub(super) enum Trail<'t> {
    Root,
    Key(&'t Trail<'t>, &'t str),
    Index(&'t Trail<'t>, usize),
}

impl Trail<'_> {
    pub(super) fn path(&self) -> Path {
        match self {
            Trail::Root => Path::default(),
            Trail::Key(parent, key) => parent.path().key(key),
            Trail::Index(parent, index) => parent.path().index(*index),
        }
    }
}

impl FromIterator<Step> for Path {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        Path(steps.into_iter().collect())
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = |key: &str| {
            !key.is_empty() && key.chars().all(|character| character.is_alphanumeric() || "-_".contains(character))
        };
        for (place, step) in self.0.iter().enumerate() {
            match step {
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Key(key) if !is_plain(key) => write!(f, "[{key:?}]")?,
                Step::Key(key) => write!(f, "{}{key}", if place == 0 { "" } else { "." })?,
            }
        }
        Ok(())
    }
}
