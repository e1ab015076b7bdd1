use super::{Context, Parser, State, Step};
use crate::go_yaml::event::EventKind;
use crate::go_yaml::event::Location;
use crate::go_yaml::token::TokenKind as Is;

impl<'a> Parser<'a> {
    pub(super) fn block_sequence_entry(&mut self) -> Step<'a> {
        let ends = |token: &Is<'_>| matches!(token, Is::BlockEntry | Is::BlockEnd);
        if let Some(indicator) = self.scanner.line_entry() {
            return self.line_part(indicator, ends, Context::Block, State::BlockSequenceEntry);
        }
        if self.scanner.leaves_block() {
            self.leave();
            return self.end_of_block(EventKind::SequenceEnd);
        }
        match self.peek()?.kind {
            Is::BlockEntry => self.block_part(ends, Context::Block, State::BlockSequenceEntry),
            Is::BlockEnd => self.close_block(EventKind::SequenceEnd),
            _ => self.unexpected("did not find expected '-' indicator"),
        }
    }

    pub(super) fn indentless_sequence_entry(&mut self) -> Step<'a> {
        let ends = |token: &Is<'_>| matches!(token, Is::BlockEntry | Is::Key | Is::Value | Is::BlockEnd);
        if let Some(indicator) = self.scanner.line_entry() {
            return self.line_part(indicator, ends, Context::Block, State::IndentlessSequenceEntry);
        }
        if !self.scanner.leaves_entries() && self.at(|token| matches!(token, Is::BlockEntry))? {
            return self.block_part(ends, Context::Block, State::IndentlessSequenceEntry);
        }
        self.leave();
        self.end_of_block(EventKind::SequenceEnd)
    }

    pub(super) fn block_mapping_key(&mut self) -> Step<'a> {
        if self.scanner.leaves_block() {
            self.leave();
            return self.end_of_block(EventKind::MappingEnd);
        }
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

    /// Parses the node after the next token, which is an indicator. The node is empty if the following token satisfies
    /// `ends`.
    fn block_part(&mut self, ends: fn(&Is<'a>) -> bool, context: Context, next: State) -> Step<'a> {
        let indicator = self.skip()?;
        self.part_behind(indicator, ends, context, next)
    }

    /// Parses the node after an indicator that ends at `indicator`.
    pub(super) fn part_behind(
        &mut self,
        indicator: Location,
        ends: fn(&Is<'a>) -> bool,
        context: Context,
        next: State,
    ) -> Step<'a> {
        match self.at(ends)? {
            true => self.empty_scalar_at(indicator, next),
            false => self.node_then(context, next),
        }
    }
}

pub(super) fn ends_key_or_value(token: &Is<'_>) -> bool {
    matches!(token, Is::Key | Is::Value | Is::BlockEnd)
}
