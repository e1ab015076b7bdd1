package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

func init() { area("yaml", recordYAML) }

func recordYAML(r *recorder) {
	recordYAMLInput(r)
	recordYAMLDuplicates(r)
	recordYAMLOutput(r)
	recordYAMLStreams(r)
}

// toJSON adds a rule whose cases are YAML texts converted to JSON.
func (r *recorder) toJSON(rule string, texts ...string) {
	for _, text := range texts {
		json, err := yaml.YAMLToJSON([]byte(text))
		r.add(rule, text, outcome(string(json), err))
	}
}

// fromJSON adds a rule whose cases are JSON texts converted to YAML.
func (r *recorder) fromJSON(rule string, texts ...string) {
	for _, text := range texts {
		document, err := yaml.JSONToYAML([]byte(text))
		r.add(rule, text, outcome(string(document), err))
	}
}

// scalars returns documents with one list of one scalar each.
func scalars(words string) []string {
	var texts []string
	for _, word := range strings.Fields(words) {
		texts = append(texts, "- "+word)
	}
	return texts
}

func recordYAMLInput(r *recorder) {
	r.toJSON("words_of_yaml_1_1_are_booleans", scalars("y Y yes Yes YES yEs n N no No NO on On ON oN off Off OFF true True TRUE tRue false False FALSE 'yes' \"no\" !!bool\u00a0y")...)
	r.toJSON("words_of_yaml_1_1_are_null", append(scalars("~ null Null NULL nUll 'null' !!null"), "-", "- \n- x", "", "# nothing", "a:", "---", "a: !!null x")...)
	r.toJSON("integers_are_written_in_many_ways", scalars(`0 -0 +1 12 -12 0x1F 0X1f -0xa 0b101 0B1 -0b1 017 -017 0o17 018 08 00 1_000 _1 1_ 0x_f 9223372036854775807 9223372036854775808
		18446744073709551615 18446744073709551616 -9223372036854775808 -9223372036854775809 190:20:30 1:30 !!int\u00a01`)...)
	r.toJSON("floats_are_written_in_many_ways", scalars("1.0 1.5 .5 5. -.5 +.5 1e3 1E3 1e+3 1e-3 1.e3 .5e1 1_0.5 1e400 0.1e-400 1.5e .e5 . -. 1.2.3 123456789012345678901234567890 1e21 -0.0 6.8523015e+5 !!float\u00a01 1e1")...)
	r.toJSON("what_json_cannot_say_is_an_error", scalars(".inf .Inf .INF +.inf -.inf -.Inf .nan .NaN .NAN .iNf nan inf")...)
	r.toJSON("timestamps_stay_text", scalars("2001-01-01 2001-1-1 2001-12-14t21:59:43.10-05:00 2001-12-15T02:59:43.1Z 2001-13-01 2001-02-30 12:30:45 !!timestamp\u00a02001-01-01")...)
	r.toJSON("timestamps_stay_text", "- 2001-12-14 21:59:43.10 -5", "a: 2001-12-14 21:59:43", "2001-01-01: x")
	r.toJSON("keys_become_text", "1: a", "true: a", "1.5: a", "null: a", "~: a", "yes: a", "0x1f: a", "017: a", "1e3: a", "-0.0: a", "1e100: a", "12345678901234567890: a", "? a\n: b", "? 1\n", ": a", "2001-01-01: a", ".inf: a", "- {1: 2, a: 3}")
	r.toJSON("other_keys_are_errors", "[a]: b", "{a: 1}: b", "? [a, b]\n: c", "? - a\n: b", "{[1]: 2}", "? {}\n: 1")
	r.toJSON("keys_are_sorted_by_bytes", "b: 1\na: 2\nB: 3\na10: 4\na2: 5\né: 6\n'': 7\nz: {y: 1, x: 2}")
	r.toJSON("merge_keys_are_honoured", "a: &a {x: 1, y: 2}\nb:\n  <<: *a\n  y: 3", "a: &a {x: 1}\nb: &b {x: 2, z: 3}\nc:\n  <<: [*a, *b]", "b:\n  y: 3\n  <<: {y: 1, z: 2}", "<<: x", "<<: [1]", "'<<': {a: 1}", "<<: {a: 1}\n<<: {b: 2}",
		"a: &a\n  <<: {x: 1}\nb:\n  <<: *a", "<<: null", "!!merge <<: {a: 1}", "? <<\n: {a: 1}", "<<: []")
	r.toJSON("aliases_are_expanded", "a: &x [1, 2]\nb: *x", "a: *x", "a: &x {b: *x}", "- &a 1\n- &a 2\n- *a", "&k key: 1\nother: *k", "a: &x\nb: *x", "*x : 1")
	r.toJSON("too_many_aliases_are_an_error", bomb(4, 5), bomb(9, 9), bomb(6, 10))
	r.toJSON("a_number_for_a_text_stays_a_number", "metadata:\n  name: 123", "image: 1.10", "tag: '1.10'")
	r.toJSON("the_first_document_counts", "a: 1\n---\nb: 2", "---\na: 1\n...\nb: 2", "a: 1\n...\n", "%YAML 1.1\n---\na: 1", "%TAG ! x\n---\na", "--- a\n--- b", "...", "a: 1\n--- ]")
	r.toJSON("block_scalars", "a: |\n  x\n  y\n", "a: |-\n  x\n\n", "a: |+\n  x\n\n", "a: >\n  x\n  y\n\n  z\n", "a: >-\n  x\n   y\n  z", "a: |2\n   x\n", "a: |\n x\n  y\nb: 1", "a: |0\n x", "a: >+\n\n\n", "a: |\n\tx", "a: |# c\n x")
	r.toJSON("quoted_scalars", `a: "\x41\u00e9\U0001f600\n\t\0\e\_\N\L\P"`, `a: 'it''s'`, "a: \"x\n  y\n\n  z\"", `a: "\q"`, `a: "\/"`, "a: 'x\n y'", `a: "x`, `"a": b`, `"a" : b`, `'a':b`, `a: "\ud800"`, "a: \"x\\\n  y\"")
	r.toJSON("plain_scalars_end_where_they_must", "a: b: c", "a: b #c", "a: b#c", "a:b", "a: b\n c\n  d", "[a b, c]", "{a: b, c}", "{a:b}", "a: [b,\nc]", "a: -", "- - a\n  - b", "a: @x", "a: `x", "a: %x", "a: !x y", "a: &b", "a: ?x", "a: :x", "{a: 1, }", "[a, , b]", "{,}", "\ta: 1", "a:\n\t- b", "a: b\tc", "a: 'b' c", "a\nb: c")
	r.toJSON("characters_yaml_forbids", "a: \x01", "a: \x7f", "a: \u0080", "a: \u0085b", "a: \u2028b", "\ufeffa: 1", "a: \ufeff", "a: \ufffe", "a: \x00", "a: \U0010ffff")
	for _, depth := range []int{100, 9_999, 10_000, 10_001} {
		_, err := yaml.YAMLToJSON([]byte(strings.Repeat("[", depth) + strings.Repeat("]", depth)))
		r.add("nesting_ends_at_ten_thousand", depth, outcome(nil, err))
	}
}

