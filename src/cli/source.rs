//! One input, read whole.

use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use super::files::STDIN;

const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";
const UTF16_LE_MARK: &[u8] = b"\xff\xfe";
const UTF16_BE_MARK: &[u8] = b"\xfe\xff";

/// The name of a file and what is in it; text is UTF-8 without a byte order mark.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

impl Source {
    /// Reads a file, or standard input.
    pub(super) fn read(path: &Path) -> io::Result<Source> {
        Ok(Source::new(path, Source::read_bytes(path)?))
    }

    /// The bytes of a file, or of standard input, as they are.
    pub(super) fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
        if path.as_os_str() == STDIN { read_stdin() } else { fs::read(path) }
    }

    /// What was read from a file.
    pub(super) fn new(path: &Path, bytes: Vec<u8>) -> Source {
        Source { name: name(path), bytes: as_utf8(bytes) }
    }
}

/// The name of a file in messages.
pub(super) fn name(path: &Path) -> String {
    if path.as_os_str() == STDIN { "<stdin>".to_string() } else { path.display().to_string() }
}

fn read_stdin() -> io::Result<Vec<u8>> {
    let mut stdin = io::stdin().lock();
    if stdin.is_terminal() {
        super::console::say("reading from the terminal; end with Ctrl-D, or name files (see --help)");
    }
    let mut bytes = Vec::new();
    stdin.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn as_utf8(mut bytes: Vec<u8>) -> Vec<u8> {
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

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<u8> {
    let units: Vec<u16> = bytes.chunks(2).map(|pair| unit([pair[0], pair.get(1).copied().unwrap_or(0)])).collect();
    String::from_utf16_lossy(&units).into_bytes()
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
}
