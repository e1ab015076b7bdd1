#!/usr/bin/env bash
# Prints the sizes of stripped programs with all kinds, in bytes:
#   benches/size.sh [SCRATCH]
# `tables` reads JSON and writes Protobuf of every kind by its type; `scheme` does the same through the Scheme, with
# defaults, conversions and all formats. Both are built like a user's crate, with the profile of this repository.
# Everything is built in SCRATCH (default: a new folder, removed at the end).
set -euo pipefail

source "$(dirname "$0")/scratch.sh" "${1:-}"
mkdir -p "$scratch/src/bin" "$scratch/generated"
cd "$scratch"

printf '[package]\nname = "sizes"\nedition = "2024"\n\n[workspace]\n\n[dependencies]\napimachinery = { path = "%s" }\n' "$main" >Cargo.toml
sed -n '/^\[profile.release\]/,/^$/p' "$main/Cargo.toml" >>Cargo.toml
sed -n '/^fn link_at_fixed_addresses/,/^}/p' "$main/build.rs" >build.rs
printf 'use std::env;\nfn main() {\n    link_at_fixed_addresses();\n}\n' >>build.rs

cat >src/bin/scheme.rs <<'EOF'
use std::io::{Read, Write};

use apimachinery::serializer::{Codec, Format};

fn main() {
    let mut text = Vec::new();
    std::io::stdin().read_to_end(&mut text).unwrap();
    let codec = Codec::new(apimachinery::apis::scheme());
    let target = std::env::args().nth(1).unwrap().parse().unwrap();
    let hub = codec.decode_into_hub(&text).unwrap();
    std::io::stdout().write_all(&codec.encode_to_version(hub, &target, Format::Protobuf).unwrap()).unwrap();
}
EOF

# All types that the generator declares as kinds.
printf 'fn main() {}\n' >src/bin/tables.rs
APIMACHINERY_GENERATED_DIR="$scratch/generated" cargo check --quiet --bin tables
kinds=$(cd generated && grep -oE '^    \w+: (kind|list) \{' */*.rs | sed -E 's|^([a-z]+)/([a-z0-9]+)\.rs: +(\w+):.*|\1::\2::\3|')
{
    cat <<'EOF'
use std::io::{Read, Write};

use apimachinery::apis;
use apimachinery::meta::Object;
use apimachinery::reflect::ProtoWriter;
use apimachinery::serializer::{json, protobuf};

fn zero<T: Object + Default>() -> Box<dyn Object> {
    Box::<T>::default()
}

fn main() {
    let kind = std::env::args().nth(1).unwrap();
    let mut text = Vec::new();
    std::io::stdin().read_to_end(&mut text).unwrap();
    let mut object = KINDS.iter().find(|(name, _)| *name == kind).unwrap().1();
    json::merge(object.cursor_mut(), &text).unwrap();
    let mut writer = ProtoWriter::default();
    protobuf::write(&mut writer, object.cursor()).unwrap();
    std::io::stdout().write_all(writer.written()).unwrap();
}

static KINDS: &[(&str, fn() -> Box<dyn Object>)] = &[
EOF
    for kind in $kinds; do echo "    (\"$kind\", zero::<apis::$kind>),"; done
    echo '];'
} >src/bin/tables.rs

cargo build --quiet --release
echo "$(rustc --version), $(echo "$kinds" | wc -l) types of kinds"
for program in tables scheme; do
    echo "$program: $(stat -c %s "target/release/$program")"
done
