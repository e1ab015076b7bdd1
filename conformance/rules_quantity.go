package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
)

func init() { area("quantity", recordQuantity) }

// quantity adds a rule whose cases are texts of quantities: the canonical text and the format.
func (r *recorder) quantity(rule string, texts string) {
	for _, text := range strings.Fields(texts) {
		parsed, err := resource.ParseQuantity(text)
		r.add(rule, text, outcome([]string{parsed.String(), string(parsed.Format)}, err))
	}
}

func recordQuantity(r *recorder) {
	r.quantity("suffixes_of_three_families", `1n 1u 1m 1 1k 1M 1G 1T 1P 1E 1Ki 1Mi 1Gi 1Ti 1Pi 1Ei 1e3 1E3 1e0 1e-3 1E-3 1e+3 1e1 1e2 1E 12E6 1e9 1e18 2E 1K 1g 1KI 1mi 1Bi 1e 1e+ 1e1.5 1Ee3 1kk 1Kii 1e3k 1i 1ki`)
	r.quantity("sign_digits_fraction_suffix", `+1 -1 +0 -0 0 00 1. .5 -.5 +.5 . + - +. 1.2.3 1,5 0x10 --1 +-1 1m1 m Ki 1.5.Gi 1_000 ١ 1.0 1.50 0.0 000.100`)
	for _, text := range []string{"", " ", " 1", "1 ", "1 Gi", "1\n", "NaN", "Inf", "1\x00"} {
		parsed, err := resource.ParseQuantity(text)
		r.add("sign_digits_fraction_suffix", text, outcome([]string{parsed.String(), string(parsed.Format)}, err))
	}
	r.quantity("finer_than_a_nano_is_rounded_away_from_zero", `0.1n 1.1n -0.1n -1.1n 0.0000000001 1.00000000001 -1.00000000001 0.5n 1e-10 1e-9 9.9e-10 0.0001u 1.0000000000000000001Gi 0.00000000001Ki 123456789.1234567891
		0.000000000000000000000000000001 999999999.9999999999`)
	r.quantity("binary_below_one_becomes_decimal", `0.5Ki 0.5Mi 0.0001Ki 0.001Ki 0.0009765625Ki 0.5Gi 0.9Ki 1.5Ki -0.5Ki -0.0001Mi 0Ki 0.0Gi 0.000001Ei`)
	r.quantity("only_binary_is_capped", `8Ei 7.9999Ei 9Ei 100Ei -8Ei -9Ei 8192Pi 9223372036854775807 9223372036854775808 9223372036854775807Ki 10E 100E 1e19 1e30 -1e30 12345678901234567890 99999999999999999999999999999999999999Gi 1e63 1e100`)
	r.quantity("the_canonical_text_is_an_integer_with_the_largest_suffix", `1000 1000000 1024 1024Ki 1024Mi 1Gi 1.1Gi 1.5Gi 0.5Gi 1000Ki 1023Ki 100m 1000m 1500m 0.1 0.01 0.001 0.0001 1e6 1e7 1e8 1.5e3 100e1 1e4 12e-4 1000k 1234567 3000000000
		1000000Ki 1536Mi 2048Ki 4096 1.25 1100m 0.123456789 1000000000000000000000 1000000000000000000000000 123456789012345678901234567890 1024Ei 0.1Ki 1.0Ki 1.00e2 10000m 1000e-6 1e-6 0.1m 1000n 1000000n`)
	r.quantity("what_looks_canonical_is_written_back", `1.500 +5 005 05Gi 1e3 1E3 1000 1024Mi 0.5 1.5Gi 100e1 0 00 +0 -0 0.0 0m 0Ki 1.50 1.000 1.0001 12.5 -1.500 1.5k 10.25M 5Ki 8Ki 16Ki 15Ki 1000000001 123456789012345678 1234567890123456789
		1.5e3 1.5E6 1e2 10e2 100e3 1.23456789012345678 +1.5 01.5 0.15 1.5m 1500u 1.500Gi 1.5Ki 7Gi 1008Mi 12345678901234567 +05 1E 100k 10.0 1.10`)
	recordQuantityNumbers(r)
	recordQuantityConstructors(r)
	recordQuantityProducts(r)
	recordQuantityFloats(r)
	r.probe("json_takes_texts_and_numbers", `{"size":1}`, `{"size":1.5}`, `{"size":"1.5"}`, `{"size":" 1Gi "}`, `{"size":1e3}`, `{"size":-5}`, `{"size":""}`, `{"size":true}`, `{"size":{}}`, `{"size":[]}`, `{"size":"x"}`,
		`{"size":null}`, `{"always":{"size":null}}`, `{"always":{"size":"5","size":null}}`, `{"size":0.10}`, `{"size":"\u0031Gi"}`, `{"size":"1\t"}`, `{"size":1E400}`, `{"size":"1\u00a0"}`, `{"size":"\n1"}`)
	r.probe("a_quantity_keeps_its_text_in_json", `{"size":"1.500"}`, `{"size":"+5"}`, `{"size":"005"}`, `{"size":"1000"}`, `{"size":"1e3"}`, `{"size":"0.5Gi"}`, `{"size":1000}`, `{"size":1.50}`)
}

