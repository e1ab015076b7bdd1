//! Tests of quantities. Tables contain one case per line; every case was compared with upstream.

use super::*;

fn quantity(text: &str) -> Quantity {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Splits each line of a table into its columns.
fn rows<const COLUMNS: usize>(table: &str) -> impl Iterator<Item = [&str; COLUMNS]> {
    let lines = table.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| {
        let columns: Vec<_> = line.split_whitespace().collect();
        columns.try_into().unwrap_or_else(|_| panic!("wrong number of columns: {line}"))
    })
}

#[test]
fn canonical_looking_texts_are_kept() {
    let texts = "1 100m 1Gi 1e3 1E 1E3 +5 -5 005 05Gi 1.500 1.234567 1.234k 5n 100 1023Mi 1e-9 \
        1e+3 12345678901234567e3 1e4294967299 +0001Ki 99999999999999 -5.125 1e2147483646";
    for text in texts.split_whitespace() {
        assert_eq!(quantity(text).to_string(), text);
    }
}

#[test]
fn other_texts_become_canonical() {
    let table = "
        0                       0
        -0.0                    0
        0Ki                     0
        .                       0
        +                       0
        Ki                      0
        e5                      0
        1000                    1k
        0.5                     500m
        00.5                    500m
        1.5                     1500m
        100e1                   1e3
        1e1                     10
        1e5                     100e3
        0.5e3                   500
        1024Mi                  1Gi
        1.5Gi                   1536Mi
        0.5Ki                   512
        -0.5Ki                  -512
        8Ki                     8Ki
        0.1Ki                   102400m
        1.1Gi                   1181116006400m
        1.0001Ki                1024102400u
        0.00001Ki               10240u
        1.5Ei                   1536Pi
        7Ei                     7Ei
        8Ei                     9223372036854775807
        -9Ei                    -9223372036854775807
        1.2345678901            1234567891n
        0.1n                    1n
        -0.1n                   -1n
        123456789012345678901   123456789012345678901
        1000000000000000000e6   1e24
        1000E                   1
        1e2147483647            10e2147483646
    ";
    for [text, canonical] in rows(table) {
        assert_eq!(quantity(text).to_string(), canonical, "{text}");
    }
}

#[test]
fn wrong_texts_name_the_rule() {
    let form = "quantities must match the regular expression \
        '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    let number = "unable to parse numeric part of quantity";
    let suffix = "unable to parse quantity's suffix";
    let cases: [(&str, &[&str]); 3] = [
        (form, &["", " 1", "1 ", "1..2", "1e3.5", "1x", "1\u{e9}", "true", "1_000", "---1"]),
        (suffix, &["1K", "1ki", "1e", "1kk", "1-5", "--1", "1eE5", "1e99999999999999999999"]),
        (number, &[".e-20", "e-20"]),
    ];
    for (message, texts) in cases {
        for text in texts {
            assert_eq!(text.parse::<Quantity>().unwrap_err().to_string(), message, "{text}");
        }
    }
}

#[test]
fn rounding_is_away_from_zero() {
    let table = "
        1500u                   -3      2m      false
        -1500u                  -3      -2m     false
        2000u                   -3      2m      true
        1.500                   -3      1.500   true
        1e3                     -3      1e3     true
        5                       3       1k      false
        0.1234567890123456789   -3      124m    false
        999999999.999999999     0       1G      false
        1.5Gi                   -3      1536Mi  true
        -0.00000000000000000001 9       -1G     false
    ";
    for [text, scale, rounded, exact] in rows(table) {
        let mut value = quantity(text);
        let is_exact = value.round_up(scale.parse().unwrap());
        assert_eq!((value.to_string().as_str(), is_exact.to_string().as_str()), (rounded, exact));
    }
}

#[test]
fn values_round_away_from_zero() {
    let table = "
        1500m                   2               1500
        -1500m                  -2              -1500
        1.5Gi                   1610612736      1610612736000
        -10.5Gi                 -11274289152    -11274289152000
        12345678901.0000000001  12345678902     12345678901001
        1n                      1               1
        1e-9                    1               1
        0.00000000000000000000  0               0
    ";
    for [text, value, milli] in rows(table) {
        let quantity = quantity(text);
        assert_eq!([quantity.value(), quantity.milli_value()].map(|v| v.to_string()), [value, milli]);
    }
}

