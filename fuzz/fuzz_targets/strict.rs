//! Strict decoding succeeds exactly if lax decoding succeeds without warnings of the strict class, and returns the
//! same object.
#![no_main]

use std::sync::LazyLock;

use apimachinery::serializer::{CborSerializer, Decoder, Format, JsonSerializer, YamlSerializer};
use apimachinery_fuzz::{SERIALIZERS, text};
use libfuzzer_sys::fuzz_target;

static STRICT: LazyLock<[Box<dyn Decoder>; 3]> = LazyLock::new(|| {
    let scheme = SERIALIZERS.scheme();
    [
        Box::new(JsonSerializer::new(scheme.clone()).strict()),
        Box::new(YamlSerializer::new(scheme.clone()).strict()),
        Box::new(CborSerializer::new(scheme.clone()).strict()),
    ]
});

fuzz_target!(|data: &[u8]| {
    for (format, strict) in [Format::Json, Format::Yaml, Format::Cbor].into_iter().zip(&*STRICT) {
        let lax = SERIALIZERS.serializer(format).decode(data, None);
        let strict = strict.decode(data, None);
        match (lax, strict) {
            (Ok(lax), Ok(strict)) => {
                assert!(!lax.warnings.iter().any(|warning| warning.is_strict()), "{format:?} {}", text(data));
                assert!(lax.object == strict.object && lax.gvk == strict.gvk, "{format:?} {}", text(data));
            }
            // CBOR has additional strict rules that lax decoding does not report.
            (Ok(lax), Err(error)) if format != Format::Cbor => {
                assert!(lax.warnings.iter().any(|warning| warning.is_strict()), "{format:?} {error}: {}", text(data));
                assert!(error.is_strict_decoding(), "{format:?} {error}: {}", text(data));
            }
            (Err(error), Ok(_)) => panic!("only lax decoding fails: {format:?} {error}: {}", text(data)),
            (Ok(_) | Err(_), Err(_)) => {}
        }
    }
});
