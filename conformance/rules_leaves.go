package main

import (
	"encoding/json"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

func init() { area("leaves", recordLeaves) }

// always adds cases for a field of the part of a probe that omits no field.
func (r *recorder) always(rule, field string, values ...string) {
	for _, value := range values {
		r.probe(rule, `{"always":{"`+field+`":`+value+`}}`)
	}
}

func recordLeaves(r *recorder) {
	r.always("a_time_is_rfc3339_in_whole_seconds_of_utc", "time", quotedAll(`2018-06-01T10:00:00Z 2018-06-01T10:00:00.999999999Z 2018-06-01T10:00:00+02:00 2018-06-01T10:00:00-23:59 2018-06-01T10:00:00.5+00:30 0001-01-01T00:00:00Z 9999-12-31T23:59:59Z
		2018-06-01 2018-06-01T10:00:00 2018-06-01t10:00:00z 2018-13-01T10:00:00Z 2018-02-29T10:00:00Z 2020-02-29T10:00:00Z 2018-06-01T24:00:00Z 2018-06-01T10:00:60Z 18-06-01T10:00:00Z 2018-06-01T10:00:00+24:00 2018-06-01T10:00:00,5Z
		2018-6-1T10:00:00Z 2018-06-01T1:00:00Z 0000-01-01T00:00:00Z 0001-01-01T00:00:00+01:00 9999-12-31T23:59:59-01:00 1969-12-31T23:59:59Z 2018-06-01T10:00:00.Z 10000-01-01T00:00:00Z x`)...)
	r.always("a_time_is_rfc3339_in_whole_seconds_of_utc", "time", `null`, `""`, `"null"`, `1527847200`, `" 2018-06-01T10:00:00Z"`, `{}`, `true`, `[]`, `"2018-06-01T10:00:00\u005a"`)
	r.always("a_micro_time_has_six_digits", "micro", quotedAll(`2018-06-01T10:00:00.000000Z 2018-06-01T10:00:00.123456Z 2018-06-01T10:00:00.123456+02:00 2018-06-01T10:00:00Z 2018-06-01T10:00:00.1Z 2018-06-01T10:00:00.1234567Z 2018-06-01T10:00:00.123Z
		0001-01-01T00:00:00.000000Z 0001-01-01T00:00:00.000001Z 2018-06-01T10:00:00.12345Z 2018-06-01T10:00:00.123456789Z 2018-06-01T10:00:00,123456Z`)...)
	r.always("a_micro_time_has_six_digits", "micro", `null`, `""`, `1`)
	r.always("a_duration_is_the_text_of_go", "wait", quotedAll(`1h2m3s 90m 1.5s 1ms 1us 1µs 1μs 1ns 0 0s -1h +1h 1h-1m 1d 1 1.s .5s . s 1hh 1e3s 2562047h47m16.854775807s 2562047h47m16.854775808s -2562047h47m16.854775808s 9223372036854775807ns 9223372036854775808ns
		1.0000000001s 0.9ns 100000h 1m0s 3600s 999ms 1000ms 1.5ms 1h0m0.5s -0s -1.5us 0.000000001s 1H`)...)
	r.always("a_duration_is_the_text_of_go", "wait", `null`, `""`, `1`, `" 1s"`, `"1s "`, `{}`)
	r.always("an_int_or_string_is_a_number_or_a_text", "port", `80`, `"80"`, `"http"`, `""`, `-1`, `0`, `2147483647`, `2147483648`, `-2147483649`, `1.5`, `1.0`, `1e2`, `null`, `true`, `{}`, `[]`, `"50%"`, `"\u0031"`)
	r.always("a_raw_extension_keeps_its_json", "any", `{}`, `{ "a" : [ 1 ] }`, `null`, `1.0`, `"x"`, `[]`, `true`, `{"a":1,"a":2}`, `"<"`, `1e400`)
	r.probe("fields_v1_keeps_its_json", `{"fields":{}}`, `{"fields":{ "f:a" : {} }}`, `{"fields":null}`, `{"fields":"x"}`, `{"fields":[1]}`, `{"fields":{"a":1,"a":2}}`)
	for _, text := range strings.Fields(`0 1 80 -5 007 +5 2147483647 2147483648 http 50% 1.5 9223372036854775808 0x10 1_0`) {
		parsed := intstr.Parse(text)
		encoded, err := json.Marshal(&parsed)
		r.add("texts_of_numbers_become_numbers", text, outcome(string(encoded), err))
	}
	for _, value := range []intstr.IntOrString{intstr.FromInt32(7), intstr.FromString("50%"), intstr.FromString("0%"), intstr.FromString("100%"), intstr.FromString("1%"), intstr.FromString("150%"), intstr.FromString("-5%"), intstr.FromString("5"), intstr.FromString("x%"), intstr.FromString("%"), intstr.FromString(""), intstr.FromString("33%"), intstr.FromString("1.5%"), intstr.FromString("+5%")} {
		for _, total := range []int{0, 1, 10, 101} {
			for _, up := range []bool{true, false} {
				scaled, err := intstr.GetScaledValueFromIntOrPercent(&value, total, up)
				encoded := string(must(json.Marshal(&value)))
				r.add("percents_are_of_a_total", []any{encoded, total, up}, outcome(scaled, err))
			}
		}
	}
	recordLeavesOnTheWire(r)
}

func quotedAll(words string) []string {
	var quoted []string
	for _, word := range strings.Fields(words) {
		quoted = append(quoted, strconv.Quote(word))
	}
	return quoted
}

// wire adds the Protobuf form of a leaf: read from JSON and encoded, and that decoded and encoded again.
func wire[T any, P interface {
	*T
	json.Unmarshaler
	Marshal() ([]byte, error)
	Unmarshal([]byte) error
}](r *recorder, rule string, documents ...string) {
	for _, document := range documents {
		var value, again T
		must(0, P(&value).UnmarshalJSON([]byte(document)))
		bytes := append([]byte{}, must(P(&value).Marshal())...)
		must(0, P(&again).Unmarshal(bytes))
		r.add(rule, document, []any{bytes, string(must(json.Marshal(&again)))})
	}
}

func recordLeavesOnTheWire(r *recorder) {
	wire[metav1.Time](r, "a_time_on_the_wire_has_seconds_and_nanos_of_zero", `null`, `"1970-01-01T00:00:00Z"`, `"2018-06-01T10:00:00Z"`, `"2018-06-01T10:00:00.999Z"`, `"1969-12-31T23:59:59.5Z"`, `"0001-01-01T00:00:00Z"`, `"0001-01-01T00:00:01Z"`, `"9999-12-31T23:59:59Z"`)
	wire[metav1.MicroTime](r, "a_micro_time_on_the_wire_has_whole_microseconds", `null`, `"1970-01-01T00:00:00.000000Z"`, `"2018-06-01T10:00:00.123456Z"`, `"1969-12-31T23:59:59.500000Z"`, `"2018-06-01T10:00:00.000001Z"`)
	wire[metav1.Duration](r, "a_duration_on_the_wire_is_nanoseconds", `"0s"`, `"1s"`, `"-1ns"`, `"1h2m3.000000004s"`)
	wire[intstr.IntOrString](r, "an_int_or_string_on_the_wire_writes_all_three", `0`, `80`, `-1`, `""`, `"http"`)
	wire[resource.Quantity](r, "a_quantity_on_the_wire_is_its_canonical_text", `"0"`, `"1.500"`, `"1000"`, `"005"`, `null`, `"1.5Gi"`, `"1e3"`, `"-5m"`, `1.5`)
	wire[runtime.RawExtension](r, "raw_json_on_the_wire_is_raw", `null`, `{}`, `{ "a" : 1 }`, `"x"`)
	wire[metav1.FieldsV1](r, "fields_v1_on_the_wire_is_raw", `null`, `{}`, `{ "f:a" : {} }`)
}
