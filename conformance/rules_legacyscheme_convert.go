package main

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// recordConversions converts an empty object of every kind, and records the kind of what comes out.
func recordConversions(r *recorder, kinds []schema.GroupVersionKind) {
	for _, kind := range kinds {
		if isRequest(kind) && kind.Group != "" && kind.Group != "apps" && kind.Group != "extensions" {
			continue
		}
		if kind.Version == runtime.APIVersionInternal {
			for _, target := range relatedVersions(kind) {
				r.add("internal_objects_convert_to_versions", []string{kindText(kind), target.String()}, converted(kind, target))
			}
		} else {
			r.add("versions_convert_to_the_hub", kindText(kind), converted(kind, runtime.InternalGroupVersioner))
			for _, target := range relatedVersions(kind) {
				r.add("versions_convert_to_versions_through_the_hub", []string{kindText(kind), target.String()}, throughHub(kind, target))
			}
		}
		// To all others the versioners say the same.
		if slices.Contains([]string{"", "apps", "extensions"}, kind.Group) {
			for _, name := range namesOfVersioners {
				// Between versions upstream knows no conversion, and ours goes through the hub.
				if kind.Version == runtime.APIVersionInternal || slices.Contains([]string{"internal", "disabled", "coercing to the hub"}, name) {
					r.add("versioners_choose_the_target", []string{kindText(kind), name}, converted(kind, versioners[name]))
				}
			}
		}
	}
	for _, name := range namesOfVersioners {
		r.add("versioners_identify_themselves", name, versioners[name].Identifier())
	}
}

// Rust: tests/rules/legacyscheme.rs builds the same from the names.
var versioners = map[string]runtime.GroupVersioner{
	"internal":                   runtime.InternalGroupVersioner,
	"disabled":                   runtime.DisabledGroupVersioner,
	"all of apps":                schema.GroupVersions{groupVersion("apps", "v1beta1"), groupVersion("apps", "v1"), groupVersion("apps", "v1beta2")},
	"extensions or apps":         schema.GroupVersions{groupVersion("extensions", "v1beta1"), groupVersion("apps", "v1beta1")},
	"none":                       schema.GroupVersions{},
	"core and apps":              schema.GroupVersions{groupVersion("", "v1"), groupVersion("apps", "v1")},
	"multi of one group":         runtime.NewMultiGroupVersioner(groupVersion("apps", "v1"), groupKind("apps", "")),
	"multi of two groups":        runtime.NewMultiGroupVersioner(groupVersion("apps", "v1"), groupKind("apps", ""), groupKind("extensions", "")),
	"multi of a kind":            runtime.NewMultiGroupVersioner(groupVersion("extensions", "v1beta1"), groupKind("apps", "Deployment"), groupKind("", "Pod")),
	"coercing of two groups":     runtime.NewCoercingMultiGroupVersioner(groupVersion("apps", "v1"), groupKind("apps", ""), groupKind("extensions", "")),
	"coercing to the hub":        runtime.NewCoercingMultiGroupVersioner(groupVersion("apps", "__internal"), groupKind("apps", "__internal"), groupKind("extensions", "__internal")),
	"coercing to another group":  runtime.NewCoercingMultiGroupVersioner(groupVersion("batch", "v1"), groupKind("nowhere", "X"), groupKind("nowhere", "Y")),
	"extensions in a group list": schema.GroupVersions{groupVersion("extensions", "v1beta1")},
}

var namesOfVersioners = slices.Sorted(maps.Keys(versioners))

func groupVersion(group, version string) schema.GroupVersion {
	return schema.GroupVersion{Group: group, Version: version}
}

func groupKind(group, kind string) schema.GroupKind {
	return schema.GroupKind{Group: group, Kind: kind}
}

// relatedVersions are all versions of all groups that have the type of a kind or share its hub, and
// three that have nothing to do with it.
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
	versions := []schema.GroupVersion{groupVersion("scheduling.k8s.io", "v1"), groupVersion("nowhere", "v1"), groupVersion(kind.Group, "v9")}
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
	return kindOf(object, err)
}

func converted(kind schema.GroupVersionKind, target runtime.GroupVersioner) map[string]any {
	object := must(scheme.New(kind))
	object.GetObjectKind().SetGroupVersionKind(kind)
	return kindOf(scheme.ConvertToVersion(object, target))
}

// kindOf is the kind that an object says; an internal one says none, and is known by its type.
func kindOf(object runtime.Object, err error) map[string]any {
	if err != nil {
		return outcome(nil, err)
	}
	if kind := object.GetObjectKind().GroupVersionKind(); !kind.Empty() {
		return outcome(kindText(kind), nil)
	}
	found, _, err := scheme.ObjectKinds(object)
	return outcome(kindTexts(found), err)
}
