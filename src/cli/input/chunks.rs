//! Parts of a file that are processed independently.

use std::io::{self, Read};
use std::mem;
use std::path::PathBuf;

use super::layout::{Cut, Layout};
use super::source::{self, Encoding, WINDOW};
use crate::cli::position::MarkExt;
use crate::wire::mark::Mark;

/// Consecutive complete documents of a file.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(crate) bytes: Vec<u8>,
    pub(crate) layout: Layout,
    /// The encoding of the file; the bytes are UTF-8.
    pub(crate) encoding: Encoding,
    /// The position of the start in the file; lines are counted only in texts.
    pub(crate) start: Mark,
    /// True for the first chunk of the file.
    pub(crate) is_first: bool,
    /// True for the last chunk of the file.
    pub(crate) is_last: bool,
}

/// Returns the chunks of all files in order, each with the index of its file. If reading a file fails, its last item is
/// the error.
pub(crate) fn chunks(files: &[PathBuf]) -> impl Iterator<Item = (usize, io::Result<Chunk>)> {
    let all = files.iter().map(|path| source::open(path).map(|(input, encoding)| Chunks::new(input, encoding, WINDOW)));
    all.enumerate().flat_map(|(file, opened)| {
        let (chunks, error) = opened.map_or_else(|error| (None, Some(Err(error))), |chunks| (Some(chunks), None));
        chunks.into_iter().flatten().chain(error).map(move |chunk| (file, chunk))
    })
}

/// The chunks of one file.
struct Chunks<R> {
    input: R,
    encoding: Encoding,
    window: usize,
    /// Bytes that were read and are not in a chunk yet.
    bytes: Vec<u8>,
    /// The layout of the file; `None` until the first bytes are read.
    layout: Option<Layout>,
    start: Mark,
    is_first: bool,
    is_over: bool,
}

impl<R: Read> Chunks<R> {
    fn new(input: R, encoding: Encoding, window: usize) -> Self {
        let (bytes, start) = (Vec::new(), Mark::START);
        Chunks { input, encoding, window, bytes, layout: None, start, is_first: true, is_over: false }
    }

    fn read(&mut self) -> io::Result<Chunk> {
        let mut wanted = self.window;
        loop {
            let is_end = self.fill(wanted)?;
            let layout = *self.layout.get_or_insert_with(|| Layout::of(&self.bytes));
            let all = Cut { length: self.bytes.len(), next: None };
            let end = is_end.then_some(all);
            if let Some(cut) = end.or_else(|| layout.cut(&self.bytes)) {
                return Ok(self.take(layout, cut));
            }
            if layout.is_hopeless(&self.bytes) {
                return Ok(self.take(layout, all));
            }
            wanted = 2 * self.bytes.len();
        }
    }

    /// Reads until the buffer contains `wanted` bytes. Returns true at the end of the file.
    fn fill(&mut self, wanted: usize) -> io::Result<bool> {
        let missing = wanted.saturating_sub(self.bytes.len());
        self.bytes.reserve_exact(missing);
        let read = self.input.by_ref().take(missing as u64).read_to_end(&mut self.bytes)?;
        Ok(read < missing)
    }

    fn take(&mut self, layout: Layout, cut: Cut) -> Chunk {
        let rest = self.bytes.split_off(cut.length);
        let mut bytes = mem::replace(&mut self.bytes, rest);
        // Many small files wait at the same time, and none of them needs the capacity of a window.
        bytes.shrink_to_fit();
        let behind = if layout.is_text() { self.start.after(&bytes) } else { self.start };
        let start = mem::replace(&mut self.start, behind);
        let is_first = mem::take(&mut self.is_first);
        self.layout = cut.next;
        self.is_over = cut.next.is_none();
        Chunk { bytes, layout, encoding: self.encoding, start, is_first, is_last: self.is_over }
    }
}

impl<R: Read> Iterator for Chunks<R> {
    type Item = io::Result<Chunk>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        Some(self.read().inspect_err(|_| self.is_over = true))
    }
}

#[cfg(test)]
mod tests {
    use super::super::documents::{Content, Document, documents};
    use super::*;

