package main

import (
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// versionerOf parses the name of a versioner: `internal`, `disabled`, `group/version`, a list in brackets, or `multi`
// or `coercing` with the target and the accepted kinds. A name that begins with a capital letter is `Kind.group`, any
// other is a group; `v1` means the core group.
func versionerOf(name string) runtime.GroupVersioner {
	words := strings.Split(name, " ")
	switch {
	case name == "internal":
		return runtime.InternalGroupVersioner
	case name == "disabled":
		return runtime.DisabledGroupVersioner
	case words[0] == "multi":
		return runtime.NewMultiGroupVersioner(groupVersion(words[1]), groupKinds(words[2:])...)
	case words[0] == "coercing":
		return runtime.NewCoercingMultiGroupVersioner(groupVersion(words[1]), groupKinds(words[2:])...)
	case strings.HasPrefix(name, "["):
		versions := schema.GroupVersions{}
		for text := range strings.SplitSeq(strings.Trim(name, "[]"), ",") {
			if text != "" {
				versions = append(versions, groupVersion(text))
			}
		}
		return versions
	}
	return groupVersion(name)
}

func groupVersion(text string) schema.GroupVersion { return must(schema.ParseGroupVersion(text)) }

func groupKinds(words []string) []schema.GroupKind {
	var kinds []schema.GroupKind
	for _, word := range words {
		switch {
		case word == "v1":
			kinds = append(kinds, schema.GroupKind{})
		case word[0] >= 'A' && word[0] <= 'Z':
			kinds = append(kinds, schema.ParseGroupKind(word))
		default:
			kinds = append(kinds, schema.GroupKind{Group: word})
		}
	}
	return kinds
}
