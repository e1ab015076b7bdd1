package main

import (
	"encoding/json"
	"math/rand"
	"reflect"
	"time"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensionsv1beta1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// filler fills values of any Go type with unusual contents.
type filler struct {
	rand *rand.Rand
	// The probability of an optional part.
	chance float64
	known  map[string][]string
	// The kind that is being filled, and the special values for the current field.
	kind  string
	words []string
}

// Up to the first depth, optional parts are more likely, so that few objects are empty. Beyond the second, they are
// rare, so that recursive types end.
const (
	outer = 6
	inner = 14
)

// Types with many fields of their own type count as this number of levels, because they would grow without limit.
const recursion = 5

var recursive = map[string]bool{"JSONSchemaProps": true}

func (f *filler) fill(value reflect.Value, depth int) {
	if f.fillLeaf(value) {
		return
	}
	switch value.Kind() {
	case reflect.Pointer:
		if f.wants(depth) {
			value.Set(reflect.New(value.Type().Elem()))
			f.fill(value.Elem(), depth+1)
		}
	case reflect.Slice:
		f.fillSlice(value, depth)
	case reflect.Map:
		f.fillMap(value, depth)
	case reflect.Struct:
		if recursive[value.Type().Name()] {
			depth += recursion
		}
		for i := range value.NumField() {
			f.fillField(value.Type(), i, value.Field(i), depth)
		}
	case reflect.Interface:
		f.fillAny(value)
	default:
		if f.wants(depth) {
			f.fillScalar(value)
		}
	}
}

func (f *filler) wants(depth int) bool {
	p := f.chance
	if depth <= outer {
		p = (1 + p) / 2
	}
	for ; depth > inner; depth-- {
		p /= 2
	}
	return chance(f.rand, p)
}

func (f *filler) fillField(owner reflect.Type, index int, value reflect.Value, depth int) {
	field := owner.Field(index)
	defer func(outside []string) { f.words = outside }(f.words)
	f.words = wordsOf[owner.Name()+"."+field.Name]
	switch {
	case !field.IsExported() || field.Type == reflect.TypeFor[metav1.TypeMeta]():
	case field.Name == "Annotations" && f.wants(depth):
		f.fillMap(value, depth)
		if value.Len() > 0 || chance(f.rand, 0.3) {
			f.fillAnnotations(value)
		}
	default:
		f.fill(value, depth+1)
	}
}

// fillAnnotations adds annotations that conversions read, in particular those of the kind.
func (f *filler) fillAnnotations(value reflect.Value) {
	if value.IsNil() {
		value.Set(reflect.MakeMap(value.Type()))
	}
	for _, own := range annotationsOf[f.kind] {
		if chance(f.rand, 0.5) {
			value.SetMapIndex(reflect.ValueOf(own.key), reflect.ValueOf(f.annotation(own)))
		}
	}
	for range f.rand.Intn(3) {
		key, text := pick(f.rand, annotationKeys), pick(f.rand, annotationTexts)
		value.SetMapIndex(reflect.ValueOf(key), reflect.ValueOf(text))
	}
}

// annotation returns a value that conversions usually understand.
func (f *filler) annotation(of annotation) string {
	if chance(f.rand, 0.2) {
		return pick(f.rand, annotationTexts)
	}
	if of.holds == nil {
		return pick(f.rand, of.texts)
	}
	held := reflect.New(of.holds)
	f.fill(held.Elem(), outer)
	text, err := json.Marshal(held.Interface())
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func (f *filler) fillSlice(value reflect.Value, depth int) {
	if !f.wants(depth) {
		return
	}
	length := 1 + f.rand.Intn(2)
	if value.Type().Elem().Kind() == reflect.Uint8 {
		if f.saysWord() {
			value.SetBytes([]byte(pick(f.rand, f.words)))
			return
		}
		length = f.rand.Intn(9)
	}
	value.Set(reflect.MakeSlice(value.Type(), length, length))
	for i := range length {
		f.fillMember(value.Index(i), depth+1)
	}
}

func (f *filler) fillMap(value reflect.Value, depth int) {
	if !f.wants(depth) {
		return
	}
	value.Set(reflect.MakeMap(value.Type()))
	for range 1 + f.rand.Intn(3) {
		key, item := reflect.New(value.Type().Key()).Elem(), reflect.New(value.Type().Elem()).Elem()
		f.fillMember(key, depth+1)
		f.fillMember(item, depth+1)
		value.SetMapIndex(key, item)
	}
}

// fillMember fills an item of a list, or a key or value of a map. Scalars are always filled.
func (f *filler) fillMember(value reflect.Value, depth int) {
	switch value.Kind() {
	case reflect.Struct, reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface:
		f.fill(value, depth)
	default:
		f.fillScalar(value)
	}
}

func (f *filler) fillScalar(value reflect.Value) {
	switch value.Kind() {
	case reflect.Bool:
		value.SetBool(chance(f.rand, 0.6))
	case reflect.Int32, reflect.Int64, reflect.Int:
		value.SetInt(randomInteger(f.rand, value.Type().Bits()))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		value.SetUint(uint64(f.rand.Intn(256)))
	case reflect.Float32, reflect.Float64:
		value.SetFloat(pick(f.rand, floats))
	case reflect.String:
		value.SetString(f.text(value.Type()))
	}
}

func (f *filler) text(ty reflect.Type) string {
	if f.saysWord() {
		return pick(f.rand, f.words)
	}
	known := f.known[ty.PkgPath()+"."+ty.Name()]
	if len(known) > 0 && chance(f.rand, 0.8) {
		return pick(f.rand, known)
	}
	return randomText(f.rand)
}

func (f *filler) saysWord() bool {
	return len(f.words) > 0 && chance(f.rand, 0.8)
}

// fillLeaf fills types with special codecs.
func (f *filler) fillLeaf(value reflect.Value) bool {
	target := value.Addr().Interface()
	switch value.Interface().(type) {
	case metav1.Time, metav1.MicroTime, metav1.Duration, resource.Quantity, intstr.IntOrString, metav1.FieldsV1, runtime.RawExtension,
		apiextensionsv1.JSON, apiextensionsv1beta1.JSON:
	default:
		return false
	}
	if !f.wants(0) {
		return true
	}
	switch leaf := target.(type) {
	case *metav1.Time:
		leaf.Time = randomTime(f.rand).Truncate(time.Second)
	case *metav1.MicroTime:
		leaf.Time = randomTime(f.rand).Truncate(time.Microsecond)
	case *metav1.Duration:
		leaf.Duration = time.Duration(pick(f.rand, []int64{0, 1, 999, 1500, 1e6, 1e9, 90e9, 36e11 + 1, -5e9, 1 << 62}))
	case *resource.Quantity:
		*leaf = resource.MustParse(pick(f.rand, quantities))
	case *intstr.IntOrString:
		*leaf = f.intOrString()
	case *metav1.FieldsV1:
		leaf.Raw = []byte(pick(f.rand, rawTexts))
	case *apiextensionsv1.JSON:
		leaf.Raw = []byte(f.json())
	case *apiextensionsv1beta1.JSON:
		leaf.Raw = []byte(f.json())
	case *runtime.RawExtension:
		leaf.Raw = []byte(pick(f.rand, rawTexts))
	}
	return true
}

// fillAny fills an `any` with the decoded form of some JSON.
func (f *filler) fillAny(value reflect.Value) {
	text := pick(f.rand, anyTexts)
	if text == "" {
		value.Set(reflect.ValueOf(f.text(reflect.TypeFor[string]())))
		return
	}
	if err := utiljson.Unmarshal([]byte(text), value.Addr().Interface()); err != nil {
		panic(err)
	}
}

// json returns a random JSON value as text.
func (f *filler) json() string {
	if text := pick(f.rand, anyTexts); text != "" && chance(f.rand, 0.5) {
		return text
	}
	return pick(f.rand, rawTexts)
}

func (f *filler) intOrString() intstr.IntOrString {
	if chance(f.rand, 0.5) {
		return intstr.FromInt32(int32(pick(f.rand, integers)))
	}
	return intstr.FromString(pick(f.rand, []string{"", "0", "25%", "100%", "-5%", "http", "1.5%", "80", pick(f.rand, oddTexts)}))
}
