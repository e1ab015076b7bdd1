//! Processes the documents of all files on all cores, and delivers the results in order.

use std::collections::VecDeque;
use std::io;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::input::chunks::{Chunk, chunks};
use super::input::documents::{Document, documents};
use super::input::source::{self, WINDOW};
use super::messages::NO_DOCUMENTS;
use super::report::Console;

/// The results for consecutive documents of a file.
pub(super) struct Results<'a, D> {
    pub(super) path: &'a Path,
    /// The number of documents before these in the file.
    pub(super) before: usize,
    pub(super) results: Vec<D>,
    /// The part of the file that contains the documents.
    pub(super) chunk: &'a Chunk,
}

impl<D> Results<'_, D> {
    /// Returns true if the file contains no documents at all.
    fn is_empty_file(&self) -> bool {
        self.chunk.is_last && self.before + self.results.len() == 0
    }

    /// Reports a file without documents: as an error in strict mode, or else as a warning.
    pub(super) fn report_empty_file(&self, strict: bool, console: &mut Console) {
        let name = source::name(self.path);
        match (self.is_empty_file(), strict) {
            (true, true) => console.fail(&name, &NO_DOCUMENTS),
            (true, false) => console.warn(&name, NO_DOCUMENTS),
            (false, _) => {}
        }
    }
}

/// The results for a chunk.
struct ChunkResults<D> {
    results: Vec<D>,
    chunk: Chunk,
}

/// Calls `work` with every document of every file, on all cores, and `take` with the results, in order. The last
/// argument of `work` is true if the document is the only one of the input. Files that cannot be read are reported.
///
/// # Errors
///
/// The first error of `take`, which stops processing.
pub(super) fn process<D: Send>(
    files: &[PathBuf],
    console: &mut Console,
    work: impl Fn(&Path, &Document<'_>, bool) -> D + Sync,
    mut take: impl FnMut(Results<'_, D>, &mut Console) -> io::Result<()>,
) -> io::Result<()> {
    let work = |path: &Path, chunk: Chunk| {
        let is_alone = files.len() == 1 && chunk.is_first && chunk.is_last;
        let mut documents = documents(&chunk).peekable();
        let mut results = Vec::new();
        while let Some(document) = documents.next() {
            let is_alone = is_alone && results.is_empty() && documents.peek().is_none();
            results.push(work(path, &document, is_alone));
        }
        drop(documents);
        ChunkResults { results, chunk }
    };
    let mut before = 0;
    run_parallel(
        chunks(files),
        |(_, chunk)| chunk.as_ref().map_or(0, |chunk| chunk.bytes.len()),
        |(file, chunk)| (file, chunk.map(|chunk| work(&files[file], chunk))),
        |(file, chunk)| {
            let path = &*files[file];
            let ChunkResults { results, chunk } = match chunk {
                Ok(chunk) => chunk,
                Err(error) => {
                    before = 0;
                    console.fail(&source::name(path), &error);
                    return Ok(());
                }
            };
            let count = results.len();
            take(Results { path, before, results, chunk: &chunk }, console)?;
            console.advance(chunk.bytes.len());
            before = if chunk.is_last { 0 } else { before + count };
            Ok(())
        },
    )
}

/// The number of batches per core that are processed or wait, so that no core is idle while results are written.
const BATCHES_PER_CORE: usize = 3;

/// The cost of opening a file, expressed in bytes.
const FILE_COST: usize = 1 << 10;

/// Jobs, and the channel for their results.
type Batch<J, D> = (Vec<J>, SyncSender<Vec<D>>);

/// Calls `work` with every job, and `take` with the results in the order of the jobs. `size` returns a job's number of
/// bytes. Only a few windows of jobs and results are in memory at the same time. If all jobs together are not larger
/// than one batch, no thread is started.
///
/// # Errors
///
/// The first error of `take`, which stops processing.
fn run_parallel<J: Send, D: Send>(
    jobs: impl Iterator<Item = J>,
    size: impl Fn(&J) -> usize,
    work: impl Fn(J) -> D + Sync,
    mut take: impl FnMut(D) -> io::Result<()>,
) -> io::Result<()> {
    let mut batches = Batches { jobs, size };
    let first = batches.next().into_iter().flatten();
    first.map(&work).try_for_each(&mut take)?;
    let Some(second) = batches.next() else { return Ok(()) };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (sender, receiver) = sync_channel::<Batch<J, D>>(BATCHES_PER_CORE * threads);
    let receiver = Mutex::new(receiver);
    thread::scope(|scope| {
        let start = || thread::Builder::new().spawn_scoped(scope, || serve(&receiver, &work));
        let threads = (0..threads).map_while(|_| start().ok()).count();
        // If `take` fails, the sender is dropped, which ends the threads.
        let (sender, mut waiting) = (sender, VecDeque::new());
        for batch in iter::once(second).chain(batches) {
            if threads == 0 {
                batch.into_iter().map(&work).try_for_each(&mut take)?;
                continue;
            }
            if waiting.len() == BATCHES_PER_CORE * threads {
                waiting.pop_front().into_iter().try_for_each(|results| settle(&results, &mut take))?;
            }
            let (reply, results) = sync_channel(1);
            drop(sender.send((batch, reply)));
            waiting.push_back(results);
        }
        waiting.iter().try_for_each(|results| settle(results, &mut take))
    })
}

/// Batches of jobs, each of at least half a window.
struct Batches<I, S> {
    jobs: I,
    size: S,
}

impl<I: Iterator, S: Fn(&I::Item) -> usize> Iterator for Batches<I, S> {
    type Item = Vec<I::Item>;

    fn next(&mut self) -> Option<Self::Item> {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        while bytes < WINDOW / 2
            && let Some(job) = self.jobs.next()
        {
            bytes += (self.size)(&job) + FILE_COST;
            batch.push(job);
        }
        Some(batch).filter(|batch| !batch.is_empty())
    }
}

/// Processes batches until there are no more, or the receiver of the results is dropped.
fn serve<J, D>(batches: &Mutex<Receiver<Batch<J, D>>>, work: impl Fn(J) -> D) {
    loop {
        let next = batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((batch, reply)) = next else { return };
        if reply.send(batch.into_iter().map(&work).collect()).is_err() {
            return;
        }
    }
}

/// Waits for the results of a batch and passes them to `take`.
fn settle<D>(results: &Receiver<Vec<D>>, take: &mut impl FnMut(D) -> io::Result<()>) -> io::Result<()> {
    // Receiving fails only if a thread panicked; the scope then propagates the panic.
    results.recv().map_err(io::Error::other)?.into_iter().try_for_each(take)
}
