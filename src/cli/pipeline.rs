//! Parallel processing with results in order.

use std::collections::VecDeque;
use std::io;
use std::iter;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::chunk::WINDOW;

/// The number of batches per core that are processed or wait, so that no core is idle while results are written.
const AHEAD: usize = 3;

/// The cost of opening a file, expressed in bytes.
const JOB: usize = 1 << 10;

/// Jobs, and the channel for their results.
type Batch<J, D> = (Vec<J>, SyncSender<Vec<D>>);

/// Calls `work` with every job, and `take` with the results in the order of the jobs. `size` returns a job's number of
/// bytes. Only a few windows of jobs and results are in memory at the same time. If all jobs together are not larger
/// than one batch, no thread is started.
///
/// # Errors
///
/// The first error of `take`, which stops processing.
pub(super) fn run<J: Send, D: Send>(
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
    let (sender, receiver) = sync_channel::<Batch<J, D>>(AHEAD * threads);
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
            if waiting.len() == AHEAD * threads {
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
            bytes += (self.size)(&job) + JOB;
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
