use super::requirement::{Operator, Requirement, check_key};
use super::tokens::{self, Token};
use crate::order::sort_by;

const OPERATORS: &str = "in, notin, =, ==, !=, gt, lt";

/// Parses a selector, which is a comma-separated list of requirements. The result is sorted by key.
///
/// # Errors
///
/// Returns an error if the selector is invalid; the message contains the unexpected token and the expected ones, as
/// upstream.
pub(crate) fn parse(selector: &str) -> Result<Vec<Requirement>, String> {
    let mut parser = Parser { rest: selector };
    let mut requirements = Vec::new();
    while parser.peek() != Token::End {
        if !parser.peek().starts_requirement() {
            return Err(parser.expected("!, identifier, or 'end of string'"));
        }
        let requirement = parser.requirement();
        requirements.push(requirement.map_err(|error| format!("unable to parse requirement: {error}"))?);
        match parser.peek() {
            Token::End => break,
            Token::Sign(",") => drop(parser.take()),
            _ => return Err(parser.expected("',' or 'end of string'")),
        }
        if !parser.peek().starts_requirement() {
            return Err(parser.expected("identifier after ','"));
        }
    }
    sort_by(&mut requirements, &|left, right| left.key.cmp(&right.key));
    Ok(requirements)
}

struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Token<'a> {
        tokens::next(self.rest).0
    }

    fn take(&mut self) -> Token<'a> {
        let (token, rest) = tokens::next(self.rest);
        self.rest = rest;
        token
    }

    /// Returns the error that `what` was expected instead of the next token.
    fn expected(&self, what: &str) -> String {
        format!("found '{}', expected: {what}", self.peek().text())
    }

    fn requirement(&mut self) -> Result<Requirement, String> {
        let absent = self.peek() == Token::Sign("!");
        if absent {
            self.take();
        }
        let Token::Word(key) = self.peek() else {
            return Err(self.expected("identifier"));
        };
        self.take();
        check_key("<nil>", key)?;
        let alone = matches!(self.peek(), Token::End | Token::Sign(","));
        let (operator, mut values) = match (absent, alone) {
            (true, _) => (Operator::DoesNotExist, Vec::new()),
            (false, true) => (Operator::Exists, Vec::new()),
            (false, false) => self.comparison()?,
        };
        sort_by(&mut values, &Ord::cmp);
        values.dedup();
        Requirement::new(key, operator, values)
    }

    fn comparison(&mut self) -> Result<(Operator, Vec<String>), String> {
        let operator = match self.peek() {
            Token::Word("in") => Operator::In,
            Token::Word("notin") => Operator::NotIn,
            Token::Sign("=") => Operator::Equals,
            Token::Sign("==") => Operator::DoubleEquals,
            Token::Sign("!=") => Operator::NotEquals,
            Token::Sign(">") => Operator::GreaterThan,
            Token::Sign("<") => Operator::LessThan,
            _ => return Err(self.expected(OPERATORS)),
        };
        self.take();
        let values = match operator {
            Operator::In | Operator::NotIn => self.values()?,
            _ => vec![self.value()?],
        };
        Ok((operator, values))
    }

    /// Parses the value after an operator; a missing value is empty.
    fn value(&mut self) -> Result<String, String> {
        match self.peek() {
            Token::End | Token::Sign(",") => Ok(String::new()),
            Token::Word(value) => {
                self.take();
                Ok(value.to_owned())
            }
            Token::Sign(_) => Err(self.expected("identifier")),
        }
    }

    /// Parses `(a,b)`. A missing value between commas, or next to a parenthesis, is empty.
    fn values(&mut self) -> Result<Vec<String>, String> {
        if self.peek() != Token::Sign("(") {
            return Err(format!("found '{}' expected: '('", self.peek().text()));
        }
        self.take();
        let mut values = Vec::new();
        if !matches!(self.peek(), Token::Word(_) | Token::Sign("," | ")")) {
            return Err(self.expected("',', ')' or identifier"));
        }
        loop {
            match self.peek() {
                Token::Word(value) => {
                    self.take();
                    values.push(value.to_owned());
                }
                Token::Sign("," | ")") => values.push(String::new()),
                _ => return Err(self.expected("',', or identifier")),
            }
            match self.peek() {
                Token::Sign(",") => drop(self.take()),
                Token::Sign(")") => {
                    self.take();
                    return Ok(values);
                }
                _ => return Err(self.expected("',' or ')'")),
            }
        }
    }
}
