package main

import (
	"encoding/binary"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
)

func init() { area("protobuf", recordProtobuf) }

func recordProtobuf(r *recorder) {
	recordWireOutput(r)
	recordWireInput(r)
}

// stored adds a rule whose cases are documents with their stored form.
func (r *recorder) stored(rule string, documents ...string) {
	for _, document := range documents {
		object, err := decodeExternal([]byte(document))
		if err == nil {
			bytes, err := runtime.Encode(storage, object)
			r.add(rule, document, outcome(bytes, err))
		} else {
			r.add(rule, document, outcome(nil, err))
		}
	}
}

func recordWireOutput(r *recorder) {
	r.stored("the_envelope_names_kind_and_version_and_ends_with_two_empty_fields",
		`{"kind":"ConfigMap","apiVersion":"v1"}`, `{"kind":"Deployment","apiVersion":"apps/v1"}`, `{"kind":"Deployment","apiVersion":"extensions/v1beta1"}`, `{"kind":"ConfigMapList","apiVersion":"v1"}`)
	r.stored("plain_values_and_structs_are_always_written",
		`{"kind":"Service","apiVersion":"v1","spec":{"ports":[{}]}}`, `{"kind":"Pod","apiVersion":"v1","spec":{"containers":[{}]}}`, `{"kind":"Event","apiVersion":"v1"}`, `{"kind":"Deployment","apiVersion":"apps/v1"}`, `{"kind":"Secret","apiVersion":"v1"}`)
	r.stored("pointers_are_written_if_they_are_set",
		`{"kind":"Deployment","apiVersion":"apps/v1","spec":{"replicas":0,"revisionHistoryLimit":null}}`, `{"kind":"ConfigMap","apiVersion":"v1","immutable":false}`, `{"kind":"Pod","apiVersion":"v1","spec":{"containers":[],"securityContext":{},"hostUsers":false}}`,
		`{"kind":"Pod","apiVersion":"v1","spec":{"volumes":[{"name":"a","emptyDir":{}}]}}`, `{"kind":"Deployment","apiVersion":"apps/v1","spec":{"selector":{}}}`)
	r.stored("lists_and_maps_are_written_if_they_are_not_empty",
		`{"kind":"ConfigMap","apiVersion":"v1","data":{},"binaryData":{}}`, `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"finalizers":[],"ownerReferences":[{}]}}`, `{"kind":"ConfigMapList","apiVersion":"v1","items":[{},{}]}`, `{"kind":"ConfigMapList","apiVersion":"v1","items":[]}`,
		`{"kind":"ConfigMap","apiVersion":"v1","metadata":{"finalizers":["",""]}}`)
	r.stored("bytes_are_written_if_they_are_not_nil", `{"kind":"Secret","apiVersion":"v1","data":{"a":"","b":null,"c":"aGk="}}`, `{"kind":"ConfigMap","apiVersion":"v1","binaryData":{"a":"","b":null,"c":"/w=="}}`)
	r.stored("map_entries_are_sorted_by_the_bytes_of_their_keys", `{"kind":"ConfigMap","apiVersion":"v1","data":{"b":"1","a":"2","B":"3","é":"4","":"5","a10":"6","a2":"7"}}`, `{"kind":"ConfigMap","apiVersion":"v1","data":{"a":""}}`,
		`{"kind":"Node","apiVersion":"v1","status":{"capacity":{"memory":"1024Mi","cpu":"1.500"}}}`)
	r.stored("negative_integers_take_ten_bytes", `{"kind":"Deployment","apiVersion":"apps/v1","spec":{"replicas":-1}}`, `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"generation":-9223372036854775808,"deletionGracePeriodSeconds":-1}}`, `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"generation":9223372036854775807}}`)
	r.stored("fields_ascend_by_number", `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"managedFields":[{"fieldsV1":{"f:a":{}},"manager":"m","operation":"Apply","time":"2018-06-01T10:00:00Z"}],"annotations":{"a":"b"},"labels":{"a":"b"},"name":"n","uid":"u","creationTimestamp":"2018-06-01T10:00:00Z"},"binaryData":{"x":"aGk="},"data":{"x":"y"},"immutable":true}`)
	r.stored("raw_json_is_stored_as_it_stands", `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"managedFields":[{"fieldsV1":{ "f:a" : {} }}]}}`, `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"managedFields":[{"fieldsV1":null}]}}`)
}

// message is an encoded body, field after field.
type message []byte

// Clipped, so that messages with the same beginning do not share what follows it.
func (m message) tag(number, wire uint64) message {
	return binary.AppendUvarint(slices.Clip(m), number<<3|wire)
}

func (m message) varint(number, value uint64) message {
	return binary.AppendUvarint(m.tag(number, 0), value)
}
func (m message) bytes(number uint64, value string) message {
	return append(binary.AppendUvarint(m.tag(number, 2), uint64(len(value))), value...)
}
func (m message) message(number uint64, value message) message { return m.bytes(number, string(value)) }
func (m message) raw(value ...byte) message                    { return append(slices.Clip(m), value...) }

