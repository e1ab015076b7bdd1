package main

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

func init() { area("legacyscheme", recordLegacyScheme) }

// The Scheme of kube-apiserver, with all its information about every kind.
func recordLegacyScheme(r *recorder) {
	kinds := knownKinds()
	recordKnownKinds(r, kinds)
	recordGroups(r, kinds)
	recordUnknownKinds(r)
	recordFieldLabels(r, kinds)
	recordLegacyConversions(r, kinds)
}

// kindPath returns GROUP/VERSION/KIND, whichever of them are empty.
func kindPath(kind schema.GroupVersionKind) string {
	return kind.Group + "/" + kind.Version + "/" + kind.Kind
}

func kindPaths(kinds []schema.GroupVersionKind) []string {
	texts := []string{}
	for _, kind := range kinds {
		texts = append(texts, kindPath(kind))
	}
	return texts
}

func versionNames(versions []schema.GroupVersion) []string {
	texts := []string{}
	for _, version := range versions {
		texts = append(texts, version.String())
	}
	return texts
}

// knownKinds returns all registered kinds in the order of their texts.
func knownKinds() []schema.GroupVersionKind {
	return slices.SortedFunc(maps.Keys(scheme.AllKnownTypes()), func(a, b schema.GroupVersionKind) int {
		return cmp.Compare(kindPath(a), kindPath(b))
	})
}

// Request options are registered in every version with the same results.
func isRequest(kind schema.GroupVersionKind) bool {
	return strings.HasSuffix(kind.Kind, "Options") && !strings.Contains("PodAttachOptions PodExecOptions PodLogOptions PodPortForwardOptions PodProxyOptions NodeProxyOptions ServiceProxyOptions", kind.Kind) ||
		kind.Kind == "WatchEvent" || kind.Kind == "InternalEvent"
}

func recordKnownKinds(r *recorder, kinds []schema.GroupVersionKind) {
	seen := map[string]bool{}
	for _, kind := range kinds {
		r.add("recognizes_its_kinds", kindPath(kind), scheme.Recognizes(kind))
		object := must(scheme.New(kind))
		found, unversioned, err := scheme.ObjectKinds(object)
		must(found, err)
		// Kinds that share a type have the same result.
		if key := strings.Join(kindPaths(found), " "); !seen[key] {
			seen[key] = true
			r.add("object_kinds_are_in_order_of_registration", kindPath(kind), kindPaths(found))
		}
		if !isRequest(kind) || unversioned {
			r.add("unversioned_kinds", kindPath(kind), unversioned)
		}
	}
	for _, kind := range []string{"//Status", "nowhere/v9/Status", "nowhere/v9/APIGroup", "nowhere/v9/Pod", "apps/v1/APIResourceList"} {
		object, err := scheme.New(parseKindPath(kind))
		if err != nil {
			r.add("new_falls_back_to_unversioned_kinds_by_name", kind, outcome(nil, err))
			continue
		}
		found, _, err := scheme.ObjectKinds(object)
		r.add("new_falls_back_to_unversioned_kinds_by_name", kind, outcome(kindPaths(found), err))
	}
}

func parseKindPath(text string) schema.GroupVersionKind {
	parts := strings.SplitN(text, "/", 3)
	return schema.GroupVersionKind{Group: parts[0], Version: parts[1], Kind: parts[2]}
}

func recordGroups(r *recorder, kinds []schema.GroupVersionKind) {
	groups, groupKinds, versions := map[string]bool{}, map[schema.GroupKind]bool{}, map[schema.GroupVersion]bool{}
	for _, kind := range kinds {
		groups[kind.Group] = true
		versions[kind.GroupVersion()] = true
		if !isRequest(kind) {
			groupKinds[kind.GroupKind()] = true
		}
	}
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		r.add("versions_of_a_group_in_priority_order", group, versionNames(scheme.PrioritizedVersionsForGroup(group)))
	}
	for _, group := range append(slices.Sorted(maps.Keys(groups)), "nowhere", "v1") {
		r.add("registered_groups", group, scheme.IsGroupRegistered(group))
	}
	byText := func(a, b schema.GroupVersion) int { return cmp.Compare(a.String(), b.String()) }
	for _, version := range slices.SortedFunc(maps.Keys(versions), byText) {
		r.add("registered_versions", version.String(), scheme.IsVersionRegistered(version))
		r.add("known_types_of_a_version", version.String(), slices.Sorted(maps.Keys(scheme.KnownTypes(version))))
	}
	for _, version := range []string{"apps/v9", "v9", "nowhere/v1"} {
		r.add("registered_versions", version, scheme.IsVersionRegistered(must(schema.ParseGroupVersion(version))))
	}
	byKind := func(a, b schema.GroupKind) int {
		return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Kind, b.Kind))
	}
	for _, kind := range slices.SortedFunc(maps.Keys(groupKinds), byKind) {
		r.add("versions_of_a_kind_in_priority_order", kind.Group+"/"+kind.Kind, versionNames(scheme.VersionsForGroupKind(kind)))
	}
}

// absurdKinds are registered nowhere.
var absurdKinds = []string{
	"//", "//Pod", "/v1/", "/v2/Pod", "/__internal/Podd", "apps//Deployment", "apps/v1/", "apps/v1/deployment", "apps/v1/Pod", "apps/v1 /Deployment",
	"apps/__internal/Pod", "apps/__internal/", "nowhere/__internal/Pod", "nowhere/v1/Pod", "nowhere//", "a\"b/v1/Pod", "a/b\\c/D\"e\n", "日本/v1/語",
}

func recordUnknownKinds(r *recorder) {
	for _, text := range absurdKinds {
		kind := parseKindPath(text)
		_, err := scheme.New(kind)
		r.add("unknown_kinds_are_errors", text, outcome(nil, err))
		r.add("recognizes_its_kinds", text, scheme.Recognizes(kind))
	}
}