func recordQuantityNumbers(r *recorder) {
	texts := strings.Fields(`0 1 -1 1m -1m 1500m -1500m 1n 1k 1Ki 1.5Ki 0.5Gi 1.5Gi 9223372036854775807 9223372036854775808 1e19 0.1 1e3 1.0000000001 100m 999m 1E 8Ei 1000m 1.0 123456789012345678901234567890`)
	for _, text := range texts {
		quantity := resource.MustParse(text)
		// Upstream wraps values that do not fit, and loses the sign of large negative ones.
		r.add("values_round_away_from_zero", text, []string{fmt.Sprint(quantity.Value()), fmt.Sprint(quantity.MilliValue()), fmt.Sprint(quantity.Sign()), fmt.Sprint(quantity.IsZero())})
		whole, ok := quantity.AsInt64()
		r.add("whole_numbers", text, []any{fmt.Sprint(whole), ok})
		for _, scale := range []resource.Scale{resource.Nano, resource.Milli, 0, resource.Kilo, resource.Giga} {
			rounded := quantity.DeepCopy()
			exact := rounded.RoundUp(scale)
			r.add("rounding_makes_the_text_canonical", []any{text, scale}, []any{rounded.String(), exact})
		}
		negative := quantity.DeepCopy()
		negative.Neg()
		r.add("negation_makes_the_text_canonical", text, negative.String())
	}
	for _, left := range strings.Fields("0 1 1.500 1Ki 1.5Gi 100m 1e3 -5 9223372036854775807 0.0000000001 1000") {
		for _, right := range strings.Fields("0 1 1.500 1Ki 0.5Gi 1n -1e3 9223372036854775807 12345678901234567890") {
			r.quantityPair(left, right)
		}
	}
	// The limits of 64 bits, of the digits that upstream stores in them (18), of binary suffixes, and of nano.
	limits := strings.Fields(`1n -1n 0.1n 1e-9 0Ki 0e3 1Ki 12e6 999999999999999999 -999999999999999999 999999999999999999n 1e18 9E -9E 9223372036854775806 9223372036854775807 9223372036854775808 -9223372036854775807
		-9223372036854775808 -9223372036854775809 7Ei 8Ei -8Ei 18446744073709551616 1e30 -1e30 1.5e-3`)
	for _, left := range limits {
		for _, right := range limits {
			r.quantityPair(left, right)
		}
	}
	for _, pair := range [][2]string{{"1.500", "1500m"}, {"1Ki", "1024"}, {"1e3", "1k"}, {"0", "0.0"}, {"1000000000000000000000", "1e21"}} {
		a, b := resource.MustParse(pair[0]), resource.MustParse(pair[1])
		r.add("equality_is_by_value", pair, a.Cmp(b))
	}
}

