package main

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
)

// writeReport writes what changed between two releases in Markdown, as the description of a pull request.
func writeReport(path string, from, to release) error {
	var facts [2][]packageFacts
	var code [2]behavior
	for i, of := range []release{from, to} {
		var err error
		if facts[i], err = typeFacts(of); err == nil {
			code[i], err = readBehavior(of)
		}
		if err != nil {
			return err
		}
	}
	title := fmt.Sprintf("# Kubernetes %s\n\nChanges since %s, from the Go modules of both releases.\n",
		strings.TrimPrefix(to.server(), "v"), strings.TrimPrefix(from.server(), "v"))
	text := title + typeChanges(facts[0], facts[1]) + behaviorChanges(code[0], code[1])
	return os.WriteFile(path, []byte(text), 0o644)
}

// section returns a heading with a list, or nothing if the list is empty.
func section(title string, lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	slices.Sort(lines)
	return fmt.Sprintf("\n## %s (%d)\n\n- [ ] %s\n", title, len(lines), strings.Join(lines, "\n- [ ] "))
}

// typeChanges describes the kinds and fields that were added, removed and changed.
func typeChanges(old, next []packageFacts) string {
	var newKinds, goneKinds, lives, newFields, goneFields, changed, defaults []string
	before, after := byPath(old), byPath(next)
	for _, path := range union(before, after) {
		if isAPI := after[path].Group != nil || before[path].Group != nil; !isAPI || after[path].Version == internalVersion {
			continue
		}
		version := apiVersion(before[path], after[path])
		was, is := kindsByName(before[path]), kindsByName(after[path])
		for _, name := range union(was, is) {
			old, hadKind := was[name]
			kind, hasKind := is[name]
			switch subject := "`" + version + " " + name + "`"; {
			case !hadKind:
				newKinds = append(newKinds, subject+": "+kind.describe())
			case !hasKind:
				goneKinds = append(goneKinds, subject)
			case old.life != kind.life:
				lives = append(lives, subject+": "+old.describe()+" → "+kind.describe())
			}
		}
		for name, of := range after[path].Structs {
			had, hadStruct := before[path].Structs[name]
			for _, field := range of.Fields {
				subject := fmt.Sprintf("`%s %s.%s`", version, name, field.Name)
				old := fieldNamed(had, field.Name)
				switch {
				case hadStruct && old == nil:
					newFields = append(newFields, subject+" "+field.describe())
				case old != nil && old.describe() != field.describe():
					changed = append(changed, subject+" "+old.describe()+" → "+field.describe())
				}
				if value := field.Tags["default"]; value != nil && (old == nil || !reflect.DeepEqual(old.Tags["default"], value)) {
					defaults = append(defaults, subject+" = "+strings.Join(value, " "))
				}
			}
			for _, field := range had.Fields {
				if fieldNamed(of, field.Name) == nil {
					goneFields = append(goneFields, fmt.Sprintf("`%s %s.%s` %s", version, name, field.Name, field.describe()))
				}
			}
		}
	}
	return section("New kinds", newKinds) + section("Removed kinds", goneKinds) + section("Life cycles", lives) +
		section("New fields of existing types", newFields) + section("Removed fields", goneFields) +
		section("Changed fields", changed) + section("Declared defaults", defaults)
}

// behaviorChanges describes the functions and feature gates that changed.
func behaviorChanges(old, next behavior) string {
	var added, removed, changed, gates []string
	generated := map[string][]string{}
	for _, name := range union(old.functions, next.functions) {
		was, had := old.functions[name]
		is, has := next.functions[name]
		line := "`" + name + "`: " + place(name)
		switch {
		case was == is:
		case !old.byHand[name] && !next.byHand[name]:
			if folder, function, _ := strings.Cut(name, " "); had && has {
				generated[folder] = append(generated[folder], "`"+function+"`")
			}
		case !had:
			added = append(added, line)
		case !has:
			removed = append(removed, line)
		default:
			changed = append(changed, line)
		}
	}
	was, is := old.consulted(), next.consulted()
	for _, gate := range union(was, is) {
		if before, after := state(old, was, gate), state(next, is, gate); before != after {
			functions := append(slices.Clone(was[gate]), is[gate]...)
			slices.Sort(functions)
			gates = append(gates, fmt.Sprintf("`%s`: %s → %s, in `%s`", gate, before, after, strings.Join(slices.Compact(functions), "`, `")))
		}
	}
	return section("Behavior: new functions", added) + section("Behavior: removed functions", removed) +
		section("Behavior: changed functions", changed) + section("Behavior: feature gates", gates) +
		section("Behavior: generated functions that changed", perVersion(generated))
}

// perVersion returns one line for each version: the functions that call defaulters, and the number of others, whose
// changes follow from the types.
func perVersion(functions map[string][]string) []string {
	var lines []string
	for _, version := range sortedKeys(functions) {
		var parts []string
		others := 0
		for _, function := range functions[version] {
			if strings.HasPrefix(function, "`SetObjectDefaults_") {
				parts = append(parts, function)
			} else {
				others++
			}
		}
		parts = append(parts, fmt.Sprintf("%d conversions", others))
		lines = append(lines, "`"+version+"`: "+strings.Join(parts, ", "))
	}
	return lines
}

// state describes a gate in a release.
func state(of behavior, consulted map[string][]string, gate string) string {
	on, known := of.gates[gate]
	switch {
	case consulted[gate] == nil:
		return "not consulted"
	case !known:
		return "unknown"
	case on:
		return "on"
	default:
		return "off"
	}
}

func union[T any](a, b map[string]T) []string {
	keys := append(sortedKeys(a), sortedKeys(b)...)
	slices.Sort(keys)
	return slices.Compact(keys)
}

func apiVersion(before, after packageFacts) string {
	of := after
	if of.Group == nil {
		of = before
	}
	return strings.TrimPrefix(*of.Group+"/"+of.Version, "/")
}

func kindsByName(of packageFacts) map[string]kindFacts {
	kinds := map[string]kindFacts{}
	for _, kind := range of.Kinds {
		kinds[kind.Kind] = kind
	}
	return kinds
}

func (l life) describe() string {
	var parts []string
	for _, part := range [][2]string{{"introduced", l.Introduced}, {"deprecated", l.Deprecated}, {"removed", l.Removed}, {"replaced by", l.Replacement}} {
		if part[1] != "" {
			parts = append(parts, part[0]+" "+part[1])
		}
	}
	if len(parts) == 0 {
		return "no life cycle"
	}
	return strings.Join(parts, ", ")
}

func fieldNamed(of structFacts, name string) *fieldFacts {
	for i := range of.Fields {
		if of.Fields[i].Name == name {
			return &of.Fields[i]
		}
	}
	return nil
}

// describe returns the properties of a field that definitions contain.
func (f fieldFacts) describe() string {
	text := "`" + f.Type + "`"
	if f.Proto != nil {
		text += fmt.Sprintf(" %d", *f.Proto)
	}
	if f.JSON != "" {
		text += " as `" + f.JSON + "`"
	}
	if f.Inline {
		text += " inline"
	}
	if f.Omit != "" {
		text += " omitted if " + f.Omit
	}
	for _, name := range []string{"listType", "listMapKey", "mapType", "patchStrategy", "patchMergeKey"} {
		if values := f.Tags[name]; values != nil {
			text += " " + name + "=" + strings.Join(values, ",")
		}
	}
	return text
}
