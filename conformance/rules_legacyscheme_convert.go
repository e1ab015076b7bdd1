package main

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// recordLegacyConversions converts an empty object of every kind, and records the kind of the result.
func recordLegacyConversions(r *recorder, kinds []schema.GroupVersionKind) {
	for _, kind := range kinds {
		if isRequest(kind) && kind.Group != "" && kind.Group != "apps" && kind.Group != "extensions" {
			continue
		}
		if kind.Version == runtime.APIVersionInternal {
			for _, target := range relatedVersions(kind) {
				r.add("internal_objects_convert_to_versions", []string{kindPath(kind), target.String()}, converted(kind, target))
			}
		} else {
			r.add("versions_convert_to_the_hub", kindPath(kind), converted(kind, runtime.InternalGroupVersioner))
			for _, target := range relatedVersions(kind) {
				r.add("versions_convert_to_versions_through_the_hub", []string{kindPath(kind), target.String()}, throughHub(kind, target))
			}
		}
		// For all other groups, the versioners have the same results.
		if slices.Contains([]string{"", "apps", "extensions"}, kind.Group) {
			for _, name := range namesOfVersioners {
				// Upstream has no conversions between versions, and ours pass through the hub.
				if kind.Version == runtime.APIVersionInternal || slices.Contains([]string{"internal", "disabled", "coercing to the hub"}, name) {
					r.add("versioners_choose_the_target", []string{kindPath(kind), name}, converted(kind, versionersByName[name]))
				}
			}
		}
	}
	for _, name := range namesOfVersioners {
		r.add("versioners_identify_themselves", name, versionersByName[name].Identifier())
	}
}

// The Rust counterpart in tests/rules/legacyscheme.rs builds the same versioners from the names.
var versionersByName = map[string]runtime.GroupVersioner{
	"internal":                   runtime.InternalGroupVersioner,
	"disabled":                   runtime.DisabledGroupVersioner,
	"all of apps":                schema.GroupVersions{versionOf("apps", "v1beta1"), versionOf("apps", "v1"), versionOf("apps", "v1beta2")},
	"extensions or apps":         schema.GroupVersions{versionOf("extensions", "v1beta1"), versionOf("apps", "v1beta1")},
	"none":                       schema.GroupVersions{},
	"core and apps":              schema.GroupVersions{versionOf("", "v1"), versionOf("apps", "v1")},
	"multi of one group":         runtime.NewMultiGroupVersioner(versionOf("apps", "v1"), kindIn("apps", "")),
	"multi of two groups":        runtime.NewMultiGroupVersioner(versionOf("apps", "v1"), kindIn("apps", ""), kindIn("extensions", "")),
	"multi of a kind":            runtime.NewMultiGroupVersioner(versionOf("extensions", "v1beta1"), kindIn("apps", "Deployment"), kindIn("", "Pod")),
	"coercing of two groups":     runtime.NewCoercingMultiGroupVersioner(versionOf("apps", "v1"), kindIn("apps", ""), kindIn("extensions", "")),
	"coercing to the hub":        runtime.NewCoercingMultiGroupVersioner(versionOf("apps", "__internal"), kindIn("apps", "__internal"), kindIn("extensions", "__internal")),
	"coercing to another group":  runtime.NewCoercingMultiGroupVersioner(versionOf("batch", "v1"), kindIn("nowhere", "X"), kindIn("nowhere", "Y")),
	"extensions in a group list": schema.GroupVersions{versionOf("extensions", "v1beta1")},
}

var namesOfVersioners = slices.Sorted(maps.Keys(versionersByName))

func versionOf(group, version string) schema.GroupVersion {
	return schema.GroupVersion{Group: group, Version: version}
}

func kindIn(group, kind string) schema.GroupKind {
	return schema.GroupKind{Group: group, Kind: kind}
}

// relatedVersions returns all versions of all groups that have the type of a kind or share its hub, and three unrelated
// ones.
func relatedVersions(kind schema.GroupVersionKind) []schema.GroupVersion {
	groups := []string{kind.Group}
	if hub, err := toHub(kind); err == nil {
		found, _, err := scheme.ObjectKinds(hub)
		for _, each := range must(found, err) {
			if each.Version == runtime.APIVersionInternal && !slices.Contains(groups, each.Group) && !isRequest(each) {
				groups = append(groups, each.Group)
			}
		}
	}
	versions := []schema.GroupVersion{versionOf("scheduling.k8s.io", "v1"), versionOf("nowhere", "v1"), versionOf(kind.Group, "v9")}
	for _, group := range groups {
		versions = append(versions, scheme.PrioritizedVersionsForGroup(group)...)
	}
	return versions
}

func toHub(kind schema.GroupVersionKind) (runtime.Object, error) {
	object := must(scheme.New(kind))
	object.GetObjectKind().SetGroupVersionKind(kind)
	return scheme.ConvertToVersion(object, runtime.InternalGroupVersioner)
}

func throughHub(kind schema.GroupVersionKind, target schema.GroupVersion) map[string]any {
	hub, err := toHub(kind)
	if err != nil {
		return outcome(nil, err)
	}
	object, err := scheme.ConvertToVersion(hub, target)
	return resultingKind(object, err)
}

func converted(kind schema.GroupVersionKind, target runtime.GroupVersioner) map[string]any {
	object := must(scheme.New(kind))
	object.GetObjectKind().SetGroupVersionKind(kind)
	return resultingKind(scheme.ConvertToVersion(object, target))
}

// resultingKind returns the kind set in an object; an internal one has none and is identified by its type.
func resultingKind(object runtime.Object, err error) map[string]any {
	if err != nil {
		return outcome(nil, err)
	}
	if kind := object.GetObjectKind().GroupVersionKind(); !kind.Empty() {
		return outcome(kindPath(kind), nil)
	}
	found, _, err := scheme.ObjectKinds(object)
	return outcome(kindPaths(found), err)
}
