//! Compares the dictionaries and the seeds of this package with the type tables; `BLESS=1` rewrites them. Run it in the
//! root folder of the repository.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use apimachinery::reflect::{Mut, ViewMut};
use apimachinery_fuzz::{FORMATS, encode, kinds, scheme};

const YAML: &[&str] = &[
    "---\n",
    "...\n",
    "- ",
    "? ",
    ": ",
    "&a ",
    "*a",
    "<<: ",
    "!!binary ",
    "!!str ",
    "!!map",
    "|\n",
    "|2-\n",
    ">+\n",
    "# ",
    "%YAML 1.1\n",
    "~",
    "yes",
    "0x1f",
    "0o17",
    "1_000",
    ".inf",
    "12:30:45",
    "2001-01-01",
    "\u{feff}",
    "\u{2028}",
    "\\u0041",
    "\r\n",
    "\t",
];

const JSON: &[&str] = &[
    "null",
    "true",
    "false",
    "1e21",
    "-0.0",
    "9007199254740993",
    "18446744073709551616",
    "\\ud800",
    "\\u0000",
    "\\\"",
    "[]",
    "{}",
    "\":",
];

const LEAVES: &[&str] = &[
    "Ki",
    "Mi",
    "Gi",
    "Ti",
    "Pi",
    "Ei",
    "n",
    "u",
    "m",
    "k",
    "M",
    "G",
    "T",
    "P",
    "E",
    "e-3",
    "E+18",
    "9223372036854775807",
    "0.0000000001",
    "h",
    "ms",
    "us",
    "\u{b5}s",
    "ns",
    "1h2m3.5s",
    "2006-01-02T15:04:05Z",
    "2006-01-02T15:04:05.000001+01:30",
    "9999-12-31T23:59:60Z",
    "%",
];

const QUERY: &[&str] = &["&", "=", ";", "%20", "%zz", "+", "true", "false", "1", "-1", "=1&", "&&", "Background"];

const DEFINITIONS: &[&str] = &[
    "group: ",
    "version: ",
    "types: ",
    "kinds: ",
    "fields: ",
    "defaults: ",
    "conversion: ",
    "drop: ",
    "set: ",
    "values: ",
    "alias: ",
    "hub",
    "string",
    "int32",
    "int64",
    "bool",
    "double",
    "bytes",
    "map<string, string>",
    "repeated ",
    "optional ",
    "message ",
    "enum ",
    "import ",
    "syntax = \"proto3\";\n",
    "package paint.v1;\n",
    "metav1.ObjectMeta",
    "core.v1.Pod",
    "storage: ",
    "plural: ",
    "scope: ",
    "union: ",
];

fn main() -> ExitCode {
    let mut files = dictionaries();
    files.extend(seeds());
    let is_blessed = std::env::var_os("BLESS").is_some_and(|value| value == "1");
    let mut is_current = true;
    for (path, content) in files {
        if fs::read(&path).is_ok_and(|found| found == content) {
            continue;
        }
        if is_blessed {
            fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be created");
            fs::write(&path, content).expect("a file can be written");
        } else {
            eprintln!("{} is out of date: run this program with BLESS=1", path.display());
            is_current = false;
        }
    }
    if is_current { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn dictionaries() -> Vec<(PathBuf, Vec<u8>)> {
    let mut fields = Fields::default();
    for gvk in kinds() {
        let mut object = scheme().new_object(gvk).expect("a registered kind");
        fields.collect(object.cursor_mut());
    }
    let Fields { names, numbers, .. } = fields;
    let said = kinds().iter().flat_map(|gvk| [gvk.api_version().to_string(), gvk.kind.to_string()]);
    let words: BTreeSet<String> = names.iter().map(ToString::to_string).chain(said).collect();
    let text = |extra: &[&str]| words.iter().map(|word| word.as_bytes().to_vec()).chain(bytes_of(extra)).collect();
    // The head of a text or byte string, followed by the text.
    let cbor = words.iter().flat_map(|word| [0x40, 0x60].map(|major| cbor_text(major, word)));
    let protobuf = numbers.iter().flat_map(|&number| [0, 1, 2, 5].map(|wire| varint(number << 3 | wire)));
    let envelope = [b"k8s\0".to_vec(), b"\xff\xff\xff\xff\x0f".to_vec()];
    [
        ("json", text(JSON)),
        ("yaml", text(YAML)),
        ("query", names.iter().map(|name| name.as_bytes().to_vec()).chain(bytes_of(QUERY)).collect()),
        ("cbor", cbor.chain([b"\xd9\xd9\xf7".to_vec(), b"\xbf".to_vec(), b"\xff".to_vec()]).collect()),
        ("protobuf", protobuf.chain(envelope).collect()),
        ("leaves", bytes_of(LEAVES).collect::<Vec<_>>()),
        ("definitions", bytes_of(DEFINITIONS).collect()),
    ]
    .map(|(name, words)| (Path::new("fuzz/dictionaries").join(format!("{name}.dict")), dictionary(&words)))
    .into()
}

fn bytes_of<'a>(words: &'a [&str]) -> impl Iterator<Item = Vec<u8>> + 'a {
    words.iter().map(|word| word.as_bytes().to_vec())
}

/// Names and numbers of fields, and the visited tables.
#[derive(Default)]
struct Fields {
    shapes: BTreeSet<usize>,
    names: BTreeSet<&'static str>,
    numbers: BTreeSet<u32>,
}

