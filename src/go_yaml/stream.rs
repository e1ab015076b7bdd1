//! Streams of documents, split like the `YAMLReader` of Go's apimachinery splits them.

use std::borrow::Cow;

use memchr::memmem;

use super::error::Error;
use crate::wire::mark::Mark;

const SEPARATOR: &[u8] = b"---";

/// Returns an iterator over the documents of a stream of YAML documents, such as a file with manifests.
///
/// Every line that begins with `---` separates documents, even inside a block scalar. Apart from white space and a
/// comment, the rest of such a line must be empty. A separator belongs to no document, unless it is the first line of
/// the document, so a leading `---` is kept. `...` has no special meaning. CRLF becomes LF, and a trailing newline is
/// added to the stream if it is missing. A document that contains only comments counts as a document (it decodes to
/// null).
///
/// ```
/// use apimachinery::yaml;
///
/// let documents: Vec<_> = yaml::documents(b"a: 1\n---\nb: 2").collect::<Result<_, _>>()?;
/// assert_eq!(documents.len(), 2);
/// assert_eq!(documents[1].text(), b"b: 2\n");
/// assert_eq!(documents[1].line(), 3);
/// # Ok::<(), yaml::Error>(())
/// ```
#[must_use]
pub fn documents(input: &[u8]) -> Documents<'_> {
    Documents { rest: input, offset: 0, line: 1 }
}

/// An iterator over the documents of a stream, created by [`documents`].
///
/// An invalid separator ends the iteration: the error is the last item and, as upstream, the document before the
/// separator is lost.
///
/// ```
/// use apimachinery::yaml;
///
/// let mut documents = yaml::documents(b"a: 1\n---\nb: 2\n--- c\nd: 4\n");
/// assert_eq!(documents.next().unwrap()?.text(), b"a: 1\n");
/// let error = documents.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "invalid Yaml document separator: c");
/// assert_eq!((error.position(), documents.next()), (Some(yaml::Mark::new(4, 1)), None));
/// # Ok::<(), yaml::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Documents<'a> {
    rest: &'a [u8],
    /// The offset of `rest` in the stream.
    offset: usize,
    /// The number of the line at which `rest` starts, counted from 1.
    line: usize,
}

/// One document of a stream, returned by [`Documents`].
///
/// ```
/// use std::borrow::Cow;
/// use apimachinery::yaml;
///
/// let document = yaml::documents(b"---\na: 1\n").next().expect("one document")?;
/// assert_eq!((document.line(), document.text()), (1, &b"---\na: 1\n"[..]));
/// assert!(matches!(document.into_text(), Cow::Borrowed(_)), "only line breaks cost a copy");
/// # Ok::<(), yaml::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document<'a> {
    raw: &'a [u8],
    offset: usize,
    text: Cow<'a, [u8]>,
    line: usize,
}

impl<'a> Document<'a> {
    /// Returns the YAML text of the document, with the line breaks normalized, for functions such as
    /// [`to_json`](super::to_json).
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the unchanged bytes of the document in the stream. [`text`](Self::text) has other line breaks if the
    /// stream contains CRLF.
    ///
    /// ```
    /// use apimachinery::yaml;
    ///
    /// let document = yaml::documents(b"a: 1\r\nb: 2").next().expect("one document")?;
    /// assert_eq!(document.raw(), b"a: 1\r\nb: 2");
    /// assert_eq!(document.text(), b"a: 1\nb: 2\n");
    /// # Ok::<(), yaml::Error>(())
    /// ```
    #[must_use]
    pub fn raw(&self) -> &'a [u8] {
        self.raw
    }

    /// Returns the byte offset of [`raw`](Self::raw) in the stream.
    ///
    /// ```
    /// use apimachinery::yaml;
    ///
    /// let stream = b"a: 1\n---\nb: 2\n";
    /// let second = yaml::documents(stream).nth(1).expect("two documents")?;
    /// assert_eq!(&stream[second.offset()..], second.raw());
    /// # Ok::<(), yaml::Error>(())
    /// ```
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the line of the stream at which the text starts, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the text of the document, borrowed from the stream unless line breaks had to be changed.
    #[must_use]
    pub fn into_text(self) -> Cow<'a, [u8]> {
        self.text
    }
}

impl<'a> Iterator for Documents<'a> {
    type Item = Result<Document<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let (stream, offset, line) = (self.rest, self.offset, self.line);
        match split(stream) {
            Ok((text, behind)) => {
                self.rest = &stream[behind..];
                self.offset += behind;
                self.line += feeds(&stream[..behind]);
                let raw = &stream[..text];
                Some(Ok(Document { raw, offset, text: with_line_feeds(raw), line }))
            }
            Err((at, error)) => {
                self.rest = &[];
                Some(Err(error.at(Mark::new(line + feeds(&stream[..at]), 1))))
            }
        }
    }
}

impl std::iter::FusedIterator for Documents<'_> {}

