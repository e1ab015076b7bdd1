//! Results for every removed kind: encoded, defaulted, and converted to each version of its group.
//!
//! Kubernetes results exist for only half of these kinds; see `tests/conformance/recorded/legacy`. This list records
//! the results of the definitions for an empty object, for two in which every part exists but is empty, with and without
//! optional values, and for some with random values. It also records conversions from the other versions of the group,
//! and the registration of the kinds. `BLESS=1 cargo test --test catalog` rewrites it.

use std::fs::{self, File};
use std::io::{Read, Write};

use apimachinery::defaulting::Defaulting;
use apimachinery::meta::{Object, Time, TypeMeta};
use apimachinery::reflect::{Mut, Type, ViewMut};
use apimachinery::schema::{GroupVersion, GroupVersionKind};
use apimachinery::scheme::Scheme;
use apimachinery::serializer::{Codec, Decoded, Error, Format};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};

use super::registered::kinds;
use super::{blesses, facts};

const FILE: &str = "tests/catalog/removed.txt.gz";

/// Maximum depth of nested structs. Deeper ones stay empty, so that recursive types end.
const DEEPEST: usize = 12;

/// Creates every optional value, one item in every list and one entry in every map. Without `leaves`, optional values that
/// are neither a struct nor a collection stay unset: defaults fill them.
fn make(value: Mut<'_>, leaves: bool, depth: usize) {
    match value.view() {
        _ if depth > DEEPEST => {}
        ViewMut::Option(option) => {
            let ty = option.inner_type();
            if leaves || ty.shape().is_some() || matches!(ty, Type::List(_) | Type::Map(_)) {
                make(option.make(), leaves, depth);
            }
        }
        ViewMut::List(mut list) => make(list.push(), leaves, depth),
        ViewMut::Map(mut map) => make(map.append("key"), leaves, depth),
        ViewMut::Struct(mut object) => {
            let fields = object.shape().json_fields().len();
            (0..fields).for_each(|field| make(object.field(field), leaves, depth + 1));
        }
        _ => {}
    }
}

/// Returns the seeds of random objects. A single one is enough for a list, which contains the values of its items.
fn seeds(gvk: &GroupVersionKind) -> std::ops::RangeInclusive<u64> {
    if gvk.kind.ends_with("List") { 1..=1 } else { 1..=4 }
}

fn objects(scheme: &Scheme, gvk: &GroupVersionKind) -> Vec<(String, Box<dyn Object>)> {
    let new = || {
        let mut object = scheme.new_object(gvk).expect("a registered kind");
        object.set_type_meta(TypeMeta::from(gvk));
        object
    };
    let mut objects = vec![("empty".to_owned(), new())];
    for (name, leaves) in [("made", true), ("hollow", false)] {
        let mut made = new();
        make(made.cursor_mut(), leaves, 0);
        made.set_type_meta(TypeMeta::from(gvk));
        objects.push((name.to_owned(), made));
    }
    objects.extend(seeds(gvk).map(|seed| {
        let mut odd = new();
        apimachinery::testing::fill(&mut *odd, seed);
        (format!("odd {seed}"), odd)
    }));
    objects
}

/// The results of one kind, one per line.
struct Results<'a> {
    codec: &'a Codec,
    gvk: GroupVersionKind,
    lines: Vec<String>,
}

