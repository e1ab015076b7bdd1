package main

import (
	"go/ast"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// markers are the values of the markers in a comment, such as `+listType=map`.
type markers map[string][]string

var marker = regexp.MustCompile(`^\+[a-z]`)

// readMarkers reads the markers of comments.
func readMarkers(comments ...*ast.CommentGroup) markers {
	read := markers{}
	for _, comment := range comments {
		// The text of no comment is empty.
		for _, line := range strings.Split(comment.Text(), "\n") {
			if line = strings.TrimSpace(line); marker.MatchString(line) {
				name, value, _ := strings.Cut(line[1:], "=")
				read.add(name, value)
			}
		}
	}
	return read
}

// first returns the first value of a marker.
func (m markers) first(name string) string {
	if len(m[name]) == 0 {
		return ""
	}
	return m[name][0]
}

func (m markers) add(name, value string) {
	if !slices.Contains(m[name], value) {
		m[name] = append(m[name], value)
	}
}

func (m markers) has(name string) bool { return len(m[name]) > 0 }

func (m markers) remove(names ...string) {
	for _, name := range names {
		delete(m, name)
	}
}

// fromStructTag adds the markers that are also tags of the field.
func (m markers) fromStructTag(literal *ast.BasicLit) {
	if literal == nil {
		return
	}
	text, err := strconv.Unquote(literal.Value)
	if err != nil {
		return
	}
	for _, name := range []string{"patchStrategy", "patchMergeKey"} {
		if value, ok := reflect.StructTag(text).Lookup(name); ok {
			m.add(name, value)
		}
	}
}

// tags returns the markers for the facts, without those of generators whose results the facts contain or do not need.
func (m markers) tags() map[string][]string {
	tags := map[string][]string{}
	for name, values := range m {
		if !strings.HasPrefix(name, "k8s:deepcopy-gen") && !strings.HasPrefix(name, lifeMarker) {
			tags[name] = values
		}
	}
	return tags
}
