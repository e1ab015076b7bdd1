package main

import (
	"fmt"
	"iter"
	"math/rand"
	"reflect"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensionsv1beta1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// hollow adds empty values and nulls that an encoder omits, empties some existing values, and respells raw JSON.
type hollow struct {
	rand *rand.Rand
	// The probability that a field is changed.
	chance float64
}

func (h *hollow) visit(ty reflect.Type, at *node) {
	switch {
	case isRaw(ty) || ty.Kind() == reflect.Interface:
		if chance(h.rand, h.chance) {
			*at = *scalar(pick(h.rand, rawTexts))
		}
	case isLeaf(ty):
	case ty.Kind() == reflect.Pointer:
		h.visit(ty.Elem(), at)
	case ty.Kind() == reflect.Slice && at.kind == '[':
		for _, item := range at.items {
			h.visit(ty.Elem(), item)
		}
	case ty.Kind() == reflect.Map && at.kind == '{':
		for _, member := range at.members {
			h.visit(ty.Elem(), member.value)
		}
	case isUnion(ty):
		h.visitUnion(ty, at)
	case ty.Kind() == reflect.Struct && at.kind == '{':
		h.visitFields(ty, at)
	}
}

// visitUnion visits the field that the value selects, or adds a value that may select none.
func (h *hollow) visitUnion(ty reflect.Type, at *node) {
	if chance(h.rand, h.chance/2) {
		*at = *scalar(pick(h.rand, []string{"null", "true", "false", "1", `"a"`, "[]", "{}", `["a",null]`, `[{}]`}))
		return
	}
	if field, found := fieldFor(ty, at); found {
		h.visit(field, at)
	}
}

// fieldFor returns the field of a union that an object or a list selects.
func fieldFor(ty reflect.Type, at *node) (reflect.Type, bool) {
	for i := range ty.NumField() {
		switch field := ty.Field(i).Type; {
		case field.Kind() == reflect.Pointer && at.kind == '{', field.Kind() == reflect.Slice && at.kind == '[':
			return field, true
		}
	}
	return nil, false
}

func (h *hollow) visitFields(ty reflect.Type, at *node) {
	for name, field := range fieldsOf(ty) {
		h.visitField(field, at, name)
	}
}

// fieldsOf returns the JSON fields of a struct, including those of embedded structs.
func fieldsOf(ty reflect.Type) iter.Seq2[string, reflect.Type] {
	return func(yield func(string, reflect.Type) bool) {
		for i := range ty.NumField() {
			field := ty.Field(i)
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			switch {
			case !field.IsExported() || name == "-" || field.Type == reflect.TypeFor[metav1.TypeMeta]():
			case name == "":
				for name, inner := range fieldsOf(field.Type) {
					if !yield(name, inner) {
						return
					}
				}
			case !yield(name, field.Type):
				return
			}
		}
	}
}

func (h *hollow) visitField(ty reflect.Type, at *node, name string) {
	value := at.find(name)
	switch {
	case value == nil && chance(h.rand, h.chance):
		at.insert(h.rand.Intn(len(at.members)+1), member{fmt.Sprintf("%q", name), h.empty(ty)})
	case value != nil && chance(h.rand, h.chance/4):
		*value = *h.empty(ty)
	case value != nil:
		h.visit(ty, value)
	}
}

// empty returns null or the empty value of a type.
func (h *hollow) empty(ty reflect.Type) *node {
	for ty.Kind() == reflect.Pointer {
		ty = ty.Elem()
	}
	if isLeaf(ty) || chance(h.rand, 0.4) {
		return scalar("null")
	}
	switch ty.Kind() {
	case reflect.Slice:
		if ty.Elem().Kind() == reflect.Uint8 {
			return scalar(`""`)
		}
		return &node{kind: '[', items: h.emptyItems(ty.Elem())}
	case reflect.Struct, reflect.Map:
		return &node{kind: '{'}
	case reflect.String:
		return scalar(`""`)
	case reflect.Bool:
		return scalar("false")
	default:
		return scalar("0")
	}
}

func (h *hollow) emptyItems(ty reflect.Type) []*node {
	if ty.Kind() != reflect.Struct || chance(h.rand, 0.8) {
		return nil
	}
	return []*node{h.empty(ty)}
}

// isUnion returns true if a struct is represented in JSON by the value of one of its fields.
func isUnion(ty reflect.Type) bool {
	if ty.Kind() != reflect.Struct || ty.NumField() == 0 || isLeaf(ty) {
		return false
	}
	first := ty.Field(0)
	return first.IsExported() && !first.Anonymous && first.Tag.Get("json") == ""
}

// isRaw returns true if a type keeps the text of its JSON.
func isRaw(ty reflect.Type) bool {
	switch ty {
	case reflect.TypeFor[metav1.FieldsV1](), reflect.TypeFor[runtime.RawExtension](),
		reflect.TypeFor[apiextensionsv1.JSON](), reflect.TypeFor[apiextensionsv1beta1.JSON]():
		return true
	}
	return false
}

func isLeaf(ty reflect.Type) bool {
	switch ty {
	case reflect.TypeFor[metav1.Time](), reflect.TypeFor[metav1.MicroTime](), reflect.TypeFor[metav1.Duration](),
		reflect.TypeFor[resource.Quantity](), reflect.TypeFor[intstr.IntOrString]():
		return true
	}
	return isRaw(ty)
}
