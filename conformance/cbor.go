package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/cbor"
)

var (
	laxCBOR    = cbor.NewSerializer(scheme, scheme)
	strictCBOR = cbor.NewSerializer(scheme, scheme, cbor.Strict(true))
)

// cborVerdict is one line of CBOR: a document, the destination type, and the result of decoding it.
type cborVerdict struct {
	Name       string `json:"name"`
	Into       string `json:"into"`
	Raw        []byte `json:"raw"`
	GVK        string `json:"gvk"`
	Lax        string `json:"lax,omitempty"`
	LaxErr     string `json:"laxErr,omitempty"`
	Recode     []byte `json:"recode,omitempty"`
	EncErr     string `json:"encErr,omitempty"`
	StrictErr  string `json:"strictErr,omitempty"`
	StrictSoft bool   `json:"strictSoft,omitempty"`
}

// makeCBOR runs the subcommand `cbor`.
func makeCBOR(args []string) error {
	flags := flag.NewFlagSet("cbor", flag.ExitOnError)
	out := flags.String("out", "", "folder to write `decode.jsonl.gz` into")
	first := flags.Int64("seed", 1, "the first seed")
	cases := flags.Int("cases", 100, "documents of a kind")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *out == "" || flags.NArg() == 0 {
		return errUsage
	}
	addServers()
	if err := addMeta(); err != nil {
		return err
	}
	kinds, err := parseKinds(flags.Args(), seedsFrom(*first, *cases))
	if err != nil {
		return err
	}
	var lines []string
	for _, each := range kinds {
		for _, seed := range each.seeds {
			data, err := damagedCBOR(each.kind, seed)
			if err != nil {
				return err
			}
			into := []string{"typed", "typed", "unstructured", "list"}[seed%4]
			line, err := json.Marshal(judgeCBOR(each.kind, seed, into, data))
			if err != nil {
				return err
			}
			lines = append(lines, string(line))
		}
	}
	if err := os.MkdirAll(*out, 0o755); err != nil {
		return err
	}
	return writeZipped(filepath.Join(*out, "decode.jsonl.gz"), lines)
}

// damagedCBOR returns a small document of a kind with a few mistakes.
func damagedCBOR(kind schema.GroupVersionKind, seed int64) ([]byte, error) {
	r := source(kind, seed)
	in, err := random(kind, seed, nil)
	if err != nil {
		return nil, err
	}
	object, err := decodeExternal([]byte(in))
	if err != nil {
		return nil, err
	}
	data, err := runtime.Encode(laxCBOR, object)
	if err != nil {
		return nil, err
	}
	document, _ := parseItem(data)
	pruneItem(r, document.parts[0], pick(r, []int{200, 500, 1500}))
	for range r.Intn(4) {
		pick(r, cborDamages)(r, document)
	}
	data = document.print(nil)
	if chance(r, 0.1) {
		data = brokenBytes(r, data)
	}
	return data, nil
}

// pruneItem removes entries other than the kind until few bytes are left.
func pruneItem(r *rand.Rand, document *item, most int) {
	for len(document.print(nil)) > most {
		object := document.where(r, func(one *item) bool {
			return isEntries(one) && (one != document || len(one.parts) > 4)
		})
		if object == nil {
			return
		}
		at := r.Intn(len(object.parts) / 2)
		if key := string(object.parts[2*at].bytes); object != document || key != "kind" && key != "apiVersion" {
			object.remove(at)
		}
	}
}

func judgeCBOR(kind schema.GroupVersionKind, seed int64, into string, data []byte) cborVerdict {
	judged := cborVerdict{Name: fmt.Sprint(kind, " ", seed), Into: into, Raw: data, GVK: kind.GroupVersion().String() + " " + kind.Kind}
	target := func() runtime.Object {
		switch into {
		case "unstructured":
			return &unstructured.Unstructured{}
		case "list":
			return &unstructured.UnstructuredList{}
		default:
			return nil
		}
	}
	object, _, err := laxCBOR.Decode(data, nil, target())
	if err != nil {
		judged.LaxErr = err.Error()
	} else {
		text, encErr := encode(laxJSON, object)
		if encErr == nil {
			judged.Lax = strings.TrimSuffix(text, "\n")
		}
		if judged.Recode, err = runtime.Encode(laxCBOR, object); err != nil && encErr == nil {
			encErr = err
		}
		if encErr != nil {
			judged.EncErr = encErr.Error()
		}
	}
	object, _, err = strictCBOR.Decode(data, nil, target())
	if err != nil {
		judged.StrictErr = err.Error()
		judged.StrictSoft = object != nil && runtime.IsStrictDecodingError(err)
	}
	return judged
}
