/// Returns the class of an error, as named in the cases, by its text.
pub(super) fn of(text: &str) -> &'static str {
    let parts: [(&[&str], &str); 31] = [
        (&["simple value ", "is not recognized"], "simple-value"),
        (&["bytes of extraneous data"], "trailing-data"),
        (&["exceeded max nested level"], "depth"),
        (&["exceeded max number of elements"], "array-size"),
        (&["exceeded max number of key-value pairs"], "map-size"),
        (&["is too large, "], "length-overflow"),
        (&["floating-point NaN"], "nan"),
        (&["floating-point infinity"], "infinity"),
        (&[": bignum"], "bignum"),
        (&["must be followed by"], "tag-content"),
        (&["invalid UTF-8 string"], "utf8"),
        (&["found duplicate map key"], "duplicate-key"),
        (&["found unknown field"], "unknown-field"),
        (&["cannot be used to match struct field name"], "map-key-type"),
        (&[" overflows "], "overflow"),
        (&["failed to decode base64"], "base64"),
        (&["boolean or JSON schema expected"], "schema-or-bool"),
        (&["expected bool or object, found "], "schema-or-bool"),
        (&["cannot be represented in RFC3339"], "time"),
        (&["parsing time"], "time"),
        (&["quantities must match"], "quantity"),
        (&["unable to parse quantity"], "quantity"),
        (&["Object 'Kind' is missing"], "missing-kind"),
        (&["Object 'apiVersion' is missing"], "missing-version"),
        (&["no kind ", "is registered"], "not-registered"),
        (&["UnstructuredList must be encoded"], "list-items"),
        (&["cbor: cannot unmarshal"], "type"),
        (&["cbor: invalid "], "syntax"),
        (&["cbor: unexpected \"break\""], "syntax"),
        (&["indefinite-length "], "syntax"),
        (&["EOF"], "eof"),
    ];
    let found = parts.iter().find(|(words, _)| words.iter().all(|word| text.contains(word)));
    found.map_or("other", |(_, class)| class)
}
