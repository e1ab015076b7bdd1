package main

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/runtime/serializer/recognizer"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

func init() { area("codecs", recordCodecs) }

func recordCodecs(r *recorder) {
	recordKinds(r)
	recordTargets(r)
	recordStrictness(r)
	recordProtobufKinds(r)
	recordRecognition(r)
	recordVersioning(r)
	recordFactory(r)
}

var (
	strictYAML = json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme, scheme, json.SerializerOptions{Yaml: true, Strict: true})
	prettyJSON = json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme, scheme, json.SerializerOptions{Pretty: true})
	rawStorage = protobuf.NewRawSerializer(scheme, scheme)

	// serializers contains the serializers of the API server by name.
	serializers = map[string]runtime.Serializer{
		"json": laxJSON, "json pretty": prettyJSON, "json strict": strictJSON, "yaml": plainYAML, "yaml strict": strictYAML,
		"protobuf": storage, "raw": rawStorage,
	}
)

// stranger is an object of a type that is in no scheme.
type stranger struct {
	metav1.TypeMeta `json:",inline"`
	Name            string `json:"name,omitempty"`
}

func (s *stranger) DeepCopyObject() runtime.Object { copied := *s; return &copied }

// targetNamed returns an object to decode into: a kind, `unknown`, `stranger` or `unstructured`, which can have a kind.
func targetNamed(name string) runtime.Object {
	switch words := strings.Fields(name); {
	case name == "":
		return nil
	case name == "unknown":
		return &runtime.Unknown{}
	case name == "stranger":
		return &stranger{}
	case words[0] == "unstructured":
		object := &unstructured.Unstructured{}
		if len(words) > 1 {
			object.SetAPIVersion(words[1])
			object.SetKind(words[2])
		}
		return object
	default:
		return must(scheme.New(schema.FromAPIVersionAndKind(words[0], words[1])))
	}
}

// defaultsNamed parses a default kind: `apps/v1 Deployment`, a kind alone, or a version followed by a dash.
func defaultsNamed(name string) *schema.GroupVersionKind {
	if name == "" {
		return nil
	}
	version, kind, _ := strings.Cut(name, " ")
	gvk := schema.FromAPIVersionAndKind(strings.TrimPrefix(version, "-"), kind)
	return &gvk
}

// described returns an object in a comparable form; an object of the hub is shown as apps/v1.
func described(object runtime.Object) any {
	switch object := object.(type) {
	case nil:
		return nil
	case *runtime.Unknown:
		return map[string]any{
			"kind": object.Kind, "apiVersion": object.APIVersion, "raw": object.Raw,
			"contentType": object.ContentType, "contentEncoding": object.ContentEncoding,
		}
	case *stranger, *unstructured.Unstructured:
		return strings.TrimSpace(must(encode(laxJSON, object)))
	}
	kinds, _, err := scheme.ObjectKinds(object)
	if err == nil && kinds[0].Version == runtime.APIVersionInternal {
		return map[string]any{"hub": must(encodeTo(object, schema.GroupVersion{Group: "apps", Version: "v1"}))}
	}
	return strings.TrimSpace(must(encode(laxJSON, object)))
}

// class returns the results of the predicates for an error.
func class(err error) string {
	switch {
	case err == nil:
		return ""
	case runtime.IsStrictDecodingError(err):
		return "strict"
	case runtime.IsMissingKind(err):
		return "missing kind"
	case runtime.IsMissingVersion(err):
		return "missing version"
	case runtime.IsNotRegisteredError(err):
		return "not registered"
	case protobuf.IsNotMarshalable(err):
		return "not marshalable"
	default:
		return "other"
	}
}

// failure returns the class and the text of an error, or nil.
func failure(err error) any {
	if err == nil {
		return nil
	}
	return map[string]any{"class": class(err), "text": err.Error()}
}

