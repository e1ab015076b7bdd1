package main

import (
	"reflect"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	"k8s.io/kubernetes/pkg/apis/autoscaling"
)

// wordsOf contains the values that conversions and defaults compare with, by TYPE.FIELD, if they do not follow from the
// type of the field. For a map, they are used as keys and as values.
var wordsOf = map[string][]string{
	"CertificateSigningRequestSpec.Request": {pemText(nodeRequest().der()), pemText(serverRequest().der())},
	"CertificateSigningRequestSpec.Usages":  {"digital signature", "key encipherment", "client auth", "server auth"},
	"Endpoint.DeprecatedTopology":           topologyKeys,
	"Endpoint.Topology":                     topologyKeys,
	"LabelSelectorRequirement.Key":          {"pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match", "app"},
	"ResourceMetricSource.Name":             {"cpu", "memory"},
	"ResourceMetricStatus.Name":             {"cpu", "memory"},
	"ResourceRequirements.Limits":           resourceNames,
	"ResourceRequirements.Requests":         resourceNames,
	"RoleRef.APIGroup":                      {"", "rbac.authorization.k8s.io"},
	"ScaleStatus.Selector":                  scaleSelectors,
	"ScaleStatus.TargetSelector":            scaleSelectors,
	"Subject.APIGroup":                      {"", "rbac.authorization.k8s.io"},
	"Subject.APIVersion":                    {"", "v1", "rbac.authorization.k8s.io/v1alpha1", "rbac.authorization.k8s.io/v1beta1"},
	"Subject.Kind":                          {"User", "Group", "ServiceAccount"},
	"Subject.Name":                          {"*", "system:authenticated", "somebody"},
}

var (
	topologyKeys   = []string{"kubernetes.io/hostname", "topology.kubernetes.io/zone", "topology.kubernetes.io/region"}
	resourceNames  = []string{"cpu", "memory", "hugepages-2Mi", "hugepages-1Gi", "ephemeral-storage", "example.com/device"}
	scaleSelectors = []string{"a=b", "a=b,c=d", "a in (b,c)", "a notin (b),c", "!a", "a!=b", "a in (", "a=b=c", "=b", "a>1"}
)

// annotation is an annotation that the conversion of a kind reads: a text, or the JSON of a type.
type annotation struct {
	key   string
	texts []string
	holds reflect.Type
}

var annotationsOf = map[string][]annotation{
	"DaemonSet":  {{key: "deprecated.daemonset.template.generation", texts: wholeNumbers}},
	"Deployment": {{key: "deprecated.deployment.rollback.to", texts: wholeNumbers}},
	"HorizontalPodAutoscaler": {
		{key: autoscaling.MetricSpecsAnnotation, holds: reflect.TypeFor[[]autoscalingv1.MetricSpec]()},
		{key: autoscaling.MetricStatusesAnnotation, holds: reflect.TypeFor[[]autoscalingv1.MetricStatus]()},
		{key: autoscaling.HorizontalPodAutoscalerConditionsAnnotation, holds: reflect.TypeFor[[]autoscalingv1.HorizontalPodAutoscalerCondition]()},
		{key: autoscaling.BehaviorSpecsAnnotation, holds: reflect.TypeFor[autoscaling.HorizontalPodAutoscalerBehavior]()},
		{key: autoscaling.ToleranceScaleUpAnnotation, texts: quantities},
		{key: autoscaling.ToleranceScaleDownAnnotation, texts: quantities},
	},
	"PriorityLevelConfiguration": {{key: "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares", texts: []string{"", "x"}}},
}

var wholeNumbers = []string{"0", "1", "-5", "007", "+3", "9223372036854775807"}
