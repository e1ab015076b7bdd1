//! What stands on lines that need no tokens; see the scanner's part of the same name.

use std::borrow::Cow;

use super::block::ends_key_or_value;
use super::node::{first_state, start_event};
use super::{Context, Parser, State, Step};
use crate::yaml::event::{EventKind, Properties};
use crate::yaml::mark::Mark;
use crate::yaml::scanner::{LineNode, LineScalar};
use crate::yaml::token::TokenKind as Is;

impl<'a> Parser<'a> {
    #[inline]
    pub(super) fn line_value(&mut self) -> Step<'a> {
        let indicator = self.scanner.mark();
        self.line_part(indicator, ends_key_or_value, Context::BlockOrIndentless, State::BlockMappingKey)
    }

    /// The node behind an indicator that was passed without tokens and ends at `indicator`.
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

    #[inline]
    pub(super) fn line_scalar(&mut self, scalar: LineScalar<'a>, next: State) -> Step<'a> {
        self.state = next;
        let (start, end) = (scalar.start, scalar.end());
        let text = Cow::Borrowed(scalar.text);
        self.event(EventKind::Scalar { properties: Properties::default(), text, style: scalar.style }, start, end)
    }
}