// read adds a rule whose cases are bodies of a ConfigMap with the decoded result.
func (r *recorder) read(rule string, bodies ...message) {
	for _, body := range bodies {
		unknown := runtime.Unknown{TypeMeta: runtime.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"}, Raw: body}
		r.readStored(rule, slices.Concat([]byte("k8s\x00"), must(unknown.Marshal())))
	}
}

func (r *recorder) readStored(rule string, data []byte) {
	object, _, err := storage.Decode(data, nil, nil)
	if err != nil {
		r.add(rule, data, outcome(nil, err))
		return
	}
	text, err := encode(laxJSON, object)
	r.add(rule, data, outcome(strings.TrimSuffix(text, "\n"), err))
}

// Fields of a ConfigMap, of its metadata, and of an entry of a map.
const (
	metadataField, dataField, binaryDataField, immutableField = 1, 2, 3, 4
	nameField, generationField, createdField, graceField      = 1, 7, 8, 10
	keyField, valueField                                      = 1, 2
)

func recordWireInput(r *recorder) {
	var none message
	named := none.message(metadataField, none.bytes(nameField, "a"))
	r.read("unknown_fields_are_skipped",
		named.varint(99, 7), named.bytes(99, "x"), named.tag(99, 1).raw(1, 2, 3, 4, 5, 6, 7, 8), named.tag(99, 5).raw(1, 2, 3, 4), none.message(metadataField, none.bytes(99, "x").bytes(nameField, "b")),
		named.tag(99, 1).raw(1, 2, 3), named.tag(99, 5).raw(1), named.tag(99, 6), named.tag(99, 7))
	r.read("groups_are_skipped_by_their_depth", named.tag(99, 3).varint(1, 1).tag(99, 4).varint(immutableField, 1), named.tag(99, 3).tag(98, 3).tag(97, 4).tag(99, 4), named.tag(99, 3).varint(1, 1), named.tag(99, 3).tag(99, 3).tag(99, 4), named.tag(99, 4), named.tag(metadataField, 4), named.tag(metadataField, 3).tag(metadataField, 4))
	r.read("wrong_wire_types_are_errors",
		none.varint(metadataField, 1), none.varint(dataField, 1), none.bytes(immutableField, "x"), none.message(metadataField, none.varint(nameField, 1)), none.message(metadataField, none.bytes(generationField, "")), none.message(dataField, none.varint(keyField, 1)),
		none.message(metadataField, none.message(createdField, none.bytes(1, ""))), none.tag(immutableField, 5).raw(0, 0, 0, 0), none.message(metadataField, none.varint(createdField, 1)))
	r.read("tags_of_zero_are_errors", none.raw(0, 0), none.raw(2, 0), none.message(metadataField, message{}.raw(0)), none.raw(7), none.raw(0x80, 0x80, 0x80, 0x80, 0x10, 0))
	r.read("varints_of_more_than_ten_bytes_are_errors", none.tag(immutableField, 0).raw(slices.Repeat([]byte{0x80}, 10)...).raw(1), none.raw(slices.Repeat([]byte{0xff}, 10)...).raw(1), none.tag(immutableField, 0).raw(slices.Repeat([]byte{0xff}, 9)...).raw(1), none.tag(immutableField, 0).raw(slices.Repeat([]byte{0xff}, 9)...).raw(0x7f),
		none.tag(metadataField, 2).raw(slices.Repeat([]byte{0x80}, 10)...).raw(1), none.tag(99, 0).raw(slices.Repeat([]byte{0x80}, 10)...).raw(1))
	r.read("lengths_beyond_the_end_are_errors", none.tag(metadataField, 2).raw(5, 1), none.tag(metadataField, 2), none.tag(metadataField, 2).raw(slices.Repeat([]byte{0xff}, 9)...).raw(1),
		none.message(dataField, none.bytes(keyField, "a").tag(valueField, 2).raw(9)), none.tag(99, 2).raw(9), none.raw(0x80), none.tag(immutableField, 0), none.tag(immutableField, 0).raw(0x80), none.tag(99, 2).raw(slices.Repeat([]byte{0xff}, 9)...).raw(1))
	r.read("of_repeated_values_the_last_wins", none.varint(immutableField, 1).varint(immutableField, 0), none.message(metadataField, none.bytes(nameField, "a").bytes(nameField, "b").varint(generationField, 1).varint(generationField, 2)))
	r.read("repeated_messages_merge", named.message(metadataField, none.varint(generationField, 3)), none.message(metadataField, none.message(createdField, none.varint(1, 5)).message(createdField, none.varint(2, 5))), named.message(metadataField, none))
	r.read("integers_are_cut_and_truth_is_not_zero", none.varint(immutableField, 2), none.varint(immutableField, 1<<32), none.message(metadataField, none.varint(graceField, 1<<63)))
	r.read("entries_of_maps_may_be_incomplete", none.message(dataField, none), none.message(dataField, none.bytes(keyField, "a")), none.message(dataField, none.bytes(valueField, "x")), none.message(dataField, none.bytes(valueField, "x").bytes(keyField, "a")), none.message(dataField, none.bytes(keyField, "a").bytes(valueField, "x").bytes(keyField, "b")),
		none.message(dataField, none.bytes(keyField, "a").bytes(valueField, "x")).message(dataField, none.bytes(keyField, "a").bytes(valueField, "y")), none.message(dataField, none.bytes(99, "?").bytes(keyField, "a")), none.message(binaryDataField, none.bytes(keyField, "a")), none.message(binaryDataField, none.bytes(keyField, "a").bytes(valueField, "")))
	r.read("text_is_not_checked", none.message(metadataField, none.bytes(nameField, "\xff")), none.message(dataField, none.bytes(keyField, "a\xc3").bytes(valueField, "\xed\xa0\x80")))
	r.read("nothing_is_an_empty_object", none)
}
