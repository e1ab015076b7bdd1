use std::collections::VecDeque;

use crate::yaml::error::Error;
use crate::yaml::token::Mark;

/// How far behind the start of a key its `:` may stand, in characters.
const MAX_KEY_LENGTH: usize = 1024;

/// A token that turns out to be a mapping key if a `:` follows in time.
#[derive(Clone, Copy)]
pub(super) struct SimpleKey {
    /// The token's number, counted from the start of the stream.
    pub(super) token: usize,
    pub(super) mark: Mark,
    /// Whether the text is wrong unless this is a key, as at the indentation of a mapping.
    pub(super) required: bool,
}

impl SimpleKey {
    fn is_in_reach_of(&self, at: Mark) -> bool {
        self.mark.line == at.line && at.column <= self.mark.column + MAX_KEY_LENGTH
    }

    fn abandon(self, at: Mark) -> Result<(), Error> {
        match self.required {
            true => Err(Error::scan("could not find expected ':'", at)),
            false => Ok(()),
        }
    }
}

/// The possible keys: at most one for the block context and for each open bracket or brace.
pub(super) struct SimpleKeys {
    levels: Vec<Option<SimpleKey>>,
    /// The levels that have a key, outermost first; its keys' token numbers increase.
    waiting: VecDeque<usize>,
}

impl SimpleKeys {
    pub(super) fn new() -> Self {
        Self { levels: vec![None], waiting: VecDeque::new() }
    }

    /// The number of open brackets and braces.
    pub(super) fn flow_level(&self) -> usize {
        self.levels.len() - 1
    }

    pub(super) fn open_level(&mut self) {
        self.levels.push(None);
    }

    pub(super) fn close_level(&mut self) {
        if self.flow_level() > 0 {
            self.take();
            self.levels.pop();
        }
    }

    /// Notes a possible key of the innermost level in place of the one before.
    pub(super) fn save(&mut self, key: SimpleKey) -> Result<(), Error> {
        self.remove(key.mark)?;
        let level = self.flow_level();
        self.levels[level] = Some(key);
        self.waiting.push_back(level);
        Ok(())
    }

    /// Gives up the possible key of the innermost level.
    pub(super) fn remove(&mut self, at: Mark) -> Result<(), Error> {
        match self.take() {
            Some(key) => key.abandon(at),
            None => Ok(()),
        }
    }

    /// Takes the possible key of the innermost level for a `:` that stands at `at`.
    pub(super) fn take_valid(&mut self, at: Mark) -> Result<Option<SimpleKey>, Error> {
        match self.take() {
            Some(key) if key.is_in_reach_of(at) => Ok(Some(key)),
            Some(key) => key.abandon(at).map(|()| None),
            None => Ok(None),
        }
    }

    /// Whether the token of this number may still become a key while the scanner is at `at`.
    pub(super) fn may_start_at(&mut self, token: usize, at: Mark) -> Result<bool, Error> {
        let Some(&level) = self.waiting.front() else { return Ok(false) };
        match self.levels[level] {
            Some(key) if key.token != token => Ok(false),
            Some(key) if key.is_in_reach_of(at) => Ok(true),
            key => {
                self.waiting.pop_front();
                self.levels[level] = None;
                key.map_or(Ok(()), |key| key.abandon(at)).map(|()| false)
            }
        }
    }

    fn take(&mut self) -> Option<SimpleKey> {
        let level = self.flow_level();
        let key = self.levels[level].take()?;
        self.waiting.pop_back();
        Some(key)
    }
}