// decodeWith returns all results of a decoder for some data.
func decodeWith(decoder runtime.Decoder, data []byte, defaults, into string) map[string]any {
	target := targetNamed(into)
	object, gvk, err := decoder.Decode(data, defaultsNamed(defaults), target)
	var kind any
	if gvk != nil {
		kind = gvk.String()
	}
	return map[string]any{
		"object": described(object), "gvk": kind, "into": object != nil && object == target, "err": failure(err),
	}
}

// document returns the data of a case, as text or bytes.
func document(data string) any {
	if utf8.ValidString(data) && !strings.HasPrefix(data, "k8s") {
		return map[string]any{"text": data}
	}
	return map[string]any{"bytes": []byte(data)}
}

// decoding adds a case that decodes with one of the serializers.
func (r *recorder) decoding(rule, serializer, data, defaults, into string) {
	in := map[string]any{"with": serializer, "data": document(data), "defaults": defaults, "into": into}
	r.add(rule, in, decodeWith(serializers[serializer], []byte(data), defaults, into))
}

// The kind in the data takes precedence, then the defaults, then the object to decode into.
func recordKinds(r *recorder) {
	for _, data := range []string{
		`{"kind":"Deployment","apiVersion":"apps/v1"}`, `{"kind":"Deployment"}`, `{"apiVersion":"apps/v1"}`, `{}`,
		`{"kind":"Deployment","apiVersion":"apps/v1beta1"}`, `{"kind":"Nothing","apiVersion":"apps/v1"}`,
		`{"Kind":"Deployment","APIVERSION":"apps/v1"}`, `{"kind":"Deployment","apiVersion":"apps/"}`,
	} {
		for _, defaults := range []string{"", "apps/v1 Deployment", "extensions/v1beta1 Deployment", "apps/v1 ", "- Deployment"} {
			for _, into := range []string{"", "apps/v1 Deployment", "v1 ConfigMap"} {
				r.decoding("data_then_defaults_then_target_say_the_kind", "json", data, defaults, into)
			}
		}
	}
	for _, data := range []string{"{}", " { } ", `{"kind":"Pod"}`, `{"apiVersion":"v1"}`, `{"kind":"","apiVersion":"v1","a":"<"}`} {
		r.decoding("missing_kind_and_version_show_the_data", "json", data, "", "")
		r.decoding("missing_kind_and_version_show_the_data", "yaml", data, "", "")
	}
	r.decoding("missing_kind_and_version_show_the_data", "yaml", "kind: Pod # here\n", "", "")
	for _, version := range []string{"a/b/c", "/", "/v1", "apps/v1/"} {
		r.decoding("an_api_version_is_a_group_and_a_version", "json", `{"kind":"Deployment","apiVersion":"`+version+`"}`, "", "")
		r.decoding("an_api_version_is_a_group_and_a_version", "yaml", "kind: Deployment\napiVersion: "+version+"\n", "", "")
	}
}

