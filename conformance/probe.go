package main

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	kjson "sigs.k8s.io/json"
)

// probe has one field of every kind. Its Rust counterpart is in tests/rules/support/probe.rs.
type probe struct {
	Flag     bool                  `json:"flag,omitempty"`
	Small    int32                 `json:"small,omitempty"`
	Large    int64                 `json:"large,omitempty"`
	Share    float64               `json:"share,omitempty"`
	Text     string                `json:"text,omitempty"`
	Bytes    []byte                `json:"bytes,omitempty"`
	Time     metav1.Time           `json:"time,omitempty,omitzero"`
	Micro    *metav1.MicroTime     `json:"micro,omitempty"`
	Wait     *metav1.Duration      `json:"wait,omitempty"`
	Size     *resource.Quantity    `json:"size,omitempty"`
	Port     *intstr.IntOrString   `json:"port,omitempty"`
	Any      *runtime.RawExtension `json:"any,omitempty"`
	Fields   *metav1.FieldsV1      `json:"fields,omitempty"`
	Maybe    *int32                `json:"maybe,omitempty"`
	Inlined  `json:",inline"`
	Child    *probe              `json:"child,omitempty"`
	Children []probe             `json:"children,omitempty"`
	Texts    []string            `json:"texts,omitempty"`
	Numbers  []int64             `json:"numbers,omitempty"`
	Labels   map[string]string   `json:"labels,omitempty"`
	Named    map[string]probe    `json:"named,omitempty"`
	Lists    map[string][]string `json:"lists,omitempty"`
	Settled  settled             `json:"settled,omitempty"`
	Always   *always             `json:"always,omitempty"`
}

// Inlined is inlined into the enclosing struct.
type Inlined struct {
	Inner *string `json:"inner,omitempty"`
}

// settled is a struct, which `omitempty` does not omit.
type settled struct {
	Ready bool `json:"ready,omitempty"`
}

// always omits no field.
type always struct {
	Flag   bool                 `json:"flag"`
	Number int64                `json:"number"`
	Text   string               `json:"text"`
	Bytes  []byte               `json:"bytes"`
	List   []string             `json:"list"`
	Map    map[string]string    `json:"map"`
	Time   metav1.Time          `json:"time"`
	Micro  metav1.MicroTime     `json:"micro"`
	Wait   metav1.Duration      `json:"wait"`
	Size   resource.Quantity    `json:"size"`
	Port   intstr.IntOrString   `json:"port"`
	Any    runtime.RawExtension `json:"any"`
	Maybe  *int32               `json:"maybe"`
}

// probed decodes a document into a probe, lax, and returns the encoded result.
func probed(document string) map[string]any {
	var value probe
	return probedOver(&value, document)
}

func probedOver(value *probe, document string) map[string]any {
	if err := kjson.UnmarshalCaseSensitivePreserveInts([]byte(document), value); err != nil {
		return outcome(nil, err)
	}
	text, err := json.Marshal(value)
	return outcome(string(text), err)
}

// probedStrictly returns the warnings of a strict decode into a probe, and the error if it fails.
func probedStrictly(document string) map[string]any {
	var value probe
	mistakes, err := kjson.UnmarshalStrict([]byte(document), &value)
	texts := []string{}
	for _, mistake := range mistakes {
		texts = append(texts, mistake.Error())
	}
	return outcome(texts, err)
}
