//! Messages for buffa, generated from the definitions of this repository and reduced to those in the corpora.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use prost::Message;
use prost_types::{DescriptorProto, FileDescriptorProto, FileDescriptorSet, MessageOptions};

const FILES: [&str; 4] = ["apiextensions/v1.proto", "apps/v1.proto", "core/v1.proto", "lists.proto"];

const ROOTS: [&str; 5] = [
    ".apiextensions.v1.CustomResourceDefinition",
    ".apps.v1.Deployment",
    ".core.v1.ConfigMap",
    ".core.v1.Pod",
    ".lists.PodList",
];

/// Generates the messages into `out`, where `messages.rs` includes them.
pub fn generate(definitions: &Path, out: &Path) {
    println!("cargo::rerun-if-changed={}", definitions.display());
    let own = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/build"));
    println!("cargo::rerun-if-changed={}", own.display());
    let mut set = protox::compile(FILES, [definitions, own]).expect("the crate compiles the same definitions");
    let used = used(&set);
    set.file.retain_mut(|file| keep(file, &used));
    let names: Vec<PathBuf> = set.file.iter().map(|file| file.name().into()).collect();
    for file in &mut set.file {
        file.dependency.retain(|name| names.iter().any(|kept| kept == Path::new(name)));
    }
    let descriptors = out.join("messages.bin");
    write_old(&descriptors, &set.encode_to_vec()).expect("OUT_DIR is writable");
    buffa_build::Config::new()
        .descriptor_set(&descriptors)
        .files(&names)
        .generate_views(false)
        .map_type(buffa_build::MapRepr::BTreeMap)
        .include_file("messages.rs")
        .compile()
        .expect("buffa accepts everything that protoc accepts");
}

/// Writes a file with an old modification time. buffa-build registers it with cargo, which would otherwise find it
/// newer than the run of the build script and compile all peers again.
fn write_old(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.set_modified(SystemTime::UNIX_EPOCH)
}

/// Returns the root messages and all messages that they contain.
fn used(set: &FileDescriptorSet) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    let mut left: Vec<String> = ROOTS.map(str::to_owned).into();
    while let Some(name) = left.pop() {
        if let Some(message) = set.file.iter().find_map(|file| message(file, &name)) {
            let inside = message.nested_type.iter().flat_map(|entry| &entry.field).chain(&message.field);
            left.extend(inside.filter_map(|field| field.type_name.clone()).filter(|name| !used.contains(name)));
        }
        used.insert(name);
    }
    used
}

fn message<'a>(file: &'a FileDescriptorProto, name: &str) -> Option<&'a DescriptorProto> {
    file.message_type.iter().find(|message| full_name(file, message) == name)
}

fn full_name(file: &FileDescriptorProto, message: &DescriptorProto) -> String {
    format!(".{}.{}", file.package(), message.name())
}

/// Removes unused declarations, including our options, and converts the rest to proto2. All fields then have presence,
/// which is necessary because Kubernetes writes some empty ones.
fn keep(file: &mut FileDescriptorProto, used: &BTreeSet<String>) -> bool {
    let head = FileDescriptorProto { package: file.package.clone(), ..FileDescriptorProto::default() };
    file.message_type.retain(|message| used.contains(&full_name(&head, message)));
    file.syntax = None;
    file.options = None;
    file.extension.clear();
    file.source_code_info = None;
    file.message_type.iter_mut().for_each(plain);
    !file.message_type.is_empty()
}

fn plain(message: &mut DescriptorProto) {
    let is_entry = message.options.as_ref().is_some_and(MessageOptions::map_entry);
    message.options = is_entry.then(|| MessageOptions { map_entry: Some(true), ..MessageOptions::default() });
    message.oneof_decl.clear();
    for field in &mut message.field {
        (field.options, field.oneof_index, field.proto3_optional) = (None, None, None);
    }
    message.nested_type.iter_mut().for_each(plain);
}
