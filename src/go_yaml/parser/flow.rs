use super::{Context, Parser, State, Step};
use crate::go_yaml::event::CollectionStyle;
use crate::go_yaml::event::{EventKind, Properties};
use crate::go_yaml::token::TokenKind as Is;

impl<'a> Parser<'a> {
    pub(super) fn next_flow_sequence_entry(&mut self) -> Step<'a> {
        match self.peek()?.kind {
            Is::FlowSequenceEnd => {}
            Is::FlowEntry => _ = self.skip()?,
            _ => return self.unexpected("did not find expected ',' or ']'"),
        }
        self.flow_sequence_entry()
    }

    pub(super) fn flow_sequence_entry(&mut self) -> Step<'a> {
        match self.peek()?.kind {
            Is::FlowSequenceEnd => self.close_flow(EventKind::SequenceEnd),
            Is::Key => {
                self.state = State::PairKey;
                let key = self.take()?.start;
                let properties = Properties::default();
                self.event(EventKind::MappingStart { properties, style: CollectionStyle::Flow }, key, key)
            }
            _ => self.node_then(Context::Flow, State::FlowSequenceEntry),
        }
    }

    pub(super) fn pair_key(&mut self) -> Step<'a> {
        if !self.at(|token| matches!(token, Is::Value | Is::FlowEntry | Is::FlowSequenceEnd))? {
            return self.node_then(Context::Flow, State::PairValue);
        }
        // As in libyaml, the token after a lone `?` is consumed with it.
        let location = self.take()?.start;
        self.empty_scalar_at(location, State::PairValue)
    }

    pub(super) fn pair_value(&mut self) -> Step<'a> {
        if self.at(|token| matches!(token, Is::Value))? {
            self.skip()?;
            if !self.at(|token| matches!(token, Is::FlowEntry | Is::FlowSequenceEnd))? {
                return self.node_then(Context::Flow, State::PairEnd);
            }
        }
        self.empty_scalar_at_token(State::PairEnd)
    }

    pub(super) fn pair_end(&mut self) -> Step<'a> {
        self.state = State::FlowSequenceEntry;
        self.end_of_block(EventKind::MappingEnd)
    }

    pub(super) fn next_flow_mapping_key(&mut self) -> Step<'a> {
        match self.peek()?.kind {
            Is::FlowMappingEnd => {}
            Is::FlowEntry => _ = self.skip()?,
            _ => return self.unexpected("did not find expected ',' or '}'"),
        }
        self.flow_mapping_key()
    }

    pub(super) fn flow_mapping_key(&mut self) -> Step<'a> {
        match self.peek()?.kind {
            Is::FlowMappingEnd => return self.close_flow(EventKind::MappingEnd),
            Is::Key => _ = self.skip()?,
            _ => return self.node_then(Context::Flow, State::FlowMappingNoValue),
        }
        match self.at(|token| matches!(token, Is::Value | Is::FlowEntry | Is::FlowMappingEnd))? {
            false => self.node_then(Context::Flow, State::FlowMappingValue),
            true => self.empty_scalar_at_token(State::FlowMappingValue),
        }
    }

    pub(super) fn flow_mapping_value(&mut self) -> Step<'a> {
        if self.at(|token| matches!(token, Is::Value))? {
            self.skip()?;
            if !self.at(|token| matches!(token, Is::FlowEntry | Is::FlowMappingEnd))? {
                return self.node_then(Context::Flow, State::FlowMappingKey);
            }
        }
        self.empty_scalar_at_token(State::FlowMappingKey)
    }
}
