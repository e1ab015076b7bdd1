package main

import (
	"bytes"
	"fmt"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

func init() { area("unstructured", recordUnstructuredObjects) }

func recordUnstructuredObjects(r *recorder) {
	recordUntypedValues(r)
	recordUnstructured(r)
	recordNested(r)
	recordUnstructuredMetadata(r)
}

func recordUntypedValues(r *recorder) {
	for _, text := range strings.Fields(`0 1 -1 -0 1.0 -0.0 1e3 1E3 1.5 1e400 9223372036854775807 9223372036854775808 -9223372036854775808
		-9223372036854775809 123456789012345678901234567890 1e-7 0.1 true null "x" [] {} [1,2.0] {"b":1,"a":[null]}`) {
		var value any
		err := utiljson.Unmarshal([]byte(text), &value)
		r.add("numbers_are_integers_where_they_can_be", text, outcome(fmt.Sprintf("%T %v", value, value), err))
	}
	for _, text := range []string{
		`{"b":2,"a":1}`, `{"a":{"x":1},"a":{"y":2}}`, `{"a":[{"b":1,"b":2}],"c":{"d":{"e":1,"e":1}},"c":1}`, `{"a":1.0,"b":1e21,"c":1e-7}`,
		`{"a":"<&>","é":"\u2028"}`, `{"":{"":1}}`, `{"z":null,"a":false}`,
	} {
		content, err := untyped(text)
		r.add("untyped_content_is_written_sorted", text, outcome(jsonOf(content), err))
	}
	for _, depth := range []int{100, 9_998, 9_999, 10_000, 10_001} {
		var value any
		text := strings.Repeat("[", depth) + strings.Repeat("]", depth)
		err := utiljson.Unmarshal([]byte(text), &value)
		r.add("untyped_values_nest_ten_thousand_levels", depth, outcome(nil, err))
	}
}

// rereadUntyped decodes and encodes a document with UnstructuredJSONScheme, and returns its type and text.
func rereadUntyped(document string) map[string]any {
	object, kind, err := unstructured.UnstructuredJSONScheme.Decode([]byte(document), nil, nil)
	if err != nil {
		return outcome(nil, err)
	}
	var out bytes.Buffer
	if err := unstructured.UnstructuredJSONScheme.Encode(object, &out); err != nil {
		return outcome(nil, err)
	}
	_, list := object.(*unstructured.UnstructuredList)
	return outcome(map[string]any{"list": list, "kind": kind.String(), "text": out.String()}, nil)
}

func recordUnstructured(r *recorder) {
	for _, document := range []string{
		`{"kind":"A","apiVersion":"g/v1"}`, `{"apiVersion":"g/v1"}`, `{"kind":"A"}`, `{"kind":""}`, `{"kind":1}`, `{}`, `null`,
		`{"kind":"A","apiVersion":1}`, `{"kind":"A","apiVersion":"a/b/c"}`, `{"Kind":"A"}`, `{"kind":"A","apiVersion":"/v1"}`,
	} {
		r.add("only_the_kind_of_unstructured_content_is_required", document, rereadUntyped(document))
	}
	for _, document := range []string{
		`{"kind":"A","spec":{"b":1,"a":2.0},"metadata":{"name":"x"},"apiVersion":"v1"}`, `{"kind":"A","x":null,"y":[]}`, `{"kind":"A","a":1,"a":2}`,
		`{"kind":"A","a":9223372036854775807,"b":1.5e3}`,
	} {
		r.add("unstructured_content_is_written_sorted", document, rereadUntyped(document))
	}
	for _, document := range []string{
		`{"kind":"AList","items":[]}`, `{"kind":"AList","items":null}`, `{"kind":"A","Items":[]}`, `{"kind":"AList","z":1,"a":2,"items":[{"kind":"B"}],"metadata":{}}`,
	} {
		r.add("items_make_a_list", document, rereadUntyped(document))
	}
	for _, document := range []string{`{"kind":"A","items":5}`, `{"kind":"A","items":{}}`, `{"kind":"A","items":[1]}`, `[]`, `1`, `{"kind":"A"`} {
		r.add("what_is_no_object_is_refused", document, rereadUntyped(document))
	}
	for _, document := range []string{
		`{"kind":"PodList","apiVersion":"v1","items":[{},{"kind":"X"},{"apiVersion":"v2"},null,{"kind":"","apiVersion":""},{"kind":1}]}`,
		`{"kind":"List","apiVersion":"v1","items":[{}]}`, `{"kind":"Pods","items":[{"a":1}]}`, `{"kind":"ListList","items":[{}]}`,
	} {
		r.add("items_get_the_kind_of_their_list", document, rereadUntyped(document))
	}
	for _, document := range []string{`{}`, `{"items":null}`, `{"items":1}`, `{"items":[]}`, `{"items":[{"a":1},{"b":2}]}`} {
		content, _ := untyped(document)
		object := unstructured.Unstructured{Object: content}
		var items []string
		err := object.EachListItem(func(item runtime.Object) error {
			items = append(items, jsonOf(item.(*unstructured.Unstructured).Object))
			return nil
		})
		r.add("items_are_objects", document, outcome(items, err))
	}
}

const nestedContent = `{"s":"x","i":3,"f":2.5,"b":true,"n":null,"l":["a","b"],"ml":["a",1],"m":{"a":"1","b":"2"},"mm":{"a":1},"mn":{"a":"1","b":null},
	"big":9007199254740993,"deep":{"a":{"b":{"c":[1,{"x":[null,true,1.5,1e21,1e-7,-0.0,100000.0,1234567.0]}]}}},"e":{},"el":[]}`

func recordNested(r *recorder) {
	content, err := untyped(nestedContent)
	if err != nil {
		panic(err)
	}
	found := func(value any, found bool, err error) map[string]any {
		if err != nil || !found {
			return outcome(nil, err)
		}
		return outcome([]any{value}, nil)
	}
	paths := strings.Fields("s i f b n l ml m mm mn big deep e el none s.x n.x l.x deep.a.b deep.a.b.c deep.a.b.c.d m.a e.x none.x.y i.x.y")
	for _, path := range paths {
		fields := strings.Split(path, ".")
		add := func(rule string, outcome map[string]any) { r.add(rule, []any{nestedContent, path}, outcome) }
		value, ok, err := unstructured.NestedFieldNoCopy(content, fields...)
		add("nested_values", found(value, ok, err))
		text, ok, err := unstructured.NestedString(content, fields...)
		add("nested_texts", found(text, ok, err))
		flag, ok, err := unstructured.NestedBool(content, fields...)
		add("nested_booleans", found(flag, ok, err))
		number, ok, err := unstructured.NestedInt64(content, fields...)
		add("nested_integers", found(fmt.Sprint(number), ok, err))
		float, ok, err := unstructured.NestedFloat64(content, fields...)
		add("nested_floats", found(float, ok, err))
		float, ok, err = unstructured.NestedNumberAsFloat64(content, fields...)
		add("nested_numbers", found(float, ok, err))
		items, ok, err := unstructured.NestedSlice(content, fields...)
		add("nested_lists", found(items, ok, err))
		texts, ok, err := unstructured.NestedStringSlice(content, fields...)
		add("nested_lists_of_texts", found(texts, ok, err))
		entries, ok, err := unstructured.NestedMap(content, fields...)
		add("nested_objects", found(entries, ok, err))
		textMap, ok, err := unstructured.NestedStringMap(content, fields...)
		add("nested_objects_of_texts", found(textMap, ok, err))
		textMap, ok, err = unstructured.NestedNullCoercingStringMap(content, fields...)
		add("nested_objects_of_texts_or_null", found(textMap, ok, err))
		changed := runtime.DeepCopyJSON(content)
		err = unstructured.SetNestedField(changed, int64(7), fields...)
		add("nested_values_are_set", outcome(jsonOf(changed), err))
		changed = runtime.DeepCopyJSON(content)
		unstructured.RemoveNestedField(changed, fields...)
		add("nested_values_are_removed", outcome(jsonOf(changed), nil))
	}
}

func recordUnstructuredMetadata(r *recorder) {
	for _, text := range []string{
		`{}`, `{"metadata":null}`, `{"metadata":[]}`, `{"metadata":{"name":1,"labels":[],"generation":"1","finalizers":[1],"creationTimestamp":"x"}}`,
		`{"kind":"A","apiVersion":"g/v1","metadata":{"name":"n","generateName":"g","namespace":"s","selfLink":"l","uid":"u","resourceVersion":"1","continue":"c",
			"generation":2,"deletionGracePeriodSeconds":3,"remainingItemCount":4,"creationTimestamp":"2006-01-02T15:04:05Z","deletionTimestamp":"2006-01-02T15:04:05+02:00",
			"labels":{"a":"1","b":null},"annotations":{"a":"1"},"finalizers":["x"]}}`,
		`{"metadata":{"creationTimestamp":null,"deletionTimestamp":"null","labels":null,"generation":1.0,"remainingItemCount":0}}`,
	} {
		content, err := untyped(text)
		if err != nil {
			panic(err)
		}
		u := unstructured.Unstructured{Object: content}
		r.add("metadata_is_read_by_name", text, map[string]any{
			"apiVersion": u.GetAPIVersion(), "kind": u.GetKind(), "name": u.GetName(), "generateName": u.GetGenerateName(), "namespace": u.GetNamespace(),
			"selfLink": u.GetSelfLink(), "uid": u.GetUID(), "resourceVersion": u.GetResourceVersion(), "continue": u.GetContinue(), "generation": u.GetGeneration(),
			"grace": u.GetDeletionGracePeriodSeconds(), "remaining": u.GetRemainingItemCount(), "created": u.GetCreationTimestamp(), "deleted": u.GetDeletionTimestamp(),
			"labels": u.GetLabels(), "annotations": u.GetAnnotations(), "finalizers": u.GetFinalizers(),
		})
	}
	for _, text := range []string{`{}`, `{"metadata":null}`, `{"metadata":{"name":"old","labels":{"a":"b"},"generation":1}}`, `{"metadata":5}`} {
		for _, full := range []bool{false, true} {
			content, _ := untyped(text)
			u := unstructured.Unstructured{Object: content}
			setMetadata(&u, full)
			r.add("setters_drop_empty_values", []any{text, full}, jsonOf(u.Object))
			list := unstructured.UnstructuredList{Object: must(untyped(text))}
			setListMetadata(&list, full)
			r.add("setters_of_lists_keep_empty_values", []any{text, full}, jsonOf(list.Object))
		}
	}
}

// setMetadata sets all metadata, to values or to empty values.
func setMetadata(u *unstructured.Unstructured, full bool) {
	text, number, pointer := "", int64(0), (*int64)(nil)
	var texts map[string]string
	var finalizers []string
	var time metav1.Time
	var deleted *metav1.Time
	if full {
		text, number, texts, finalizers = "t", 5, map[string]string{"k": "v"}, []string{"f"}
		pointer, time = &number, metav1.Unix(0, 0)
		deleted = &time
	}
	u.SetAPIVersion(text)
	u.SetKind(text)
	u.SetName(text)
	u.SetGenerateName(text)
	u.SetNamespace(text)
	u.SetSelfLink(text)
	u.SetUID("")
	u.SetResourceVersion(text)
	u.SetContinue(text)
	u.SetGeneration(number)
	u.SetDeletionGracePeriodSeconds(pointer)
	u.SetRemainingItemCount(pointer)
	u.SetCreationTimestamp(time)
	u.SetDeletionTimestamp(deleted)
	u.SetLabels(texts)
	u.SetAnnotations(texts)
	u.SetFinalizers(finalizers)
}

func setListMetadata(list *unstructured.UnstructuredList, full bool) {
	text, count := "", (*int64)(nil)
	if full {
		text, count = "t", new(int64)
	}
	list.SetAPIVersion(text)
	list.SetKind(text)
	list.SetResourceVersion(text)
	list.SetSelfLink(text)
	list.SetContinue(text)
	list.SetRemainingItemCount(count)
}
