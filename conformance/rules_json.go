package main

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/serializer/json"
)

func init() { area("json", recordJSON) }

func recordJSON(r *recorder) {
	recordJSONText(r)
	recordJSONPresence(r)
	recordJSONNumbers(r)
	recordJSONNames(r)
	recordJSONSyntax(r)
}

// probe adds a rule whose cases are documents for a probe.
func (r *recorder) probe(rule string, documents ...string) {
	for _, document := range documents {
		r.add(rule, document, probed(document))
	}
}

// probeStrictly adds a rule whose cases are documents for a probe, decoded strictly.
func (r *recorder) probeStrictly(rule string, documents ...string) {
	for _, document := range documents {
		r.add(rule, document, probedStrictly(document))
	}
}

func recordJSONText(r *recorder) {
	r.probe("text_is_escaped_as_for_html",
		`{"text":"<a href='x'>&amp;</a>"}`, `{"text":"\u2028\u2029"}`, `{"text":"日本語 é \ud83d\ude00"}`, `{"text":"\b\f\n\r\t"}`,
		`{"text":"\u0000\u0001\u001f\u007f\u0080"}`, `{"text":"\"\\\/"}`, `{"labels":{"<&>\u2028":"<"}}`, `{"any":{"a<":"&\u2028"}}`)
	r.probe("half_surrogates_become_the_replacement_character",
		`{"text":"\ud800"}`, `{"text":"\udc00x"}`, `{"text":"\ud83d\ude00"}`, `{"text":"\ud800\ud83d\ude00"}`, `{"text":"\/\u0041\uD83D"}`,
		`{"text":"\ud800\u0041"}`, `{"labels":{"\udfff":"x"}}`, `{"any":"\ud800"}`)
	for _, bytes := range []string{"\xff", "a\xc3", "\xed\xa0\x80", "\xf0\x9f\x98", "\xc0\x80x", "\xf4\x90\x80\x80", "ok"} {
		r.add("invalid_utf8_becomes_the_replacement_character", []byte(bytes), probed(`{"text":"`+bytes+`"}`))
	}
	r.probe("raw_json_is_compacted_and_otherwise_kept",
		`{"any": { "b" : 1.0 , "a":[ 1e2,-0 , "\u00e9\/" ] } }`, `{"any":{"a":1,"a":{"a" :2}}}`, `{"any":"<&>"}`, `{"any": 12345678901234567890 }`,
		"{\"any\":{\n\t\"x\" : \"a b\"\r\n}}", `{"any":[]}`, `{"any":" "}`, `{"fields":{"f:a":{ ".":{} }}}`, `{"any":null}`, `{"fields":null}`)
	r.probe("bytes_are_base64_with_padding",
		`{"bytes":"aGk="}`, `{"bytes":""}`, `{"bytes":null}`, `{"bytes":"aGk"}`, `{"bytes":"a-_="}`, `{"bytes":"aG\nk="}`, `{"bytes":"aGl="}`, `{"bytes":[104,105]}`,
		`{"bytes":"a+/="}`, `{"bytes":" aGk="}`, `{"bytes":[]}`, `{"bytes":"aGk=aGk="}`,
		`{"bytes":[[]]}`, `{"bytes":[1,[2]]}`, `{"bytes":[[1],2]}`, `{"bytes":[256]}`, `{"bytes":[-1]}`, `{"bytes":[1.0]}`, `{"bytes":[ 1 , null ]}`, `{"bytes":["1"]}`, `{"bytes":[{}]}`)
	r.probe("map_keys_are_sorted_by_bytes", `{"labels":{"b":"1","a":"2","B":"3","é":"4","":"5","a10":"6","a2":"7"}}`, `{"named":{"z":{},"Z":{"text":"x"}}}`)
	for _, document := range []string{`{"flag":true,"texts":["a"],"labels":{"k":"v"},"any":{},"child":{}}`, `{"texts":["{\"[:,"],"any":[[],{}]}`, `{}`} {
		var indented strings.Builder
		object := must(decodeExternal([]byte(`{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"annotations":{"k":` + fmt.Sprintf("%q", document) + `}}}`)))
		pretty := json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme, scheme, json.SerializerOptions{Pretty: true})
		must(0, pretty.Encode(object, &indented))
		r.add("pretty_is_two_spaces_and_no_line_break_at_the_end", must(encode(laxJSON, object)), indented.String())
	}
}

