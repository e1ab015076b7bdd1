package main

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand"
	"reflect"
	"regexp"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
)

// result is one line of cases: an input and all results of Kubernetes for it.
type result struct {
	Seed      int64             `json:"seed"`
	Source    string            `json:"source,omitempty"`
	In        rawText           `json:"in"`
	JSON      string            `json:"json"`
	PB        []byte            `json:"pb,omitempty"`
	Defaulted string            `json:"defaulted"`
	YAML      string            `json:"yaml,omitempty"`
	To        map[string]string `json:"to,omitempty"`
	Err       map[string]string `json:"err,omitempty"`
	// The same as To, before the time of the run was masked; input of chains.
	outputs map[string]string
}

// rawText is JSON whose exact spelling matters: encoding/json would compact a json.RawMessage.
type rawText string

// verdict is one line of decode: a document and the result of decoding it.
type verdict struct {
	Raw       string `json:"raw"`
	Lax       string `json:"lax,omitempty"`
	LaxErr    string `json:"laxErr,omitempty"`
	StrictErr string `json:"strictErr,omitempty"`
}

// evaluate processes a document with Kubernetes.
//
// It fails if the document cannot be decoded; verdicts record such documents.
func evaluate(seed int64, source, in string) (*result, error) {
	object, err := decodeExternal([]byte(in))
	if err != nil {
		return nil, err
	}
	kind := object.GetObjectKind().GroupVersionKind()
	res := &result{Seed: seed, Source: source, In: rawText(in), To: map[string]string{}, Err: map[string]string{}, outputs: map[string]string{}}
	if res.JSON, err = encode(laxJSON, object); err != nil {
		return nil, err
	}
	if res.PB, err = runtime.Encode(storage, object); err != nil {
		if !protobuf.IsNotMarshalable(err) {
			return nil, err
		}
		res.Err["pb"] = err.Error()
	}
	scheme.Default(object)
	if res.Defaulted, err = encode(laxJSON, object); err != nil {
		return nil, err
	}
	if res.YAML, err = settledYAML(object); err != nil {
		res.Err["yaml"] = err.Error()
	}
	res.convert(kind)
	res.maskNow()
	return res, nil
}

func (res *result) convert(kind schema.GroupVersionKind) {
	hub, err := decodeHub([]byte(res.In))
	if err != nil {
		res.Err["decode"] = err.Error()
		return
	}
	for _, target := range targets(hub, kind.Kind) {
		text, err := encodeTo(hub.DeepCopyObject(), target)
		if err != nil {
			res.Err[target.String()] = err.Error()
			continue
		}
		res.To[target.String()] = text
		res.outputs[target.String()] = text
	}
}

// settledYAML returns an object as YAML, or nothing if the result is random: the order of keys is not transitive
// (`12:30` before `1E`, `1E` before `9`, `9` before `12:30`), and sorting starts from the random order of Go's maps.
func settledYAML(object runtime.Object) (string, error) {
	text, err := encode(plainYAML, object)
	for range 7 {
		again, _ := encode(plainYAML, object)
		if again != text {
			return "", nil
		}
	}
	return text, err
}

func encode(encoder runtime.Encoder, object runtime.Object) (string, error) {
	text, err := runtime.Encode(encoder, object)
	return string(text), err
}

var (
	start  = time.Now().Add(-time.Minute)
	timeRE = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`)
)

// maskNow replaces the time of the run, set by defaulting, by NOW.
func (res *result) maskNow() {
	mask := func(text string) string {
		return timeRE.ReplaceAllStringFunc(text, func(found string) string {
			written, err := time.Parse(time.RFC3339, found)
			if err != nil || written.Before(start) || written.After(time.Now().Add(time.Minute)) || strings.Contains(string(res.In), found) {
				return found
			}
			return "NOW"
		})
	}
	res.Defaulted, res.YAML = mask(res.Defaulted), mask(res.YAML)
	for target, text := range res.To {
		res.To[target] = mask(text)
	}
}

// source returns the random source of a seed, which differs for each kind.
func source(kind schema.GroupVersionKind, seed int64) *rand.Rand {
	hash := fnv.New64a()
	fmt.Fprint(hash, kind, seed)
	return rand.New(rand.NewSource(int64(hash.Sum64())))
}

// random returns a document of a kind with unusual contents, determined by the seed.
func random(kind schema.GroupVersionKind, seed int64, known map[string][]string) (string, error) {
	r := source(kind, seed)
	object, err := scheme.New(kind)
	if err != nil {
		return "", err
	}
	chances := []float64{0.1, 0.2, 0.3, 0.3, 0.4, 0.6}
	fill := filler{rand: r, chance: chances[seed%int64(len(chances))], known: known, kind: kind.Kind}
	fill.fill(reflect.ValueOf(object).Elem(), 0)
	object.GetObjectKind().SetGroupVersionKind(kind)
	text, err := encode(laxJSON, object)
	return strings.TrimSuffix(text, "\n"), err
}

// hollowed returns a document with additional empty values.
func hollowed(kind schema.GroupVersionKind, seed int64, in string) (string, error) {
	r := source(kind, seed)
	document, err := parse([]byte(in))
	if err != nil {
		return "", err
	}
	object, err := scheme.New(kind)
	if err != nil {
		return "", err
	}
	edit := hollow{rand: r, chance: pick(r, []float64{0.05, 0.2, 0.5, 1})}
	edit.visit(reflect.TypeOf(object).Elem(), document)
	if chance(r, 0.5) {
		document.shuffle(r)
	}
	// A case is one line. Strings contain no line breaks.
	return oneLine.Replace(document.print(pick(r, []*rand.Rand{nil, r}))), nil
}

var oneLine = strings.NewReplacer("\r\n", "  ", "\n", " ")

// damaged returns a document with one or two mistakes.
func damaged(kind schema.GroupVersionKind, seed int64, in string) (string, error) {
	r := source(kind, seed)
	document, err := parse([]byte(in))
	if err != nil {
		return "", err
	}
	if chance(r, 0.5) {
		document.shuffle(r)
	}
	for range 1 + r.Intn(2)*r.Intn(3) {
		pick(r, damages)(r, document)
	}
	text := document.print(pick(r, []*rand.Rand{nil, nil, r}))
	if chance(r, 0.08) {
		text = broken(r, text)
	}
	return text, nil
}

func judge(raw string) verdict {
	judged := verdict{Raw: raw}
	if object, err := decodeExternal([]byte(raw)); err != nil {
		judged.LaxErr = err.Error()
	} else if judged.Lax, err = encode(laxJSON, object); err != nil {
		judged.LaxErr = err.Error()
	}
	if _, _, err := strictJSON.Decode([]byte(raw), nil, nil); err != nil {
		judged.StrictErr = err.Error()
	}
	return judged
}

// line returns a result as JSON, with the exact spelling of `in`.
func (res *result) line() (string, error) {
	shell := *res
	shell.In = ""
	text, err := json.Marshal(shell)
	if err != nil {
		return "", err
	}
	return strings.Replace(string(text), `"in":""`, `"in":`+string(res.In), 1), nil
}

func (judged verdict) line() (string, error) {
	text, err := json.Marshal(judged)
	return string(text), err
}