// quantityPair records the comparison, the sum and the difference of two texts.
func (r *recorder) quantityPair(left, right string) {
	a, b := resource.MustParse(left), resource.MustParse(right)
	r.add("equality_is_by_value", []string{left, right}, a.Cmp(b))
	a.Add(b)
	r.add("sums_take_the_format_of_what_is_not_zero", []string{left, right}, a.String())
	a = resource.MustParse(left)
	a.Sub(b)
	r.add("differences_take_the_format_of_what_is_not_zero", []string{left, right}, a.String())
}

// recordQuantityConstructors records quantities that were not parsed: the smallest integer can only occur in those.
func recordQuantityConstructors(r *recorder) {
	values := []int64{0, 1, -1, 7, 1000, 1023, 1024, 1 << 40, -(1 << 40), 123456789, 999999999999999999, math.MaxInt64 - 1, math.MaxInt64, math.MinInt64 + 1, math.MinInt64}
	for _, value := range values {
		for _, format := range []resource.Format{resource.BinarySI, resource.DecimalExponent, resource.DecimalSI} {
			whole, milli := resource.NewQuantity(value, format), resource.NewMilliQuantity(value, format)
			in := []any{strconv.FormatInt(value, 10), format}
			r.add("integers_become_quantities", in, []string{whole.String(), fmt.Sprint(whole.Value())})
			r.add("thousandths_become_quantities", in, []string{milli.String(), fmt.Sprint(milli.MilliValue())})
		}
		for _, scale := range []resource.Scale{-12, -10, resource.Nano, -7, resource.Micro, resource.Milli, -1, 0, 1, 2, resource.Kilo, 4, resource.Giga, resource.Exa, 19, 21, 24} {
			scaled := resource.NewScaledQuantity(value, scale)
			in := []any{strconv.FormatInt(value, 10), scale}
			r.add("scaled_integers_become_quantities", in, []string{scaled.String(), fmt.Sprint(scaled.ScaledValue(scale))})
		}
	}
}

func recordQuantityProducts(r *recorder) {
	texts := strings.Fields(`0 0Ki 1 -1 1n -1n 1.500 1500m 1Ki 1.5Gi 1e3 12e6 1e18 1e30 999999999999999999 999999999999999999n 9223372036854775807 -9223372036854775808 12345678901234567890.5 7Ei`)
	for _, text := range texts {
		for _, factor := range []int64{0, 1, -1, 2, 3, 10, -1000, 1024, 1 << 31, math.MaxInt64, math.MinInt64} {
			product := resource.MustParse(text)
			product.Mul(factor)
			r.add("products_are_exact", []string{text, strconv.FormatInt(factor, 10)}, []string{product.String(), string(product.Format)})
		}
		for _, scale := range []resource.Scale{resource.Nano, resource.Micro, resource.Milli, 0, 1, resource.Kilo, resource.Giga, resource.Exa, 21} {
			value := resource.MustParse(text)
			r.add("values_have_any_scale", []any{text, scale}, fmt.Sprint(value.ScaledValue(scale)))
		}
	}
}

func recordQuantityFloats(r *recorder) {
	texts := strings.Fields(`0 0Ki 1 -1 1n 3n 0.1 0.3 1.1 1101m 1.500 100m 33m 1u 123456789n 1Ki 1.5Gi 0.1Gi 1e3 1e15 1e18 1e22 1e23 1e30 1e300 1e308 1e309 -1e400 1e-9 9007199254740993 999999999999999999 0.999999999999999999
		9223372036854775807 9223372036854775808 -9223372036854775809 123456789012345678901234567890 12345678901234567890.123456789 0.1234567891 1234567890123456789n 7Ei 8Ei`)
	for _, text := range texts {
		for _, float := range []struct {
			rule string
			of   func(*resource.Quantity) float64
		}{
			{"floats_are_approximate", (*resource.Quantity).AsApproximateFloat64},
			{"floats_are_the_nearest_ones", (*resource.Quantity).AsFloat64Slow},
		} {
			quantity := resource.MustParse(text)
			r.add(float.rule, text, strconv.FormatFloat(float.of(&quantity), 'e', -1, 64))
		}
	}
}
