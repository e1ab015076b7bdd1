//! Types of any crate from Kubernetes' YAML and back: what the type sees, what is there twice and
//! where, and where a mistake is.
//!
//! ```console
//! $ cargo run --example yaml --features serde < examples/manifests/chart.yaml
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Read};

use apimachinery::yaml;
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

    let (mut chart, warnings) = yaml::from_str_strict::<Chart>(&text)?;
    for warning in &warnings {
        println!("# {}:{}: {} is there twice", warning.line(), warning.column(), warning.key());
    }

    for service in chart.services.values_mut() {
        service.replicas += 1;
    }
    print!("{}", yaml::to_string(&chart)?);

    // Nothing is converted: a text is no number, whatever it spells.
    let wrong = text.replace("replicas: 1", "replicas: '1'");
    let error = yaml::from_str::<Chart>(&wrong).expect_err("a text");
    println!("# {error}");
    Ok(())
}