/// Returns the length of the first document's text, without and with the separator that follows it.
///
/// # Errors
///
/// If a separator is invalid, returns its start and the error.
fn split(stream: &[u8]) -> Result<(usize, usize), (usize, Error)> {
    let line = |start: usize| &stream[start..end_of_line(stream, start)];
    is_separator(line(0)).map_err(|error| (0, error))?;
    let Some(feed) = memmem::find(stream, b"\n---") else { return Ok((stream.len(), stream.len())) };
    let start = feed + 1;
    is_separator(line(start)).map_err(|error| (start, error))?;
    Ok((start, start + line(start).len()))
}

/// Returns the offset after the line feed of the line that starts at `start`.
fn end_of_line(stream: &[u8], start: usize) -> usize {
    memchr::memchr(b'\n', &stream[start..]).map_or(stream.len(), |feed| start + feed + 1)
}

fn feeds(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
}

/// Returns the length of the complete documents in an incomplete stream, including the separators after them, or `None`
/// if an invalid separator ends the stream.
#[cfg(feature = "cli")]
pub(crate) fn whole_documents(stream: &[u8]) -> Option<usize> {
    let mut whole = 0;
    loop {
        match split(&stream[whole..]) {
            Ok((_, behind)) if whole + behind < stream.len() => whole += behind,
            Err((at, _)) if end_of_line(stream, whole + at) < stream.len() => return None,
            // The rest of this line may still arrive and make it an invalid separator.
            _ => return Some(whole),
        }
    }
}

/// Returns true if a line separates documents.
///
/// # Errors
///
/// Returns an error if the line begins with a separator that is followed by anything but white space and a comment.
pub(crate) fn is_separator(line: &[u8]) -> Result<bool, Error> {
    let Some(behind) = line.strip_prefix(SEPARATOR) else { return Ok(false) };
    let text = String::from_utf8_lossy(behind);
    match text.trim() {
        "" => Ok(true),
        comment if comment.starts_with('#') => Ok(true),
        other => Err(Error::new(format!("invalid Yaml document separator: {other}"))),
    }
}

/// Replaces CRLF by LF and terminates the last line.
pub(crate) fn with_line_feeds(text: &[u8]) -> Cow<'_, [u8]> {
    let has_crlf = memmem::find(text, b"\r\n").is_some();
    if !has_crlf && (text.is_empty() || text.ends_with(b"\n")) {
        return Cow::Borrowed(text);
    }
    let mut copy = Vec::with_capacity(text.len() + 1);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        copy.extend_from_slice(line.strip_suffix(b"\r\n").or(line.strip_suffix(b"\n")).unwrap_or(line));
        copy.push(b'\n');
    }
    Cow::Owned(copy)
}

#[cfg(test)]
mod tests {
    use super::{Mark, documents};

    fn check(stream: &str, expected: &[(usize, &str)]) {
        let found: Vec<_> =
            documents(stream.as_bytes()).map(|document| document.expect("the separators are valid")).collect();
        let found: Vec<_> = found.iter().map(|document| (document.line(), document.text())).collect();
        let expected: Vec<_> = expected.iter().map(|(line, text)| (*line, text.as_bytes())).collect();
        assert_eq!(found, expected, "{stream:?}");
    }

    #[test]
    fn separators() {
        check("", &[]);
        check("a: 1\n", &[(1, "a: 1\n")]);
        check("a: 1\n---\nb: 2\n", &[(1, "a: 1\n"), (3, "b: 2\n")]);
        check("---\na: 1\n--- # c\nb: 2\n", &[(1, "---\na: 1\n"), (4, "b: 2\n")]);
        check("a: |\n  x\n---\n  y\n", &[(1, "a: |\n  x\n"), (4, "  y\n")]);
        check(" ---\na: 1\n", &[(1, " ---\na: 1\n")]);
        check("---\n---\n---\n", &[(1, "---\n"), (3, "---\n")]);
        check("\n---\n# c\n---\n", &[(1, "\n"), (3, "# c\n")]);
    }

    #[test]
    fn line_breaks() {
        check("a: 1\r\n---\r\nb: 2", &[(1, "a: 1\n"), (3, "b: 2\n")]);
        check("a: 1\r", &[(1, "a: 1\r\n")]);
        check("a\rb\n", &[(1, "a\rb\n")]);
    }

    #[test]
    fn an_invalid_separator_ends_the_stream() {
        let mut stream = documents(b"a: 1\n---\nb: 2\n--- c: 3\nd: 4\n");
        assert!(stream.next().expect("the stream starts with a document").is_ok());
        let error = stream.next().expect("a separator follows").expect_err("text after a separator is invalid");
        assert_eq!(error.to_string(), "invalid Yaml document separator: c: 3");
        assert_eq!(error.position(), Some(Mark::new(4, 1)));
        assert!(stream.next().is_none());
    }
}