func recordTargets(r *recorder) {
	deployment := `{"kind":"Deployment","apiVersion":"apps/v1","spec":{"paused":true}}`
	for _, data := range []string{deployment, " " + deployment + "\n", `{"kind":"Gadget"}`, `{"a":1}`, "kind: Deployment\napiVersion: apps/v1\n"} {
		for _, serializer := range []string{"json", "yaml", "json strict", "yaml strict"} {
			if serializer[0] == 'y' || data[0] != 'k' {
				r.decoding("unknown_takes_the_original_bytes", serializer, data, "", "unknown")
			}
		}
	}
	r.decoding("unknown_takes_the_original_bytes", "json", `{"a":1}`, "apps/v1 Deployment", "unknown")
	for _, serializer := range []string{"json", "json strict", "yaml"} {
		r.decoding("unregistered_types_are_filled_whatever_the_data_says", serializer, `{"kind":"Deployment","name":"x"}`, "", "stranger")
		r.decoding("unregistered_types_are_filled_whatever_the_data_says", serializer, `{"name":"x","nam":"y"}`, "apps/v1 Deployment", "stranger")
		for _, into := range []string{"unstructured", "unstructured apps/v1 Deployment"} {
			r.decoding("unstructured_objects_are_filled_whatever_the_data_says", serializer, `{"kind":"Gadget","apiVersion":"x/v1","b":1,"a":[1.5,null]}`, "", into)
			r.decoding("unstructured_objects_are_filled_whatever_the_data_says", serializer, `{"kind":"Gadget","b":1}`, "", into)
			r.decoding("unstructured_objects_are_filled_whatever_the_data_says", serializer, `{"kind":"Gadget","apiVersion":"x/v1","b":{"c":1,"c":2}}`, "", into)
		}
	}
	for _, data := range []string{deployment, `{"kind":"Deployment","apiVersion":"apps/v1beta1"}`, `{"spec":{"replicas":2}}`} {
		for _, into := range []string{"apps/v1 Deployment", "apps/v1beta1 Deployment", "v1 ConfigMap"} {
			for _, serializer := range []string{"json", "yaml", "json strict"} {
				r.decoding("data_of_another_kind_becomes_another_object", serializer, data, "", into)
			}
		}
	}
}

func recordStrictness(r *recorder) {
	header := `{"kind":"ConfigMap","apiVersion":"v1",`
	for _, rest := range []string{`"dat":{}}`, `"data":{"a":"1","a":"2"}}`, `"data":{"a":"1"},"data":{"b":"2"},"x":1,"y":{"x":1}}`, `"metadata":{"nam":"x"}}`} {
		for _, into := range []string{"", "v1 ConfigMap", "v1 Secret", "unknown"} {
			r.decoding("strict_errors_come_with_the_object", "json strict", header+rest, "", into)
			r.decoding("strict_errors_come_with_the_object", "yaml strict", header+rest, "", into)
		}
		r.decoding("lax_serializers_drop_without_an_error", "json", header+rest, "", "")
		r.decoding("lax_serializers_drop_without_an_error", "yaml", header+rest, "", "")
	}
	for _, text := range []string{
		"kind: ConfigMap\napiVersion: v1\ndata: {a: x}\ndata: {b: z}\nunknown: 1\n",
		"kind: ConfigMap\nkind: Secret\napiVersion: v1\n", "kind: ConfigMap\napiVersion: v1\n---\nx: 1\n",
		"kind: ConfigMap\napiVersion: v1\nmetadata:\n  name: a\n  nam: b\n  name: c\n",
	} {
		r.decoding("strict_yaml_tells_repeated_keys_first", "yaml strict", text, "", "")
		r.decoding("strict_yaml_tells_repeated_keys_first", "yaml", text, "", "")
	}
}

// envelope returns a stored object whose envelope contains its kind.
func envelope(apiVersion, kind string, raw []byte, contentType string) string {
	unknown := runtime.Unknown{TypeMeta: runtime.TypeMeta{APIVersion: apiVersion, Kind: kind}, Raw: raw, ContentType: contentType}
	return "k8s\x00" + string(must(unknown.Marshal()))
}

