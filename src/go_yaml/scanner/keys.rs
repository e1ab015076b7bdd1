use std::collections::VecDeque;

use crate::go_yaml::error::Error;
use crate::go_yaml::event::Location;

/// The maximum distance in characters from the start of a key to its `:`.
pub(super) const MAX_KEY_LENGTH: usize = 1024;

/// A token that becomes a mapping key if a `:` follows within reach.
#[derive(Clone, Copy)]
pub(super) struct SimpleKey {
    /// The number of the token, counted from the start of the stream.
    pub(super) token: usize,
    pub(super) location: Location,
    /// True if the text is invalid unless this is a key, as at the indentation of a mapping.
    pub(super) required: bool,
}

impl SimpleKey {
    pub(super) fn is_in_reach_of(&self, at: Location) -> bool {
        self.location.line == at.line && at.column <= self.location.column + MAX_KEY_LENGTH
    }

    fn abandon(self, at: Location) -> Result<(), Error> {
        match self.required {
            true => Err(Error::scan("could not find expected ':'", at)),
            false => Ok(()),
        }
    }
}

/// The possible keys: at most one for the block context, and one for each open bracket or brace.
pub(super) struct SimpleKeys {
    levels: Vec<Level>,
    /// The levels whose key holds back its token, the outermost one first. The token numbers are ascending.
    waiting: VecDeque<usize>,
}

#[derive(Default)]
struct Level {
    key: Option<SimpleKey>,
    /// The number of the bracket or brace, until a possible key inside is recorded.
    opened_by: Option<usize>,
}

impl SimpleKeys {
    pub(super) fn new() -> Self {
        Self { levels: vec![Level::default()], waiting: VecDeque::new() }
    }

    /// Returns the number of open brackets and braces.
    pub(super) fn flow_level(&self) -> usize {
        self.levels.len() - 1
    }

    /// Opens a level for the bracket or brace with the number `token`.
    pub(super) fn open_level(&mut self, token: usize) {
        self.levels.push(Level { key: None, opened_by: Some(token) });
    }

    /// Closes the innermost level.
    ///
    /// As in Go, an empty collection no longer holds back its own token: a top-level `{}: a` is read as `{}`, and `{}`
    /// is only a key inside a collection that is itself still held back.
    pub(super) fn close_level(&mut self) {
        if self.flow_level() == 0 {
            return;
        }
        self.take();
        let opened_by = self.levels.pop().and_then(|level| level.opened_by);
        let outer = self.flow_level();
        if opened_by.is_some() && self.levels[outer].key.map(|key| key.token) == opened_by {
            self.stop_waiting(outer);
        }
    }

    /// Discards the possible key of the innermost level before another one at `at` is recorded.
    pub(super) fn give_way(&mut self, at: Location) -> Result<(), Error> {
        self.remove(at)?;
        let level = self.flow_level();
        self.levels[level].opened_by = None;
        Ok(())
    }

    /// Records a possible key of the innermost level. [`Self::give_way`] must be called first.
    pub(super) fn note(&mut self, key: SimpleKey) {
        let level = self.flow_level();
        self.levels[level].key = Some(key);
        self.waiting.push_back(level);
    }

    /// Discards the possible key of the innermost level.
    pub(super) fn remove(&mut self, at: Location) -> Result<(), Error> {
        match self.take() {
            Some(key) => key.abandon(at),
            None => Ok(()),
        }
    }

    /// Removes and returns the possible key of the innermost level for a `:` at `at`.
    pub(super) fn take_valid(&mut self, at: Location) -> Result<Option<SimpleKey>, Error> {
        match self.take() {
            Some(key) if key.is_in_reach_of(at) => Ok(Some(key)),
            Some(key) => key.abandon(at).map(|()| None),
            None => Ok(None),
        }
    }

    /// Returns true if no key is possible, and no bracket or brace is open.
    #[inline]
    pub(super) fn is_idle(&self) -> bool {
        matches!(&self.levels[..], [Level { key: None, .. }]) && self.waiting.is_empty()
    }

    /// Returns true if a key holds back its token.
    pub(super) fn any_waits(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Returns true if the token with this number can still become a key when the scanner is at `at`.
    pub(super) fn may_start_at(&mut self, token: usize, at: Location) -> Result<bool, Error> {
        let Some(&level) = self.waiting.front() else { return Ok(false) };
        match self.levels[level].key {
            Some(key) if key.token != token => Ok(false),
            Some(key) if key.is_in_reach_of(at) => Ok(true),
            key => {
                self.waiting.pop_front();
                self.levels[level].key = None;
                key.map_or(Ok(()), |key| key.abandon(at)).map(|()| false)
            }
        }
    }

    fn take(&mut self) -> Option<SimpleKey> {
        let level = self.flow_level();
        let key = self.levels[level].key.take()?;
        self.stop_waiting(level);
        Some(key)
    }

    /// Stops holding back the token of the innermost waiting key, if that belongs to `level`.
    fn stop_waiting(&mut self, level: usize) {
        if self.waiting.back() == Some(&level) {
            self.waiting.pop_back();
        }
    }
}
