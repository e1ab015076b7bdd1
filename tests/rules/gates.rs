//! Defaults of a server with other feature gates than the release.

use apimachinery::defaulting::Defaulting;
use apimachinery::serializer::{Codec, Format};

use super::support::{cases, text};

#[test]
fn gates_decide_on_defaults() {
    let usual = Codec::new(apimachinery::apis::scheme());
    cases("gates", "gates_decide_on_defaults").compare(|input| {
        let switched = input["gates"].as_object().expect("gates by name");
        let gates = switched.iter().fold(Defaulting::default(), |gates, (name, on)| {
            gates.with_gate(name.as_str(), on.as_bool().expect("on or off"))
        });
        let codec = usual.clone().with_defaulting(gates);
        let mut decoded = codec.decode(text(&input["object"]).as_bytes()).expect("a known kind");
        codec.apply_defaults(&mut decoded);
        String::from_utf8(codec.encode(&decoded, Format::Json).expect("it is written")).expect("a text")
    });
}