// bomb nests lists of aliases: width to the power of depth values.
func bomb(depth, width int) string {
	text := "a0: &a0 [x]\n"
	for i := 1; i < depth; i++ {
		aliases := strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), width), ", ")
		text += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, aliases)
	}
	return text
}

func recordYAMLDuplicates(r *recorder) {
	for _, text := range []string{
		"a: 1\na: 2", "a: 1\nb: 2\na: 3\na: 4", "x:\n  a: 1\n  a: 2\ny:\n- {b: 1, b: 2}", "a: {x: 1}\na: {y: 2}", "a: &a {x: 1}\nb:\n  <<: *a\n  x: 2",
		"<<: {a: 1}\na: 2\na: 3", "true: 1\nyes: 2", "a: 1",
	} {
		lax, err := yaml.YAMLToJSON([]byte(text))
		r.add("of_repeated_keys_the_last_wins", text, outcome(string(lax), err))
		r.strictly(text)
	}
	// Keys that are equal only as strings: the winner is random.
	r.strictly("1: a\n'1': b")
	r.strictly("1: a\n1.0: b")
}

func (r *recorder) strictly(text string) {
	_, err := yaml.YAMLToJSONStrict([]byte(text))
	r.add("strict_names_every_repeated_key_with_its_line", text, outcome(nil, err))
}

