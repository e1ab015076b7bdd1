//! The traits of serde and prost on our types: what foreign crates may expect of them.

#[path = "shims/binary.rs"]
mod binary;
mod everything;
#[path = "roundtrip/fill.rs"]
mod fill;
#[path = "shims/prost.rs"]
mod prost;
#[path = "roundtrip/random.rs"]
mod random;
#[path = "shims/serde.rs"]
mod serde;
#[path = "shims/untyped.rs"]
mod untyped;

use apimachinery::apis::apps::v1::Deployment;
use apimachinery::meta::Object;

use random::Random;

/// Deployments with odd values all over.
fn deployments() -> impl Iterator<Item = Deployment> {
    (1..=24).map(|seed| {
        let mut deployment = Deployment::default();
        fill::fill_object(&mut Random::new(seed), deployment.cursor_mut());
        deployment
    })
}
