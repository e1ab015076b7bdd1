//! The setting that makes tests rewrite their committed files.

/// True if the variable `BLESS` is `1`; with any other value, nothing is rewritten.
pub(crate) fn blesses() -> bool {
    is_bless(std::env::var_os("BLESS").as_deref())
}

fn is_bless(value: Option<&std::ffi::OsStr>) -> bool {
    value.is_some_and(|value| value == "1")
}

#[test]
fn only_the_value_1_blesses() {
    assert!(is_bless(Some("1".as_ref())));
    for other in ["", "0", "true", "yes", "11", " 1"] {
        assert!(!is_bless(Some(other.as_ref())), "{other:?}");
    }
    assert!(!is_bless(None));
}
