//! Reads the bytes of one input.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Cursor, IsTerminal, Read};
use std::path::Path;

use crate::cli::{escape, terminal};

/// The name of standard input on the command line.
pub(crate) const STDIN: &str = "-";

/// The size of a chunk in bytes, unless one document is larger: large enough to be worth sending to another thread,
/// small enough for its caches.
pub(crate) const WINDOW: usize = 256 << 10;

const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";
const UTF16_LE_MARK: &[u8] = b"\xff\xfe";
const UTF16_BE_MARK: &[u8] = b"\xfe\xff";

/// The encoding of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    #[default]
    Utf8,
    /// UTF-8 after a byte order mark.
    MarkedUtf8,
    Utf16Le,
    Utf16Be,
}

impl Encoding {
    /// Returns the encoding of a text with this start. Bytes of storage formats have no byte order mark either.
    fn of(start: &[u8]) -> Encoding {
        let marks =
            [(UTF8_MARK, Encoding::MarkedUtf8), (UTF16_LE_MARK, Encoding::Utf16Le), (UTF16_BE_MARK, Encoding::Utf16Be)];
        marks.into_iter().find(|(mark, _)| start.starts_with(mark)).map_or(Encoding::Utf8, |(_, encoding)| encoding)
    }

    fn is_utf16(self) -> bool {
        matches!(self, Encoding::Utf16Le | Encoding::Utf16Be)
    }

    /// Returns the byte order mark at the start of a file.
    pub(crate) fn mark(self) -> &'static [u8] {
        match self {
            Encoding::Utf8 => b"",
            Encoding::MarkedUtf8 => UTF8_MARK,
            Encoding::Utf16Le => UTF16_LE_MARK,
            Encoding::Utf16Be => UTF16_BE_MARK,
        }
    }

    /// Returns the bytes of a text, without a byte order mark.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not valid UTF-8 and the encoding is UTF-16.
    pub(crate) fn encode(self, text: &[u8]) -> io::Result<Cow<'_, [u8]>> {
        let units = |bytes: fn(u16) -> [u8; 2]| {
            let text = str::from_utf8(text).map_err(io::Error::other)?;
            Ok(Cow::Owned(text.encode_utf16().flat_map(bytes).collect()))
        };
        match self {
            Encoding::Utf8 | Encoding::MarkedUtf8 => Ok(Cow::Borrowed(text)),
            Encoding::Utf16Le => units(u16::to_le_bytes),
            Encoding::Utf16Be => units(u16::to_be_bytes),
        }
    }
}

/// Opens a file, or standard input. Text is converted to UTF-8 without a byte order mark, and its encoding is returned;
/// UTF-16 is read completely for this.
pub(crate) fn open(path: &Path) -> io::Result<(Box<dyn Read>, Encoding)> {
    let mut input: Box<dyn Read> = if is_stdin(path) { stdin() } else { Box::new(File::open(path)?) };
    let mut start = Vec::new();
    input.by_ref().take(UTF8_MARK.len() as u64).read_to_end(&mut start)?;
    let encoding = Encoding::of(&start);
    if encoding.is_utf16() {
        input.read_to_end(&mut start)?;
    }
    Ok((Box::new(Cursor::new(as_utf8(start)).chain(input)), encoding))
}

/// Returns all bytes of a file, or of standard input, unchanged. If a window contains NUL, which no text contains, the
/// bytes after the window are not read.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut input: Box<dyn Read> = if is_stdin(path) { stdin() } else { Box::new(File::open(path)?) };
    let mut bytes = Vec::new();
    loop {
        let before = bytes.len();
        let read = input.by_ref().take(WINDOW as u64).read_to_end(&mut bytes)?;
        if read == 0 || !Encoding::of(&bytes).is_utf16() && memchr::memchr(0, &bytes[before..]).is_some() {
            return Ok(bytes);
        }
    }
}

/// Returns the number of bytes of a file, if it is known before reading.
pub(crate) fn size(path: &Path) -> Option<u64> {
    let metadata = fs::metadata(path).ok().filter(|metadata| !is_stdin(path) && metadata.is_file())?;
    Some(metadata.len())
}