func recordJSONPresence(r *recorder) {
	everything := `{"lists":{"k":["v"],"e":[],"n":null},"named":{"z":{"text":"z"},"y":{}},"labels":{"b":"2","a":"1"},"numbers":[1,-2],"texts":["x",""],
		"children":[{"small":1},{}],"child":{"text":"c"},"inner":"in","maybe":0,"fields":{"f:a":{}},"any":{"b":1},"port":"http","size":"1Gi","wait":"1m30s",
		"micro":"2018-06-01T10:00:00.123456Z","time":"2018-06-01T10:00:00Z","bytes":"aGk=","text":"t","share":0.5,"large":9007199254740993,"small":-1,"flag":true,
		"settled":{"ready":true}}`
	r.probe("fields_are_written_in_the_order_of_the_struct", strings.Join(strings.Fields(everything), ""))
	r.probe("empty_values_are_left_out",
		`{}`, `{"flag":false,"small":0,"large":0,"share":0,"text":"","bytes":"","texts":[],"children":[],"labels":{},"named":{},"lists":{}}`,
		`{"maybe":0,"inner":"","child":{},"port":0,"size":"0","wait":"0s","any":{}}`, `{"share":-0.0}`, `{"settled":{"ready":false}}`)
	r.probe("empty_structs_are_written", `{}`, `{"settled":{}}`, `{"settled":null}`, `{"child":{"settled":{}}}`)
	r.probe("a_zero_time_is_left_out_by_omitzero", `{"time":null}`, `{"time":"0001-01-01T00:00:00Z"}`, `{"time":"1970-01-01T00:00:00Z"}`, `{"micro":null}`, `{"micro":"0001-01-01T00:00:00.000000Z"}`)
	r.probe("nil_and_empty_differ_where_nothing_is_left_out",
		`{"always":{}}`, `{"always":{"list":[],"map":{},"bytes":""}}`, `{"always":{"list":null,"map":null,"bytes":null,"time":null,"micro":null,"size":null,"port":null,"any":null,"maybe":null}}`,
		`{"always":{"any":{},"port":"","size":"0"}}`)
	r.probe("null_empties_what_can_be_nil_and_leaves_the_rest",
		`{"flag":null,"small":null,"large":null,"share":null,"text":null,"settled":null}`, `{"maybe":null,"child":null,"inner":null}`,
		`{"texts":["a",null,"b"]}`, `{"children":[null,{"small":1}]}`, `{"labels":{"a":null}}`, `{"lists":{"a":null,"b":[null]}}`, `{"named":{"a":null}}`,
		`{"time":null,"micro":null,"size":null,"port":null,"any":null,"fields":null}`, `{"wait":null}`, `{"always":{"wait":null}}`, `null`,
		`{"small":7,"small":null,"text":"x","text":null}`, `{"maybe":7,"maybe":null}`, `{"texts":["a"],"texts":null}`, `{"always":{"time":"2018-06-01T10:00:00Z","time":null}}`,
		`{"always":{"any":{"a":1},"any":null}}`, `{"always":{"size":"1","size":null}}`, `{"always":{"port":7,"port":null}}`)
}

