//! Changes objects of any kind, registered or not: if an object has a pod template, its images are replaced by images of
//! another registry. The object stays untyped, and only the template is decoded into its type.
//!
//! ```console
//! $ cargo run --example untyped -- mirror.local < examples/manifests/shop-2018.yaml
//! ```

use std::error::Error;
use std::io::{Read, Write};

use apimachinery::apis::core::v1::PodTemplateSpec;
use apimachinery::meta::Unstructured;
use apimachinery::meta::unstructured::nested;
use apimachinery::serializer::{json, value};
use apimachinery::yaml;

const TEMPLATE: [&str; 2] = ["spec", "template"];

fn main() -> Result<(), Box<dyn Error>> {
    let registry = std::env::args().nth(1).unwrap_or_else(|| "mirror.local".into());
    let mut manifests = Vec::new();
    std::io::stdin().read_to_end(&mut manifests)?;
    for document in yaml::documents(&manifests) {
        let document = yaml::to_json(document?.text())?;
        // A document that consists of comments is null.
        if document == "null" {
            continue;
        }
        let mut object: Unstructured = json::from_str(&document)?;
        if use_registry(&mut object, &registry)? {
            eprintln!("{} {}: images from {registry}", object.group_version_kind(), object.name());
        }
        let text = yaml::json_to_yaml(json::to_string(&object)?.as_bytes())?;
        std::io::stdout().write_all(format!("---\n{text}").as_bytes())?;
    }
    Ok(())
}

fn use_registry(object: &mut Unstructured, registry: &str) -> Result<bool, Box<dyn Error>> {
    let Some(template) = nested::value(&object.content, &TEMPLATE)? else { return Ok(false) };
    let mut template: PodTemplateSpec = value::from_value(template)?;
    let spec = &mut template.spec;
    for container in spec.init_containers.iter_mut().chain(&mut spec.containers) {
        container.image = format!("{registry}/{}", container.image).into();
    }
    nested::set(&mut object.content, &TEMPLATE, value::to_value(&template)?)?;
    Ok(true)
}
