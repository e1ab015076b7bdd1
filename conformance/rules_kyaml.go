package main

import (
	"bytes"
	"strings"

	"sigs.k8s.io/yaml/kyaml"
)

func init() { area("kyaml", recordKYAML) }

// kyaml adds a rule whose cases are JSON texts converted to KYAML.
func (r *recorder) kyaml(rule string, texts ...string) {
	for _, text := range texts {
		var out bytes.Buffer
		err := (&kyaml.Encoder{}).FromYAML(strings.NewReader(text), &out)
		r.add(rule, text, outcome(out.String(), err))
	}
}

// keys returns objects with one key each.
func keys(names ...string) []string {
	var texts []string
	for _, name := range names {
		text, _ := jsonText(name)
		texts = append(texts, "{"+string(text)+":1}")
	}
	return texts
}

// placed returns texts in a list and in an object.
func placed(values ...string) []string {
	var texts []string
	for _, value := range values {
		text, _ := jsonText(value)
		texts = append(texts, "["+string(text)+"]", `{"a":{"b":`+string(text)+`}}`)
	}
	return texts
}

func recordKYAML(r *recorder) {
	r.kyaml("objects_and_lists_are_in_braces_and_brackets", `{"b":1,"a":{"c":[1,2]}}`, `{}`, `[]`, `{"a":{},"b":[]}`, `[1,"a",null,true]`, `{"a":1,"a":2}`, `null`, `1`, `"x"`)
	r.kyaml("lists_of_objects_and_lists_are_cuddled", `[{"a":1},{"b":2}]`, `[[1],[2,3]]`, `[{"a":1},2]`, `[{},[]]`, `[[]]`, `{"l":[{"a":[{"b":1},{"c":[[1]]}]}]}`, `[[[1]],[{"a":[]}]]`, `[null,{"a":1}]`, `{"a":[[1,{"b":2}],[{"c":3}]]}`)
	r.kyaml("numbers_stand_as_they_are_written", `[1,-1,1.0,1.50,1e3,1E+2,-0,-0.0,12345678901234567890,123456789012345678901234567890,0.1e-7,9223372036854775808,1e400,-1e400]`)
	r.kyaml("keys_are_quoted_if_they_could_be_something_else", keys(strings.Fields("a _ _a a_ a-b a.b a/b -a a- .a a. /a a/ a:b app.kubernetes.io/name é 日本 ١ ² a\u00a0b null Null NULL nUll nulls ~ true True tRUE t T f F y Y n N yes yEs no on ON off oFF yess 1 0 00 08 1a 1_0 _1 1_ __ 0x1 0xg 0x_1f 0b1 0b2 0o7 0o8 0x1ffffffffffffffffffff 99999999999999999999 1e5 1e 1e-5 1.5 1.5.2 1-2 1/2 1e400 1e-400 inf Inf iNF infinity in_f nan NaN na_n infinit 0x1p-2 0x1p2 0x1.8p1 0xp1 0x.p1 0x1p 0X1P1 2001-01-01 2001-1-1 2001-13-01 2001-02-30 2001-01 12:30 = << <")...)...)
	r.kyaml("keys_are_quoted_if_they_could_be_something_else", keys("", " ", "a b", "a ", "\t", "a\nb", "a\"b", "a\\b", "1_000.5", "a\tb", "\u2028", "😀", "e\u0301")...)
	r.kyaml("text_is_in_double_quotes", placed("", "a", "a b", " a ", "yes", "0644", "a\"b\\c/", "<&>", "é😀", "\t", "a\tb", "\r", "\x01\x07\b\v\f\x1f", "\u00a0\u00ad\u200b\u2003", "\u2028\u2029", "\ufeffa\ue000", "e\u0301\u0378", "{}", "# x", "- x")...)
	r.kyaml("text_is_in_double_quotes", `["\u007f\u0080\u0085\u009f\u0000\u001b\ufffe\uffff"]`)
	r.kyaml("text_with_line_breaks_goes_over_lines", placed("a\nb", "a\n", "\na", "\n", "\n\n", "a\n\nb\n", "a\n b", "a\n\tb\n", " a\nb", "a \nb ", "a\nb\n\n", "a\n\"b\"\n\\c", "a\n\u00adb")...)
	r.kyaml("lines_may_start_with_white_space_that_is_escaped", `"a\n\rb"`, `"a\n\u2028b\n\u00a0c"`, `"a\n\u2003\n"`)
	r.kyaml("text_with_line_breaks_goes_over_lines", `{"l":[{"t":"a\nb"},{"u":["x\ny\n"]}]}`, `"a\nb"`)
}
