package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// cborObject is one line of the recorded objects: an object as JSON and as CBOR. The other members are present where
// they differ: the object decoded from CBOR, the CBOR of the untyped object, and the object decoded from that.
type cborObject struct {
	GVK         string `json:"gvk"`
	Seed        int64  `json:"seed"`
	JSON        string `json:"json"`
	CBOR        []byte `json:"cbor"`
	Back        string `json:"back,omitempty"`
	CBORDynamic []byte `json:"cborDynamic,omitempty"`
	FromDynamic string `json:"fromDynamic,omitempty"`
}

// recordCBORObjects runs the subcommand `cbor-objects`: it records the objects of a file again, without the fields that
// their types do not have any more.
func recordCBORObjects(args []string) error {
	if len(args) != 1 {
		return errUsage
	}
	addServers()
	if err := addMeta(); err != nil {
		return err
	}
	packed, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return err
	}
	scanner := bufio.NewScanner(unpacked)
	scanner.Buffer(nil, 64<<20)
	var lines []string
	for scanner.Scan() {
		var object cborObject
		if err := json.Unmarshal(scanner.Bytes(), &object); err != nil {
			return err
		}
		if err := object.record(); err != nil {
			return err
		}
		var line bytes.Buffer
		encoder := json.NewEncoder(&line)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(object); err != nil {
			return err
		}
		lines = append(lines, strings.TrimSuffix(line.String(), "\n"))
	}
	if err := scanner.Err(); err != nil {
		return err
	}
	return writeZipped(args[0], lines)
}

// record fills the members that follow from the JSON of the object.
func (o *cborObject) record() error {
	typed, err := decodeExternal([]byte(o.JSON))
	if err != nil {
		return err
	}
	if o.JSON, err = textOf(typed); err != nil {
		return err
	}
	if o.CBOR, err = runtime.Encode(laxCBOR, typed); err != nil {
		return err
	}
	if o.Back, err = o.decoded(o.CBOR); err != nil {
		return err
	}
	untyped := &unstructured.Unstructured{}
	if err := untyped.UnmarshalJSON([]byte(o.JSON)); err != nil {
		return err
	}
	dynamic, err := runtime.Encode(laxCBOR, untyped)
	if err != nil {
		return err
	}
	if o.FromDynamic, err = o.decoded(dynamic); err != nil {
		return err
	}
	if o.CBORDynamic = nil; !bytes.Equal(dynamic, o.CBOR) {
		o.CBORDynamic = dynamic
	}
	return nil
}

// decoded returns the JSON of an object, or an empty text if the line contains the same.
func (o *cborObject) decoded(data []byte) (string, error) {
	object, _, err := laxCBOR.Decode(data, nil, nil)
	if err != nil {
		return "", err
	}
	text, err := textOf(object)
	if text == o.JSON {
		text = ""
	}
	return text, err
}

func textOf(object runtime.Object) (string, error) {
	text, err := encode(laxJSON, object)
	return strings.TrimSuffix(text, "\n"), err
}
