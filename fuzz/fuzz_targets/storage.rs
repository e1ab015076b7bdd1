//! Values as stored in etcd: a decoded value is encoded in the same form and decoded again, also in base64.
#![no_main]

use std::sync::LazyLock;

use apimachinery::serializer::storage::Storage;
use apimachinery_fuzz::{CODEC, text};
use libfuzzer_sys::fuzz_target;

static STORAGE: LazyLock<Storage> = LazyLock::new(|| Storage::from(CODEC.clone()));

fuzz_target!(|data: &[u8]| {
    let Ok(stored) = STORAGE.decode(data) else { return };
    let _ = STORAGE.version(&stored.gvk);
    // Raw fields can contain values that a format cannot represent.
    let Ok(first) = STORAGE.encode(&stored, stored.format) else { return };
    let Ok(settled) = STORAGE.decode(&first) else { return };
    assert_eq!((&settled.gvk, settled.format), (&stored.gvk, stored.format), "{}", text(&first));
    let Ok(second) = STORAGE.encode(&settled, settled.format) else { return };
    let again = STORAGE.decode(&second).unwrap_or_else(|error| panic!("{error}: {}", text(&second)));
    let third = STORAGE.encode(&again, again.format).expect("it was encoded before");
    assert_eq!(text(&third), text(&second));
});