func recordProtobufKinds(r *recorder) {
	object := must(decodeExternal([]byte(`{"kind":"ConfigMap","apiVersion":"v1","data":{"a":"b"}}`)))
	raw := must(runtime.Encode(rawStorage, object))
	for _, data := range []string{"", "k8s", "k8s\x00", "{}", "k8t\x00abc"} {
		for _, into := range []string{"", "unknown", "v1 ConfigMap"} {
			r.decoding("what_is_no_envelope_is_refused", "protobuf", data, "", into)
		}
	}
	for _, meta := range [][2]string{{"v1", "ConfigMap"}, {"", "ConfigMap"}, {"v1", ""}, {"", ""}, {"v2", "ConfigMap"}, {"a/b/c", "ConfigMap"}, {"apps/v1", "ConfigMap"}} {
		data := envelope(meta[0], meta[1], raw, "")
		for _, defaults := range []string{"", "v1 ConfigMap", "apps/v1 ConfigMap", "v1 ", "- ConfigMap"} {
			for _, into := range []string{"", "v1 ConfigMap", "v1 Secret", "unknown"} {
				r.decoding("an_envelope_is_completed_by_defaults_and_target", "protobuf", data, defaults, into)
			}
		}
	}
	nested := envelope("v1", "ConfigMap", []byte(envelope("v1", "ConfigMap", raw, "")), "x")
	r.decoding("an_envelope_in_an_envelope_is_protobuf", "protobuf", nested, "", "unknown")
	r.decoding("an_envelope_in_an_envelope_is_protobuf", "protobuf", envelope("v1", "A", []byte("{}"), "application/json"), "", "unknown")
	for _, data := range []string{"", string(raw), "\xff"} {
		for _, defaults := range []string{"", "v1 ConfigMap", "- ConfigMap", "v1 Secret"} {
			for _, into := range []string{"v1 ConfigMap", "unknown"} {
				r.decoding("raw_messages_are_of_the_kind_of_the_target", "raw", data, defaults, into)
			}
		}
	}
	for _, name := range []string{"protobuf", "raw"} {
		object := targetNamed("unstructured v1 ConfigMap")
		_, err := runtime.Encode(serializers[name], object)
		r.add("objects_without_message_are_not_marshalable", name, failure(err))
	}
	unknown := &runtime.Unknown{TypeMeta: runtime.TypeMeta{APIVersion: "v1", Kind: "A"}, Raw: []byte(`{ "a":1 }`), ContentType: runtime.ContentTypeJSON}
	for _, name := range []string{"json", "json pretty", "yaml", "protobuf", "raw"} {
		r.add("unknown_is_written_as_it_is", name, must(runtime.Encode(serializers[name], unknown)))
	}
}

func recordRecognition(r *recorder) {
	for _, data := range []string{"", "{", " \n\t{}", "\u00a0{", "\u2003 {}", "\v{", "x{", "[", "k8s\x00", "k8s", "---\n{}", "\xff{", "k8s\x00{"} {
		opinions := map[string]string{}
		for _, name := range []string{"json", "yaml", "protobuf"} {
			ok, unknown, _ := serializers[name].(recognizer.RecognizingDecoder).RecognizesData([]byte(data))
			opinions[name] = map[bool]string{true: "yes", false: map[bool]string{true: "unknown", false: "no"}[unknown]}[ok]
		}
		r.add("serializers_recognize_data_by_how_it_begins", document(data), opinions)
	}
	for _, order := range []string{"json", "protobuf", "json,protobuf", "yaml,json", "json,yaml", "raw,yaml", "raw", "yaml,raw", "yaml strict,yaml", ""} {
		var decoders []runtime.Decoder
		for name := range strings.SplitSeq(order, ",") {
			if name != "" {
				decoders = append(decoders, serializers[name])
			}
		}
		decoder := recognizer.NewDecoder(decoders...)
		for _, data := range []string{`{"kind":"ConfigMap","apiVersion":"v1"}`, "{kind: ConfigMap, apiVersion: v1}", "kind: ConfigMap\napiVersion: v1\nx: 1\n", "kind: ConfigMap\n", envelope("v1", "ConfigMap", nil, "")} {
			out := decodeWith(decoder, []byte(data), "", "")
			delete(out, "into")
			if failed, ok := out["err"].(map[string]any); ok && strings.HasPrefix(failed["text"].(string), "this serializer requires an object") {
				failed["text"] = "this serializer requires an object"
			}
			r.add("the_sure_decoder_decodes_and_the_others_are_tried", map[string]any{"order": order, "data": document(data)}, out)
		}
	}
}

