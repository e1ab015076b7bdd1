package main

import (
	"k8s.io/apiserver/pkg/util/feature"
)

// Defaults of a server whose feature gates differ from those of the release.
func init() { area("gates", recordGates) }

func recordGates(r *recorder) {
	for _, gate := range []string{"MaxUnavailableStatefulSet", "PodLevelResources", "PodLogsQuerySplitStreams", "VolumeLimitScaling"} {
		for _, on := range []bool{false, true} {
			for _, document := range gatedDocuments {
				in := map[string]any{"gate": gate, "on": on, "object": document}
				r.add("gates_decide_on_defaults", in, defaultedWith(gate, on, document))
			}
		}
	}
}

// defaultedWith returns a document with the defaults of a server with a feature gate on or off.
func defaultedWith(gate string, on bool, document string) string {
	gates := map[string]bool{gate: on}
	if gate == "PodLevelResources" {
		// These gates depend on it.
		gates["InPlacePodLevelResourcesVerticalScaling"], gates["PodLevelResourceManagers"] = on, false
	}
	defer func(usual map[string]bool) { check(feature.DefaultMutableFeatureGate.SetFromMap(usual)) }(usualGates(gates))
	check(feature.DefaultMutableFeatureGate.SetFromMap(gates))
	object := must(decodeExternal([]byte(document)))
	scheme.Default(object)
	return must(encode(laxJSON, object))
}

func usualGates(switched map[string]bool) map[string]bool {
	usual := map[string]bool{}
	for gate := range switched {
		for name, spec := range feature.DefaultMutableFeatureGate.GetAll() {
			if string(name) == gate {
				usual[gate] = spec.Default
			}
		}
	}
	return usual
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

var gatedDocuments = []string{
	`{"apiVersion":"apps/v1","kind":"StatefulSet"}`,
	`{"apiVersion":"apps/v1","kind":"StatefulSet","spec":{"updateStrategy":{"type":"OnDelete"}}}`,
	`{"apiVersion":"apps/v1","kind":"StatefulSet","spec":{"updateStrategy":{"type":"RollingUpdate"}}}`,
	`{"apiVersion":"apps/v1","kind":"StatefulSet","spec":{"updateStrategy":{"type":"RollingUpdate","rollingUpdate":{}}}}`,
	`{"apiVersion":"apps/v1","kind":"StatefulSet","spec":{"updateStrategy":{"type":"RollingUpdate","rollingUpdate":{"maxUnavailable":"25%"}}}}`,
	`{"apiVersion":"apps/v1beta1","kind":"StatefulSet","spec":{"updateStrategy":{"type":"RollingUpdate","rollingUpdate":{}}}}`,
	`{"apiVersion":"apps/v1beta1","kind":"StatefulSet","spec":{"updateStrategy":{"type":"RollingUpdate"}}}`,
	`{"apiVersion":"apps/v1beta2","kind":"StatefulSet","spec":{"updateStrategy":{"type":"RollingUpdate","rollingUpdate":{}}}}`,
	`{"apiVersion":"apps/v1beta2","kind":"StatefulSet","spec":{"updateStrategy":{"type":"RollingUpdate"}}}`,
	`{"apiVersion":"v1","kind":"PodLogOptions"}`,
	`{"apiVersion":"v1","kind":"PodLogOptions","stream":"Stdout"}`,
	`{"apiVersion":"storage.k8s.io/v1","kind":"CSIDriver","spec":{}}`,
	`{"apiVersion":"storage.k8s.io/v1","kind":"CSIDriver","spec":{"preventPodSchedulingIfMissing":true}}`,
	`{"apiVersion":"storage.k8s.io/v1beta1","kind":"CSIDriver","spec":{}}`,
	`{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a","resources":{"limits":{"cpu":"1","hugepages-2Mi":"4Mi"}}}],"resources":{"limits":{"cpu":"2"}}}}`,
	`{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a","resources":{"requests":{"memory":"1Gi"}}}],"resources":{"limits":{"memory":"2Gi","cpu":"2"}}}}`,
	`{"apiVersion":"v1","kind":"Pod","spec":{"containers":[],"resources":{"requests":{"hugepages-2Mi":"4Mi"}}}}`,
}
