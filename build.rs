//! Generates the built-in groups from `api-defs`.

use std::path::{Path, PathBuf};
use std::{env, fs};

#[path = "src/codegen/mod.rs"]
#[allow(dead_code, unreachable_pub, unused_imports, reason = "the library contains the same module and uses all of it")]
mod codegen;

/// True if this package was selected on the command line. Otherwise it is a dependency, which must not be built again if
/// `APIMACHINERY_GENERATED_DIR` changes. Cargo sets the variable while it compiles the script, not while it runs it.
const IS_PRIMARY: bool = option_env!("CARGO_PRIMARY_PACKAGE").is_some();

fn main() {
    // All groups require `meta`.
    if env::var_os("CARGO_FEATURE_META").is_some() {
        let config = codegen::Config::new("api-defs").features(true);
        codegen::run(if IS_PRIMARY { config } else { config.out_dir(out_dir()) });
    } else {
        generate_nothing();
    }
    if env::var_os("CARGO_FEATURE_CODEGEN").is_some() {
        embed_definitions();
    }
    #[cfg(feature = "prost-messages")]
    prost_messages();
    link_at_fixed_addresses();
}

/// Links the programs of this package at a fixed address. Their tables contain 40,000 pointers, which otherwise are four
/// times as large and are relocated at every start. Crates that use the library are not affected.
fn link_at_fixed_addresses() {
    let target = |part| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    // Other targets require relocatable programs, or link by other rules, as static programs do.
    if target("OS") == "linux" && target("ENV") == "gnu" && !target("FEATURE").contains("crt-static") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}

/// Without any group, the definitions are not read.
fn generate_nothing() {
    let text = "/// Registers nothing, because no group is enabled.\npub fn register(_: &mut ::apimachinery::scheme::Builder) {}\n";
    fs::write(out_dir().join("apis.rs"), text).expect("OUT_DIR is writable");
    println!("cargo::rustc-env=APIMACHINERY_GENERATED={}", out_dir().display());
    println!("cargo::rerun-if-changed=build.rs");
}

/// Embeds the definitions in the library, for the generator in build scripts of other crates.
fn embed_definitions() {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("api-defs");
    let mut files = Vec::new();
    for folder in entries(&root).into_iter().filter(|path| path.is_dir()) {
        files.extend(entries(&folder).into_iter().filter(|path| path.is_file()));
    }
    let line = |file: &PathBuf| {
        let name = file.strip_prefix(&root).expect("below the root").to_string_lossy().replace('\\', "/");
        format!("    ({name:?}, include_str!({:?})),\n", file.display().to_string())
    };
    let list: String = files.iter().map(line).collect();
    fs::write(out_dir().join("definitions.rs"), format!("&[\n{list}]\n")).expect("OUT_DIR is writable");
    println!("cargo::rustc-cfg=apimachinery_definitions");
}

/// Generates plain prost structs for the same messages.
#[cfg(feature = "prost-messages")]
fn prost_messages() {
    let root = Path::new("api-defs");
    let mut protos: Vec<PathBuf> =
        entries(root).iter().filter(|path| path.is_dir()).flat_map(|folder| entries(folder)).collect();
    protos.retain(|path| path.extension().is_some_and(|extension| extension == "proto"));
    let descriptors = protox::compile(&protos, [root]).expect("the generator has read the same definitions");
    let mut config = prost_build::Config::new();
    config.include_file("prost_messages.rs");
    config.compile_fds(descriptors).expect("prost generates what protox accepts");
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder of the package")
        .map(|entry| entry.expect("a readable entry").path())
        .collect();
    entries.sort();
    entries
}

fn out_dir() -> PathBuf {
    PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"))
}
