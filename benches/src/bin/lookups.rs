//! Speed of the Scheme's answers: `cargo run --release --bin lookups [ROUNDS]`.
//!
//! Upstream's Recognizes takes 29 ns and its New 350 ns, for Deployment.

use apimachinery_benches::lookups;

fn main() {
    let rounds = std::env::args().nth(1).map_or(101, |rounds| rounds.parse().expect("a number of rounds"));
    println!("| question | ns |");
    println!("| --- | ---: |");
    for (name, median) in lookups::medians(&apimachinery::apis::scheme(), rounds) {
        println!("| {name} | {} |", median.as_nanos());
    }
}
