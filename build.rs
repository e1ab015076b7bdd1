//! Temporary.
fn main() { println!("cargo::rustc-env=APIMACHINERY_GENERATED=/tmp/fakegen"); }
