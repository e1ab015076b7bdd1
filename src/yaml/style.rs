/// The style in which a scalar is written.
///
/// ```
/// use apimachinery::yaml::{EventKind, ScalarStyle, Text};
///
/// let text = Text::decode(b"'a': |\n  b\n")?;
/// let mut styles = Vec::new();
/// for event in text.events() {
///     if let EventKind::Scalar { style, .. } = event?.kind {
///         styles.push(style);
///     }
/// }
/// assert_eq!(styles, [ScalarStyle::SingleQuoted, ScalarStyle::Literal]);
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScalarStyle {
    /// `text`, or nothing at all.
    Plain,
    /// `'text'`
    SingleQuoted,
    /// `"text"`
    DoubleQuoted,
    /// `|` and the lines below it.
    Literal,
    /// `>` and the lines below it.
    Folded,
}

/// The style in which a sequence or mapping is written.
///
/// ```
/// use apimachinery::yaml::{CollectionStyle, EventKind, Text};
///
/// let text = Text::decode(b"- {a: 1}\n")?;
/// let mut styles = Vec::new();
/// for event in text.events() {
///     if let EventKind::SequenceStart { style, .. } | EventKind::MappingStart { style, .. } = event?.kind {
///         styles.push(style);
///     }
/// }
/// assert_eq!(styles, [CollectionStyle::Block, CollectionStyle::Flow]);
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CollectionStyle {
    /// Structured by indentation.
    Block,
    /// Enclosed in brackets or braces. Also used for a single-pair mapping in a flow sequence, as in `[a: b]`, which
    /// has no braces.
    Flow,
}
