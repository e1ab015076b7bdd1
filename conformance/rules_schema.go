package main

import (
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/version"
)

func init() { area("schema", recordSchema) }

func recordSchema(r *recorder) {
	recordNames(r)
	recordVersioners(r)
	versions := []string{"v1", "v2", "v10", "v1beta1", "v1beta2", "v2alpha1", "v1alpha10", "foo", "bar", "", "V1", "v", "v1beta", "v01",
		"v1alpha1beta1", "v1 ", "v99999999999999999999", "v1beta99999999999999999999", "v-1", "v+1", "__internal", "v1rc1"}
	for _, a := range versions {
		signs := map[string]int{}
		for _, b := range versions {
			signs[b] = sign(version.CompareKubeAwareVersionStrings(a, b))
		}
		r.add("kube_aware_versions_compare_by_stability_then_numbers", a, signs)
	}
}

func sign(n int) int { return max(-1, min(1, n)) }

func recordNames(r *recorder) {
	for _, text := range []string{"", "/", "v1", "apps/v1", "/v1", "apps/", "a/b/c", "//", "a//b", " ", "rbac.authorization.k8s.io/v1"} {
		gv, err := schema.ParseGroupVersion(text)
		r.add("group_versions_are_parsed", text, outcome([]string{gv.Group, gv.Version}, err))
		gvk := schema.FromAPIVersionAndKind(text, "Kind")
		apiVersion, kind := gvk.ToAPIVersionAndKind()
		r.add("api_version_and_kind_name_a_kind", text, []string{gvk.Group, gvk.Version, gvk.Kind, apiVersion, kind})
	}
	for _, text := range []string{"", "Pod", "Deployment.apps", "Role.v1.rbac.authorization.k8s.io", "Role.v1.", "..", ".", "a.b.c", ".v1.apps"} {
		gvk, gk := schema.ParseKindArg(text)
		r.add("kind_arguments_have_two_readings", text, []any{asText(gvk), gk.Group, gk.Kind, gk.String()})
		gvr, gr := schema.ParseResourceArg(text)
		r.add("resource_arguments_have_two_readings", text, []any{asText(gvr), gr.Group, gr.Resource, gr.String()})
	}
	for _, triple := range [][3]string{{"", "", ""}, {"", "v1", "Pod"}, {"apps", "v1", "Deployment"}, {"apps", "", "X"}, {"", "", "X"}, {"apps", "__internal", ""}} {
		gv := schema.GroupVersion{Group: triple[0], Version: triple[1]}
		r.add("names_are_written_with_their_slashes", triple, []string{
			gv.String(), gv.WithKind(triple[2]).String(), gv.WithResource(triple[2]).String(), gv.WithKind(triple[2]).GroupKind().String(),
		})
	}
}

// asText returns the text of a value, or null.
func asText[T fmt.Stringer](value *T) any {
	if value == nil {
		return nil
	}
	return (*value).String()
}

func recordVersioners(r *recorder) {
	kind := func(group, version, kind string) schema.GroupVersionKind {
		return schema.GroupVersionKind{Group: group, Version: version, Kind: kind}
	}
	sets := [][]schema.GroupVersionKind{
		{},
		{kind("apps", "v1", "Deployment")},
		{kind("apps", "v1beta1", "Deployment"), kind("apps", "v1", "Other")},
		{kind("extensions", "v1beta1", "Deployment"), kind("apps", "v1beta2", "Deployment")},
		{kind("", "v1", "Event"), kind("events.k8s.io", "v1", "Event")},
		{kind("apps", "__internal", "Deployment"), kind("extensions", "__internal", "Deployment")},
		{kind("yet", "v1", "Baz"), kind("extensions", "v1", "Bar")},
	}
	for name, versioner := range versioners() {
		for _, kinds := range sets {
			found, ok := versioner.KindForGroupVersionKinds(kinds)
			texts := []string{}
			for _, kind := range kinds {
				texts = append(texts, fmt.Sprintf("%s %s", kind.GroupVersion(), kind.Kind))
			}
			var chosen any
			if ok {
				chosen = found.String()
			}
			r.add("versioners_choose_a_kind", []any{name, texts}, chosen)
		}
		r.add("versioners_have_an_identifier", name, versioner.Identifier())
		r.add("versioners_are_quoted_in_errors", name, fmt.Sprintf("%q", versioner))
	}
}

// versionerNames lists the names in the order in which cases are recorded.
var versionerNames = []string{
	"internal", "disabled", "apps/v1", "v1", "[]", "[apps/v1]", "[apps/v1,apps/v1beta1]", "[v1,apps/__internal]",
	"multi apps/v1", "multi apps/v1 apps", "multi apps/v1 Deployment.apps", "multi apps/v1 extensions", "multi apps/v1 apps extensions",
	"multi apps/v1 Other.apps Deployment.extensions", "multi events.k8s.io/v1 events.k8s.io v1", "coercing apps/v1",
	"coercing apps/__internal apps", "coercing apps/v1 Bar.extensions a<b", "coercing v1 Event events.k8s.io",
}

// versioners yields the versioners with their names.
func versioners() func(func(string, runtime.GroupVersioner) bool) {
	return func(yield func(string, runtime.GroupVersioner) bool) {
		for _, name := range versionerNames {
			if !yield(name, versionerOf(name)) {
				return
			}
		}
	}
}
