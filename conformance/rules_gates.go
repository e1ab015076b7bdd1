package main

import (
	"k8s.io/apiserver/pkg/util/feature"
)

// Defaults of a server whose feature gates differ from those of the release.
func init() { area("gates", recordGates) }

// gates are the gates that defaulters consult and that are not locked.
var gates = []string{"H2CContainerProbe", "MaxUnavailableStatefulSet", "PodGroupPreemptionPolicy", "PodLevelResources",
	"PodLevelResourcesFixDefaulting", "PodLogsQuerySplitStreams", "VolumeLimitScaling"}

func recordGates(r *recorder) {
	for _, gate := range gates {
		for _, on := range []bool{false, true} {
			for _, document := range gatedDocuments {
				switched := withDependencies(gate, on)
				in := map[string]any{"gates": switched, "object": document}
				r.add("gates_decide_on_defaults", in, defaultedWith(switched, document))
			}
		}
	}
}

// withDependencies returns the values of a gate and of those that must be switched with it: the gates that it needs if
// it is on, and the gates that need it if it is off.
func withDependencies(gate string, on bool) map[string]bool {
	switched := map[string]bool{gate: on}
	for changed := true; changed; {
		changed = false
		for name, needed := range feature.DefaultMutableFeatureGate.Dependencies() {
			for _, other := range needed {
				from, to := string(name), string(other)
				if !on {
					from, to = to, from
				}
				_, isSwitched := switched[from]
				_, isKnown := switched[to]
				if isSwitched && !isKnown {
					switched[to], changed = on, true
				}
			}
		}
	}
	for name := range switched {
		if name != gate && usualGates(switched)[name] == on {
			delete(switched, name)
		}
	}
	return switched
}

// defaultedWith returns a document with the defaults of a server with these gates.
func defaultedWith(gates map[string]bool, document string) string {
	defer func(usual map[string]bool) { check(feature.DefaultMutableFeatureGate.SetFromMap(usual)) }(usualGates(gates))
	check(feature.DefaultMutableFeatureGate.SetFromMap(gates))
	object := must(decodeExternal([]byte(document)))
	scheme.Default(object)
	return must(encode(laxJSON, object))
}

func usualGates(switched map[string]bool) map[string]bool {
	usual := map[string]bool{}
	for name, spec := range feature.DefaultMutableFeatureGate.GetAll() {
		if _, ok := switched[string(name)]; ok {
			usual[string(name)] = spec.Default
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
	`{"apiVersion":"scheduling.k8s.io/v1beta1","kind":"PodGroup","spec":{}}`,
	`{"apiVersion":"scheduling.k8s.io/v1alpha3","kind":"PodGroup","spec":{"preemptionPolicy":"Never"}}`,
	`{"apiVersion":"scheduling.k8s.io/v1alpha3","kind":"PodGroup","spec":{}}`,
	`{"apiVersion":"scheduling.k8s.io/v1alpha3","kind":"CompositePodGroup","spec":{}}`,
	`{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a","readinessProbe":{"httpGet":{"port":1}},"startupProbe":{"httpGet":{"port":1}}},{"name":"b","startupProbe":{"exec":{}},"lifecycle":{}}],"ephemeralContainers":[{"name":"c","livenessProbe":{"httpGet":{"port":1}},"readinessProbe":{"httpGet":{"port":1}},"lifecycle":{"preStop":{"httpGet":{"port":1}},"postStart":{"httpGet":{"port":1}}}}]}}`,
	`{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a","resources":{"limits":{"hugepages-2Mi":"4Mi","hugepages-1Gi":"1Gi"}}}],"resources":{"limits":{"hugepages-2Mi":"8Mi"}}}}`,
	`{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a","resources":{"limits":{"hugepages-2Mi":"4Mi"}}}],"resources":{}}}`,
	`{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a","resources":{"limits":{"hugepages-2Mi":"4Mi"}}}],"resources":{"requests":{"hugepages-2Mi":"2Mi"}}}}`,
	`{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"1","example.com/gpu":"1"}}}],"resources":{"limits":{"cpu":"2","memory":"1Gi"},"requests":{"cpu":"500m"}}}}`,
	`{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a","livenessProbe":{"httpGet":{"port":1}},"lifecycle":{"preStop":{"httpGet":{"port":1}},"postStart":{"httpGet":{"port":1,"protocol":"HTTP2"}}}}],"initContainers":[{"name":"b","readinessProbe":{"httpGet":{"port":1}}}],"ephemeralContainers":[{"name":"c","startupProbe":{"httpGet":{"port":1}}}]}}`,
	`{"apiVersion":"v1","kind":"PodLogOptions","stream":"Stdout"}`,
	`{"apiVersion":"storage.k8s.io/v1","kind":"CSIDriver","spec":{}}`,
	`{"apiVersion":"storage.k8s.io/v1","kind":"CSIDriver","spec":{"preventPodSchedulingIfMissing":true}}`,
	`{"apiVersion":"storage.k8s.io/v1beta1","kind":"CSIDriver","spec":{}}`,
	`{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a","resources":{"limits":{"cpu":"1","hugepages-2Mi":"4Mi"}}}],"resources":{"limits":{"cpu":"2"}}}}`,
	`{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a","resources":{"requests":{"memory":"1Gi"}}}],"resources":{"limits":{"memory":"2Gi","cpu":"2"}}}}`,
	`{"apiVersion":"v1","kind":"Pod","spec":{"containers":[],"resources":{"requests":{"hugepages-2Mi":"4Mi"}}}}`,
}
