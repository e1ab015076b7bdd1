//! The subject and alternative names of a certificate request (PKCS #10).
//!
//! Requests that upstream's parser rejects are rejected here, with two exceptions that no real request triggers: an
//! elliptic key whose point is not on its curve, and a name that is an invalid time.

use std::collections::BTreeSet;

use super::der::{BOOLEAN, Elements, OCTET_STRING, SEQUENCE, SET, is_long};
use super::{name, public_key};

/// The tag of the attributes of a request.
const ATTRIBUTES: u8 = 0xa0;
/// 1.2.840.113549.1.9.14: requested extensions.
const EXTENSION_REQUEST: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x0e];
/// 2.5.29.17
const ALTERNATIVE_NAMES: &[u8] = &[0x55, 0x1d, 0x11];

/// The subject of a certificate.
#[derive(Default)]
pub(super) struct Request {
    pub(super) organizations: Vec<Vec<u8>>,
    pub(super) common_name: Vec<u8>,
    /// True if the alternative names contain a DNS name or an IP address.
    pub(super) has_host: bool,
    /// True if the alternative names contain an email address or a URI.
    pub(super) has_other: bool,
}

impl Request {
    /// Parses a request. Returns `None` if it is invalid.
    pub(super) fn parse(der: &[u8]) -> Option<Request> {
        let mut document = Elements::of(der);
        let mut signed = document.inside(SEQUENCE)?;
        let mut info = signed.inside(SEQUENCE)?;
        algorithm(&mut signed)?;
        signed.bits()?;
        let mut request = Request::default();
        info.integer().filter(|version| version.len() <= size_of::<i64>())?;
        request.read_subject(info.inside(SEQUENCE)?)?;
        public_key::check(info.inside(SEQUENCE)?)?;
        request.read_attributes(info.inside(ATTRIBUTES)?)?;
        document.is_empty().then_some(request)
    }

    /// Reads the subject: sets of attribute types and values. The last common name applies.
    fn read_subject(&mut self, mut sets: Elements<'_>) -> Option<()> {
        while !sets.is_empty() {
            let mut set = sets.inside(SET)?;
            while !set.is_empty() {
                let mut pair = set.inside(SEQUENCE)?;
                let kind = pair.identifier()?;
                let (tag, value) = pair.any()?;
                match (kind, name::text(tag, value)?) {
                    (name::COMMON_NAME, Some(text)) => self.common_name = text,
                    (name::ORGANIZATION, Some(text)) => self.organizations.push(text),
                    _ => {}
                }
            }
        }
        Some(())
    }

    /// Reads the attributes. Invalid attributes are ignored, except for requested extensions, which must be valid.
    fn read_attributes(&mut self, mut attributes: Elements<'_>) -> Option<()> {
        let mut seen = BTreeSet::new();
        while !attributes.is_empty() {
            let (tag, contents) = attributes.any()?;
            if let Some((EXTENSION_REQUEST, mut values)) = attribute(tag, contents) {
                let mut extensions = values.inside(SEQUENCE)?;
                while !extensions.is_empty() {
                    let (id, value) = extension(extensions.inside(SEQUENCE)?)?;
                    if !seen.insert(id) {
                        return None;
                    }
                    if id == ALTERNATIVE_NAMES {
                        self.read_names(Elements::of(value).inside(SEQUENCE)?)?;
                    }
                }
            }
        }
        Some(())
    }

    fn read_names(&mut self, mut names: Elements<'_>) -> Option<()> {
        while !names.is_empty() {
            match names.any()? {
                (0x81 | 0x86, _) => self.has_other = true,
                (0x82, host) if host.is_ascii() => self.has_host = true,
                (0x87, address) if matches!(address.len(), 4 | 16) => self.has_host = true,
                (0x82 | 0x87, _) => return None,
                (tag, _) if is_long(tag) => return None,
                _ => {}
            }
        }
        Some(())
    }
}

/// Splits an attribute into its type and its values, of which there is at least one.
fn attribute(tag: u8, contents: &[u8]) -> Option<(&[u8], Elements<'_>)> {
    let mut attribute = Elements::of(contents);
    let kind = attribute.identifier()?;
    let values = attribute.inside(SET)?;
    let mut unread = values.clone();
    unread.any()?;
    while !unread.is_empty() {
        unread.any()?;
    }
    (tag == SEQUENCE).then_some((kind, values))
}

/// Splits an extension into its type and its value.
fn extension<'a>(mut extension: Elements<'a>) -> Option<(&'a [u8], &'a [u8])> {
    let id = extension.identifier()?;
    if extension.optional(BOOLEAN).is_some_and(|critical| !matches!(critical, [0] | [0xff])) {
        return None;
    }
    Some((id, extension.take(OCTET_STRING)?))
}

/// Splits an algorithm identifier into the algorithm and its optional parameters.
pub(super) fn algorithm<'a>(elements: &mut Elements<'a>) -> Option<(&'a [u8], Elements<'a>)> {
    let mut algorithm = elements.inside(SEQUENCE)?;
    let id = algorithm.identifier()?;
    let parameters = algorithm.clone();
    if !algorithm.is_empty() {
        algorithm.any()?;
    }
    Some((id, parameters))
}
