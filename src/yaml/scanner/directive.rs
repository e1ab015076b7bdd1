use super::Scanner;
use super::cursor::is_name;
use super::tag::is_closed_handle;
use crate::yaml::error::Error;
use crate::yaml::token::{Tag, Token, TokenKind};

impl<'a> Scanner<'a> {
    /// Scans a `%YAML` or `%TAG` line.
    pub(super) fn scan_directive(&mut self) -> Result<Token<'a>, Error> {
        let start = self.cursor.mark();
        self.cursor.skip(1);
        let kind = match self.directive_name()? {
            "YAML" => self.version_directive()?,
            "TAG" => self.tag_directive()?,
            _ => return Err(self.error("found unknown directive name")),
        };
        let token = self.token(kind, start);
        self.cursor.skip_blanks();
        self.cursor.skip_comment();
        self.end_of_line()?;
        Ok(token)
    }

    fn directive_name(&mut self) -> Result<&'a str, Error> {
        let name = self.cursor.skip_while(is_name);
        if name.is_empty() {
            return Err(self.error("could not find expected directive name"));
        }
        if !self.cursor.separates_at(0) {
            return Err(self.error("found unexpected non-alphabetical character"));
        }
        Ok(&self.cursor.text()[name])
    }

    fn version_directive(&mut self) -> Result<TokenKind<'a>, Error> {
        self.cursor.skip_blanks();
        let major = self.version_number()?;
        if self.cursor.byte() != b'.' {
            return Err(self.error("did not find expected digit or '.' character"));
        }
        self.cursor.skip(1);
        let minor = self.version_number()?;
        Ok(TokenKind::VersionDirective { major, minor })
    }

    /// Scans a number of at most two digits.
    fn version_number(&mut self) -> Result<u8, Error> {
        let digits = self.cursor.skip_while(|byte| byte.is_ascii_digit());
        match &self.cursor.text()[digits] {
            "" => Err(self.error("did not find expected version number")),
            text => {
                let number = if text.len() > 2 { None } else { text.parse().ok() };
                number.ok_or_else(|| self.error("found extremely long version number"))
            }
        }
    }

    fn tag_directive(&mut self) -> Result<TokenKind<'a>, Error> {
        self.cursor.skip_blanks();
        let handle = self.tag_handle()?;
        if handle != "!" && !is_closed_handle(handle) {
            return Err(self.error("did not find expected '!'"));
        }
        if !self.cursor.at_blank() {
            return Err(self.error("did not find expected whitespace"));
        }
        self.cursor.skip_blanks();
        let rest = self.tag_uri("")?;
        self.end_of_tag()?;
        Ok(TokenKind::TagDirective(Box::new(Tag { handle, rest })))
    }
}
