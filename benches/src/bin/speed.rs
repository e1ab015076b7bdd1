//! Speed beside the peers: `cargo run --release --bin speed [ROUNDS] [FILTER]`.
//!
//! All candidates run in one process and one thread over the same objects, interleaved round by
//! round; medians. Only ratios inside one work mean anything on a shared machine.

use apimachinery::serializer::Codec;
use apimachinery_benches::candidates::{ConfigMaps, Deployments, Family, Objects, Pods};
use apimachinery_benches::works::{self, Work};
use apimachinery_benches::{corpus, limits, measure, report, verify};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let rounds = arguments.next().map_or(101, |rounds| rounds.parse().expect("a number of rounds"));
    let filter = arguments.next().unwrap_or_default();

    let pods: Objects<Pods> = Objects::new("pods", corpus::pods(100));
    let deployments: Objects<Deployments> = Objects::new("deployments", corpus::deployments("apps/v1", 200));
    let config_maps: Objects<ConfigMaps> = Objects::new("configmaps", corpus::config_maps(8));
    let old = corpus::deployments("extensions/v1beta1", 200);
    let codec = Codec::new(apimachinery::apis::scheme());
    sizes(&pods);
    sizes(&deployments);
    sizes(&config_maps);
    for (name, rate) in limits::limits(&pods.json, rounds) {
        println!("{name}: {rate:.1} GB/s");
    }

    let mut all = works::all(&pods);
    all.extend(works::all(&deployments));
    all.extend(works::all(&config_maps));
    all.push(works::convert(&old, &deployments, &codec));
    report::head();
    for work in all.iter().filter(|work: &&Work<'_>| work.name.contains(&filter)) {
        report::rows(work, &measure::medians(work, rounds));
    }
}

fn sizes<F: Family>(objects: &Objects<F>) {
    verify::verify(objects);
    let [json, yaml] = [&objects.json, &objects.yaml].map(|texts| report::mean_kilobytes(texts));
    let protobuf = report::mean_kilobytes(&objects.protobuf);
    println!(
        "{}: {json:.1} KB of JSON, {yaml:.1} KB of YAML, {protobuf:.1} KB of Protobuf; all candidates agree",
        objects.name
    );
}
