package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"strings"
)

// node is a JSON value that preserves order, repetition and spelling, which Go maps lose.
type node struct {
	members []member // of an object
	items   []*node  // of a list
	kind    json.Delim
	// The text of any value other than an object or a list.
	text string
}

type member struct {
	// The name as spelled in the text, in quotes.
	name  string
	value *node
}

func scalar(text string) *node { return &node{text: text} }

func parse(data []byte) (*node, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	return parseNext(decoder)
}

func parseNext(decoder *json.Decoder) (*node, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token := token.(type) {
	case json.Delim:
		return parseInside(decoder, token)
	case json.Number:
		return scalar(token.String()), nil
	default:
		text, err := json.Marshal(token)
		return scalar(string(text)), err
	}
}

func parseInside(decoder *json.Decoder, open json.Delim) (*node, error) {
	result := &node{kind: open}
	for decoder.More() {
		name := ""
		if open == '{' {
			token, err := decoder.Token()
			if err != nil {
				return nil, err
			}
			quoted, err := json.Marshal(token)
			if err != nil {
				return nil, err
			}
			name = string(quoted)
		}
		value, err := parseNext(decoder)
		if err != nil {
			return nil, err
		}
		if open == '{' {
			result.members = append(result.members, member{name, value})
		} else {
			result.items = append(result.items, value)
		}
	}
	_, err := decoder.Token()
	return result, err
}

// print writes the tree. With a random source, it adds white space.
func (n *node) print(space *rand.Rand) string {
	var out strings.Builder
	n.printTo(&out, space)
	return out.String()
}

func (n *node) printTo(out *strings.Builder, space *rand.Rand) {
	gap := func() {
		if space != nil && chance(space, 0.2) {
			out.WriteString(pick(space, []string{" ", "\n", "\t", "\r\n", "  "}))
		}
	}
	switch n.kind {
	case '{':
		out.WriteByte('{')
		for i, member := range n.members {
			if i > 0 {
				out.WriteByte(',')
			}
			gap()
			out.WriteString(member.name)
			gap()
			out.WriteByte(':')
			gap()
			member.value.printTo(out, space)
			gap()
		}
		out.WriteByte('}')
	case '[':
		out.WriteByte('[')
		for i, item := range n.items {
			if i > 0 {
				out.WriteByte(',')
			}
			gap()
			item.printTo(out, space)
			gap()
		}
		out.WriteByte(']')
	default:
		out.WriteString(n.text)
	}
}

// walk visits a node and all nodes below it.
func (n *node) walk(visit func(*node)) {
	visit(n)
	for _, member := range n.members {
		member.value.walk(visit)
	}
	for _, item := range n.items {
		item.walk(visit)
	}
}

// where returns a random node that fulfills a condition, or nil.
func (n *node) where(r *rand.Rand, fits func(*node) bool) *node {
	var found []*node
	n.walk(func(candidate *node) {
		if fits(candidate) {
			found = append(found, candidate)
		}
	})
	if len(found) == 0 {
		return nil
	}
	return pick(r, found)
}

// shuffle changes the order of the members of all objects.
func (n *node) shuffle(r *rand.Rand) {
	n.walk(func(each *node) {
		r.Shuffle(len(each.members), func(i, j int) {
			each.members[i], each.members[j] = each.members[j], each.members[i]
		})
	})
}

func (n *node) insert(at int, added member) {
	n.members = append(n.members[:at], append([]member{added}, n.members[at:]...)...)
}

func (n *node) find(name string) *node {
	for _, member := range n.members {
		if member.name == fmt.Sprintf("%q", name) {
			return member.value
		}
	}
	return nil
}
