//! Quantities of resources.

use apimachinery::meta::Quantity;
use apimachinery::meta::quantity::Format;
use serde_json::{Value, json};

use super::support::probe::probed;
use super::support::{cases, outcome, text};

fn quantity(value: &Value) -> Quantity {
    text(value).parse().expect("a quantity")
}

fn pair(pair: &Value) -> (Quantity, Quantity) {
    (quantity(&pair[0]), quantity(&pair[1]))
}

fn parsed(value: &Value) -> Value {
    outcome(text(value).parse::<Quantity>().map(|quantity| json!([quantity.to_string(), format_name(&quantity)])))
}

fn format_name(quantity: &Quantity) -> &'static str {
    match quantity.format() {
        Format::BinarySI => "BinarySI",
        Format::DecimalSI => "DecimalSI",
        Format::DecimalExponent => "DecimalExponent",
    }
}

fn probe(document: &Value) -> Value {
    probed(text(document).as_bytes())
}

#[test]
fn suffixes_of_three_families() {
    cases("quantity", "suffixes_of_three_families").compare(parsed);
}

#[test]
fn sign_digits_fraction_suffix() {
    cases("quantity", "sign_digits_fraction_suffix").compare(parsed);
}

#[test]
fn finer_than_a_nano_is_rounded_away_from_zero() {
    cases("quantity", "finer_than_a_nano_is_rounded_away_from_zero").compare(parsed);
}

#[test]
fn binary_below_one_becomes_decimal() {
    cases("quantity", "binary_below_one_becomes_decimal").compare(parsed);
}

#[test]
fn only_binary_is_capped() {
    cases("quantity", "only_binary_is_capped").compare(parsed);
}

#[test]
fn the_canonical_text_is_an_integer_with_the_largest_suffix() {
    cases("quantity", "the_canonical_text_is_an_integer_with_the_largest_suffix").compare(parsed);
}

#[test]
fn what_looks_canonical_is_written_back() {
    cases("quantity", "what_looks_canonical_is_written_back").compare(parsed);
}

#[test]
fn values_round_away_from_zero() {
    cases("quantity", "values_round_away_from_zero").compare(|value| {
        let quantity = quantity(value);
        let numbers = [quantity.value(), quantity.milli_value(), quantity.signum().into()];
        let [value, milli, sign] = numbers.map(|number| number.to_string());
        json!([value, milli, sign, quantity.is_zero().to_string()])
    });
}

#[test]
fn whole_numbers() {
    cases("quantity", "whole_numbers").compare(|value| {
        let whole = quantity(value).as_i64();
        json!([whole.unwrap_or_default().to_string(), whole.is_some()])
    });
}

#[test]
fn rounding_makes_the_text_canonical() {
    cases("quantity", "rounding_makes_the_text_canonical").compare(|case| {
        let mut quantity = quantity(&case[0]);
        let exact = quantity.round_up(scale(&case[1]));
        json!([quantity.to_string(), exact])
    });
}

#[test]
fn negation_makes_the_text_canonical() {
    cases("quantity", "negation_makes_the_text_canonical").compare(|value| (-quantity(value)).to_string());
}

#[test]
fn equality_is_by_value() {
    cases("quantity", "equality_is_by_value").compare(|case| {
        let (left, right) = pair(case);
        left.cmp(&right) as i8
    });
}

#[test]
fn sums_take_the_format_of_what_is_not_zero() {
    cases("quantity", "sums_take_the_format_of_what_is_not_zero").compare(|case| {
        let (mut left, right) = pair(case);
        left += &right;
        left.to_string()
    });
}

#[test]
fn differences_take_the_format_of_what_is_not_zero() {
    cases("quantity", "differences_take_the_format_of_what_is_not_zero").compare(|case| {
        let (mut left, right) = pair(case);
        left -= &right;
        left.to_string()
    });
}

fn format(value: &Value) -> Format {
    match text(value) {
        "BinarySI" => Format::BinarySI,
        "DecimalExponent" => Format::DecimalExponent,
        format => {
            assert_eq!(format, "DecimalSI");
            Format::DecimalSI
        }
    }
}

fn integer(value: &Value) -> i64 {
    text(value).parse().expect("an integer")
}

fn scale(value: &Value) -> i32 {
    value.as_i64().and_then(|scale| scale.try_into().ok()).expect("a scale")
}

#[test]
fn integers_become_quantities() {
    cases("quantity", "integers_become_quantities").compare(|case| {
        let quantity = Quantity::new(integer(&case[0]), format(&case[1]));
        json!([quantity.to_string(), quantity.value().to_string()])
    });
}

#[test]
fn thousandths_become_quantities() {
    cases("quantity", "thousandths_become_quantities").compare(|case| {
        let quantity = Quantity::from_milli(integer(&case[0]), format(&case[1]));
        json!([quantity.to_string(), quantity.milli_value().to_string()])
    });
}

#[test]
fn scaled_integers_become_quantities() {
    cases("quantity", "scaled_integers_become_quantities").compare(|case| {
        let quantity = Quantity::from_scaled(integer(&case[0]), scale(&case[1]), Format::DecimalSI);
        json!([quantity.to_string(), quantity.scaled_value(scale(&case[1])).to_string()])
    });
}

#[test]
fn products_are_exact() {
    cases("quantity", "products_are_exact").compare(|case| {
        let product = quantity(&case[0]) * integer(&case[1]);
        json!([product.to_string(), format_name(&product)])
    });
}

#[test]
fn values_have_any_scale() {
    // Upstream rounds negative numbers of more than 18 digits up, or returns one more than that; it documents rounding
    // away from zero.
    let differ = [0, 1, 3, 9, 18, 21].map(|scale| format!(r#"["-9223372036854775808",{scale}]"#));
    let differ = differ.each_ref().map(|input| (&**input, "rounded away from zero"));
    cases("quantity", "values_have_any_scale")
        .compare_but(&differ, |case| quantity(&case[0]).scaled_value(scale(&case[1])).to_string());
}

/// Returns a float as Go formats it in scientific notation.
fn float(value: f64) -> String {
    let text = format!("{value:e}");
    let Some((digits, exponent)) = text.split_once('e') else {
        return text.replace("inf", "Inf").replace("Inf", if value > 0.0 { "+Inf" } else { "Inf" });
    };
    let exponent: i32 = exponent.parse().expect("an exponent");
    format!("{digits}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

#[test]
fn floats_are_approximate() {
    cases("quantity", "floats_are_approximate").compare(|value| float(quantity(value).as_approximate_f64()));
}

#[test]
fn floats_are_the_nearest_ones() {
    cases("quantity", "floats_are_the_nearest_ones").compare(|value| float(quantity(value).as_f64()));
}

#[test]
fn json_takes_texts_and_numbers() {
    cases("quantity", "json_takes_texts_and_numbers").without_error_texts().compare(probe);
}

#[test]
fn a_quantity_keeps_its_text_in_json() {
    cases("quantity", "a_quantity_keeps_its_text_in_json").compare(probe);
}