    /// Returns the documents of a file that is read in windows of this size.
    fn seen(file: &[u8], window: usize) -> Vec<(Mark, String)> {
        let chunks: Vec<_> =
            Chunks::new(file, Encoding::Utf8, window).map(|chunk| chunk.expect("memory can be read")).collect();
        let ends: Vec<_> = chunks.iter().map(|chunk| (chunk.is_first, chunk.is_last)).collect();
        let expected: Vec<_> = (1..=chunks.len()).map(|number| (number == 1, number == chunks.len())).collect();
        assert_eq!(ends, expected);
        let seen = |document: Document<'_>| (place(&document), content(&document.content));
        chunks.iter().flat_map(|chunk| documents(chunk).map(seen).collect::<Vec<_>>()).collect()
    }

    /// Returns the position of a document, or of its error.
    fn place(document: &Document<'_>) -> Mark {
        let position = if let Content::Broken(error) = &document.content { error.position() } else { None };
        position.map_or(document.start, |position| position.within(document.start))
    }

    fn content(content: &Content<'_>) -> String {
        match content {
            Content::Text(text) => format!("text {}", String::from_utf8_lossy(text)),
            Content::Stored(bytes) => format!("stored {bytes:x?}"),
            Content::Encrypted(encrypted) => encrypted.to_string(),
            Content::Broken(error) => error.to_string(),
        }
    }

    #[test]
    fn the_window_decides_nothing() {
        let long = format!("b: {}\n", "x".repeat(300));
        let envelope = b"k8s\0\x0a\x02\x0a\0\x12\x04k8s\0\x1a\0\x22\0".repeat(9);
        let item = b"\xd9\xd9\xf7\xa1\x41a\x42bc".repeat(9);
        let texts = [
            "a: 1\n---\nb: 2\n".repeat(40),
            "---\r\na: é\r\n--- # c\r\n---\r\n---\r\nb: |\r\n   ---\r\n".repeat(9),
            format!("a: 1\n---\n{long}---\nc: 2\n---\n{long}"),
            "# nothing\n---\n\n".repeat(20) + "a: 1",
            format!("{}--- wrong\n{}", "a: 1\n---\n".repeat(20), "b: 2\n---\n".repeat(20)),
            r#"{"a":"é}"} {"b":[1]}  x {"c":1} # {"#.repeat(10) + "\n{}\n",
            format!("{}---\n{}", "{\"a\":1}\n{\"b\"\n".repeat(10), "c: 1\n---\n{\"d\":1}\n---\n".repeat(10)),
            format!("{}--- wrong\nb: 1\n", "{\"a\":1}\n".repeat(10)),
            "---\n".repeat(40),
            String::new(),
        ];
        for file in texts.iter().map(String::as_bytes).chain([&*envelope, &*item, b"k8s:enc:kms:v2:a:bc"]) {
            let whole = seen(file, file.len() + 1);
            for window in (16..100).chain([300, 1000]) {
                assert_eq!(seen(file, window), whole, "{window} {}", String::from_utf8_lossy(file));
            }
        }
    }

    #[test]
    fn a_file_without_a_document_is_not_read_to_its_end() {
        let starts = [&b""[..], b"a: 1\n", b"{\"a\": \"", b"k8s\0", b"k8s:enc:aescbc:v1:a:", b"\xd9\xd9\xf7\xff"];
        for start in starts {
            let mut input = start.chain(io::repeat(0));
            let chunks: Vec<_> = Chunks::new(input.by_ref(), Encoding::Utf8, 64)
                .map(|chunk| chunk.expect("bytes").bytes.len())
                .collect();
            assert_eq!(chunks, [64], "{start:?}");
        }
    }

    #[test]
    fn chunks_are_no_larger_than_they_must_be() {
        let file = "a: 1\n---\n".repeat(1000) + &"b".repeat(500) + &"\n---\na: 1\n".repeat(1000);
        let sizes: Vec<_> =
            Chunks::new(file.as_bytes(), Encoding::Utf8, 64).map(|chunk| chunk.expect("bytes").bytes.len()).collect();
        assert_eq!(sizes.iter().filter(|size| **size > 64).count(), 1, "{sizes:?}");
        assert!(sizes.iter().all(|size| *size <= 1024), "{sizes:?}");
    }
}