func recordYAMLOutput(r *recorder) {
	r.fromJSON("two_spaces_and_dashes_at_the_key", `{"a":[{"b":[1,[2,[3]]],"c":{"d":{"e":[]}}}],"f":[{}],"g":[[],{}]}`, `[[[1]]]`, `{"a":{"b":{}}}`, `"x"`, `7`, `[]`, `{}`)
	r.fromJSON("keys_are_in_natural_order", `{"a10":1,"a2":2,"A":3,"b":4,"_":5,"":6,"a":7,"a-b":8,"ab":9,"a.b":10,"1":11,"10":12,"9":13}`, `{"é":1,"e":2,"z":3,"日":4,"01":5,"1":6,"001":7,"a01":8,"a1":9}`, `{"x1y2":1,"x1y10":2,"x01y3":3}`, `{"v1":1,"v2":4,"v10":5}`, `{"v1":1,"v1beta1":2,"v1alpha1":3}`)
	r.fromJSON("what_would_be_another_type_is_quoted", texts("true", "yes", "Y", "n", "off", "null", "~", "", "1", "0x1", "017", "018", "0o7", "1.5", ".5", "1e3", "1_000", ".inf", ".NaN", "1:30", "190:20:30", "2001-01-01", "2001-12-14t21:59:43.10-05:00", "12:30:45", "<<", "=", "0b1", "-", "-1", "+1", "1.", ".", "1e", "nan", "9223372036854775808", "True", "NO", "tRue", "1e400", "0o17", "- ", "123abc"))
	r.fromJSON("indicators_need_single_quotes", texts("a: b", "a:b", ": a", "a:", "#c", "a #c", "a#c", "- x", "-x", "? q", "?q", "!t", "&a", "*a", "%p", "@a", "`t", "{", "}", "[a]", "a, b", ",", "'q'", "it's", "\"q\"", "a\"b", "|", ">", "--- x", "---", "...", " lead", "trail ", "\\", "a\\b", "{{ x }}", "$(x)", "a: 'b'"))
	r.fromJSON("unprintable_characters_need_double_quotes", `["a\tb","\ttab","\u0001","\u007f","\u0085","\u00a0","\u2028","\u200b","\u00ad","\ufeff","é","日本","\ud83d\ude00","\u001b[0m","\b","\r","a\rb","\u0000"]`)
	r.fromJSON("text_with_line_breaks_is_literal", texts("a\nb", "a\nb\n", "a\n\n", "\n", "\n\n", "\na", " a\nb", "a\n b", "a\n  b\n", "a \nb", "a\nb ", "a\n\nb\n\n\n", "a: b\n# c\n", "\ta\nb", "a\tb\nc", "é\n日", "a\r\nb", "#!/bin/sh\nset -e\n", "a\n\t", "\n a", "a\u2028b\n", "---\na\n"))
	r.fromJSON("text_with_line_breaks_is_literal", `{"k":"a\nb\n","l":["x\ny"],"m":{"n":" a\nb\n"},"multi\nline":"key"}`)
	long := strings.Repeat("word ", 30)
	r.fromJSON("long_text_is_folded_at_80_columns", texts(strings.TrimSpace(long), "'"+long, long+": "+long, strings.Repeat("x", 200), "\t"+long, strings.Repeat("é ", 80), strings.Repeat("a  b ", 40)+"c", strings.Repeat("x", 79)+" y", strings.Repeat("x", 80)+" y z", long+"\n"+long, "# "+long+"x"))
	r.fromJSON("long_text_is_folded_at_80_columns", `{"k":"`+strings.TrimSpace(long)+`"}`, `{"`+strings.TrimSpace(long)+`":1}`, `{"`+strings.Repeat("k", 130)+`":1}`, `{"a":{"b":{"c":["`+long+`x"]}}}`, `{"`+strings.Repeat("é", 70)+` x":[1]}`)
	r.fromJSON("null_and_empty_values", `{"a":null,"b":{},"c":[],"d":"","e":false,"f":0}`, `[null]`, `null`)
	r.fromJSON("numbers_keep_64_bits", `[9223372036854775807,-9223372036854775808,18446744073709551615,18446744073709551616,9007199254740993,1.0,1.50,1e3,1E21,1e-7,0.1,-0,-0.0,1e400,12345678901234567890123]`, `[123456789.125,1e20,1e21,100000000000000000000000,0.000001,0.0000001,5e-324,1.7976931348623157e308]`)
	r.fromJSON("json_is_read_as_the_yaml_that_it_nearly_is", `{"a":"\/"}`, `{"a":"\ud800"}`, `{"a":1,"a":2}`, "{\"a\":\n\t1}", `{"a":1e1}`, `{"a":true,"b":yes}`, `{"<<":{"a":1}}`, `{"a": "\u00e9\u000a"}`, `{1:2}`, `["a",]`, `{"a":"&b"}`, `{"a":017}`)
	for _, document := range []string{
		`{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"a","annotations":{"on":"yes","a10":"1:30","a2":"x\ny\n"}},"spec":{"replicas":3}}`, `{"kind":"Deployment","apiVersion":"apps/v1"}`,
	} {
		r.add("the_serializer_writes_no_marker", document, must(encode(plainYAML, must(decodeExternal([]byte(document))))))
	}
}

// texts returns a JSON list of strings.
func texts(list ...string) string {
	var out []string
	for _, text := range list {
		out = append(out, string(must(jsonText(text))))
	}
	return "[" + strings.Join(out, ",") + "]"
}

func recordYAMLStreams(r *recorder) {
	for _, stream := range []string{
		"", "a: 1", "a: 1\n---\nb: 2", "---\na: 1\n---\nb: 2\n", "---\n---\na", "a\n---\n\n---\nb", "a\n--- # comment\nb", "a\n---   \nb", "a\n--- b\nc", "a\n---b\nc", "--- a", "a\n----\nb",
		"a: |\n  x\n---\n  y", "a\r\n---\r\nb\r\n", "a\n...\nb", "a\n---", "# c\n---\na", "a\n--- #", "a\n---\tb", "a\n --- \nb", "\n\n---\n\na", "---\n", "a\n---\n---\n---\nb", "a\n--- #c\n--- x\nb",
	} {
		r.add("streams_are_split_at_lines_that_begin_with_dashes", stream, split(stream))
	}
}

func split(stream string) map[string]any {
	documents := []string{}
	reader := utilyaml.NewYAMLReader(bufio.NewReader(strings.NewReader(stream)))
	for {
		document, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return outcome(documents, nil)
		}
		if err != nil {
			return outcome(nil, err)
		}
		documents = append(documents, string(document))
	}
}
