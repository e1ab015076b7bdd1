package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

func init() { area("untyped", recordUntyped) }

func recordUntyped(r *recorder) {
	recordToUnstructured(r)
	recordFromUnstructured(r)
	recordRaw(r)
	recordSemanticEquality(r)
	recordLists(r)
}

// untyped decodes a JSON text without a type, as Kubernetes does.
func untyped(text string) (map[string]any, error) {
	var content map[string]any
	err := utiljson.Unmarshal([]byte(text), &content)
	return content, err
}

// jsonOf returns a value as JSON without the final line feed.
func jsonOf(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

const deployment = `{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"web","labels":{"a":"b"},"creationTimestamp":"2006-01-02T15:04:05Z"},
	"spec":{"replicas":2,"selector":{"matchLabels":{"a":"b"}},"template":{"spec":{"containers":[{"name":"c","image":"i","resources":{"limits":{"cpu":"1500m"}},
	"ports":[{"containerPort":80}],"livenessProbe":{"httpGet":{"port":"http","path":"/"}}}]}},"strategy":{"rollingUpdate":{"maxSurge":"25%","maxUnavailable":1}}}}`

// probes are documents of probes.
var probes = []string{
	`{}`,
	`{"flag":true,"small":-1,"large":9007199254740993,"share":0.5,"text":"t","bytes":"aGk=","time":"2006-01-02T15:04:05Z","micro":"2006-01-02T15:04:05.123456Z",
		"wait":"1m30s","size":"1.50Gi","port":"http","any":{"b": 1, "a": [2.0]},"fields":{"f:a":{}},"maybe":0,"inner":"in"}`,
	`{"child":{"text":"c","child":{}},"children":[{"small":1},{}],"texts":["x",""],"numbers":[1,-2],"labels":{"b":"2","a":"1"},"named":{"z":{"text":"z"}},
		"lists":{"k":["v"],"e":[],"n":null},"settled":{"ready":true}}`,
	`{"always":{}}`,
	`{"always":{"bytes":"","list":[],"map":{}},"texts":[],"labels":{},"bytes":""}`,
	`{"always":{"wait":"0s","size":"0","port":"x","any":null,"time":null,"maybe":3}}`,
	`{"port":7,"share":1e21}`,
}

func recordToUnstructured(r *recorder) {
	for _, document := range probes {
		value := must(fromJSON[probe](document))
		content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(&value)
		r.add("typed_values_become_untyped_by_the_rules_of_json", document, outcome(jsonOf(content), err))
	}
	for _, document := range []string{
		deployment, `{"kind":"DeploymentList","apiVersion":"apps/v1","metadata":{},"items":[` + deployment + `]}`,
		`{"kind":"DeploymentList","apiVersion":"apps/v1","items":null}`, `{"kind":"Deployment","apiVersion":"apps/v1"}`,
	} {
		object := must(decodeExternal([]byte(document)))
		content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(object)
		r.add("typed_objects_become_untyped", document, outcome(jsonOf(content), err))
	}
}

// fromJSON decodes a JSON text into a type without the rules of Kubernetes' decoder.
func fromJSON[T any](text string) (T, error) {
	var value T
	err := json.Unmarshal([]byte(text), &value)
	return value, err
}

func recordFromUnstructured(r *recorder) {
	for _, document := range append([]string{
		`{"flag":null,"small":null,"text":null,"bytes":null,"time":null,"wait":null,"port":null,"child":null,"children":null,"labels":null,"settled":null,"always":null}`,
		`{"children":[null,{"small":1}],"texts":[null],"named":{"a":null},"lists":{"a":null},"always":{"time":null,"wait":null,"size":null,"any":null}}`,
		`{"share":1,"small":2.0,"large":1e3,"numbers":[1.0,2],"maybe":3.0}`,
		`{"bytes":""}`, `{"bytes":[104,105]}`, `{"port":5,"size":3,"any":[1]}`,
	}, probes...) {
		content := must(untyped(document))
		var value probe
		err := runtime.DefaultUnstructuredConverter.FromUnstructured(content, &value)
		r.add("untyped_values_become_typed", document, outcome(jsonOf(value), err))
	}
	for _, document := range []string{
		`{"small":1.5}`, `{"large":0.1}`, `{"text":1}`, `{"children":"x"}`, `{"children":{}}`, `{"labels":[]}`, `{"labels":"x"}`, `{"child":[]}`, `{"child":1}`, `{"child":"x"}`,
		`{"settled":true}`, `{"lists":{"a":1.5}}`, `{"bytes":1}`, `{"named":{"a":1}}`, `{"labels":{"a":1}}`,
	} {
		var value probe
		err := runtime.DefaultUnstructuredConverter.FromUnstructured(must(untyped(document)), &value)
		r.add("untyped_values_of_another_type_are_errors", document, outcome(nil, err))
	}
	for _, document := range []string{
		`{"small":4294967296}`, `{"small":1e300}`, `{"flag":"true"}`, `{"text":true}`, `{"text":1.5}`, `{"small":"1"}`, `{"flag":1}`, `{"share":"1"}`, `{"bytes":"!"}`, `{"time":1}`, `{"size":"x"}`, `{"wait":1}`,
	} {
		var value probe
		err := runtime.DefaultUnstructuredConverter.FromUnstructured(must(untyped(document)), &value)
		r.add("untyped_values_that_do_not_fit_are_errors", document, outcome(nil, err))
	}
	for _, document := range []string{
		`{}`, `{"b":1,"a":2}`, `{"children":[{"x":1},{"small":1,"y":{}}],"inner":"i","Inner":"i"}`, `{"child":{"child":{"z":1}},"settled":{"readi":1},"small":1}`, `{"any":{"x":1}}`,
	} {
		var value probe
		err := runtime.DefaultUnstructuredConverter.FromUnstructuredWithValidation(must(untyped(document)), &value, true)
		var problems []string
		if strict, ok := runtime.AsStrictDecodingError(err); ok {
			for _, problem := range strict.Errors() {
				problems = append(problems, problem.Error())
			}
			err = nil
		}
		r.add("fields_that_the_type_lacks_are_sorted", document, outcome(map[string]any{"unknown": problems, "value": jsonOf(value)}, err))
	}
	for _, document := range []string{deployment, strings.Replace(deployment, `"replicas":2`, `"replicas":2.0,"replica":1`, 1), strings.Replace(deployment, `[{"name"`, `[{"nam":1,"name"`, 1)} {
		var value appsv1.Deployment
		err := runtime.DefaultUnstructuredConverter.FromUnstructuredWithValidation(must(untyped(document)), &value, false)
		r.add("untyped_objects_become_typed", document, outcome(jsonOf(value), err))
	}
}

func recordRaw(r *recorder) {
	for _, raw := range []string{`{}`, `{"b": 1, "a": [ 2.0 ]}`, `[1]`, `"<x>"`, `null`, ` 1 `, `{"a":1,"a":2}`, `x`, `{`, ``} {
		text, err := json.Marshal(runtime.RawExtension{Raw: []byte(raw)})
		r.add("raw_bytes_are_written_as_they_stand", raw, outcome(string(text), err))
		text, err = json.Marshal(&runtime.Unknown{Raw: []byte(raw)})
		r.add("unknown_objects_are_written_as_they_stand", raw, outcome(string(text), err))
	}
	for _, contentType := range []string{"", "application/json", "application/yaml", "application/vnd.kubernetes.protobuf"} {
		text, err := (&runtime.Unknown{Raw: []byte("{}"), ContentType: contentType}).MarshalJSON()
		r.add("unknown_objects_of_other_content_have_no_json", contentType, outcome(string(text), err))
		data := must((&runtime.Unknown{TypeMeta: runtime.TypeMeta{APIVersion: "v1", Kind: "A"}, Raw: []byte("{}"), ContentType: contentType, ContentEncoding: "e"}).Marshal())
		r.add("unknown_objects_are_the_envelope_on_the_wire", contentType, data)
	}
	for _, document := range []string{`{"items":[{"a": 1},null,[1]]}`, `{"items":[]}`, `{"items":null}`} {
		var list corev1.List
		err := utiljson.Unmarshal([]byte(document), &list)
		r.add("raw_json_is_kept_and_null_is_nothing", document, outcome(jsonOf(list), err))
		data := must(list.Marshal())
		r.add("raw_bytes_are_the_wire", document, data)
	}
	object := &unstructured.Unstructured{Object: map[string]any{"kind": "A", "b": int64(1), "a": "x"}}
	r.add("an_object_stands_in_for_raw_bytes", "both", jsonOf(runtime.RawExtension{Raw: []byte("{}"), Object: object}))
	r.add("an_object_stands_in_for_raw_bytes", "object", strings.ReplaceAll(jsonOf(runtime.RawExtension{Object: object}), "\n", ""))
	r.add("an_object_stands_in_for_raw_bytes", "none", jsonOf(runtime.RawExtension{}))
}

func recordSemanticEquality(r *recorder) {
	for _, pair := range [][2]string{
		{`{}`, `{}`}, {`{"size":"1"}`, `{"size":"1000m"}`}, {`{"size":"1"}`, `{"size":"1Ki"}`}, {`{"size":"0"}`, `{}`},
		{`{"time":"2006-01-02T15:04:05Z"}`, `{"time":"2006-01-02T16:04:05+01:00"}`}, {`{"time":"2006-01-02T15:04:05Z"}`, `{"time":"2006-01-02T15:04:06Z"}`},
		{`{"micro":"2006-01-02T15:04:05.000001Z"}`, `{"micro":"2006-01-02T16:04:05.000001+01:00"}`}, {`{"texts":[]}`, `{}`}, {`{"labels":{}}`, `{}`}, {`{"bytes":""}`, `{}`},
		{`{"lists":{"a":[]}}`, `{"lists":{"a":null}}`}, {`{"lists":{"a":[]}}`, `{}`}, {`{"child":{}}`, `{}`}, {`{"maybe":0}`, `{}`}, {`{"text":"a"}`, `{"text":"b"}`},
		{`{"named":{"a":{"size":"1"}}}`, `{"named":{"a":{"size":"1.0"}}}`}, {`{"port":"1"}`, `{"port":1}`}, {`{"any":{"a":1}}`, `{"any":{"a": 1}}`}, {`{"fields":{"a":1}}`, `{"fields":{"a": 1}}`},
		{`{"wait":"60s"}`, `{"wait":"1m"}`}, {`{"texts":["a","b"]}`, `{"texts":["b","a"]}`}, {`{"inner":""}`, `{}`}, {`{"always":{"size":"1"}}`, `{"always":{"size":"1e0"}}`},
	} {
		a, b := must(fromJSON[probe](pair[0])), must(fromJSON[probe](pair[1]))
		r.add("semantic_equality_compares_what_is_meant", pair, equality.Semantic.DeepEqual(a, b))
	}
	for _, pair := range [][2]string{
		{`{"a":[]}`, `{"a":null}`}, {`{"a":1}`, `{"a":1.0}`}, {`{"a":{}}`, `{}`}, {`{"a":[1,{"b":2}]}`, `{"a":[1,{"b":2}]}`}, {`{"a":"1"}`, `{"a":1}`},
	} {
		a, b := must(untyped(pair[0])), must(untyped(pair[1]))
		r.add("semantic_equality_of_untyped_content", pair, equality.Semantic.DeepEqual(a, b))
	}
	r.add("semantic_equality_of_untyped_content", [2]string{"nan", "nan"}, equality.Semantic.DeepEqual(map[string]any{"a": math.NaN()}, map[string]any{"a": math.NaN()}))
}

func recordLists(r *recorder) {
	lists := map[string]runtime.Object{
		"pods": &corev1.PodList{Items: []corev1.Pod{{}, {}}}, "none": &corev1.PodList{}, "pod": &corev1.Pod{},
		"raw":          &metav1.List{Items: []runtime.RawExtension{{Raw: []byte(`{"a":1}`)}, {Object: &corev1.Pod{}}}},
		"unstructured": &unstructured.UnstructuredList{Items: []unstructured.Unstructured{{Object: map[string]any{"kind": "A"}}}},
	}
	for _, name := range []string{"pods", "none", "pod", "raw", "unstructured"} {
		list := lists[name]
		r.add("lists_have_a_length", name, meta.LenList(list))
		items, err := meta.ExtractList(list)
		var types []string
		for _, item := range items {
			types = append(types, strings.TrimPrefix(fmt.Sprintf("%T", item), "*"))
		}
		r.add("lists_give_their_items", name, outcome(types, err))
		for _, item := range []runtime.Object{&corev1.Pod{}, &corev1.Node{}} {
			target := list.DeepCopyObject()
			err := meta.SetList(target, []runtime.Object{item, item, item})
			r.add("lists_take_items_of_their_type", []string{name, fmt.Sprintf("%T", item)}, outcome(meta.LenList(target), err))
		}
	}
}
