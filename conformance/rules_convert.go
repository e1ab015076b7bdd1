package main

import (
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	api "k8s.io/kubernetes/pkg/apis/core"
)

func init() { area("convert", recordConvert) }

// Typical manifests.
var manifests = map[string]string{
	"old deployment":  `{"apiVersion":"extensions/v1beta1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":2,"template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"web","image":"nginx"}]}}}}`,
	"beta deployment": `{"apiVersion":"apps/v1beta2","kind":"Deployment","metadata":{"name":"web"},"spec":{"selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"web","image":"nginx:1.27","ports":[{"containerPort":80}]}]}}}}`,
	"new deployment":  `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"web","image":"nginx:1.27"}]}}}}`,
	"stateful set":    `{"apiVersion":"apps/v1beta1","kind":"StatefulSet","metadata":{"name":"db"},"spec":{"serviceName":"db","template":{"metadata":{"labels":{"app":"db"}},"spec":{"containers":[{"name":"db","image":"db:1"}]}}}}`,
	"pod":             `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{"containers":[{"name":"c","image":"busybox","resources":{"limits":{"cpu":"0.5"}}}]}}`,
	"config map":      `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"a":"1"}}`,
	"list":            `{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}},{"apiVersion":"extensions/v1beta1","kind":"Deployment","metadata":{"name":"d"},"spec":{"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[]}}}}]}`,
	"empty list":      `{"apiVersion":"v1","kind":"List","items":[]}`,
	"typed list":      `{"apiVersion":"v1","kind":"ConfigMapList","items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b"}}]}`,
	"custom resource": `{"apiVersion":"example.com/v1","kind":"Gadget","metadata":{"name":"g"}}`,
	"no kind":         `{"apiVersion":"v1"}`,
}

func recordConvert(r *recorder) {
	single := []string{"old deployment", "beta deployment", "new deployment", "stateful set", "pod", "config map"}
	for _, name := range single {
		r.converting("without_a_version_it_is_the_preferred_one", "", name)
		for _, version := range []string{"apps/v1", "apps/v1beta1", "extensions/v1beta1", "v1"} {
			r.converting("with_a_version_it_is_that_one", version, name)
		}
	}
	r.converting("several_objects_are_all_converted", "", "old deployment", "config map", "pod")
	r.converting("several_objects_are_all_converted", "apps/v1", "old deployment", "stateful set")
	r.converting("items_of_lists_are_converted_each", "", "list")
	r.converting("items_of_lists_are_converted_each", "", "empty list")
	r.converting("items_of_lists_are_converted_each", "", "typed list")
	r.converting("unknown_kinds", "", "custom resource")
	r.converting("unknown_kinds", "apps/v1", "custom resource")
	r.converting("unknown_kinds", "", "no kind")
	r.converting("versions_that_are_none_are_refused", "a/b/c", "pod")
}

// converting adds the output of kubectl convert for some documents.
func (r *recorder) converting(rule, version string, names ...string) {
	documents := []string{}
	for _, name := range names {
		documents = append(documents, manifests[name])
	}
	object, err := kubectlConvert(documents, version)
	if err != nil {
		r.add(rule, []any{version, documents}, outcome(nil, err))
		return
	}
	var value any
	must(0, json.Unmarshal([]byte(must(encode(laxJSON, object))), &value))
	r.add(rule, []any{version, documents}, outcome(value, nil))
}

// kubectlConvert performs the steps of k8s.io/kubernetes/pkg/kubectl/cmd/convert, whose command needs a command line:
// it reads to the hub with defaults, flattens lists, converts each object, and wraps several in a list.
func kubectlConvert(documents []string, version string) (runtime.Object, error) {
	var hubs []runtime.Object
	isList := len(documents) != 1
	for _, document := range documents {
		hub, err := decodeHub([]byte(document))
		if err != nil {
			return nil, err
		}
		if !meta.IsListType(hub) {
			hubs = append(hubs, hub)
			continue
		}
		isList = true
		items, err := meta.ExtractList(hub)
		if err != nil {
			return nil, err
		}
		if errs := runtime.DecodeList(items, legacyscheme.Codecs.UniversalDecoder()); len(errs) > 0 {
			return nil, errs[0]
		}
		hubs = append(hubs, items...)
	}
	if len(hubs) == 0 {
		return nil, fmt.Errorf("no objects passed to convert")
	}
	asked, err := schema.ParseGroupVersion(version)
	if err != nil {
		return nil, err
	}
	var objects []runtime.Object
	for _, hub := range hubs {
		object, err := firstConversion(hub, targetsOf(hub, asked))
		if runtime.IsNotRegisteredError(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		objects = append(objects, object)
	}
	if len(objects) == 1 && !isList {
		return objects[0], nil
	}
	return firstConversion(&api.List{Items: objects}, []schema.GroupVersion{asked, {Version: "v1"}})
}

func targetsOf(hub runtime.Object, asked schema.GroupVersion) []schema.GroupVersion {
	if !asked.Empty() {
		return []schema.GroupVersion{asked}
	}
	var versions []schema.GroupVersion
	kinds, _, _ := scheme.ObjectKinds(hub)
	for _, kind := range kinds {
		versions = append(versions, scheme.PrioritizedVersionsForGroup(kind.Group)...)
	}
	return versions
}

func firstConversion(hub runtime.Object, versions []schema.GroupVersion) (runtime.Object, error) {
	var last error
	for _, version := range versions {
		if version.Empty() {
			continue
		}
		object, err := scheme.ConvertToVersion(hub, version)
		if err == nil {
			return object, nil
		}
		last = err
	}
	return nil, last
}
