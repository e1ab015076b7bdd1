package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// zipFrom is the size in bytes from which a file of recorded cases is gzipped.
const zipFrom = 64 << 10

// areas contains the recording functions, by the name of the file that they write.
var areas = map[string]func(*recorder){}

// area registers the recording function of a file; call it in init.
func area(name string, record func(*recorder)) {
	if _, taken := areas[name]; taken {
		panic("two areas are called " + name)
	}
	areas[name] = record
}

// recorder collects the cases of an area in the order in which they are added.
type recorder struct {
	lines []string
	err   error
}

// add records the result `out` of Kubernetes for `in`, as a case of a rule.
//
// Both are written as JSON: []byte as base64, and maps sorted by their keys. Strings must be valid UTF-8, and numbers
// must be exact as float64; otherwise pass their text.
func (r *recorder) add(rule string, in, out any) {
	line, err := jsonText(struct {
		Rule string `json:"rule"`
		In   any    `json:"in"`
		Out  any    `json:"out"`
	}{rule, in, out})
	if err != nil {
		r.err = errors.Join(r.err, fmt.Errorf("rule %s: %w", rule, err))
		return
	}
	r.lines = append(r.lines, string(line))
}

// outcome returns the result of a function with an error: {"ok": value} or {"err": text}.
func outcome(value any, err error) map[string]any {
	if err != nil {
		return map[string]any{"err": err.Error()}
	}
	return map[string]any{"ok": value}
}

// recordRules runs the subcommand `rules` for the named areas, or for all.
func recordRules(args []string) error {
	flags := flag.NewFlagSet("rules", flag.ExitOnError)
	out := flags.String("out", "", "folder of the recorded cases")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *out == "" {
		return errUsage
	}
	names := flags.Args()
	if len(names) == 0 {
		names = slices.Sorted(maps.Keys(areas))
	}
	for _, name := range names {
		record, ok := areas[name]
		if !ok {
			return fmt.Errorf("no area %s", name)
		}
		var cases recorder
		record(&cases)
		if cases.err != nil {
			return cases.err
		}
		if err := writeArea(filepath.Join(*out, name+".jsonl"), cases.lines); err != nil {
			return err
		}
	}
	return nil
}

// writeArea replaces the file of an area, gzipped if it is large.
func writeArea(path string, lines []string) error {
	for _, old := range []string{path, path + ".gz"} {
		if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if text := joined(lines); len(text) < zipFrom {
		return os.WriteFile(path, []byte(text), 0o644)
	}
	return writeZipped(path+".gz", lines)
}

// jsonText returns a value as JSON without HTML escapes.
func jsonText(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), err
}
