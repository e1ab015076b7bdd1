//! Types of any crate, read from Kubernetes YAML and written again, with warnings about repeated keys and positions of
//! errors.
//!
//! ```console
//! $ cargo run --example yaml --features serde < examples/manifests/chart.yaml
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Read};

use apimachinery::yaml::{self, Mark};
use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize, Serialize)]
struct Chart {
    name: String,
    services: BTreeMap<String, Service>,
}

#[derive(Debug, Deserialize, Serialize)]
struct Service {
    replicas: u32,
    #[serde(default)]
    public: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    files: BTreeMap<String, u32>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;

    let yaml::Parsed { value: mut chart, warnings, .. } = yaml::from_str_strict::<Chart>(&text)?;
    for warning in &warnings {
        let Mark { line, column } = warning.position();
        println!("# {line}:{column}: {} is there twice", warning.key());
    }

    for service in chart.services.values_mut() {
        service.replicas += 1;
    }
    print!("{}", yaml::to_string(&chart)?);

    // Types are not converted: a string is not a number, even if it looks like one.
    let wrong = text.replace("replicas: 1", "replicas: '1'");
    let error = yaml::from_str::<Chart>(&wrong).expect_err("a text");
    println!("# {error}");
    Ok(())
}