impl Results<'_> {
    fn line(&mut self, object: &str, step: &str, result: Result<Vec<u8>, Error>) {
        let result = result.unwrap_or_else(|error| error.to_string().into_bytes());
        let text = String::from_utf8(result).unwrap_or_else(|error| STANDARD.encode(error.into_bytes()));
        self.lines.push(format!("{} {} {object} {step}: {}", self.gvk.api_version(), self.gvk.kind, text.trim_end()));
    }

    /// Encodes and defaults an object, and converts it to every other version.
    fn add(&mut self, name: &str, object: &dyn Object, versions: &[GroupVersion]) {
        let decoded = || Decoded::new(object.clone_box(), self.gvk.clone());
        let [plain, mut defaulted] = [decoded(), decoded()];
        let converted: Vec<_> = versions.iter().map(|_| decoded()).collect();
        self.line(name, "json", self.codec.encode(&plain, Format::Json));
        let bytes = self.codec.encode(&plain, Format::Protobuf);
        self.line(name, "protobuf", bytes.map(|bytes| STANDARD.encode(bytes).into_bytes()));
        self.codec.apply_defaults(&mut defaulted);
        self.line(name, "defaulted", self.codec.encode(&defaulted, Format::Json));
        for (version, decoded) in versions.iter().zip(converted) {
            let result = self.codec.encode_to_version(decoded, version, Format::Json).map(|encoded| encoded.bytes);
            self.line(name, &format!("to {version}"), result);
        }
    }

    /// Converts objects of another version to this kind.
    fn add_conversions_from(&mut self, version: &GroupVersion) {
        let gvk = version.with_kind(self.gvk.kind.clone());
        for (name, object) in objects(self.codec.scheme(), &gvk) {
            let decoded = Decoded::new(object, gvk.clone());
            let result = self.codec.encode_to_version(decoded, &self.gvk.group_version(), Format::Json);
            self.line(&name, &format!("from {version}"), result.map(|encoded| encoded.bytes));
        }
    }
}

/// Returns a line for each result: kind, object, step and outcome. The first line of a kind is its registration.
fn lines() -> Vec<String> {
    let codec = Codec::new(apimachinery::apis::scheme())
        .with_defaulting(Defaulting::default().with_clock(|| Time::from_unix(946_684_800, 0)));
    let scheme = codec.scheme();
    let mut lines = Vec::new();
    for gvk in kinds(&facts("legacy.json")) {
        let mut versions = scheme.prioritized_versions_for_group(&gvk.group);
        versions.retain(|version| {
            *version != gvk.group_version() && scheme.recognizes(&version.with_kind(gvk.kind.clone()))
        });
        // KINDS.md contains the releases.
        let info = scheme.info(&gvk).expect("a registered kind");
        let registration = (&info.resource, info.list, info.unversioned, info.field_labels);
        lines.push(format!("{} {} registration: {registration:?}", gvk.api_version(), gvk.kind));
        let mut results = Results { codec: &codec, gvk: gvk.clone(), lines: Vec::new() };
        for (name, object) in objects(scheme, &gvk) {
            results.add(&name, &*object, &versions);
        }
        versions.iter().for_each(|version| results.add_conversions_from(version));
        lines.extend(results.lines);
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

/// Returns both lines, from shortly before the first difference.
fn shown(theirs: &str, ours: &str) -> String {
    let same = theirs.chars().zip(ours.chars()).take_while(|(one, other)| one == other).count();
    let part = |text: &str| text.chars().skip(same.saturating_sub(60)).take(160).collect::<String>();
    let step: String = theirs.chars().take_while(|c| *c != '{').take(120).collect();
    format!("{step}\n- {}\n+ {}\n", part(theirs), part(ours))
}

/// Types that removed kinds share with current ones follow the newest release: the pod template of a CronJob of
/// batch/v2alpha1, which was removed in 1.21, gets the defaults of 1.37.
#[test]
fn shared_types_of_removed_kinds_follow_the_newest_release() {
    let codec = Codec::new(apimachinery::apis::scheme());
    let text = r#"{"apiVersion":"batch/v2alpha1","kind":"CronJob","spec":{"jobTemplate":{"spec":{"template":{
        "metadata":{"annotations":{"pod.beta.kubernetes.io/init-containers":"[]"}},"spec":{"serviceAccount":"old"}}}}}}"#;
    for version in ["batch/v2alpha1", "batch/v1beta1", "batch/v1"] {
        let version: GroupVersion = version.parse().expect("a version");
        let encoded = codec
            .encode_to_version(codec.decode_into_hub(text.as_bytes()).expect("a removed kind"), &version, Format::Json)
            .expect("versions convert")
            .bytes;
        let value: serde_json::Value = serde_json::from_slice(&encoded).expect("JSON");
        let template = &value["spec"]["jobTemplate"]["spec"]["template"];
        assert_eq!(template["spec"]["serviceAccountName"], "old", "{version}");
        assert_eq!(template["spec"]["serviceAccount"], "old", "{version}");
        assert_eq!(template["metadata"]["annotations"]["pod.beta.kubernetes.io/init-containers"], "[]", "{version}");
    }
}