/// Returns the name of a file in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_stdin(path) { "<stdin>".to_string() } else { escape::os_text(path.as_os_str()).into_owned() }
}

/// Returns true if standard output is written to this file. Detected only on Unix.
#[cfg(unix)]
pub(crate) fn is_output(path: &Path) -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let of_stream = |stream: std::os::fd::BorrowedFd<'_>| File::from(stream.try_clone_to_owned()?).metadata();
    let input = if is_stdin(path) { of_stream(io::stdin().as_fd()) } else { fs::metadata(path) };
    match (input, of_stream(io::stdout().as_fd())) {
        (Ok(input), Ok(output)) => output.is_file() && (input.dev(), input.ino()) == (output.dev(), output.ino()),
        _ => false,
    }
}

/// Returns true if standard output is written to this file. Detected only on Unix.
#[cfg(not(unix))]
pub(crate) fn is_output(_: &Path) -> bool {
    false
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == STDIN
}

fn stdin() -> Box<dyn Read> {
    let stdin = io::stdin().lock();
    if stdin.is_terminal() {
        terminal::print_line("reading from the terminal; press Ctrl-D to finish, or specify files (see --help)");
    }
    Box::new(stdin)
}

/// Converts text to UTF-8 without a byte order mark.
pub(crate) fn as_utf8(mut bytes: Vec<u8>) -> Vec<u8> {
    if let Some(rest) = bytes.strip_prefix(UTF16_LE_MARK) {
        return utf16(rest, u16::from_le_bytes);
    }
    if let Some(rest) = bytes.strip_prefix(UTF16_BE_MARK) {
        return utf16(rest, u16::from_be_bytes);
    }
    if bytes.starts_with(UTF8_MARK) {
        bytes.drain(..UTF8_MARK.len());
    }
    bytes
}

/// A byte that UTF-8 never contains. It takes the place of invalid UTF-16, so that readers of the text report it like
/// invalid UTF-8: YAML as an error, and JSON as a warning about a character that becomes U+FFFD.
const INVALID: u8 = 0xff;

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<u8> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut text = Vec::with_capacity(bytes.len());
    for decoded in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
        match decoded {
            Ok(character) => text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(_) => text.push(INVALID),
        }
    }
    text.extend(rest.iter().map(|_| INVALID));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expected: &str) {
        assert_eq!(String::from_utf8(as_utf8(bytes.to_vec())).as_deref(), Ok(expected), "{bytes:?}");
    }

    #[test]
    fn text_becomes_utf8() {
        check("é".as_bytes(), "é");
        check(b"\xef\xbb\xbfa: 1\n", "a: 1\n");
        check(b"\xff\xfea\0\xe9\0", "aé");
        check(b"\xfe\xff\0a\0\xe9", "aé");
    }

    #[test]
    fn files_keep_their_encoding() {
        for bytes in [&b"a"[..], b"\xef\xbb\xbfa: 1\n", b"\xff\xfea\0\xe9\0\x3d\xd8\x00\xde", b"\xfe\xff\0a\0\xe9"] {
            let (mut input, encoding) = (Vec::new(), Encoding::of(bytes));
            input.extend_from_slice(bytes);
            let text = as_utf8(input);
            assert_eq!([encoding.mark(), &encoding.encode(&text).expect("valid text")].concat(), bytes);
        }
        assert!(Encoding::Utf16Le.encode(b"a\xff").is_err());
    }

    #[test]
    fn invalid_utf16_becomes_invalid_utf8() {
        for bytes in [&b"\xff\xfe\x00\xd8a\0"[..], b"\xfe\xff\xdc\x00\0a"] {
            assert_eq!(as_utf8(bytes.to_vec()), b"\xffa", "{bytes:?}");
        }
        assert_eq!(as_utf8(b"\xff\xfea\0b".to_vec()), b"a\xff");
        check(b"\xff\xfe\x3d\xd8\x00\xde", "\u{1f600}");
    }
}
