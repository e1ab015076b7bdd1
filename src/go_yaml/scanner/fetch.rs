use super::Scanner;
use super::cursor::is_name;
use super::keys::SimpleKey;
use crate::go_yaml::error::Error;
use crate::go_yaml::event::ScalarStyle;
use crate::go_yaml::token::{Token, TokenKind};

impl<'a> Scanner<'a> {
    /// Scans the next token and adds it to the queue, after the ends of collections before it.
    pub(super) fn fetch(&mut self) -> Result<(), Error> {
        self.skip_to_token();
        self.unroll_indent(self.column());
        if self.cursor.at_end() {
            return self.fetch_stream_end();
        }
        if self.cursor.column() == 0 && self.cursor.byte() == b'%' {
            return self.fetch_directive();
        }
        if self.cursor.at_document_indicator() {
            return self.fetch_document_indicator();
        }
        self.fetch_content()
    }

    fn fetch_content(&mut self) -> Result<(), Error> {
        let in_block = self.in_block();
        match self.cursor.byte() {
            b'[' => self.fetch_flow_start(TokenKind::FlowSequenceStart),
            b'{' => self.fetch_flow_start(TokenKind::FlowMappingStart),
            b']' => self.fetch_flow_end(TokenKind::FlowSequenceEnd),
            b'}' => self.fetch_flow_end(TokenKind::FlowMappingEnd),
            b',' => self.fetch_flow_entry(),
            b'-' if self.cursor.separates_at(1) => self.fetch_block_entry(),
            b'?' if !in_block || self.cursor.separates_at(1) => self.fetch_key(),
            b':' if !in_block || self.cursor.separates_at(1) => self.fetch_value(),
            b'*' => self.fetch_node_start(|scanner| scanner.scan_anchor(TokenKind::Alias)),
            b'&' => self.fetch_node_start(|scanner| scanner.scan_anchor(TokenKind::Anchor)),
            b'!' => self.fetch_node_start(Self::scan_tag),
            b'|' if in_block => self.fetch_block_scalar(ScalarStyle::Literal),
            b'>' if in_block => self.fetch_block_scalar(ScalarStyle::Folded),
            b'\'' => self.fetch_scalar(ScalarStyle::SingleQuoted),
            b'"' => self.fetch_scalar(ScalarStyle::DoubleQuoted),
            b'\t' | b'#' | b'|' | b'>' | b'%' | b'@' | b'`' => {
                Err(self.error("found character that cannot start any token"))
            }
            _ => self.fetch_scalar(ScalarStyle::Plain),
        }
    }

    /// Queues a token that can start a node, and therefore a key.
    fn fetch_node_start(&mut self, scan: impl FnOnce(&mut Self) -> Result<Token<'a>, Error>) -> Result<(), Error> {
        self.save_simple_key()?;
        self.simple_key_allowed = false;
        let token = scan(self)?;
        self.tokens.push(token.kind, token.start, token.end);
        Ok(())
    }

    /// Queues a scalar. If its `:` follows directly, as is usual, queues its key and value tokens as well.
    fn fetch_scalar(&mut self, style: ScalarStyle) -> Result<(), Error> {
        let start = self.cursor.location();
        let key = self.simple_key_allowed.then(|| self.possible_key());
        if key.is_some() {
            self.simple_keys.give_way(start)?;
            self.simple_key_allowed = false;
        }
        let (text, end) = match style {
            ScalarStyle::Plain => self.scan_plain()?,
            _ => (self.scan_quoted()?, self.cursor.location()),
        };
        let is_key = key.as_ref().is_some_and(|key| self.skip_to_value_of(key));
        if is_key {
            self.roll_indent(TokenKind::BlockMappingStart, start, None)?;
            self.tokens.push(TokenKind::Key, start, start);
        } else if let Some(key) = key {
            self.simple_keys.note(key);
        }
        self.tokens.push(TokenKind::Scalar { text, style }, start, end);
        if is_key {
            self.push_indicator(TokenKind::Value, 1);
        }
        Ok(())
    }

    /// Moves to the `:` that makes the previous scalar a key, if that comes next.
    fn skip_to_value_of(&mut self, key: &SimpleKey) -> bool {
        let blanks = self.cursor.blanks();
        let follows = self.cursor.byte_at(blanks) == b':' && (!self.in_block() || self.cursor.separates_at(blanks + 1));
        let colon = self.cursor.location_at(self.cursor.at() + blanks);
        let is_value = follows && key.is_in_reach_of(colon);
        if is_value {
            self.cursor.skip(blanks);
        }
        is_value
    }

