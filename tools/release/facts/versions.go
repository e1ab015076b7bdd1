package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// versionTable has the minor releases that serve each kind, as a resource or as a subresource.
type versionTable struct {
	// releases are the releases whose documents were read, in ascending order, without gaps.
	releases []release
	// kinds maps `apps/v1 Deployment` to the minor releases that serve it, in ascending order.
	kinds map[string][]int
}

const tableHeader = `# The releases of Kubernetes that serve a kind, as a resource or a subresource, with every API enabled.
# Source: api/openapi-spec/swagger.json in the Go module k8s.io/kubernetes. Written by tools/release/facts.
`

// addVersions adds a release to the table in a file, which need not exist. A release that the table already has is
// replaced.
func addVersions(path string, of release, folder string) error {
	table := versionTable{kinds: map[string][]int{}}
	text, err := os.ReadFile(path)
	if err == nil {
		table, err = parseTable(string(text))
	} else if os.IsNotExist(err) {
		err = nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	kinds, err := kindsInPaths(of, folder)
	if err != nil {
		return err
	}
	if err := table.add(of, kinds); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(table.text()), 0o644)
}

// kindsInPaths returns the kinds of all paths in the OpenAPI document of a release. `folder`, if any, has a file
// `RELEASE.json` instead of the module.
func kindsInPaths(of release, folder string) ([]string, error) {
	file := filepath.Join(folder, strings.TrimPrefix(of.server(), "v")+".json")
	if folder == "" {
		module, err := download("k8s.io/kubernetes", of.server())
		if err != nil {
			return nil, err
		}
		file = filepath.Join(module.Dir, "api", "openapi-spec", "swagger.json")
	}
	var document struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := readJSON(file, &document); err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for path, methods := range document.Paths {
		for method, text := range methods {
			if method == "parameters" {
				continue
			}
			var operation struct {
				Kind struct{ Group, Version, Kind string } `json:"x-kubernetes-group-version-kind"`
			}
			if err := json.Unmarshal(text, &operation); err != nil {
				return nil, fmt.Errorf("%s: %s %s: %w", file, method, path, err)
			}
			if kind := operation.Kind; kind.Kind != "" {
				found[strings.TrimPrefix(kind.Group+"/"+kind.Version, "/")+" "+kind.Kind] = true
			}
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s: no path has a kind", file)
	}
	return sortedKeys(found), nil
}

func (t *versionTable) add(of release, kinds []string) error {
	minor := of.number()
	if newest := len(t.releases) - 1; newest >= 0 {
		first, last := t.releases[0].number(), t.releases[newest].number()
		if minor < first || minor > last+1 {
			return fmt.Errorf("the table has the releases 1.%d to 1.%d: add 1.%d next", first, last, last+1)
		}
	}
	t.releases = slices.DeleteFunc(t.releases, func(other release) bool { return other.number() == minor })
	t.releases = append(t.releases, of)
	slices.SortFunc(t.releases, func(a, b release) int { return a.number() - b.number() })
	for kind, minors := range t.kinds {
		t.kinds[kind] = slices.DeleteFunc(minors, func(other int) bool { return other == minor })
	}
	for _, kind := range kinds {
		t.kinds[kind] = append(t.kinds[kind], minor)
		slices.Sort(t.kinds[kind])
	}
	return nil
}

// text writes the table. A range without an end, such as `1.16-`, includes the newest release.
func (t *versionTable) text() string {
	var text strings.Builder
	text.WriteString(tableHeader + "releases")
	for _, each := range t.releases {
		text.WriteString(" " + strings.TrimPrefix(each.server(), "v"))
	}
	text.WriteString("\n")
	newest := t.releases[len(t.releases)-1].number()
	for _, kind := range sortedKeys(t.kinds) {
		var ranges []string
		for _, span := range spans(t.kinds[kind]) {
			end := "1." + strconv.Itoa(span[1])
			if span[1] == newest {
				end = ""
			}
			ranges = append(ranges, "1."+strconv.Itoa(span[0])+"-"+end)
		}
		if len(ranges) > 0 {
			text.WriteString(kind + " " + strings.Join(ranges, ",") + "\n")
		}
	}
	return text.String()
}

// spans returns the first and last number of each run of consecutive numbers.
func spans(numbers []int) [][2]int {
	var found [][2]int
	for _, number := range numbers {
		if last := len(found) - 1; last >= 0 && found[last][1]+1 == number {
			found[last][1] = number
		} else {
			found = append(found, [2]int{number, number})
		}
	}
	return found
}

func parseTable(text string) (versionTable, error) {
	table := versionTable{kinds: map[string][]int{}}
	for number, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		if err := table.parseLine(words); err != nil {
			return table, fmt.Errorf("line %d: %w", number+1, err)
		}
	}
	return table, nil
}

func (t *versionTable) parseLine(words []string) error {
	if words[0] == "releases" {
		for _, word := range words[1:] {
			each, err := parseRelease(word)
			if err != nil {
				return err
			}
			t.releases = append(t.releases, each)
		}
		return nil
	}
	if len(words) != 3 || len(t.releases) == 0 {
		return fmt.Errorf("expected `releases …`, then `GROUP/VERSION KIND RANGES`")
	}
	kind := words[0] + " " + words[1]
	for _, text := range strings.Split(words[2], ",") {
		first, last, ok := strings.Cut(text, "-")
		from, err := parseMinor(first)
		to := t.releases[len(t.releases)-1].number()
		if err == nil && last != "" {
			to, err = parseMinor(last)
		}
		if err != nil || !ok || to < from {
			return fmt.Errorf("invalid range %q: expected a range such as 1.16-1.21 or 1.16-", text)
		}
		for minor := from; minor <= to; minor++ {
			t.kinds[kind] = append(t.kinds[kind], minor)
		}
	}
	return nil
}

func parseMinor(text string) (int, error) {
	minor, ok := strings.CutPrefix(text, "1.")
	if !ok || !isNumber(minor) {
		return 0, fmt.Errorf("invalid release %q", text)
	}
	return strconv.Atoi(minor)
}

func sortedKeys[T any](from map[string]T) []string {
	var keys []string
	for key := range from {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
