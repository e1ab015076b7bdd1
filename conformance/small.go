package main

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// The types of the small scheme. Their Rust counterparts are in tests/rules/scheme/small.rs.
type (
	Thing         small1
	OldThing      small1
	InternalThing small1
	Anywhere      small1
	Twice         small1
	Stray         small1
)

type small1 struct {
	metav1.TypeMeta `json:",inline"`
	Name            string `json:"name"`
}

func (t *Thing) DeepCopyObject() runtime.Object         { c := *t; return &c }
func (t *OldThing) DeepCopyObject() runtime.Object      { c := *t; return &c }
func (t *InternalThing) DeepCopyObject() runtime.Object { c := *t; return &c }
func (t *Anywhere) DeepCopyObject() runtime.Object      { c := *t; return &c }
func (t *Twice) DeepCopyObject() runtime.Object         { c := *t; return &c }
func (t *Stray) DeepCopyObject() runtime.Object         { c := *t; return &c }

func (t *Thing) DeepCopyInto(out *Thing)                 { *out = *t }
func (t *OldThing) DeepCopyInto(out *OldThing)           { *out = *t }
func (t *InternalThing) DeepCopyInto(out *InternalThing) { *out = *t }
func (t *Anywhere) DeepCopyInto(out *Anywhere)           { *out = *t }
func (t *Twice) DeepCopyInto(out *Twice)                 { *out = *t }
func (t *Stray) DeepCopyInto(out *Stray)                 { *out = *t }

// smallNames lists the names in the order in which cases are recorded.
var smallNames = []string{"Thing", "OldThing", "InternalThing", "Anywhere", "Twice", "Stray", "Bad"}

// smallObjects returns objects named "x", and one that does not convert.
func smallObjects() map[string]runtime.Object {
	return map[string]runtime.Object{
		"Thing": &Thing{Name: "x"}, "OldThing": &OldThing{Name: "x"}, "InternalThing": &InternalThing{Name: "x"},
		"Anywhere": &Anywhere{Name: "x"}, "Twice": &Twice{Name: "x"}, "Stray": &Stray{Name: "x"}, "Bad": &Thing{Name: "bad"},
	}
}

func smallZero(name string) runtime.Object {
	if name == "Unstructured" {
		return &unstructured.Unstructured{Object: map[string]any{}}
	}
	return reflect.New(reflect.TypeOf(smallObjects()[name]).Elem()).Interface().(runtime.Object)
}

func unstructuredThing(version string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": version, "kind": "Thing", "name": "x", "unknown": "y"}}
}

// goType returns the type name of an object.
func goType(object runtime.Object) string { return reflect.TypeOf(object).Elem().Name() }

// small returns a scheme with a hub, an unversioned type, and a type for several kinds.
func small() *runtime.Scheme {
	s := runtime.NewScheme()
	s.AddKnownTypeWithName(kindOf("example.com/v1 Thing"), &Thing{})
	s.AddKnownTypeWithName(kindOf("example.com/v1beta1 Thing"), &OldThing{})
	s.AddUnversionedTypes(groupVersion("v1"), &Anywhere{})
	s.AddKnownTypeWithName(kindOf("a.example.com/v1 Twice"), &Twice{})
	s.AddKnownTypeWithName(kindOf("b.example.com/v1 Twice"), &Twice{})
	s.AddKnownTypeWithName(kindOf("b.example.com/v2 Double"), &Twice{})
	s.AddKnownTypeWithName(kindOf("example.com/__internal Thing"), &InternalThing{})
	name := func(object any) *string {
		return reflect.ValueOf(object).Elem().FieldByName("Name").Addr().Interface().(*string)
	}
	move := func(a, b any, _ conversion.Scope) error {
		*name(b) = *name(a) + "!"
		if strings.HasPrefix(*name(a), "bad") {
			return errors.New("this name does not convert")
		}
		return nil
	}
	for _, external := range []any{&Thing{}, &OldThing{}} {
		must(0, s.AddGeneratedConversionFunc(external, &InternalThing{}, move))
		must(0, s.AddGeneratedConversionFunc(&InternalThing{}, external, move))
	}
	must(0, s.AddFieldLabelConversionFunc(kindOf("example.com/v1 Thing"), func(label, value string) (string, string, error) {
		if label == "color" {
			return "spec.color", value + "!", nil
		}
		return "", "", fmt.Errorf("no label %s", label)
	}))
	return s
}

// takeAnywhere registers another type under the name of the unversioned one.
func takeAnywhere(s *runtime.Scheme) {
	type Anywhere struct{ Stray }
	s.AddUnversionedTypes(groupVersion("v3"), &Anywhere{})
}

// kindOf parses `apiVersion Kind`.
func kindOf(text string) schema.GroupVersionKind {
	version, kind, _ := strings.Cut(text, " ")
	return schema.FromAPIVersionAndKind(version, kind)
}

// shown returns the parts of an object that are compared.
func shown(object runtime.Object) any {
	if object == nil {
		return nil
	}
	if u, ok := object.(*unstructured.Unstructured); ok {
		return u.Object
	}
	gvk := object.GetObjectKind().GroupVersionKind()
	return map[string]any{"type": goType(object), "kind": gvk.String(), "name": reflect.ValueOf(object).Elem().FieldByName("Name").String()}
}

func kindTexts(kinds []schema.GroupVersionKind) []string {
	texts := []string{}
	for _, kind := range kinds {
		texts = append(texts, kind.String())
	}
	return texts
}

func versionTexts(versions []schema.GroupVersion) []string {
	texts := []string{}
	for _, version := range versions {
		texts = append(texts, version.String())
	}
	return texts
}
