//! Generates the built-in groups from `api-defs`.

#[path = "src/codegen/mod.rs"]
#[allow(dead_code, unreachable_pub, reason = "the library mounts the same module with its whole API")]
mod codegen;

fn main() {
    codegen::run(codegen::Config::new("api-defs").features(true));
}
