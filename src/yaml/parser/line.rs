//! Parsing of lines that need no tokens. Counterpart of the scanner's module of the same name.

use std::borrow::Cow;

use super::block::ends_key_or_value;
use super::node::{first_state, start_event};
use super::{Context, Parser, State, Step};
use crate::yaml::event::{Event, EventKind, Properties};
use crate::yaml::mark::Mark;
use crate::yaml::scanner::{LineNode, LineScalar, behind};
use crate::yaml::token::TokenKind as Is;

impl<'a> Parser<'a> {
    /// Returns the next event if it is a key with its `:`, or a scalar on the same line after one.
    #[inline]
    pub(crate) fn next_of_line(&mut self) -> Option<LineScalar<'a>> {
        let (scalar, next) = match self.state {
            State::BlockMappingKey => (self.scanner.line_key()?, State::LineValue),
            State::LineValue => (self.scanner.line_value()?, State::BlockMappingKey),
            _ => return None,
        };
        self.state = next;
        self.end = scalar.end();
        Some(scalar)
    }

    /// Returns the event of a scalar, and continues in the state `next`.
    #[inline]
    fn line_scalar(&mut self, scalar: LineScalar<'a>, next: State) -> Step<'a> {
        self.state = next;
        self.end = scalar.end();
        Ok(scalar.into())
    }

    #[inline]
    pub(super) fn line_value(&mut self) -> Step<'a> {
        // The key was read together with its `:`.
        let indicator = behind(self.end, 1);
        self.line_part(indicator, ends_key_or_value, Context::BlockOrIndentless, State::BlockMappingKey)
    }

    /// Parses the node after an indicator that was read without tokens and ends at `indicator`.
    #[inline]
    pub(super) fn line_part(
        &mut self,
        indicator: Mark,
        ends: fn(&Is<'a>) -> bool,
        context: Context,
        next: State,
    ) -> Step<'a> {
        match self.scanner.line_node(context == Context::BlockOrIndentless) {
            Some(LineNode::Scalar(scalar)) => self.line_scalar(scalar, next),
            Some(LineNode::Start(token, start, end)) => {
                self.after.push(next);
                self.state = first_state(&token, context).unwrap_or(next);
                let kind = start_event(self.state, Properties::default());
                self.event(kind, start, end)
            }
            None => self.part_behind(indicator, ends, context, next),
        }
    }
}

impl<'a> From<LineScalar<'a>> for Event<'a> {
    fn from(scalar: LineScalar<'a>) -> Self {
        let (start, end) = (scalar.start, scalar.end());
        let text = Cow::Borrowed(scalar.text);
        Event { kind: EventKind::Scalar { properties: Properties::default(), text, style: scalar.style }, start, end }
    }
}
