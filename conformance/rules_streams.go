package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	jsonserializer "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/runtime/serializer/streaming"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/apimachinery/pkg/watch"
	clientwatch "k8s.io/client-go/rest/watch"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

func init() { area("streams", recordStreams) }

// frameKeeper is a decoder that stores the frame.
type frameKeeper struct{ frame []byte }

func (k *frameKeeper) Decode(data []byte, _ *schema.GroupVersionKind, _ runtime.Object) (runtime.Object, *schema.GroupVersionKind, error) {
	k.frame = bytes.Clone(data)
	return nil, nil, nil
}

// mostFrames is the maximum number of frames read from a stream, since an error can be returned repeatedly.
const mostFrames = 6

// framesOf returns the frames and errors of a stream up to its end, as texts.
func framesOf(framer runtime.Framer, stream []byte) []any {
	keeper := &frameKeeper{}
	decoder := streaming.NewDecoder(framer.NewFrameReader(io.NopCloser(bytes.NewReader(stream))), keeper)
	return upToEnd(func() (any, error) {
		_, _, err := decoder.Decode(nil, nil)
		return string(keeper.frame), err
	})
}

// upToEnd calls a function until it reports the end.
func upToEnd(next func() (any, error)) []any {
	found := []any{}
	for len(found) < mostFrames {
		value, err := next()
		if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		found = append(found, outcome(value, err))
	}
	return found
}

func recordStreams(r *recorder) {
	recordFrames(r)
	recordTooLarge(r)
	recordDocuments(r)
	recordWatch(r)
	recordNegotiation(r)
}

func recordFrames(r *recorder) {
	for _, stream := range []string{
		"", " \n", "{}", "{\"a\":1}{\"b\":[{}]}", " {\"a\": \"}\"}\n\n[1, 2] \"x\" 12 true\n", "{\"a\":\"\\\"\"}{}",
		"{\"a\" 1}{}", "{}\n{\"a\":", "{}x{}", "[}{}", "{\"a\":01}", "\"a\nb\"", "{}]", "{\"a\":1}\n---\n{}",
	} {
		r.add("json_frames_are_values", stream, framesOf(jsonserializer.Framer, []byte(stream)))
	}
	for _, stream := range []string{
		"", "a: 1", "a: 1\n", "a: 1\n---\nb: 2\n", "---\na: 1\n---\nb: 2", "a: 1\n--- # c\nb: 2\n", "\n---\n# c\n---\n",
		"---\n---\n---\n", " ---\na: 1\n", "a: |\n  x\n---\n  y\n", "a: 1\r\n---\r\nb: 2\r\n", "a: 1\n---", "a: 1\n--- ",
		"a: 1\n---\n\n\nb: 2\n\n", "a: 1\n---- b\nc: 3\n", "a: 1\n--- b: 2\nc: 3\n", "--- a: 1\n",
	} {
		r.add("yaml_frames_are_documents", stream, framesOf(jsonserializer.YAMLFramer, []byte(stream)))
	}
	for _, stream := range []string{
		"", "\x00\x00\x00\x03abc", "\x00\x00\x00\x00\x00\x00\x00\x01a", "\x00\x00\x00", "\x00\x00\x00\x03ab",
		"\x00\x00\x00\x03", "\x00\x00\x00\x01a\x00",
	} {
		r.add("protobuf_frames_have_their_length_before_them", hex.EncodeToString([]byte(stream)), framesOf(protobuf.LengthDelimitedFramer, []byte(stream)))
	}
	framers := map[string]runtime.Framer{
		"json": jsonserializer.Framer, "yaml": jsonserializer.YAMLFramer, "protobuf": protobuf.LengthDelimitedFramer,
	}
	for _, name := range []string{"json", "protobuf", "yaml"} {
		var out bytes.Buffer
		writer := framers[name].NewFrameWriter(&out)
		for _, frame := range []string{"{\"a\":1}\n", "{}\n", ""} {
			must(writer.Write([]byte(frame)))
		}
		r.add("frames_are_written_one_behind_the_other", name, out.String())
	}
}

