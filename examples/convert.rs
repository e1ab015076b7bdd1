//! Converts manifests to a version of their group in a few lines, like the command `apimachinery convert`: `cargo run
//! --example convert -- apps/v1 < examples/manifests/shop-2018.yaml`.

use std::error::Error;
use std::io::{Read, Write};

use apimachinery::prelude::*;
use apimachinery::yaml;

fn main() -> Result<(), Box<dyn Error>> {
    let target: GroupVersion = std::env::args().nth(1).as_deref().unwrap_or("apps/v1").parse()?;
    let mut manifests = Vec::new();
    std::io::stdin().read_to_end(&mut manifests)?;
    let codec = Codec::new(apimachinery::apis::scheme());

    for document in yaml::documents(&manifests) {
        std::io::stdout().write_all(b"---\n")?;
        match convert(&codec, document?.text(), &target) {
            Ok(converted) => std::io::stdout().write_all(&converted)?,
            // A Service is not converted, because the group `apps` has no such kind.
            Err(error) => println!("# not converted: {}", error.to_string().lines().next().unwrap_or_default()),
        }
    }
    Ok(())
}

/// Applies the defaults of the document's version, converts to the hub, then to the target.
fn convert(codec: &Codec, document: &[u8], target: &GroupVersion) -> Result<Vec<u8>, Box<dyn Error>> {
    let hub = codec.decode_into_hub(document)?;
    let encoded = codec.encode_to_version(hub, target, Format::Yaml)?;
    for warning in &encoded.warnings {
        eprintln!("dropped: {warning}");
    }
    Ok(encoded.bytes)
}
