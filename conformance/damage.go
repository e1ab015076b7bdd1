package main

import (
	"encoding/json"
	"math/rand"
	"strings"
)

// A damage changes one thing in a document, or nothing if it does not apply.
type damage func(r *rand.Rand, document *node)

var damages = []damage{unknown, unknown, duplicate, duplicate, misspelt, misspelt, mistyped, mistyped, mistyped, null, outOfRange, outOfRange, escaped}

func isObject(n *node) bool   { return n.kind == '{' }
func hasMembers(n *node) bool { return len(n.members) > 0 }
func isNumber(n *node) bool   { return n.kind == 0 && strings.ContainsAny(n.text[:1], "-0123456789") }
func isText(n *node) bool     { return n.kind == 0 && n.text[0] == '"' }
func notTheRoot(n *node) bool {
	return n.find("apiVersion") == nil || n.find("kind") == nil || n.find("metadata") == nil
}

func unknown(r *rand.Rand, document *node) {
	object := document.where(r, isObject)
	name := pick(r, []string{`"bogus"`, `"x.y"`, `""`, `"a\"b"`, `"日本"`, `"\u0062ogus"`, `"<&>"`, `"new\nline"`})
	value := pick(r, []string{`1`, `"x"`, `null`, `{}`, `{"deep":{"er":[1,{"a":null}]}}`, `[{"a":1,"a":2}]`, `1e999`, `-0.0`})
	object.insert(r.Intn(len(object.members)+1), member{name, scalar(value)})
}

func duplicate(r *rand.Rand, document *node) {
	object := document.where(r, hasMembers)
	if object == nil {
		return
	}
	again := pick(r, object.members)
	switch r.Intn(4) {
	case 0:
		again.value = scalar("null")
	case 1:
		again.value = copyOf(again.value)
		pick(r, []damage{mistyped, null, unknown, duplicate})(r, &node{kind: '{', members: []member{again}})
	case 2:
		again.value = copyOf(again.value)
		again.value.shuffle(r)
		again.value.prune(r)
	}
	object.insert(r.Intn(len(object.members)+1), again)
}

// prune removes some members and items, so that merging has a visible effect.
func (n *node) prune(r *rand.Rand) {
	n.walk(func(each *node) {
		if len(each.members) > 0 && chance(r, 0.5) {
			each.members = each.members[:len(each.members)-1]
		}
		if len(each.items) > 0 && chance(r, 0.3) {
			each.items = each.items[:len(each.items)-1]
		}
	})
}

func copyOf(n *node) *node {
	again, err := parse([]byte(n.print(nil)))
	if err != nil {
		return scalar("null")
	}
	return again
}

func misspelt(r *rand.Rand, document *node) {
	object := document.where(r, hasMembers)
	if object == nil {
		return
	}
	at := r.Intn(len(object.members))
	wrong := object.members[at]
	var name string
	if json.Unmarshal([]byte(wrong.name), &name) != nil || name == "" {
		return
	}
	first, rest := name[:1], name[1:]
	name = pick(r, []string{strings.ToUpper(first) + rest, strings.ToUpper(name), name + "s", first + strings.ToLower(rest), " " + name, name + first})
	wrong.name = quoted(r, name)
	if chance(r, 0.5) {
		object.members[at] = wrong
	} else {
		object.insert(r.Intn(len(object.members)+1), wrong)
	}
}

func mistyped(r *rand.Rand, document *node) {
	value := document.where(r, func(n *node) bool { return n != document && notTheRoot(n) })
	if value == nil {
		return
	}
	*value = *scalar(pick(r, []string{
		`1`, `7.5`, `"text"`, `""`, `"5"`, `true`, `false`, `[]`, `[1]`, `["a"]`, `[{}]`, `[null]`, `{}`, `{"a":1}`, `{"a":"b"}`, `{"a":null}`, `[[]]`,
	}))
}

func null(r *rand.Rand, document *node) {
	if value := document.where(r, func(n *node) bool { return n != document }); value != nil {
		*value = *scalar("null")
	}
}

func outOfRange(r *rand.Rand, document *node) {
	if value := document.where(r, isNumber); value != nil {
		*value = *scalar(pick(r, []string{
			"2147483648", "-2147483649", "9223372036854775808", "12345678901234567890", "1e3", "1.0", "1.5", "-0", "1E400", "-1e-400", "0e0", "1e2147483648",
		}))
	}
}

func escaped(r *rand.Rand, document *node) {
	if value := document.where(r, isText); value != nil {
		var text string
		if json.Unmarshal([]byte(value.text), &text) == nil {
			value.text = respelt(r, text)
		}
	}
	if object := document.where(r, hasMembers); object != nil && chance(r, 0.5) {
		name := &object.members[r.Intn(len(object.members))].name
		var text string
		if json.Unmarshal([]byte(*name), &text) == nil {
			*name = respelt(r, text)
		}
	}
}

// broken returns a text that may be invalid JSON: a byte removed or changed, or truncated.
func broken(r *rand.Rand, text string) string {
	at := r.Intn(len(text))
	for at > 0 && text[at]&0xc0 == 0x80 {
		at--
	}
	switch r.Intn(4) {
	case 0:
		return text[:at]
	case 1:
		return text[:at] + pick(r, []string{"{", "}", "[", "]", ",", ":", "\"", "0", " ", "\\", "/", "n", "\x00", "\x1f", "\u00a0"}) + text[at:]
	case 2:
		return text + pick(r, []string{" ", "\n", "x", "{}", ",", "}", "\x00", "null"})
	default:
		return pick(r, []string{"", " ", "null", "[]", "\"x\"", "1", "{", "{}", text[:at] + strings.TrimLeft(text[at:], "{}[],:\"")})
	}
}
