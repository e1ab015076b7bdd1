package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// The seeds of a new kind, until `choose` selects others.
const newSeeds = "@10,11,12"

// completeLists runs the subcommand `complete`: it removes the kinds that the scheme lacks from the files, and adds
// those that no file has, lists to the second file and all others to the first.
func completeLists(args []string) error {
	if len(args) != 2 {
		return errUsage
	}
	addServers()
	if err := addMeta(); err != nil {
		return err
	}
	files, listed := [2][]string{}, map[schema.GroupVersionKind]bool{}
	for i, path := range args {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, line := range strings.Fields(string(text)) {
			kind, err := parseKind(line)
			if err != nil {
				return err
			}
			if listed[kind] = true; scheme.Recognizes(kind) {
				files[i] = append(files[i], line)
			} else {
				fmt.Printf("removed %s from %s\n", line, path)
			}
		}
	}
	for _, kind := range knownKinds() {
		if listed[kind] || !isRecorded(kind) {
			continue
		}
		line, file := strings.TrimPrefix(kindPath(kind), "/"), 1
		if !isList(kind) {
			line, file = line+newSeeds, 0
		}
		files[file] = append(files[file], line)
		fmt.Printf("added %s to %s\n", line, args[file])
	}
	for i, path := range args {
		if err := os.WriteFile(path, []byte(strings.Join(files[i], "\n")+"\n"), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func isList(kind schema.GroupVersionKind) bool {
	item, ok := strings.CutSuffix(kind.Kind, "List")
	return ok && scheme.Recognizes(kind.GroupVersion().WithKind(item))
}

// isRecorded reports whether cases of a kind are recorded: those of a version of a group, except the kinds that are
// registered in every version.
func isRecorded(kind schema.GroupVersionKind) bool {
	if kind.Version == runtime.APIVersionInternal || isRequest(kind) {
		return false
	}
	object := must(scheme.New(kind))
	_, unversioned, err := scheme.ObjectKinds(object)
	return err == nil && !unversioned && slices.Contains(scheme.PrioritizedVersionsForGroup(kind.Group), kind.GroupVersion())
}

// parseKind parses `apps/v1/Deployment` or `v1/Pod`, without the seeds that may follow.
func parseKind(text string) (schema.GroupVersionKind, error) {
	path, _, _ := strings.Cut(text, "@")
	at := max(strings.LastIndex(path, "/"), 0)
	version, err := schema.ParseGroupVersion(path[:at])
	return version.WithKind(path[min(at+1, len(path)):]), err
}
