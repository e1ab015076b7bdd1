package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// makeCases runs the subcommand `cases`.
func makeCases(args []string) error {
	flags := flag.NewFlagSet("cases", flag.ExitOnError)
	out := flags.String("out", "", "folder to write `cases` and `decode` into")
	seed := flags.Int64("seed", 1, "first seed; the same seed makes the same files")
	cases := flags.Int("cases", 20, "random objects per kind; as many hollow ones and chains follow")
	decode := flags.Int("decode", 20, "damaged documents per kind")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *out == "" || flags.NArg() == 0 {
		return errUsage
	}
	maker, err := newMaker()
	if err != nil {
		return err
	}
	kinds, err := parseKinds(flags.Args(), seedsFrom(*seed, *cases))
	if err != nil {
		return err
	}
	return maker.write(*out, kinds, seedsFrom(*seed, *decode))
}

// maker creates cases.
type maker struct {
	known map[string][]string
}

func newMaker() (*maker, error) {
	addServers()
	if err := addMeta(); err != nil {
		return nil, err
	}
	known, err := allKnownValues()
	return &maker{known}, err
}

// seeded is a kind and the seeds of its cases.
type seeded struct {
	kind  schema.GroupVersionKind
	seeds []int64
}

func seedsFrom(first int64, count int) []int64 {
	var seeds []int64
	for i := range int64(count) {
		seeds = append(seeds, first+i)
	}
	return seeds
}

// parseKinds parses `apps/v1/Deployment`, and `v1/Pod` for the core group; `apps/v1/Deployment@10,23` has its own
// seeds.
func parseKinds(names []string, seeds []int64) ([]seeded, error) {
	var kinds []seeded
	for _, name := range names {
		path, own, hasOwn := strings.Cut(name, "@")
		at := strings.LastIndex(path, "/")
		version, err := schema.ParseGroupVersion(path[:max(at, 0)])
		if err != nil {
			return nil, err
		}
		each := seeded{version.WithKind(path[at+1:]), seeds}
		if !scheme.Recognizes(each.kind) {
			return nil, fmt.Errorf("no kind %s", each.kind)
		}
		if hasOwn {
			each.seeds = nil
			if err := json.Unmarshal([]byte("["+own+"]"), &each.seeds); err != nil {
				return nil, fmt.Errorf("the seeds of %s: %w", name, err)
			}
		}
		kinds = append(kinds, each)
	}
	return kinds, nil
}

func (m *maker) write(out string, kinds []seeded, damages []int64) error {
	results, err := m.all(kinds)
	if err != nil {
		return err
	}
	for _, each := range kinds {
		if err := writeLines(filepath.Join(out, "cases"), each.kind, results[each.kind], (*result).line); err != nil {
			return err
		}
		judged := verdicts(each.kind, results[each.kind], damages)
		if err := writeLines(filepath.Join(out, "decode"), each.kind, judged, verdict.line); err != nil {
			return err
		}
	}
	return nil
}

// all creates the cases of kinds; chains come last.
func (m *maker) all(kinds []seeded) (map[schema.GroupVersionKind][]*result, error) {
	results, chained := map[schema.GroupVersionKind][]*result{}, map[schema.GroupVersionKind][]*result{}
	for _, each := range kinds {
		var err error
		if results[each.kind], err = m.independent(each); err != nil {
			return nil, err
		}
	}
	for _, each := range kinds {
		chained[each.kind] = chains(each, kinds, results)
	}
	for kind, more := range chained {
		results[kind] = append(results[kind], more...)
	}
	return results, nil
}

// independent creates the random cases of a kind and a hollow variant of each.
func (m *maker) independent(of seeded) ([]*result, error) {
	var results []*result
	for _, seed := range of.seeds {
		in, err := random(of.kind, seed, m.known)
		if err != nil {
			return nil, err
		}
		res, err := evaluate(seed, "", in)
		if err != nil {
			return nil, fmt.Errorf("seed %d of %s: %w", seed, of.kind, err)
		}
		results = append(results, res)
		if in, err = hollowed(of.kind, seed, in); err != nil {
			return nil, err
		}
		if res, err := evaluate(seed, "hollow", in); err == nil {
			results = append(results, res)
		}
	}
	return results, nil
}

// chains creates cases whose inputs are results of another version for the same seed.
func chains(of seeded, kinds []seeded, results map[schema.GroupVersionKind][]*result) []*result {
	others := slices.DeleteFunc(slices.Clone(kinds), func(other seeded) bool {
		return other.kind == of.kind || other.kind.Kind != of.kind.Kind
	})
	var made []*result
	for _, seed := range of.seeds {
		for i := range others {
			other := others[(int(seed)+i)%len(others)].kind
			if res := chain(of.kind, seed, results[other]); res != nil {
				made = append(made, res)
				break
			}
		}
	}
	return made
}

// chain continues the random case of a seed, if it was converted to the version.
func chain(kind schema.GroupVersionKind, seed int64, from []*result) *result {
	at := slices.IndexFunc(from, func(res *result) bool { return res.Seed == seed && res.Source == "" })
	if at < 0 {
		return nil
	}
	in, ok := from[at].outputs[kind.GroupVersion().String()]
	if !ok {
		return nil
	}
	res, err := evaluate(seed, "chain", strings.TrimSuffix(in, "\n"))
	if err != nil {
		return nil
	}
	return res
}

func verdicts(kind schema.GroupVersionKind, from []*result, seeds []int64) []verdict {
	var made []verdict
	for i, seed := range seeds {
		if len(from) == 0 {
			break
		}
		raw, err := damaged(kind, seed, string(from[i%len(from)].In))
		if err == nil {
			made = append(made, judge(raw))
		}
	}
	return made
}

// writeLines writes a file of a kind, one item per line.
func writeLines[T any](folder string, kind schema.GroupVersionKind, items []T, line func(T) (string, error)) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var lines []string
	for _, item := range items {
		text, err := line(item)
		if err != nil {
			return err
		}
		lines = append(lines, text)
	}
	version := strings.TrimPrefix(kind.Group+"_"+kind.Version, "_")
	return writeZipped(filepath.Join(folder, version+"_"+kind.Kind+".jsonl.gz"), lines)
}
