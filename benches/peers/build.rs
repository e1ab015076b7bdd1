//! Builds the program of `conformance/`, the peer in Go, where Go is installed.

use std::path::Path;
use std::process::Command;

fn main() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance");
    println!("cargo::rerun-if-changed={folder}");
    println!("cargo::rerun-if-env-changed=PATH");
    let out = std::env::var_os("OUT_DIR").expect("cargo says where");
    let program = Path::new(&out).join("conformance");
    let built = Command::new("go").args(["build", "-o"]).arg(&program).arg(".").current_dir(folder).status();
    match built {
        Ok(status) if status.success() => println!("cargo::rustc-env=PEERS_GO={}", program.display()),
        Ok(_) => println!("cargo::warning=conformance/ cannot be built: Go is left out"),
        Err(_) => println!("cargo::warning=no Go here: it is left out"),
    }
}
