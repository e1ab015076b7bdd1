package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
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
	addServers()
	if err := addMeta(); err != nil {
		return err
	}
	return run(*out, *seed, *cases, *decode, flags.Args())
}

func run(out string, seed int64, cases, decode int, names []string) error {
	known, err := knownValues("k8s.io/api", "k8s.io/apiextensions-apiserver", "k8s.io/apimachinery", "k8s.io/kube-aggregator")
	if err != nil {
		return err
	}
	kinds, err := parseKinds(names)
	if err != nil {
		return err
	}
	results := map[schema.GroupVersionKind][]*result{}
	for _, kind := range kinds {
		if results[kind], err = independent(kind, seed, cases, known); err != nil {
			return err
		}
	}
	for _, kind := range kinds {
		all := append(results[kind], chains(kind, kinds, results, cases)...)
		if err := writeCases(filepath.Join(out, "cases"), kind, all); err != nil {
			return err
		}
		if err := writeVerdicts(filepath.Join(out, "decode"), kind, verdicts(kind, results[kind], seed, decode)); err != nil {
			return err
		}
	}
	return nil
}

// parseKinds reads `apps/v1/Deployment`, and `v1/Pod` for core.
func parseKinds(names []string) ([]schema.GroupVersionKind, error) {
	var kinds []schema.GroupVersionKind
	for _, name := range names {
		at := strings.LastIndex(name, "/")
		version, err := schema.ParseGroupVersion(name[:max(at, 0)])
		if err != nil {
			return nil, err
		}
		kind := version.WithKind(name[at+1:])
		if !scheme.Recognizes(kind) {
			return nil, fmt.Errorf("no kind %s", kind)
		}
		kinds = append(kinds, kind)
	}
	return kinds, nil
}

// independent makes the random cases and a hollow one of each.
func independent(kind schema.GroupVersionKind, seed int64, count int, known map[string][]string) ([]*result, error) {
	var results []*result
	for i := range int64(count) {
		in, err := random(kind, seed+i, known)
		if err != nil {
			return nil, err
		}
		res, err := evaluate(seed+i, "", in)
		if err != nil {
			return nil, fmt.Errorf("seed %d of %s: %w", seed+i, kind, err)
		}
		results = append(results, res)
		if in, err = hollowed(kind, seed+i, in); err != nil {
			return nil, err
		}
		if res, err := evaluate(seed+i, "hollow", in); err == nil {
			results = append(results, res)
		}
	}
	return results, nil
}

// chains feeds a version with what the cases of the other versions became in it.
func chains(kind schema.GroupVersionKind, kinds []schema.GroupVersionKind, results map[schema.GroupVersionKind][]*result, count int) []*result {
	var made []*result
	for i := 0; len(made) < count; i++ {
		exhausted := true
		for _, other := range kinds {
			if other == kind || other.Kind != kind.Kind || i >= len(results[other]) || len(made) == count {
				continue
			}
			exhausted = false
			source := results[other][i]
			if in, ok := source.outputs[kind.GroupVersion().String()]; ok {
				if res, err := evaluate(source.Seed, "chain", strings.TrimSuffix(in, "\n")); err == nil {
					made = append(made, res)
				}
			}
		}
		if exhausted {
			break
		}
	}
	return made
}

func verdicts(kind schema.GroupVersionKind, from []*result, seed int64, count int) []verdict {
	var made []verdict
	for i := 0; i < count && len(from) > 0; i++ {
		raw, err := damaged(kind, seed+int64(i), string(from[i%len(from)].In))
		if err == nil {
			made = append(made, judge(raw))
		}
	}
	return made
}

func writeCases(folder string, kind schema.GroupVersionKind, results []*result) error {
	var lines []string
	for _, res := range results {
		line, err := res.line()
		if err != nil {
			return err
		}
		lines = append(lines, line)
	}
	return write(folder, kind, lines)
}

func writeVerdicts(folder string, kind schema.GroupVersionKind, verdicts []verdict) error {
	var lines []string
	for _, judged := range verdicts {
		line, err := json.Marshal(judged)
		if err != nil {
			return err
		}
		lines = append(lines, string(line))
	}
	return write(folder, kind, lines)
}

func write(folder string, kind schema.GroupVersionKind, lines []string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	version := strings.TrimPrefix(kind.Group+"_"+kind.Version, "_")
	return writeZipped(filepath.Join(folder, version+"_"+kind.Kind+".jsonl.gz"), lines)
}