func recordJSONNumbers(r *recorder) {
	r.probe("floats_are_shortest_and_exponents_begin_at_1e21",
		`{"share":1e20}`, `{"share":1e21}`, `{"share":0.000001}`, `{"share":0.0000001}`, `{"share":-1.5e-10}`, `{"share":123456789.125}`, `{"share":0.1}`, `{"share":100}`,
		`{"share":1.7976931348623157e308}`, `{"share":5e-324}`, `{"share":1E+2}`, `{"share":1e400}`, `{"share":1e-400}`, `{"share":9007199254740993}`, `{"share":0.30000000000000004}`)
	r.probe("integers_take_no_fraction_and_no_exponent",
		`{"small":1.0}`, `{"small":1e3}`, `{"small":1E0}`, `{"small":-0}`, `{"small":0}`, `{"large":1.5}`, `{"maybe":1.0}`, `{"numbers":[1,2.0]}`, `{"small":"1"}`)
	r.probe("integers_out_of_range_are_errors",
		`{"small":2147483647}`, `{"small":-2147483648}`, `{"small":2147483648}`, `{"small":-2147483649}`, `{"large":9223372036854775807}`,
		`{"large":-9223372036854775808}`, `{"large":9223372036854775808}`, `{"numbers":[99999999999999999999]}`)
	r.probe("types_must_match",
		`{"flag":"true"}`, `{"flag":1}`, `{"text":1}`, `{"text":true}`, `{"text":{}}`, `{"texts":"a"}`, `{"texts":{}}`, `{"labels":[]}`, `{"labels":{"a":1}}`, `{"child":[]}`,
		`{"child":""}`, `{"children":{}}`, `{"settled":[]}`, `{"share":"1"}`, `{"maybe":"1"}`, `[]`, `"x"`, `7`, `{"texts":[1,"b"]}`)
}

func recordJSONNames(r *recorder) {
	r.probe("names_are_case_sensitive", `{"Text":"x","TEXT":"y"}`, `{"text":"x","Text":"y"}`, `{"Inlined":{"inner":"x"}}`, `{"inner":"x"}`, `{"Inner":"x"}`, `{"t\u0065xt":"escaped"}`)
	r.probe("unknown_fields_are_dropped", `{"bogus":1,"child":{"bogus":{"a":[1,{}]}},"text":"x"}`, `{"":1}`, `{"bogus":1e999}`)
	r.probe("of_repeated_fields_the_last_wins_and_objects_merge",
		`{"text":"a","text":"b"}`, `{"child":{"text":"a","small":1},"child":{"text":"b"}}`, `{"settled":{"ready":true},"settled":{}}`, `{"labels":{"a":"1"},"labels":{"b":"2"}}`,
		`{"labels":{"a":"1","a":"2"}}`, `{"named":{"a":{"text":"x"}},"named":{"a":{"small":1}}}`, `{"named":{"a":{"text":"x"},"a":{"small":1}}}`, `{"any":{"a":1},"any":{"b":2}}`,
		`{"lists":{"a":["1"]},"lists":{"a":["2"]}}`, `{"maybe":1,"maybe":2}`, `{"texts":["a","b"],"texts":["c"]}`, `{"time":"2018-06-01T10:00:00Z","time":"2019-06-01T10:00:00Z"}`)
	r.probe("repeated_lists_reuse_their_elements",
		`{"children":[{"text":"a","small":1},{"text":"b"}],"children":[{"flag":true}]}`, `{"children":[{"text":"a"}],"children":[],"children":[{}]}`,
		`{"children":[{"text":"a"}],"children":null,"children":[{}]}`, `{"children":[{"text":"a"},{"text":"b"},{"text":"c"}],"children":[{}],"children":[{},{},{},{}]}`,
		`{"texts":["a","b"],"texts":[null,null,null]}`, `{"children":[{"children":[{"text":"a"}]}],"children":[{"children":[{}]}]}`, `{"children":[{"maybe":1}],"children":[{"maybe":null}]}`)
	r.probeStrictly("strict_finds_repeated_fields",
		`{"text":"a","text":"b"}`, `{"child":{"text":"a","text":"b","text":"c"}}`, `{"labels":{"a":"1","a":"2"}}`, `{"children":[{},{"small":1,"small":2}]}`,
		`{"named":{"a":{"flag":true,"flag":true},"a":{}}}`, `{"any":{"a":1,"a":2}}`, `{"child":{},"child":{}}`, `{"inner":"a","inner":"b"}`, `{"lists":{"x":[],"x":[]}}`, `{"labels":{"a.b\"c":"1","a.b\"c":"2"}}`)
	r.probeStrictly("strict_finds_unknown_fields",
		`{"bogus":1}`, `{"child":{"Text":"x"}}`, `{"children":[{},{"a":1},{"b":{"c":1}}]}`, `{"named":{"a.b":{"x":1}}}`, `{"bogus":1,"bogus":2}`, `{"bogus":{"a":1,"a":2}}`,
		`{"b":1,"a":1,"text":"x","text":"y"}`, `{"settled":{"redy":1}}`, `{"x\"y":1}`, `{"é\u2028\n":1}`, `{"any":{"bogus":1}}`, `{"Inlined":{}}`)
	r.probeStrictly("strict_stops_at_a_hundred_and_says_nothing_twice", many(99), many(100), many(101), many(150),
		`{"children":[{"a":1,"a":2,"a":3}]}`, `{"child":{"a":1},"child":{"a":1}}`)
}

