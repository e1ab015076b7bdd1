use super::{Context, Parser, State, Step};
use crate::yaml::event::{Event, EventKind};
use crate::yaml::token::TokenKind as Is;

impl<'a> Parser<'a> {
    pub(super) fn block_sequence_entry(&mut self) -> Step<'a> {
        match self.peek()?.kind {
            Is::BlockEntry => {}
            Is::BlockEnd => return self.close(EventKind::SequenceEnd),
            _ => return self.unexpected("did not find expected '-' indicator"),
        }
        let mark = self.skip()?.start;
        match self.at(|token| matches!(token, Is::BlockEntry | Is::BlockEnd))? {
            true => self.empty_scalar(mark, State::BlockSequenceEntry),
            false => self.node_then(Context::Block, State::BlockSequenceEntry),
        }
    }

    pub(super) fn indentless_sequence_entry(&mut self) -> Step<'a> {
        let token = self.peek()?;
        if !matches!(token.kind, Is::BlockEntry) {
            let start = token.start;
            self.leave();
            return Ok(Event { kind: EventKind::SequenceEnd, start });
        }
        let mark = self.skip()?.start;
        match self.at(|token| matches!(token, Is::BlockEntry | Is::Key | Is::Value | Is::BlockEnd))? {
            true => self.empty_scalar(mark, State::IndentlessSequenceEntry),
            false => self.node_then(Context::Block, State::IndentlessSequenceEntry),
        }
    }

    pub(super) fn block_mapping_key(&mut self) -> Step<'a> {
        match self.peek()?.kind {
            Is::Key => {}
            Is::BlockEnd => return self.close(EventKind::MappingEnd),
            _ => return self.unexpected("did not find expected key"),
        }
        let mark = self.skip()?.start;
        match self.at(|token| matches!(token, Is::Key | Is::Value | Is::BlockEnd))? {
            true => self.empty_scalar(mark, State::BlockMappingValue),
            false => self.node_then(Context::BlockOrIndentless, State::BlockMappingValue),
        }
    }

    pub(super) fn block_mapping_value(&mut self) -> Step<'a> {
        if !self.at(|token| matches!(token, Is::Value))? {
            let mark = self.peek()?.start;
            return self.empty_scalar(mark, State::BlockMappingKey);
        }
        let mark = self.skip()?.start;
        match self.at(|token| matches!(token, Is::Key | Is::Value | Is::BlockEnd))? {
            true => self.empty_scalar(mark, State::BlockMappingKey),
            false => self.node_then(Context::BlockOrIndentless, State::BlockMappingKey),
        }
    }
}
