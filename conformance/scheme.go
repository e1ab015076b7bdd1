package main

import (
	"sort"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	metav1beta1 "k8s.io/apimachinery/pkg/apis/meta/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/install"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

// The serializers of the API server, without defaulting and conversion.
var (
	scheme     = legacyscheme.Scheme
	laxJSON    = json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme, scheme, json.SerializerOptions{})
	strictJSON = json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme, scheme, json.SerializerOptions{Strict: true})
	plainYAML  = json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme, scheme, json.SerializerOptions{Yaml: true})
	storage    = protobuf.NewSerializer(scheme, scheme)
)

// addMeta adds the kinds that servers return instead of objects. Kubernetes has a separate scheme for them, and rules
// about the kinds of the API server exclude them.
func addMeta() error {
	scheme.AddKnownTypes(schema.GroupVersion{Group: metav1.GroupName, Version: runtime.APIVersionInternal},
		&metav1.Table{}, &metav1.TableOptions{}, &metav1beta1.PartialObjectMetadata{}, &metav1beta1.PartialObjectMetadataList{})
	for _, add := range []func(*runtime.Scheme) error{metav1.AddMetaToScheme, metav1beta1.AddMetaToScheme, metav1beta1.RegisterConversions} {
		if err := add(scheme); err != nil {
			return err
		}
	}
	return nil
}

// addServers adds the kinds of the API servers inside kube-apiserver, which have separate schemes.
func addServers() {
	apiextensions.Install(scheme)
	apiregistration.Install(scheme)
}

// decodeExternal decodes a document in its own version.
func decodeExternal(data []byte) (runtime.Object, error) {
	object, _, err := laxJSON.Decode(data, nil, nil)
	return object, err
}

// decodeHub decodes a document, applies its defaults and converts it to the internal version.
func decodeHub(data []byte) (runtime.Object, error) {
	return runtime.Decode(legacyscheme.Codecs.UniversalDecoder(), data)
}

// encodeTo converts a hub object to a version and encodes it as JSON.
func encodeTo(hub runtime.Object, version schema.GroupVersion) (string, error) {
	text, err := runtime.Encode(legacyscheme.Codecs.EncoderForVersion(laxJSON, version), hub)
	return string(text), err
}

// targets returns all versions, of any group, that share the hub type of an object.
func targets(hub runtime.Object, kind string) []schema.GroupVersion {
	hubKinds, _, err := scheme.ObjectKinds(hub)
	if err != nil {
		return nil
	}
	var versions []schema.GroupVersion
	seen := map[string]bool{}
	for _, hubKind := range hubKinds {
		if hubKind.Version != runtime.APIVersionInternal || seen[hubKind.Group] {
			continue
		}
		seen[hubKind.Group] = true
		for _, version := range scheme.PrioritizedVersionsForGroup(hubKind.Group) {
			if scheme.Recognizes(version.WithKind(kind)) {
				versions = append(versions, version)
			}
		}
	}
	sort.Slice(versions, func(i, j int) bool { return versions[i].String() < versions[j].String() })
	return versions
}
