//! Memory beside the peers: `cargo run --release --bin memory`.
//!
//! A program of its own, since counting slows every allocation.

use std::alloc::System;

use apimachinery::serializer::{json, protobuf};
use apimachinery_benches::candidates::{Deployments, Family, Objects, Pods, prost_decode};
use apimachinery_benches::corpus;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() {
    println!("| decoded | candidate | allocations | of which grown | KB kept |");
    println!("| --- | --- | ---: | ---: | ---: |");
    table(&Objects::<Pods>::new("pod", corpus::pods(100)));
    table(&Objects::<Deployments>::new("deployment", corpus::deployments("apps/v1", 200)));
}

fn table<F: Family>(objects: &Objects<F>) {
    let (json, messages) = (&objects.json, &objects.protobuf);
    row(objects.name, "k8s-openapi + serde_json", json, |text| serde_json::from_str::<F::OpenApi>(text).expect("JSON"));
    row(objects.name, "k8s-pb + prost", messages, |message| prost_decode::<F::Prost>(message));
    row(objects.name, "apimachinery, JSON", json, |text| json::from_str::<F::Ours>(text).expect("JSON"));
    row(objects.name, "apimachinery, Protobuf", messages, |message| {
        protobuf::from_slice::<F::Ours>(message).expect("a message")
    });
}

/// The mean over all items: calls of the allocator while decoding, and bytes held afterwards.
fn row<T, R>(object: &str, candidate: &str, items: &[T], decode: impl Fn(&T) -> R) {
    let region = Region::new(GLOBAL);
    let mut kept = Vec::with_capacity(items.len());
    let before = region.change();
    kept.extend(items.iter().map(decode));
    let used = region.change() - before;
    let mean = |total: f64| total / items.len() as f64;
    let bytes = used.bytes_allocated as f64 - used.bytes_deallocated as f64;
    let kilobytes = mean(bytes) / 1000.0 + size_of::<R>() as f64 / 1000.0;
    let (calls, grown) = (mean((used.allocations + used.reallocations) as f64), mean(used.reallocations as f64));
    println!("| {object} | {candidate} | {calls:.0} | {grown:.0} | {kilobytes:.1} |");
}
