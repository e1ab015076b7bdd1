//! The results of every removed kind: encoded, defaulted, converted to each version of its group.
//!
//! Half of these kinds have no results of Kubernetes, see `tests/conformance/recorded/legacy`. This list keeps what the
//! definitions of all of them make of an empty object, of one in which everything is made and nothing is set, and of
//! one with odd values. `BLESS=1 cargo test --test catalog` writes it anew.

use std::fs::{self, File};
use std::io::{Read, Write};

use apimachinery::defaulting::Defaulting;
use apimachinery::meta::{Object, Time, TypeMeta};
use apimachinery::reflect::{Mut, ViewMut};
use apimachinery::schema::GroupVersionKind;
use apimachinery::scheme::Scheme;
use apimachinery::serializer::{Codec, Decoded, Format};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};

use super::registered::kinds;
use super::{blesses, facts};

const FILE: &str = "tests/catalog/removed.txt.gz";

/// Structs in structs; what is below is left empty, so that recursive types end.
const DEEPEST: usize = 12;

/// Makes whatever is optional, an item of every list and an entry of every map.
fn make(value: Mut<'_>, depth: usize) {
    match value.view() {
        _ if depth > DEEPEST => {}
        ViewMut::Option(option) => make(option.make(), depth),
        ViewMut::List(mut list) => make(list.push(), depth),
        ViewMut::Map(mut map) => make(map.append("key"), depth),
        ViewMut::Struct(mut object) => {
            (0..object.shape().json_fields().len()).for_each(|field| make(object.field(field), depth + 1));
        }
        _ => {}
    }
}

fn objects(scheme: &Scheme, gvk: &GroupVersionKind) -> [(&'static str, Box<dyn Object>); 3] {
    let new = || {
        let mut object = scheme.new_object(gvk).expect("a registered kind");
        object.set_type_meta(TypeMeta::from(gvk));
        object
    };
    let [empty, mut made, mut odd] = [new(), new(), new()];
    make(made.cursor_mut(), 0);
    made.set_type_meta(TypeMeta::from(gvk));
    apimachinery::testing::fill(&mut *odd, 1);
    [("empty", empty), ("made", made), ("odd", odd)]
}

/// A line for each result: kind, object, step, and the result.
fn lines() -> Vec<String> {
    let codec = Codec::new(apimachinery::apis::scheme())
        .with_defaulting(Defaulting::default().with_clock(|| Time::from_unix(946_684_800, 0)));
    let scheme = codec.scheme();
    let mut lines = Vec::new();
    for gvk in kinds(&facts("k8s-legacy.json")) {
        for (name, object) in objects(scheme, &gvk) {
            let decoded =
                |object: &dyn Object| Decoded { object: object.clone_box(), gvk: gvk.clone(), warnings: Vec::new() };
            let mut line = |step: &str, result: Result<Vec<u8>, _>| {
                let result =
                    result.unwrap_or_else(|error: apimachinery::serializer::Error| error.to_string().into_bytes());
                let text = String::from_utf8(result).unwrap_or_else(|error| STANDARD.encode(error.into_bytes()));
                lines.push(format!("{} {} {name} {step}: {}", gvk.api_version(), gvk.kind, text.trim_end()));
            };
            line("json", codec.encode(&decoded(&*object), Format::Json));
            let bytes = codec.encode(&decoded(&*object), Format::Protobuf);
            line("protobuf", bytes.map(|bytes| STANDARD.encode(bytes).into_bytes()));
            let mut defaulted = decoded(&*object);
            codec.default(&mut defaulted);
            line("defaulted", codec.encode(&defaulted, Format::Json));
            for version in scheme.prioritized_versions_for_group(&gvk.group) {
                if version != gvk.group_version() && scheme.recognizes(&version.with_kind(gvk.kind.clone())) {
                    line(&version.to_string(), codec.encode_to_version(decoded(&*object), &version, Format::Json));
                }
            }
        }
    }
    lines
}

#[test]
fn removed_kinds_are_encoded_defaulted_and_converted_as_listed() {
    let found = lines();
    if blesses() {
        let file = File::create(FILE).expect("the list is written");
        let mut packed = GzBuilder::new().mtime(0).write(file, Compression::best());
        packed.write_all((found.join("\n") + "\n").as_bytes()).expect("the list is written");
        packed.finish().expect("the list is written");
    }
    let mut committed = String::new();
    let packed = fs::read(FILE).expect("the list is part of the repository");
    GzDecoder::new(&packed[..]).read_to_string(&mut committed).expect("a gzipped text");
    let committed: Vec<&str> = committed.lines().collect();
    let changed = committed.iter().zip(&found).filter(|(theirs, ours)| *theirs != ours);
    let difference: String = changed.take(10).map(|(theirs, ours)| shown(theirs, ours)).collect();
    assert!(difference.is_empty(), "{difference}If this is intended: BLESS=1 cargo test --test catalog");
    assert_eq!(found.len(), committed.len(), "results");
}

/// Both lines from a little before the first character that differs.
fn shown(theirs: &str, ours: &str) -> String {
    let same = theirs.chars().zip(ours.chars()).take_while(|(one, other)| one == other).count();
    let part = |text: &str| text.chars().skip(same.saturating_sub(60)).take(160).collect::<String>();
    let step: String = theirs.chars().take_while(|c| *c != '{').take(120).collect();
    format!("{step}\n- {}\n+ {}\n", part(theirs), part(ours))
}
