//! A type with one field of every kind, equal to the one in `conformance/probe.go`.

use apimachinery::meta::{
    Bytes, Duration, FieldsV1, IntOrString, List, Map, MicroTime, Quantity, RawExtension, Str, Time,
};
use apimachinery::serializer::json;
use serde_json::Value;

use super::outcome;

#[derive(Clone, Default, PartialEq)]
pub(crate) struct Probe {
    flag: bool,
    small: i32,
    large: i64,
    share: f64,
    text: Str,
    bytes: Bytes,
    time: Time,
    micro: Option<MicroTime>,
    wait: Option<Duration>,
    size: Option<Quantity>,
    port: Option<IntOrString>,
    any: Option<RawExtension>,
    fields: Option<FieldsV1>,
    maybe: Option<i32>,
    inlined: Inlined,
    child: Option<Box<Probe>>,
    children: List<Probe>,
    texts: List<Str>,
    numbers: List<i64>,
    labels: Map<Str>,
    named: Map<Probe>,
    lists: Map<List<Str>>,
    settled: Settled,
    always: Option<Always>,
}

#[derive(Clone, Default, PartialEq)]
struct Inlined {
    inner: Option<Str>,
}

#[derive(Clone, Default, PartialEq)]
struct Settled {
    ready: bool,
}

#[derive(Clone, Default, PartialEq)]
struct Always {
    flag: bool,
    number: i64,
    text: Str,
    bytes: Bytes,
    list: List<Str>,
    map: Map<Str>,
    time: Time,
    micro: MicroTime,
    wait: Duration,
    size: Quantity,
    port: IntOrString,
    any: RawExtension,
    maybe: Option<i32>,
}

apimachinery::message! {
    Probe {
        flag => "flag", 0, Empty;
        small => "small", 0, Empty;
        large => "large", 0, Empty;
        share => "share", 0, Empty;
        text => "text", 0, Empty;
        bytes => "bytes", 0, Empty;
        time => "time", 0, Zero;
        micro => "micro", 0, Empty;
        wait => "wait", 0, Empty;
        size => "size", 0, Empty;
        port => "port", 0, Empty;
        any => "any", 0, Empty;
        fields => "fields", 0, Empty;
        maybe => "maybe", 0, Empty;
        inlined.inner => "inner", 0, Empty;
        child => "child", 0, Empty;
        children => "children", 0, Empty;
        texts => "texts", 0, Empty;
        numbers => "numbers", 0, Empty;
        labels => "labels", 0, Empty;
        named => "named", 0, Empty;
        lists => "lists", 0, Empty;
        settled => "settled", 0, Never;
        always => "always", 0, Empty;
    }
}

apimachinery::message! {
    Inlined {
        inner => "inner", 0, Empty;
    }
}

apimachinery::message! {
    Settled {
        ready => "ready", 0, Empty;
    }
}

apimachinery::message! {
    Always {
        flag => "flag", 0, Never;
        number => "number", 0, Never;
        text => "text", 0, Never;
        bytes => "bytes", 0, Never;
        list => "list", 0, Never;
        map => "map", 0, Never;
        time => "time", 0, Never;
        micro => "micro", 0, Never;
        wait => "wait", 0, Never;
        size => "size", 0, Never;
        port => "port", 0, Never;
        any => "any", 0, Never;
        maybe => "maybe", 0, Never;
    }
}

/// Decodes a document into a probe, lax, and encodes it. Counterpart of the Go side's `probed`.
pub(crate) fn probed(document: &[u8]) -> Value {
    outcome(json::from_slice::<Probe>(document).and_then(|value| json::to_string(&value)))
}

/// Returns the errors of a strict decode into a probe. Counterpart of the Go side's `probedStrictly`.
pub(crate) fn probed_strictly(document: &[u8]) -> Value {
    let mistakes = match json::from_slice_strict::<Probe>(document) {
        Err(error) if error.is_strict_decoding() => Ok(error.details()),
        other => other.map(|_| Vec::new()),
    };
    outcome(mistakes)
}