// recordTooLarge records the sizes of the frames of a stream that begins with a large one.
func recordTooLarge(r *recorder) {
	sizes := func(framer runtime.Framer, stream []byte) []any {
		found := framesOf(framer, stream)
		for _, frame := range found {
			if text, ok := frame.(map[string]any)["ok"].(string); ok {
				frame.(map[string]any)["ok"] = len(text)
			}
		}
		return found
	}
	for _, size := range []int{1024, 1025, 16 << 20, 16<<20 + 1, 40 << 20} {
		value := "\"" + strings.Repeat("x", size-2) + "\""
		r.add("json_frames_have_16_mib_at_most", size, sizes(jsonserializer.Framer, []byte(value+"{}")))
		length := []byte{byte(size >> 24), byte(size >> 16), byte(size >> 8), byte(size)}
		stream := append(append(length, value...), 0, 0, 0, 2, '{', '}')
		r.add("protobuf_frames_have_16_mib_at_most", size, sizes(protobuf.LengthDelimitedFramer, stream))
	}
	for _, size := range []int{4096, 4097, 5<<20 - 100, 5 << 20, 5<<20 + 1} {
		stream := "\"" + strings.Repeat("x", size-2) + "\"\n---\na: 1"
		r.add("yaml_frames_have_5_mib_at_most", size, sizes(jsonserializer.YAMLFramer, []byte(stream)))
	}
}

func recordDocuments(r *recorder) {
	for _, stream := range []string{
		"", "a: 1\n", "a: 1\n---\nb: 2\n", "{\"a\":1}", "{\"a\":1}{\"b\":2} {\"c\":3}", "\n {\"a\":1}\n---\nb: 2\n",
		"{\"a\":1}\n---\n{\"b\":2}\n", "{a: 1}\n", "{a: 1}\n---\nb: [2]\n", "{\"a\":1}\n{\"b\":2}\n---\nc: 3\n",
		"{\"a\":1}\n  b: 2\n", "{", "{a}", "{a: [}", "{\"a\":", "{\"a\": 1}\nb: [\n", "{\"a\":1}{\"b\":2}x", "a: [\n---\nb: 1\n",
		"a: 1\n--- b\n", "---\n# c\n---\na: 1\n", "{\"a\":1}x", "{\"a\":1}xyz", "  {a: 1}\n", "{\"a\":1} {b: 2}\n", "[{\"a\":1}]",
		"a: |\n  x\n\n---\nb: |\n  y", "a: |\r\n  x\r\n---\r\nb: 1", "a: \"x\n---\nb\"\n",
	} {
		decoder := yaml.NewYAMLOrJSONDecoder(strings.NewReader(stream), 4096)
		r.add("documents_are_yaml_or_json", stream, upToEnd(func() (any, error) {
			var value any
			err := decoder.Decode(&value)
			return value, err
		}))
	}
}

// streamForm is the form of a sequence of events in a format.
type streamForm struct {
	framer   runtime.Framer
	events   runtime.Serializer
	embedded runtime.Serializer
}

func streamForms() map[string]streamForm {
	forms := map[string]streamForm{}
	for _, info := range legacyscheme.Codecs.SupportedMediaTypes() {
		if stream := info.StreamSerializer; stream != nil {
			forms[info.MediaType] = streamForm{stream.Framer, stream.Serializer, info.Serializer}
		}
	}
	return forms
}

