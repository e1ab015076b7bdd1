//! Builds two of the peers: the messages for buffa, and the program of `conformance/` if Go is installed.

mod messages;

use std::path::Path;
use std::process::Command;

fn main() {
    let out = std::env::var_os("OUT_DIR").expect("cargo prints the path");
    messages::generate(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../api-defs")), Path::new(&out));
    build_go(Path::new(&out));
}

fn build_go(out: &Path) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance");
    println!("cargo::rerun-if-changed={folder}");
    let program = out.join("conformance");
    let built = Command::new("go").args(["build", "-o"]).arg(&program).arg(".").current_dir(folder).status();
    match built {
        Ok(status) if status.success() => println!("cargo::rustc-env=PEERS_GO={}", program.display()),
        Ok(_) => println!("cargo::warning=conformance/ cannot be built: Go is left out"),
        Err(_) => println!("cargo::warning=no Go here: it is left out"),
    }
}
