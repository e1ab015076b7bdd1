//! Upstream's golden files: each form of an object decodes, and encodes to all forms.

use std::collections::BTreeMap;

use apimachinery::schema::GroupVersionKind;
use apimachinery::serializer::{Codec, CodecFactory, Decoded, Decoder, Error, Format, json};

use super::data::Golden;
use super::tally::{Findings, Required, Tally};
use super::text::compact;

/// The extensions of the files.
pub(crate) const FORMS: [(&str, Format); 3] =
    [("json", Format::Json), ("yaml", Format::Yaml), ("pb", Format::Protobuf)];

/// The number of files of each folder: three forms of each kind.
const COUNTS: [(&str, usize); 5] =
    [("HEAD", 579), ("v1.33.0", 534), ("v1.34.0", 540), ("v1.35.0", 546), ("v1.36.0", 552)];

pub(crate) fn run(golden: &Golden) {
    let missing: Vec<_> = COUNTS.iter().filter(|(release, _)| !golden.contains_key(*release)).collect();
    assert!(missing.is_empty() || std::env::var_os("APIMACHINERY_GOLDEN").is_some(), "no files of {missing:?}");
    let codec = Codec::new(apimachinery::apis::scheme());
    for (release, files) in golden {
        let mut tally = Tally::new(format!("golden/{release}"));
        for (name, data) in files {
            run_file(&codec, &mut tally, files, name, data);
        }
        let (_, cases) = COUNTS.iter().find(|(name, _)| name == release).unwrap_or(&("", 0));
        tally.finish(Required::new("APIMACHINERY_GOLDEN", *cases, 3 * cases));
    }
}

fn run_file(codec: &Codec, tally: &mut Tally, files: &BTreeMap<String, Vec<u8>>, name: &str, data: &[u8]) {
    let Some((base, form)) = name.rsplit_once('.') else { return };
    if base.ends_with(".after_roundtrip") || !FORMS.iter().any(|(extension, _)| *extension == form) {
        return;
    }
    let gvk = kind_of(base);
    if !codec.scheme().recognizes(&gvk) {
        return tally.unknown_kind(base);
    }
    let data = if form == "json" { &compact(data) } else { data };
    tally.case(base, name, |findings| check(codec, &gvk, findings, data, |extension| expected(files, base, extension)));
}

/// Returns the kind of a file. The group `core` is the empty one; other groups contain dots.
pub(crate) fn kind_of(base: &str) -> GroupVersionKind {
    let mut parts = base.rsplitn(3, '.');
    let (kind, version) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let group = parts.next().unwrap_or_default();
    GroupVersionKind::new(if group == "core" { "" } else { group }, version, kind)
}

/// Returns the expected encoding: the file itself, or with the additions of a correct round trip.
fn expected<'a>(files: &'a BTreeMap<String, Vec<u8>>, base: &str, extension: &str) -> Option<&'a [u8]> {
    let changed = files.get(&format!("{base}.after_roundtrip.{extension}"));
    changed.or_else(|| files.get(&format!("{base}.{extension}"))).map(Vec::as_slice)
}

fn check<'a>(
    codec: &Codec,
    gvk: &GroupVersionKind,
    findings: &mut Findings,
    data: &[u8],
    expected: impl Fn(&str) -> Option<&'a [u8]>,
) {
    let decoded = match decode(codec, gvk, data) {
        Ok(decoded) => decoded,
        Err(error) => return findings.check(false, || format!("does not decode: {error}")),
    };
    for (extension, format) in FORMS {
        let Some(expected) = expected(extension) else { continue };
        match codec.encode(&decoded, format) {
            Ok(encoded) if format == Format::Json => {
                findings.equal(extension, expected, &json::indent(encoded.trim_ascii_end(), 2));
            }
            Ok(encoded) => findings.equal(extension, expected, &encoded),
            Err(error) => findings.check(false, || format!("does not encode as {extension}: {error}")),
        }
    }
}

/// Decodes a file. An event of a watch contains no kind, so it is decoded into the expected type.
fn decode(codec: &Codec, gvk: &GroupVersionKind, data: &[u8]) -> Result<Decoded, Error> {
    match &*gvk.kind {
        "WatchEvent" => {
            CodecFactory::new(apimachinery::apis::scheme()).universal_deserializer().decode(data, Some(gvk))
        }
        _ => codec.decode(data),
    }
}
