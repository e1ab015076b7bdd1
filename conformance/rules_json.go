package main

import (
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func init() { area("json", recordJSON) }

// reread is a document decoded and encoded again as JSON, without the line break at its end.
func reread(document string) map[string]any {
	object, err := decodeExternal([]byte(document))
	if err != nil {
		return outcome(nil, err)
	}
	text, err := encode(laxJSON, object)
	return outcome(strings.TrimSuffix(text, "\n"), err)
}

func recordJSON(r *recorder) {
	for _, text := range []string{
		`<a href="x">&amp;</a>`, "\u2028\u2029", "日本語 é \U0001f600", "\b\f\n\r\t", "\u0000\u0001\u001f\u007f\u0080", `\"/`,
	} {
		annotated := appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Annotations: map[string]string{"k": text}}}
		r.add("text_is_escaped_as_for_html", text, must(encode(laxJSON, &annotated)))
	}
	for _, literal := range []string{`"\ud800"`, `"\udc00x"`, `"\ud83d\ude00"`, `"\ud800\ud83d\ude00"`, `"\/\u0041"`} {
		document := `{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"annotations":{"k":` + literal + `}}}`
		r.add("half_surrogates_become_the_replacement_character", document, reread(document))
	}
	r.add("empty_structs_are_written", "apps/v1/Deployment", must(encode(laxJSON, &appsv1.Deployment{})))
}

// must is the value of a call that cannot fail here.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
