//! Directives and tags.

use std::borrow::Cow;

use super::Scanner;
use super::cursor::is_name;
use crate::go_yaml::error::Error;
use crate::go_yaml::token::{Tag, Token, TokenKind};

impl<'a> Scanner<'a> {
    /// Scans a `%YAML` or `%TAG` line.
    pub(super) fn scan_directive(&mut self) -> Result<Token<'a>, Error> {
        let start = self.cursor.location();
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

impl<'a> Scanner<'a> {
    /// Scans a tag: `!<uri>`, `!handle!suffix`, `!suffix` or a lone `!`.
    pub(super) fn scan_tag(&mut self) -> Result<Token<'a>, Error> {
        let start = self.cursor.location();
        let (handle, rest) = match self.cursor.byte_at(1) {
            b'<' => ("", self.verbatim_tag()?),
            _ => self.shorthand_tag()?,
        };
        self.end_of_tag()?;
        Ok(self.token(TokenKind::Tag(Box::new(Tag { handle, rest })), start))
    }

    fn verbatim_tag(&mut self) -> Result<Cow<'a, str>, Error> {
        self.cursor.skip(2);
        let uri = self.tag_uri("")?;
        if self.cursor.byte() != b'>' {
            return Err(self.error("did not find the expected '>'"));
        }
        self.cursor.skip(1);
        Ok(uri)
    }

    fn shorthand_tag(&mut self) -> Result<(&'a str, Cow<'a, str>), Error> {
        let handle = self.tag_handle()?;
        if is_closed_handle(handle) {
            return Ok((handle, self.tag_uri("")?));
        }
        let suffix = self.tag_uri(handle)?;
        Ok(match suffix.is_empty() {
            true => ("", Cow::Borrowed("!")),
            false => ("!", suffix),
        })
    }

    /// Scans `!`, `!!` or `!name!`. Also accepts `!name`, which starts a tag without a handle.
    pub(super) fn tag_handle(&mut self) -> Result<&'a str, Error> {
        let from = self.cursor.at();
        if self.cursor.byte() != b'!' {
            return Err(self.error("did not find expected '!'"));
        }
        self.cursor.skip(1);
        self.cursor.skip_while(is_name);
        if self.cursor.byte() == b'!' {
            self.cursor.skip(1);
        }
        Ok(&self.cursor.text()[from..self.cursor.at()])
    }

    /// Scans the characters of a tag after `head`, whose leading `!` is removed.
    pub(super) fn tag_uri(&mut self, head: &str) -> Result<Cow<'a, str>, Error> {
        let mut uri = String::from(head.get(1..).unwrap_or_default());
        loop {
            let plain = self.cursor.skip_while(|byte| is_uri(byte) && byte != b'%');
            uri.push_str(&self.cursor.text()[plain]);
            if self.cursor.byte() != b'%' {
                break;
            }
            uri.push(self.uri_escape()?);
        }
        if head.is_empty() && uri.is_empty() {
            return Err(self.error("did not find expected tag URI"));
        }
        Ok(Cow::Owned(uri))
    }

    /// Scans one character that is written as `%XX` for each byte of its UTF-8 encoding.
    fn uri_escape(&mut self) -> Result<char, Error> {
        let lead = self.uri_octet()?;
        let (trailing, mut code) = match lead {
            0x00..=0x7F => (0, u32::from(lead)),
            0xC0..=0xDF => (1, u32::from(lead & 0x1F)),
            0xE0..=0xEF => (2, u32::from(lead & 0x0F)),
            0xF0..=0xF7 => (3, u32::from(lead & 0x07)),
            _ => return Err(self.error("found an incorrect leading UTF-8 octet")),
        };
        for _ in 0..trailing {
            let octet = self.uri_octet()?;
            if octet & 0xC0 != 0x80 {
                return Err(self.error("found an incorrect trailing UTF-8 octet"));
            }
            code = code << 6 | u32::from(octet & 0x3F);
        }
        char::from_u32(code).ok_or_else(|| self.error("found an incorrect leading UTF-8 octet"))
    }

    fn uri_octet(&mut self) -> Result<u8, Error> {
        let digit = |ahead| char::from(self.cursor.byte_at(ahead)).to_digit(16);
        match (self.cursor.byte(), digit(1), digit(2)) {
            (b'%', Some(high), Some(low)) => {
                self.cursor.skip(3);
                Ok((high << 4 | low) as u8)
            }
            _ => Err(self.error("did not find URI escaped octet")),
        }
    }

    pub(super) fn end_of_tag(&self) -> Result<(), Error> {
        match self.cursor.separates_at(0) {
            true => Ok(()),
            false => Err(self.error("did not find expected whitespace or line break")),
        }
    }
}

/// Returns true if a handle is `!!` or `!name!`, which must be followed by a suffix.
pub(super) fn is_closed_handle(handle: &str) -> bool {
    handle.len() > 1 && handle.ends_with('!')
}

fn is_uri(byte: u8) -> bool {
    is_name(byte) || b";/?:@&=+$,.!~*'()[]%".contains(&byte)
}