func recordWatch(r *recorder) {
	forms := streamForms()
	object := &appsv1.Deployment{
		TypeMeta:   metav1.TypeMeta{APIVersion: "apps/v1", Kind: "Deployment"},
		ObjectMeta: metav1.ObjectMeta{Name: "a<b"},
	}
	for _, name := range slices.Sorted(maps.Keys(forms)) {
		form := forms[name]
		var out bytes.Buffer
		events := clientwatch.NewEncoder(streaming.NewEncoder(form.framer.NewFrameWriter(&out), form.events), form.embedded)
		for _, event := range []watch.EventType{watch.Added, watch.Modified, watch.Deleted, watch.Bookmark, watch.Error} {
			if err := events.Encode(&watch.Event{Type: event, Object: object}); err != nil {
				panic(err)
			}
		}
		r.add("events_are_frames_around_encoded_objects", name, hex.EncodeToString(out.Bytes()))
		r.add("events_are_read_with_two_decoders", []string{name, hex.EncodeToString(out.Bytes())}, eventsOf(form, out.Bytes()))
	}
	for _, stream := range []string{
		`{"type":"CHANGED","object":{"kind":"Deployment","apiVersion":"apps/v1"}}{"type":"ADDED","object":{"kind":"Deployment","apiVersion":"apps/v1"}}`,
		`{"type":"added","object":{}}`, `{"type":"","object":{}}`, `{"type":"ADDED","object":{}}`, `{"type":"ADDED"}`,
		`{"type":"ADDED","object":null}`, `{"type":"ADDED","object":{"kind":"Deployment"}}`, `{}`, ``,
		`{"type":"ADDED","object":{"kind":"Nothing","apiVersion":"apps/v1"}}`,
	} {
		encoded := hex.EncodeToString([]byte(stream))
		r.add("events_are_read_with_two_decoders", []string{"application/json", encoded}, eventsOf(forms["application/json"], []byte(stream)))
	}
}

// eventsOf returns the types of the events in a stream, with the names of their objects.
func eventsOf(form streamForm, stream []byte) []any {
	frames := form.framer.NewFrameReader(io.NopCloser(bytes.NewReader(stream)))
	events := clientwatch.NewDecoder(streaming.NewDecoder(frames, form.events), form.embedded)
	return upToEnd(func() (any, error) {
		event, object, err := events.Decode()
		if err != nil {
			return nil, err
		}
		return []string{string(event), object.GetObjectKind().GroupVersionKind().String(), object.(metav1.Object).GetName()}, nil
	})
}

func recordNegotiation(r *recorder) {
	negotiator := runtime.NewClientNegotiator(legacyscheme.Codecs.WithoutConversion(), appsv1.SchemeGroupVersion)
	for _, contentType := range []string{
		"application/json", "application/yaml", "application/vnd.kubernetes.protobuf", "", "text/plain",
		"application/json;as=Table", "application/vnd.kubernetes.protobuf;stream=watch",
	} {
		_, err := negotiator.Decoder(contentType, nil)
		r.add("clients_take_the_serializer_of_the_content_type", contentType, outcome("a decoder", err))
		_, serializer, framer, err := negotiator.StreamDecoder(contentType, nil)
		if err != nil {
			r.add("clients_take_the_stream_serializer_of_the_content_type", contentType, outcome(nil, err))
			continue
		}
		var out bytes.Buffer
		must(framer.NewFrameWriter(&out).Write([]byte("x")))
		form := []any{string(serializer.Identifier()), hex.EncodeToString(out.Bytes())}
		r.add("clients_take_the_stream_serializer_of_the_content_type", contentType, outcome(form, nil))
	}
	empty := runtime.NewClientNegotiator(noSerializers{}, appsv1.SchemeGroupVersion)
	_, err := empty.Decoder("", nil)
	r.add("clients_without_serializers_fail", "decoder", outcome(nil, err))
	_, err = empty.Encoder("a/b", nil)
	r.add("clients_without_serializers_fail", "encoder", outcome(nil, err))
	_, _, _, err = empty.StreamDecoder("a/b", nil)
	r.add("clients_without_serializers_fail", "stream decoder", outcome(nil, err))
}

// noSerializers has no media types.
type noSerializers struct{ runtime.NegotiatedSerializer }

func (noSerializers) SupportedMediaTypes() []runtime.SerializerInfo { return nil }