impl Fields {
    /// Adds the fields of all structs that a value can contain, each once. Optional values are created on the way.
    fn collect(&mut self, value: Mut<'_>) {
        match value.view() {
            ViewMut::Struct(mut value) => {
                let shape = value.shape();
                if self.shapes.insert(std::ptr::from_ref(shape).addr()) {
                    self.numbers.extend(shape.fields().iter().map(|field| field.number()));
                    for (index, field) in shape.json_fields().iter().enumerate() {
                        self.names.extend(Some(field.name()).filter(|name| !name.is_empty()));
                        self.collect(value.field(index));
                    }
                }
            }
            ViewMut::Option(value) => self.collect(value.make()),
            ViewMut::List(mut list) => self.collect(list.push()),
            ViewMut::Map(mut map) => self.collect(map.append("key")),
            _ => {}
        }
    }
}

fn cbor_text(major: u8, text: &str) -> Vec<u8> {
    let length = u8::try_from(text.len()).expect("names are short");
    let head = if length < 24 { vec![major | length] } else { vec![major | 24, length] };
    [&head, text.as_bytes()].concat()
}

fn varint(mut number: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// Returns a dictionary in the format of libFuzzer.
fn dictionary(words: &[Vec<u8>]) -> Vec<u8> {
    let mut text = String::from("# Generated by fuzz/examples/prepare.rs.\n");
    for word in words {
        text.push('"');
        for &byte in word {
            match byte {
                b'"' | b'\\' => write!(text, "\\{}", byte as char),
                b' '..=b'~' => write!(text, "{}", byte as char),
                _ => write!(text, "\\x{byte:02X}"),
            }
            .expect("writing to a String cannot fail");
        }
        text.push_str("\"\n");
    }
    text.into_bytes()
}

const OBJECTS: usize = 24;

const DOCUMENTS: &[&str] = &[
    r#"{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"1","a":"2"},"datum":1}"#,
    r#"{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Pod","spec":{"container":[]}}]}"#,
    "apiVersion: apps/v1\nkind: Deployment\nspec: {replicas: 2, replica: 1}\n---\nkind: x\n...\nrest\n",
    "apiVersion: v1\nkind: ConfigMap\ndata: {<<: &a {x: \"1\"}, x: \"2\"}\nmetadata: {name: a, name: b}\n",
    "apiVersion: autoscaling/v2beta1\nkind: HorizontalPodAutoscaler\nspec: {maxReplicas: 3, metrics: [{type: Resource}]}\n",
    "apiVersion: example.com/v1\nkind: Boat\nspec: {size: 18446744073709551616}\n",
];

const QUERIES: &[&str] =
    &["", "limit=5&watch=1", "pretty=true&dryRun=All&dryRun=x", "a=%20+%zz&a;b", "propagationPolicy=Background"];

const TEXTS: &[&str] = &[
    "",
    "1.5Gi",
    "100m",
    "-1e3",
    "12345678901234567890",
    "2006-01-02T15:04:05Z",
    "2006-01-02T15:04:05.000001+01:30",
    "-1h2m3.5s",
    "25%",
    "0.1n",
];

const DEFINED: &[&str] = &[
    "group: paint.example.com\nversion: v1\ntypes: { Paint: { fields: { tone: string } } }\n",
    "group: paint.example.com\nversion: v1\nkinds: { Paint: { plural: paints } }\n\0syntax = \"proto3\";\npackage paint.v1;\nmessage Paint { string tone = 1; }\n",
    "types: [\n\0message\n\0conversion: {}\n",
];

/// Returns inputs for the targets whose seeds do not come from a fuzzer.
fn seeds() -> Vec<(PathBuf, Vec<u8>)> {
    let step = kinds().len() / OBJECTS;
    let objects =
        (0..OBJECTS).map(|index| numbers(&[index * step, index, index % 4, 3 + index, index * 300], b"")).collect();
    let encoded: Vec<Vec<u8>> = (0..OBJECTS).filter_map(|index| encoded(index * step, index)).collect();
    let mut documents: Vec<Vec<u8>> = bytes_of(DOCUMENTS).collect();
    documents.extend(encoded.clone());
    let stored = encoded.clone();
    let chunks = documents.iter().enumerate().map(|(index, document)| [&[index as u8], &**document].concat()).collect();
    let program = documents.iter().enumerate().map(|(index, document)| numbers(&[index], document)).collect();
    let query = QUERIES.iter().enumerate().map(|(index, query)| numbers(&[index], query.as_bytes())).collect();
    let targets: [(&str, Vec<Vec<u8>>); 9] = [
        ("objects", objects),
        ("shims", encoded),
        ("strict", documents),
        ("chunks", chunks),
        ("storage", stored),
        ("query", query),
        ("leaves", bytes_of(TEXTS).collect()),
        ("definitions", bytes_of(DEFINED).collect()),
        ("program", program),
    ];
    let named = |(target, inputs): (&str, Vec<Vec<u8>>)| {
        let folder = Path::new("fuzz/seeds").join(target);
        inputs
            .into_iter()
            .enumerate()
            .map(move |(index, input)| (folder.join(format!("{index:02}")), input))
            .collect::<Vec<_>>()
    };
    targets.into_iter().flat_map(named).collect()
}

/// Returns a small object of a kind in one of the formats.
fn encoded(kind: usize, seed: usize) -> Option<Vec<u8>> {
    let gvk = &kinds()[kind];
    let mut object = scheme().new_object(gvk).expect("a registered kind");
    apimachinery::testing::fill(&mut *object, seed as u64);
    let bytes = encode(&*object, gvk, FORMATS[seed % 4]).ok()?;
    (bytes.len() < 4096).then_some(bytes)
}

fn numbers(numbers: &[usize], rest: &[u8]) -> Vec<u8> {
    let heads = numbers.iter().flat_map(|&number| (number as u16).to_be_bytes());
    heads.chain(rest.iter().copied()).collect()
}
