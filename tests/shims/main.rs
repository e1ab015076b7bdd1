//! The serde and prost traits of the generated types, tested against the expectations of other crates.

mod binary;
#[path = "../support/everything.rs"]
mod everything;
mod prost;
#[cfg(feature = "prost-messages")]
mod prost_messages;
mod serde;
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
