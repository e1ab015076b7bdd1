use crate::go_yaml::event::Location;
use crate::go_yaml::token::{Token, TokenKind};

/// A queue of scanned tokens, stored in a ring of slots that are written in place.
///
/// Tokens are large and short-lived. Moving them into and out of a queue would take a fifth of the scanner's time.
pub(super) struct Queue<'a> {
    /// The slots. Their number is zero or a power of two.
    slots: Vec<Token<'a>>,
    first: usize,
    length: usize,
}

impl<'a> Queue<'a> {
    pub(super) fn new() -> Self {
        Self { slots: Vec::new(), first: 0, length: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.length
    }

    pub(super) fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Returns the first token. The queue must not be empty.
    #[inline]
    pub(super) fn first(&self) -> &Token<'a> {
        &self.slots[self.first]
    }

    #[inline]
    pub(super) fn push(&mut self, kind: TokenKind<'a>, start: Location, end: Location) {
        if self.length == self.slots.len() {
            self.grow();
        }
        let place = self.place(self.length);
        let slot = &mut self.slots[place];
        slot.kind = kind;
        slot.start = start;
        slot.end = end;
        self.length += 1;
    }

    /// Inserts a token without text before the token with this index.
    pub(super) fn insert(&mut self, index: usize, kind: TokenKind<'a>, location: Location) {
        self.push(kind, location, location);
        for index in (index + 1..self.length).rev() {
            let (place, before) = (self.place(index), self.place(index - 1));
            self.slots.swap(place, before);
        }
    }

    /// Removes and returns the first token. The queue must not be empty.
    #[inline]
    pub(super) fn take(&mut self) -> Token<'a> {
        let slot = &mut self.slots[self.first];
        let token = Token { kind: std::mem::replace(&mut slot.kind, TokenKind::StreamEnd), ..*slot };
        self.skip();
        token
    }

    /// Removes the first token without changing its slot. The queue must not be empty.
    #[inline]
    pub(super) fn skip(&mut self) {
        self.first = self.place(1);
        self.length -= 1;
    }

    fn place(&self, index: usize) -> usize {
        (self.first + index) & (self.slots.len() - 1)
    }

    #[cold]
    fn grow(&mut self) {
        self.slots.rotate_left(self.first);
        self.first = 0;
        let nowhere = Location::START;
        let length = (self.length * 2).max(8);
        self.slots.resize_with(length, || Token { kind: TokenKind::StreamEnd, start: nowhere, end: nowhere });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_in_order() {
        let location = |offset| Location { offset, line: 1, column: 1 };
        let mut queue = Queue::new();
        let mut taken = Vec::new();
        for round in 0..20 {
            (0..round).for_each(|number| queue.push(TokenKind::Key, location(round * 100 + number), location(0)));
            queue.insert(round / 2, TokenKind::Value, location(round));
            while queue.len() > round % 5 {
                taken.push(queue.take().start.offset);
            }
        }
        let mut expected = Vec::new();
        let mut waiting = Vec::new();
        for round in 0..20 {
            waiting.extend((0..round).map(|number| round * 100 + number));
            waiting.insert(round / 2, round);
            let rest = waiting.split_off(waiting.len().saturating_sub(round % 5));
            expected.append(&mut waiting);
            waiting = rest;
        }
        assert_eq!(taken, expected);
    }
}