func many(unknown int) string {
	var text strings.Builder
	for i := range unknown {
		fmt.Fprintf(&text, `"f%d":0,`, i)
	}
	return "{" + text.String() + `"flag":true}`
}

func recordJSONSyntax(r *recorder) {
	r.probe("text_behind_the_value_is_an_error", `{}x`, `{} {}`, `{},`, "{}\n \t\r", `{}null`, `{}//`)
	r.probe("broken_syntax_is_an_error",
		``, ` `, `{`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,}`, `{,}`, `{a:1}`, `{'a':1}`, `[1,]`, `{"any":01}`, `{"any":+1}`, `{"any":1.}`, `{"any":.5}`, `{"any":1e}`, `{"any":-}`,
		`{"any":nul}`, `{"any":NaN}`, `{"any":"\x"}`, `{"any":"\u12g4"}`, "{\"any\":\"a\nb\"}", "{\"any\":\"a\x01\"}", `{"any":"a`, "\ufeff{}", `{"bogus":[1,}`, `{"text":"x" "flag":true}`,
		"{\"any\":\"\x7f\"}", `{"any":tru}`, "{}\x00", `{"any" 1}`, `{"any":[1 2]}`, `]`)
	for _, depth := range []int{9_998, 9_999, 10_000, 10_001} {
		result := probed(`{"any":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + `}`)
		_, fine := result["ok"]
		r.add("nesting_ends_at_ten_thousand", depth, fine)
	}
	for _, document := range []string{
		`{"kind":"Deployment","apiVersion":"apps/v1"}`, `{"Kind":"Deployment","APIVERSION":"apps/v1"}`, `{"KIND":"Deployment","apiversion":"apps/v1","metadata":{"name":"a"}}`,
		`{"kind":"x","Kind":"Deployment","apiVersion":"apps/v1"}`, `{"Kind":"x","kind":"Deployment","apiVersion":"apps/v1"}`, `{"kınd":"Deployment","apiVersion":"apps/v1"}`,
		`{"\u212aind":"Deployment","apiVersion":"apps/v1"}`,
	} {
		object, err := decodeExternal([]byte(document))
		text := ""
		if err == nil {
			text, err = encode(laxJSON, object)
		}
		r.add("the_kind_is_sniffed_in_any_case", document, outcome(text, err))
	}
	for _, document := range []string{
		`{}`, `{"kind":"Deployment"}`, `{"apiVersion":"apps/v1"}`, `{"kind":"Deployment","apiVersion":""}`, `{"kind":"","apiVersion":""}`, `{"kind":null}`, `{"kind":"Nope","apiVersion":"apps/v1"}`,
		`{"kind":"Deployment","apiVersion":"apps/v9"}`, `{"kind":"D\"\n","apiVersion":"v1"}`, `null`,
	} {
		_, err := decodeExternal([]byte(document))
		r.add("documents_without_a_registered_kind_are_errors", document, outcome(nil, err))
	}
}

// must returns the value of a call that cannot fail here.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
