//! Processes all documents of all files.

use std::io;
use std::path::{Path, PathBuf};

use super::chunk::{Chunk, chunks};
use super::console::Console;
use super::documents::{Document, documents};
use super::pipeline;
use super::source;

/// The results for consecutive documents of a file.
pub(super) struct Swept<'a, D> {
    pub(super) path: &'a Path,
    /// The number of documents before these in the file.
    pub(super) before: usize,
    pub(super) made: Vec<D>,
    /// True if these are the last documents of the file.
    pub(super) is_last: bool,
}

/// The results for a chunk, and its size.
struct Made<D> {
    made: Vec<D>,
    bytes: usize,
    is_last: bool,
}

/// Calls `work` with every document of every file, on all cores, and `take` with the results, in order. The last
/// argument of `work` is true if the document is the only one of the input. Files that cannot be read are reported.
///
/// # Errors
///
/// The first error of `take`, which stops processing.
pub(super) fn sweep<D: Send>(
    files: &[PathBuf],
    console: &mut Console,
    work: impl Fn(&Path, &Document<'_>, bool) -> D + Sync,
    mut take: impl FnMut(Swept<'_, D>, &mut Console) -> io::Result<()>,
) -> io::Result<()> {
    let work = |path: &Path, chunk: Chunk| {
        let is_alone = files.len() == 1 && chunk.is_first && chunk.is_last;
        let mut documents = documents(&chunk).peekable();
        let mut made = Vec::new();
        while let Some(document) = documents.next() {
            let is_alone = is_alone && made.is_empty() && documents.peek().is_none();
            made.push(work(path, &document, is_alone));
        }
        Made { made, bytes: chunk.bytes.len(), is_last: chunk.is_last }
    };
    let mut before = 0;
    pipeline::run(
        chunks(files),
        |(_, chunk)| chunk.as_ref().map_or(0, |chunk| chunk.bytes.len()),
        |(file, chunk)| (file, chunk.map(|chunk| work(&files[file], chunk))),
        |(file, made)| {
            let path = &*files[file];
            let Made { made, bytes, is_last } = match made {
                Ok(made) => made,
                Err(error) => {
                    before = 0;
                    console.fail(&source::name(path), &error);
                    return Ok(());
                }
            };
            let count = made.len();
            take(Swept { path, before, made, is_last }, console)?;
            console.advance(bytes);
            before = if is_last { 0 } else { before + count };
            Ok(())
        },
    )
}