// versionsNamed parses versions separated by commas.
func versionsNamed(names string) schema.GroupVersions {
	var versions schema.GroupVersions
	for name := range strings.SplitSeq(names, ",") {
		if name != "" {
			versions = append(versions, must(schema.ParseGroupVersion(name)))
		}
	}
	return versions
}

func recordVersioning(r *recorder) {
	documents := []string{
		`{"kind":"Deployment","apiVersion":"apps/v1"}`, `{"kind":"Deployment","apiVersion":"extensions/v1beta1","spec":{"replicas":3}}`,
		`{"kind":"ConfigMap","apiVersion":"v1","data":{"a":"b"}}`, `{"kind":"Gadget","apiVersion":"x/v1"}`, `{"kind":"Deployment"}`,
		`{"kind":"Status","apiVersion":"v1","status":"Success"}`, `{"spec":{}}`,
	}
	for _, data := range documents {
		for _, versions := range []string{"", "apps/v1", "v1", "v1,apps/v1"} {
			if versions == "" && strings.Contains(data, "ConfigMap") {
				continue
			}
			for _, defaults := range []string{"", "apps/v1beta1 Deployment"} {
				if defaults != "" && (versions != "" || strings.Contains(data, "apiVersion")) {
					continue
				}
				decoder := legacyscheme.Codecs.UniversalDecoder(versionsNamed(versions)...)
				in := map[string]any{"versions": versions, "data": document(data), "defaults": defaults, "into": ""}
				r.add("decoding_fills_defaults_and_converts", in, decodeWith(decoder, []byte(data), defaults, ""))
			}
		}
	}
	for _, data := range documents {
		for _, into := range []string{"apps/v1 Deployment", "apps/__internal Deployment", "unknown", "unstructured", "unstructured apps/v1 Deployment"} {
			decoder := legacyscheme.Codecs.UniversalDecoder()
			in := map[string]any{"versions": "", "data": document(data), "defaults": "", "into": into}
			r.add("decoding_into_an_object_converts_to_its_kind", in, decodeWith(decoder, []byte(data), "", into))
		}
	}
	for _, data := range append(documents[:4:4], documents[5]) {
		for _, into := range []string{"", "unstructured", "unknown"} {
			object, _, err := laxJSON.Decode([]byte(data), nil, targetNamed(into))
			if err != nil {
				continue
			}
			for _, versions := range []string{"none", "disabled", "apps/v1", "extensions/v1beta1,apps/v1", "v1", "batch/v1"} {
				var target runtime.GroupVersioner = versionsNamed(versions)
				switch {
				case versions == "none" || versions == "disabled":
					target = nil
				case !strings.Contains(versions, ","):
					target = versionsNamed(versions)[0]
				}
				if versions == "none" && into != "" || strings.Contains(data, `"extensions/`) && into == "" && versions == "apps/v1" {
					continue
				}
				codec := legacyscheme.Codecs.EncoderForVersion(laxJSON, target)
				if versions == "none" {
					codec = runtime.WithVersionEncoder{Encoder: laxJSON, ObjectTyper: scheme}
				}
				text, err := encode(codec, object)
				in := map[string]any{"data": document(data), "into": into, "versions": versions}
				r.add("encoding_converts_what_needs_it", in, map[string]any{"text": text, "err": failure(err)})
			}
		}
	}
}

