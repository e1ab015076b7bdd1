package main

import (
	"net/url"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

func init() { area("query", recordQuery) }

// optionsOf returns the kinds of options that are read from a query.
func optionsOf() map[string]func() runtime.Object {
	return map[string]func() runtime.Object{
		"ListOptions":           func() runtime.Object { return &metav1.ListOptions{} },
		"GetOptions":            func() runtime.Object { return &metav1.GetOptions{} },
		"DeleteOptions":         func() runtime.Object { return &metav1.DeleteOptions{} },
		"CreateOptions":         func() runtime.Object { return &metav1.CreateOptions{} },
		"UpdateOptions":         func() runtime.Object { return &metav1.UpdateOptions{} },
		"PatchOptions":          func() runtime.Object { return &metav1.PatchOptions{} },
		"PodLogOptions":         func() runtime.Object { return &corev1.PodLogOptions{} },
		"PodPortForwardOptions": func() runtime.Object { return &corev1.PodPortForwardOptions{} },
		"PodExecOptions":        func() runtime.Object { return &corev1.PodExecOptions{} },
	}
}

func recordQuery(r *recorder) {
	for _, query := range []string{
		"", "a", "a=", "=b", "a=1&a=2&b=x+y%20z", "a=%zz&b=1", "a=1;b=2&c=3", "&&a=1&", "%61=%C3%A9", "a=b=c", "a=%", "a=%4", "%4=a&b=%zz",
		"q=~-_.*'()!$,/?:@[]", "a=\u00e9",
	} {
		values, err := url.ParseQuery(query)
		r.add("queries_are_read_as_go_reads_them", query, outcome(values.Encode(), err))
		lax, _ := url.ParseQuery(query)
		r.add("servers_ignore_what_they_cannot_read", query, lax.Encode())
	}
	for _, text := range []string{"a b", "é", "~-_.", "*'()!", "a&b=c;d", "100%", "+", "\n\x00", "日本"} {
		r.add("queries_are_escaped_as_go_escapes_them", text, url.Values{text: {text}}.Encode())
	}
	recordDecoded(r)
	recordVersions(r)
}

func recordDecoded(r *recorder) {
	for _, c := range []struct{ rule, kind, query string }{
		{"of_several_values_the_first_counts", "ListOptions", "limit=1&limit=2&labelSelector=a&labelSelector=b"},
		{"of_several_values_the_first_counts", "GetOptions", "resourceVersion=5&resourceVersion=6&other=1"},
		{"truth_values_are_true_but_for_0_and_false", "ListOptions", "watch"},
		{"truth_values_are_true_but_for_0_and_false", "ListOptions", "watch=0&allowWatchBookmarks=FaLsE&sendInitialEvents=false"},
		{"truth_values_are_true_but_for_0_and_false", "ListOptions", "watch=00&allowWatchBookmarks=no&sendInitialEvents="},
		{"truth_values_are_true_but_for_0_and_false", "PatchOptions", "force=true&force=false"},
		{"numbers_are_decimal", "ListOptions", "timeoutSeconds=10&limit=-3"},
		{"numbers_are_decimal", "ListOptions", "timeoutSeconds=+7"},
		{"numbers_are_decimal", "ListOptions", "limit=x"},
		{"numbers_are_decimal", "ListOptions", "limit="},
		{"numbers_are_decimal", "ListOptions", "limit=0x10"},
		{"numbers_are_decimal", "ListOptions", "limit=1_0"},
		{"numbers_are_decimal", "ListOptions", "timeoutSeconds=99999999999999999999"},
		{"numbers_are_decimal", "DeleteOptions", "gracePeriodSeconds=0"},
		{"lists_take_all_values", "CreateOptions", "dryRun=All&dryRun=&dryRun=x&fieldManager=me&fieldValidation=Strict"},
		{"lists_take_all_values", "UpdateOptions", "dryRun="},
		{"lists_take_all_values", "PodExecOptions", "command=ls&command=-l&command=&stdin=1&stdout=true&container=c"},
		{"lists_of_ports_have_commas", "PodPortForwardOptions", "ports=80,443&ports=8080"},
		{"lists_of_ports_have_commas", "PodPortForwardOptions", "ports=80,x"},
		{"lists_of_ports_have_commas", "PodPortForwardOptions", "ports=70000"},
		{"lists_of_ports_have_commas", "PodPortForwardOptions", "ports=+1"},
		{"lists_of_ports_have_commas", "PodPortForwardOptions", "ports="},
		{"preconditions_come_from_two_parameters", "DeleteOptions", "uid=u&resourceVersion=5"},
		{"preconditions_come_from_two_parameters", "DeleteOptions", "uid=u&orphanDependents"},
		{"preconditions_come_from_two_parameters", "DeleteOptions", "resourceVersion=&uid="},
		{"preconditions_come_from_two_parameters", "DeleteOptions", "resourceVersion=7&uid="},
		{"preconditions_come_from_two_parameters", "DeleteOptions", "propagationPolicy=&dryRun=All"},
		{"times_may_be_empty_or_null", "PodLogOptions", "sinceTime=2024-02-29T23:59:59Z"},
		{"times_may_be_empty_or_null", "PodLogOptions", "sinceTime=2024-03-01T01:59:59.5%2B02:00&sinceSeconds=5"},
		{"times_may_be_empty_or_null", "PodLogOptions", "sinceTime="},
		{"times_may_be_empty_or_null", "PodLogOptions", "sinceTime=null&tailLines=0"},
		{"times_may_be_empty_or_null", "PodLogOptions", "sinceTime=now"},
		{"unknown_parameters_are_ignored", "CreateOptions", "fieldManager=me&kind=x&apiVersion=y&metadata=z"},
		{"unknown_parameters_are_ignored", "ListOptions", "Limit=1&metadata=2"},
	} {
		r.add(c.rule, []string{c.kind, c.query}, decodedOptions(c.kind, schema.GroupVersion{Version: "v1"}, c.query))
	}
}

func recordVersions(r *recorder) {
	for _, c := range [][3]string{
		{"ListOptions", "apps/v1", "limit=1"}, {"ListOptions", "v1", "limit=1"}, {"ListOptions", "foo/v1", "limit=1"},
		{"ListOptions", "foo/v1", ""}, {"PodLogOptions", "v1", "follow"}, {"PodLogOptions", "apps/v1", "follow"},
		{"ListOptions", "apps/v1beta1", "limit=x"}, {"DeleteOptions", "apps/v1", "uid=u"},
	} {
		version := must(schema.ParseGroupVersion(c[1]))
		r.add("options_are_those_of_a_version", c, decodedOptions(c[0], version, c[2]))
	}
}

// decodedOptions returns options read from a query, and the query to which they are encoded.
func decodedOptions(kind string, version schema.GroupVersion, query string) map[string]any {
	codec := runtime.NewParameterCodec(scheme)
	values, err := url.ParseQuery(query)
	if err != nil {
		panic(err)
	}
	options := optionsOf()[kind]()
	if err := codec.DecodeParameters(values, version, options); err != nil {
		return outcome(nil, err)
	}
	text, err := encode(laxJSON, options)
	if err != nil {
		panic(err)
	}
	written, err := codec.EncodeParameters(options, version)
	return outcome([]string{text, written.Encode()}, err)
}
