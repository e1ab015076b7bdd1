use super::{Context, Parser, State, Step};
use crate::yaml::event::EventKind;
use crate::yaml::token::TokenKind as Is;

impl<'a> Parser<'a> {
    pub(super) fn block_sequence_entry(&mut self) -> Step<'a> {
        let ends = |token: &Is<'_>| matches!(token, Is::BlockEntry | Is::BlockEnd);
        match self.peek()?.kind {
            Is::BlockEntry => self.block_part(ends, Context::Block, State::BlockSequenceEntry),
            Is::BlockEnd => self.close_block(EventKind::SequenceEnd),
            _ => self.unexpected("did not find expected '-' indicator"),
        }
    }

    pub(super) fn indentless_sequence_entry(&mut self) -> Step<'a> {
        let ends = |token: &Is<'_>| matches!(token, Is::BlockEntry | Is::Key | Is::Value | Is::BlockEnd);
        if self.at(|token| matches!(token, Is::BlockEntry))? {
            return self.block_part(ends, Context::Block, State::IndentlessSequenceEntry);
        }
        self.leave();
        self.end_of_block(EventKind::SequenceEnd)
    }

    pub(super) fn block_mapping_key(&mut self) -> Step<'a> {
        match self.peek()?.kind {
            Is::Key => self.block_part(ends_key_or_value, Context::BlockOrIndentless, State::BlockMappingValue),
            Is::BlockEnd => self.close_block(EventKind::MappingEnd),
            _ => self.unexpected("did not find expected key"),
        }
    }

    pub(super) fn block_mapping_value(&mut self) -> Step<'a> {
        if self.at(|token| matches!(token, Is::Value))? {
            return self.block_part(ends_key_or_value, Context::BlockOrIndentless, State::BlockMappingKey);
        }
        self.empty_scalar_at_token(State::BlockMappingKey)
    }

    fn close_block(&mut self, kind: EventKind<'a>) -> Step<'a> {
        self.leave();
        self.skip()?;
        self.end_of_block(kind)
    }

    /// The node behind the indicator that comes next; an empty one if the token behind it `ends` it.
    fn block_part(&mut self, ends: fn(&Is<'a>) -> bool, context: Context, next: State) -> Step<'a> {
        let indicator = self.skip()?;
        match self.at(ends)? {
            true => self.empty_scalar_at(indicator, next),
            false => self.node_then(context, next),
        }
    }
}

fn ends_key_or_value(token: &Is<'_>) -> bool {
    matches!(token, Is::Key | Is::Value | Is::BlockEnd)
}
