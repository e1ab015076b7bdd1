//! Work on all cores, with results in order.

use std::collections::VecDeque;
use std::io;
use std::iter;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::chunk::WINDOW;

/// Batches that are worked on or wait, for each core: while one is written, none is idle.
const AHEAD: usize = 3;

/// What opening a file costs, in bytes of it.
const JOB: usize = 1 << 10;

/// Some jobs, and where their results go.
type Batch<J, D> = (Vec<J>, SyncSender<Vec<D>>);

/// Hands every job to `work`, and what that makes of it to `take`, in the order of the jobs. `size` is
/// a job's number of bytes. No more than a few windows of jobs and results are held at a time; if all
/// jobs together are not larger than one, no thread is started.
///
/// # Errors
///
/// The first of `take`, which ends the work.
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
        // What is left of it when `take` fails goes with the sender, and then the threads end.
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

/// Jobs, about a window full at a time: half a one is enough.
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

/// Works until no batch comes any more, or nobody waits for the results.
fn serve<J, D>(batches: &Mutex<Receiver<Batch<J, D>>>, work: impl Fn(J) -> D) {
    loop {
        let next = batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((batch, reply)) = next else { return };
        if reply.send(batch.into_iter().map(&work).collect()).is_err() {
            return;
        }
    }
}

/// Waits for the results of a batch and takes them.
fn settle<D>(results: &Receiver<Vec<D>>, take: &mut impl FnMut(D) -> io::Result<()>) -> io::Result<()> {
    // None come from a thread that panicked, and with that the scope ends.
    results.recv().map_err(io::Error::other)?.into_iter().try_for_each(take)
}