func recordFactory(r *recorder) {
	codecs := legacyscheme.Codecs
	var types []any
	for _, info := range codecs.SupportedMediaTypes() {
		entry := map[string]any{
			"type": info.MediaType, "main": info.MediaTypeType, "sub": info.MediaTypeSubType, "text": info.EncodesAsText,
			"serializer": string(info.Serializer.Identifier()), "strict": string(info.StrictSerializer.Identifier()), "pretty": nil, "stream": nil,
		}
		if info.PrettySerializer != nil {
			entry["pretty"] = string(info.PrettySerializer.Identifier())
		}
		if info.StreamSerializer != nil {
			entry["stream"] = map[string]any{"text": info.StreamSerializer.EncodesAsText, "serializer": string(info.StreamSerializer.Serializer.Identifier())}
		}
		types = append(types, entry)
	}
	r.add("media_types_come_in_order_with_their_serializers", nil, types)
	for _, name := range []string{"application/json", "application/yaml", "application/vnd.kubernetes.protobuf", "application/cbor", "", "application/json; charset=utf-8", "*/*"} {
		info, ok := runtime.SerializerInfoForMediaType(codecs.SupportedMediaTypes(), name)
		r.add("a_media_type_is_found_by_its_exact_name", name, map[string]any{"found": ok, "type": info.MediaType})
	}
	identifiers := map[string]runtime.Encoder{
		"base64 json": runtime.NewBase64Serializer(laxJSON, laxJSON), "noop": runtime.NoopEncoder{Decoder: laxJSON},
		"versioning apps/v1":         codecs.EncoderForVersion(storage, schema.GroupVersion{Group: "apps", Version: "v1"}),
		"versioning apps/v1,v1":      codecs.LegacyCodec(versionsNamed("apps/v1,v1")...),
		"versioning disabled":        codecs.EncoderForVersion(plainYAML, nil),
		"versioning internal":        codecs.EncoderForVersion(laxJSON, runtime.InternalGroupVersioner),
		"without conversion apps/v1": codecs.WithoutConversion().EncoderForVersion(laxJSON, schema.GroupVersion{Group: "apps", Version: "v1"}),
	}
	for name, serializer := range serializers {
		identifiers[name] = serializer
	}
	for _, name := range sortedKeys(identifiers) {
		r.add("identifiers_say_what_makes_the_encoding", name, string(identifiers[name].Identifier()))
	}
	for _, data := range []string{`{"kind":"Deployment","apiVersion":"apps/v1"}`, `{"kind":"ConfigMap","apiVersion":"v1"}`, `{"kind":"Deployment"}`} {
		decoder := codecs.WithoutConversion().DecoderToVersion(laxJSON, schema.GroupVersion{Group: "extensions", Version: "v1beta1"})
		for _, into := range []string{"", "apps/v1 Deployment", "unknown", "unstructured"} {
			in := map[string]any{"data": document(data), "into": into}
			r.add("without_conversion_decoding_forgets_the_kind", in, decodeWith(decoder, []byte(data), "", into))
		}
		for _, version := range []string{"apps/v1", "extensions/v1beta1", "apps/v1beta1", "batch/v1"} {
			for _, into := range []string{"", "unstructured", "unknown", "stranger"} {
				object, _, err := laxJSON.Decode([]byte(data), nil, targetNamed(into))
				if err != nil {
					continue
				}
				encoder := codecs.WithoutConversion().EncoderForVersion(laxJSON, versionsNamed(version)[0])
				text, err := encode(encoder, object)
				in := map[string]any{"data": document(data), "into": into, "versions": version}
				r.add("without_conversion_encoding_only_says_the_kind", in, map[string]any{"text": text, "err": failure(err)})
			}
		}
	}
	base64 := runtime.NewBase64Serializer(laxJSON, laxJSON)
	config := must(decodeExternal([]byte(`{"kind":"ConfigMap","apiVersion":"v1"}`)))
	text := must(encode(base64, config))
	r.add("base64_wraps_another_encoding", text, decodeWith(base64, []byte(text), "", ""))
	r.add("base64_wraps_another_encoding", "e30=", decodeWith(base64, []byte("e30="), "", ""))
	_, err := runtime.Encode(runtime.NoopEncoder{Decoder: laxJSON}, config)
	r.add("noop_halves_refuse", "encode", err.Error())
	_, err = runtime.Decode(runtime.NoopDecoder{Encoder: laxJSON}, nil)
	r.add("noop_halves_refuse", "decode", err.Error())
}

func sortedKeys[V any](values map[string]V) []string {
	return slices.Sorted(maps.Keys(values))
}