#[test]
fn only_plain_integers_are_integers() {
    let integer = |text| quantity(text).as_i64();
    assert_eq!(["1k", "1e18", "-5", "1Ki"].map(integer), [1000, 10i64.pow(18), -5, 1024].map(Some));
    assert_eq!(["1000m", "1.5Gi", "1e19", "1234567890123456789"].map(integer), [None; 4]);
}

#[test]
fn sums_are_exact() {
    let table = "
        1                       1m      1001m                               999m
        0                       1Gi     1Gi                                 -1Gi
        1Ki                     1       1025                                1023
        1                       1Ki     1025                                -1023
        1e3                     1       1001                                999
        5                       0       5                                   5
        -5                      7       2                                   -12
        7Ei                     7Ei     14Ei                                0
        999E                    1E      1                                   998E
        123456789012345678901n  1n      123456789012345678902n              123456789012345678900n
        9223372036854775807     1       9223372036854775808                 9223372036854775806
        1e30                    -1      999999999999999999999999999999      1000000000000000000000000000001
        99999999999999999999.5  0.5     100E                                99999999999999999999
        99999999999999999999    811M    100000000000810999999               99999999999188999999
    ";
    for [left, right, sum, difference] in rows(table) {
        let (mut added, mut taken, right) = (quantity(left), quantity(left), quantity(right));
        added += &right;
        taken -= &right;
        assert_eq!([added.to_string(), taken.to_string()], [sum, difference], "{left} {right}");
    }
}

#[test]
fn order_is_by_value() {
    let rising = "-1e30 -1Gi -1e-9 0 1n 1m 0.0010000001 999m 1.5 1Ki 1e19 8e19 1e300 1e2000000000";
    let rising: Vec<Quantity> = rising.split_whitespace().map(quantity).collect();
    for (i, left) in rising.iter().enumerate() {
        for (j, right) in rising.iter().enumerate() {
            assert_eq!(left.cmp_value(right), i.cmp(&j), "{left} {right}");
        }
    }
    assert!(quantity("1Gi").cmp_value(&quantity("1.0Gi")).is_eq());
}

#[test]
fn equality_is_exact() {
    assert_eq!(quantity("5"), Quantity::new(5, Format::DecimalSI));
    assert_eq!(quantity("0"), Quantity::default());
    assert_eq!(quantity("1.0Gi"), quantity("1Gi"));
    assert_eq!(quantity("1000m"), quantity("1"));
    for (left, right) in [("1.500", "1500m"), ("5", "+5"), ("1.500", "1.5"), ("1k", "1e3"), ("0", "0Ki")] {
        assert_ne!(quantity(left), quantity(right));
    }
}

#[test]
fn signs_and_extremes() {
    let signs = ["-1m", "0.0", "1e30", "-1e30"].map(|text| quantity(text).signum());
    assert_eq!(signs, [-1, 0, 1, -1]);
    assert_eq!((-quantity("1.500")).to_string(), "-1500m");
    let smallest = Quantity::new(i64::MIN, Format::BinarySI);
    assert_eq!(smallest.to_string(), "-9223372036854775808");
    assert_eq!((-smallest).to_string(), "8Ei");
}

#[test]
fn prints_within_a_width() {
    let texts = format!("{:>5}|{:<5}|", quantity("1k"), quantity("0.5"));
    assert_eq!(texts, "   1k|500m |");
    assert_eq!(format!("{:?}", quantity("1.0Gi")), "Quantity(1Gi, BinarySI)");
}

#[test]
fn null_resets_the_number_and_not_a_kept_text() {
    let reset = |text| {
        let mut value = quantity(text);
        value.reset();
        value.to_string()
    };
    assert_eq!(["5", "1000", "1.5Gi"].map(reset), ["5", "0", "0"]);
}

#[test]
fn long_texts_are_read_in_linear_time() {
    let nines = "9".repeat(1_000_000);
    assert_eq!(quantity(&nines).to_string(), nines);
    assert_eq!(quantity(&format!("{nines}Ei")).value(), i64::MAX);
    assert_eq!(quantity(&format!("0.{nines}")).to_string(), "1");
    assert_eq!(quantity(&format!("{nines}e-2147483648")).to_string(), "1e-9");
}

#[test]
fn is_small() {
    assert!(size_of::<Quantity>() == size_of::<CompactString>() || size_of::<usize>() < 8);
}
