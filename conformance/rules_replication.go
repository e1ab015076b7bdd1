package main

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/kubernetes/pkg/apis/apps"
)

// Conversions between ReplicationController and ReplicaSet.
func init() { area("replication", recordReplication) }

func recordReplication(r *recorder) {
	known := must(allKnownValues())
	for seed := range int64(12) {
		controller := must(random(versionOf("", "v1").WithKind("ReplicationController"), seed, known))
		r.add("controllers_become_sets", controller, setOfController(controller))
		set := must(random(versionOf("apps", "v1").WithKind("ReplicaSet"), seed, known))
		r.add("sets_become_controllers", set, controllerOfSet(set))
	}
	for _, set := range setsWithSelectors {
		r.add("sets_become_controllers", set, controllerOfSet(set))
	}
}

var setsWithSelectors = []string{
	`{"apiVersion":"apps/v1","kind":"ReplicaSet"}`,
	`{"apiVersion":"apps/v1","kind":"ReplicaSet","spec":{"selector":{}}}`,
	`{"apiVersion":"apps/v1","kind":"ReplicaSet","spec":{"selector":{"matchLabels":{"a":"b","c":""}},"replicas":0}}`,
	`{"apiVersion":"apps/v1","kind":"ReplicaSet","spec":{"selector":{"matchExpressions":[{"key":"a","operator":"In","values":["b"]}]}}}`,
	`{"apiVersion":"apps/v1","kind":"ReplicaSet","spec":{"selector":{"matchExpressions":[{"key":"a","operator":"In","values":["b","c"]}]}}}`,
	`{"apiVersion":"apps/v1","kind":"ReplicaSet","spec":{"selector":{"matchExpressions":[{"key":"a","operator":"Exists"}]}}}`,
	`{"apiVersion":"apps/v1","kind":"ReplicaSet","spec":{"selector":{"matchLabels":{"a":"b"},"matchExpressions":[{"key":"a","operator":"In","values":["c"]}]}}}`,
}

func setOfController(document string) map[string]any {
	controller := must(decodeExternal([]byte(document)))
	scheme.Default(controller)
	set := &apps.ReplicaSet{}
	if err := scheme.Convert(controller, set, nil); err != nil {
		return outcome(nil, err)
	}
	return outcome(encodeTo(set, versionOf("apps", "v1")))
}

func controllerOfSet(document string) map[string]any {
	controller := &v1.ReplicationController{}
	if err := scheme.Convert(must(decodeHub([]byte(document))), controller, nil); err != nil {
		return outcome(nil, err)
	}
	controller.SetGroupVersionKind(versionOf("", "v1").WithKind("ReplicationController"))
	return outcome(encode(laxJSON, runtime.Object(controller)))
}
