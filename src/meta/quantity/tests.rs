//! Tests of quantities. Tables contain one case per line; every case was compared with upstream.

use super::*;
use std::hash::{BuildHasher, RandomState};

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
            assert_eq!(left.cmp(right), i.cmp(&j), "{left} {right}");
        }
    }
}

#[test]
fn equality_is_by_value() {
    let pairs =
        [("1.500", "1500m"), ("5", "+5"), ("1.500", "1.5"), ("1k", "1e3"), ("0", "0Ki"), ("1e30", "1000000000000E")];
    let hasher = RandomState::new();
    for (left, right) in pairs.map(|(left, right)| (quantity(left), quantity(right))) {
        assert_eq!(left, right);
        assert_eq!(hasher.hash_one(&left), hasher.hash_one(&right));
        assert!(!left.is_identical(&right));
    }
    assert_ne!(quantity("1"), quantity("1.000000001"));
    assert_ne!(hasher.hash_one(quantity("1")), hasher.hash_one(quantity("10")));
    assert_ne!(hasher.hash_one(quantity("1")), hasher.hash_one(quantity("-1")));
}

#[test]
fn identity_includes_format_and_text() {
    for (left, right) in [("1.0Gi", "1Gi"), ("1000m", "1"), ("100e1", "1e3"), ("1e30", "1e30")] {
        assert!(quantity(left).is_identical(&quantity(right)), "{left} {right}");
    }
    assert!(quantity("5").is_identical(&Quantity::new(5, Format::DecimalSI)));
    assert!(quantity("0").is_identical(&Quantity::default()));
    assert!(!Quantity::new(5, Format::DecimalSI).is_identical(&Quantity::new(5, Format::BinarySI)));
}

#[test]
fn every_combination_of_operands_has_the_same_result() {
    let (two, half) = (quantity("2"), quantity("0.5"));
    let sums = [two.clone() + half.clone(), two.clone() + &half, &two + half.clone(), &two + &half];
    let differences = [two.clone() - half.clone(), two.clone() - &half, &two - half.clone(), &two - &half];
    assert!(sums.iter().all(|sum| sum.to_string() == "2500m"));
    assert!(differences.iter().all(|difference| difference.to_string() == "1500m"));
    let mut changed = two.clone();
    changed += half.clone();
    changed -= quantity("1");
    changed *= 4;
    assert_eq!([changed, &half * -3, -&half].map(|result| result.to_string()), ["6", "-1500m", "-500m"]);
    let all = ["0", "1Gi", "512Mi"].map(quantity);
    assert_eq!(all.iter().sum::<Quantity>().to_string(), "1536Mi");
    assert_eq!(all.into_iter().sum::<Quantity>().to_string(), "1536Mi");
    assert!([].iter().sum::<Quantity>().is_identical(&Quantity::default()));
}

#[test]
fn the_smallest_integer_keeps_its_value() {
    let smallest = Quantity::new(i64::MIN, Format::DecimalSI);
    assert_eq!((-&smallest).to_string(), "9223372036854775808");
    assert_eq!((Quantity::default() - &smallest).to_string(), "9223372036854775808");
    assert_eq!((&smallest * -1).to_string(), "9223372036854775808");
    assert_eq!((&smallest + &smallest).to_string(), "-18446744073709551616");
    assert_eq!((&smallest * i64::MIN).to_string(), "85070591730234615865843651857942052864");
}

#[test]
fn integers_are_converted_exactly() {
    for value in [0, 1, -1, 1000, 1 << 40, i64::MAX, i64::MIN] {
        let quantity = Quantity::from(value);
        assert_eq!((i64::try_from(&quantity), i128::try_from(&quantity)), (Ok(value), Ok(value.into())));
        assert_eq!(quantity, self::quantity(&value.to_string()));
    }
    for value in [u128::MAX, u128::from(u64::MAX), 10u128.pow(38)] {
        assert_eq!(u128::try_from(&Quantity::from(value)), Ok(value));
    }
    assert_eq!(
        [i128::MIN, i128::MAX].map(|value| i128::try_from(&Quantity::from(value))),
        [Ok(i128::MIN), Ok(i128::MAX)]
    );
    let integer = |text| i64::try_from(&quantity(text)).map_err(|error| error.to_string());
    assert_eq!(
        ["1000m", "1.5Gi", "1e18", "0e99", "3000000000n"].map(integer),
        [1, 3 << 29, 10i64.pow(18), 0, 3].map(Ok)
    );
    let not_integers = ["1m", "-1500m", "12345678901234567890.5"];
    assert_eq!(
        not_integers.map(integer),
        not_integers.map(|text| Err(format!("quantity {} is not an integer", quantity(text))))
    );
    let too_large = ["9223372036854775808", "-9223372036854775809", "1e19", "1e2147483646", "1e30"];
    assert_eq!(
        too_large.map(integer),
        too_large.map(|text| Err(format!("quantity {} is out of range for i64", quantity(text))))
    );
    assert!(u64::try_from(&quantity("-1")).is_err() && u32::try_from(&quantity("4Gi")).is_err());
    assert!(i128::try_from(&quantity("-170141183460469231731687303715884105729")).is_err());
    assert_eq!((i32::try_from(&quantity("-2Gi")), usize::try_from(&quantity("1Ki"))), (Ok(i32::MIN), Ok(1024)));
}

#[test]
fn floats_become_their_shortest_decimal_number() {
    let text = |value: f64| Quantity::try_from(value).map(|quantity| quantity.to_string());
    let table = [(0.0, "0"), (-0.0, "0"), (0.1, "100m"), (1.5, "1500m"), (1e3, "1k"), (1e-12, "1n"), (-2.5e-9, "-3n")];
    for (value, expected) in table {
        assert_eq!(text(value).as_deref(), Ok(expected));
    }
    for value in [f64::MAX, f64::MIN_POSITIVE, 1e300, 0.3] {
        assert!(Quantity::try_from(value).is_ok_and(|quantity| quantity.format() == Format::DecimalSI));
    }
    assert_eq!(Quantity::try_from(f64::MAX).map(|quantity| quantity.as_f64()), Ok(f64::MAX));
    assert_eq!(Quantity::try_from(f64::NAN).unwrap_err().to_string(), "float NaN is out of range for Quantity");
    assert!(Quantity::try_from(f64::INFINITY).is_err() && Quantity::try_from(f64::NEG_INFINITY).is_err());
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
