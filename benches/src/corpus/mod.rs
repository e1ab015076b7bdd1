//! Seeded objects, the same on every machine and in every run.

mod config_map;
mod container;
mod deployment;
mod json;
mod meta;
mod owned;
mod pod;
mod random;

use random::Random;

/// Pod templates of about 10 KB.
#[must_use]
pub fn pods(count: usize) -> Vec<String> {
    let mut random = Random::new(1);
    (0..count).map(|_| pod::pod(&mut random).to_string()).collect()
}

/// Deployments of about 3.6 KB.
#[must_use]
pub fn deployments(api_version: &str, count: usize) -> Vec<String> {
    let mut random = Random::new(2);
    (0..count).map(|_| deployment::deployment(api_version, &mut random).to_string()).collect()
}

/// ConfigMaps of about 125 KB.
#[must_use]
pub fn config_maps(count: usize) -> Vec<String> {
    let mut random = Random::new(3);
    (0..count).map(|_| config_map::config_map(&mut random).to_string()).collect()
}