    fn fetch_stream_end(&mut self) -> Result<(), Error> {
        self.cursor.finish_line();
        self.leave_document()?;
        self.push_empty(TokenKind::StreamEnd);
        Ok(())
    }

    fn fetch_directive(&mut self) -> Result<(), Error> {
        self.leave_document()?;
        let token = self.scan_directive()?;
        self.tokens.push(token.kind, token.start, token.end);
        Ok(())
    }

    fn fetch_document_indicator(&mut self) -> Result<(), Error> {
        self.leave_document()?;
        let kind = match self.cursor.byte() {
            b'-' => TokenKind::DocumentStart,
            _ => TokenKind::DocumentEnd,
        };
        self.push_indicator(kind, 3);
        Ok(())
    }

    /// Closes all block collections at the end of a document.
    fn leave_document(&mut self) -> Result<(), Error> {
        self.unroll_indent(-1);
        self.remove_simple_key()?;
        self.simple_key_allowed = false;
        Ok(())
    }

    fn fetch_flow_start(&mut self, kind: TokenKind<'a>) -> Result<(), Error> {
        self.save_simple_key()?;
        self.open_flow_level()?;
        self.simple_key_allowed = true;
        self.push_indicator(kind, 1);
        Ok(())
    }

    fn fetch_flow_end(&mut self, kind: TokenKind<'a>) -> Result<(), Error> {
        self.remove_simple_key()?;
        self.simple_keys.close_level();
        self.simple_key_allowed = false;
        self.push_indicator(kind, 1);
        Ok(())
    }

    fn fetch_flow_entry(&mut self) -> Result<(), Error> {
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        self.push_indicator(TokenKind::FlowEntry, 1);
        Ok(())
    }

    /// Queues a `-`. Inside brackets it is invalid, which the parser reports.
    fn fetch_block_entry(&mut self) -> Result<(), Error> {
        if self.in_block() {
            self.need_simple_key("block sequence entries are not allowed in this context")?;
            self.roll_indent(TokenKind::BlockSequenceStart, self.cursor.location(), None)?;
        }
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        self.push_indicator(TokenKind::BlockEntry, 1);
        Ok(())
    }

    fn fetch_key(&mut self) -> Result<(), Error> {
        if self.in_block() {
            self.need_simple_key("mapping keys are not allowed in this context")?;
            self.roll_indent(TokenKind::BlockMappingStart, self.cursor.location(), None)?;
        }
        self.remove_simple_key()?;
        self.simple_key_allowed = self.in_block();
        self.push_indicator(TokenKind::Key, 1);
        Ok(())
    }

    fn fetch_value(&mut self) -> Result<(), Error> {
        match self.simple_keys.take_valid(self.cursor.location())? {
            Some(key) => {
                self.insert_before(Some(key.token), TokenKind::Key, key.location);
                self.roll_indent(TokenKind::BlockMappingStart, key.location, Some(key.token))?;
                self.simple_key_allowed = false;
            }
            None => self.begin_value_without_key()?,
        }
        self.push_indicator(TokenKind::Value, 1);
        Ok(())
    }

    fn begin_value_without_key(&mut self) -> Result<(), Error> {
        if self.in_block() {
            self.need_simple_key("mapping values are not allowed in this context")?;
            self.roll_indent(TokenKind::BlockMappingStart, self.cursor.location(), None)?;
        }
        self.simple_key_allowed = self.in_block();
        Ok(())
    }

    fn need_simple_key(&self, problem: &str) -> Result<(), Error> {
        match self.simple_key_allowed {
            true => Ok(()),
            false => Err(self.error(problem)),
        }
    }

    fn fetch_block_scalar(&mut self, style: ScalarStyle) -> Result<(), Error> {
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        let token = self.scan_block_scalar(style)?;
        self.tokens.push(token.kind, token.start, token.end);
        Ok(())
    }

    /// Scans `&name` or `*name`.
    fn scan_anchor(&mut self, kind: fn(&'a str) -> TokenKind<'a>) -> Result<Token<'a>, Error> {
        let start = self.cursor.location();
        self.cursor.skip(1);
        let name = self.cursor.skip_while(is_name);
        let ends = self.cursor.separates_at(0) || b"?:,]}%@`".contains(&self.cursor.byte());
        if name.is_empty() || !ends {
            return Err(self.error("did not find expected alphabetic or numeric character"));
        }
        Ok(self.token(kind(&self.cursor.text()[name]), start))
    }
}
