//! Query parameters of every kind of options: decoded options are encoded and decoded to the same.
#![no_main]

use std::sync::LazyLock;

use apimachinery::schema::GroupVersionKind;
use apimachinery::serializer::ParameterCodec;
use apimachinery::serializer::query::Values;
use apimachinery_fuzz::{Choices, kinds, scheme};
use libfuzzer_sys::fuzz_target;

static OPTIONS: LazyLock<Vec<&GroupVersionKind>> =
    LazyLock::new(|| kinds().iter().filter(|gvk| gvk.kind.ends_with("Options")).collect());

static PARAMETERS: LazyLock<ParameterCodec> = LazyLock::new(|| ParameterCodec::new(apimachinery::apis::scheme()));

fuzz_target!(|data: &[u8]| {
    let mut choices = Choices::new(data);
    let gvk = choices.one(&OPTIONS);
    let Ok(query) = std::str::from_utf8(choices.rest()) else { return };
    let lax = Values::parse_lax(query);
    if let Ok(values) = query.parse::<Values>() {
        assert_eq!(values, lax, "what parses without an error parses alike");
    }
    let version = gvk.group_version();
    let mut options = scheme().new_object(gvk).expect("a registered kind");
    if PARAMETERS.decode_into(&lax, &version, &mut *options).is_err() {
        return;
    }
    let Ok(written) = PARAMETERS.encode(&*options, &version) else { return };
    let parsed = written.to_string().parse().expect("our own query");
    assert_eq!(written, parsed);
    let mut again = scheme().new_object(gvk).expect("a registered kind");
    PARAMETERS.decode_into(&parsed, &version, &mut *again).expect("our own parameters");
    assert_eq!(PARAMETERS.encode(&*again, &version).expect("it was encoded before"), written, "{gvk}");
});
