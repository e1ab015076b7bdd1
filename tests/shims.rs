//! The serde and prost traits of the generated types, tested against the expectations of other crates.

#[path = "shims/binary.rs"]
mod binary;
mod everything;
#[path = "shims/prost.rs"]
mod prost;
#[path = "shims/serde.rs"]
mod serde;
#[path = "shims/untyped.rs"]
mod untyped;

use apimachinery::apis::apps::v1::Deployment;
use apimachinery::testing::fill;

/// Returns Deployments filled with unusual values.
fn deployments() -> impl Iterator<Item = Deployment> {
    (1..=24).map(|seed| {
        let mut deployment = Deployment::default();
        fill(&mut deployment, seed);
        deployment
    })
}
