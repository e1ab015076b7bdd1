package main

import (
	"errors"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

func init() { area("scheme", recordScheme) }

func recordScheme(r *recorder) {
	s := small()
	recordSchemeKinds(r, s)
	recordOrders(r)
	recordPanics(r)
	recordConversions(r, s)
	recordConverter(r)
}

// ours replaces the names of the scheme and of types by their Rust names; these types are not pointers.
func ours(s *runtime.Scheme, text string) string {
	return strings.NewReplacer(s.Name(), "rules", "*main.", "rules::scheme::small::", "main.", "rules::scheme::small::").Replace(text)
}

func ourOutcome(s *runtime.Scheme, value any, err error) map[string]any {
	if err != nil {
		err = errors.New(ours(s, err.Error()))
	}
	return outcome(value, err)
}

func recordSchemeKinds(r *recorder, s *runtime.Scheme) {
	kinds := []string{"example.com/v1 Thing", "example.com/v1beta1 Thing", "example.com/__internal Thing", "example.com/v2 Thing",
		"v1 Anywhere", "example.com/v7 Anywhere", "x/y Anywhere", "a.example.com/v1 Twice", "b.example.com/v2 Double", "b.example.com/v2 Twice",
		"example.com/v1 ", "example.com/__internal Nothing", "v1 Thing", "v1 Stray"}
	for _, text := range kinds {
		gvk := kindOf(text)
		object, err := s.New(gvk)
		var name string
		if err == nil {
			name = goType(object)
		}
		r.add("new_finds_a_kind_and_an_unversioned_one_by_its_name", text, ourOutcome(s, name, err))
		r.add("exactly_the_registered_kinds_are_recognized", text, s.Recognizes(gvk))
		r.add("versions_of_a_kind_are_those_of_its_group_that_have_it", text, versionTexts(s.VersionsForGroupKind(gvk.GroupKind())))
		r.add("external_versions_are_observed", text, []bool{s.IsGroupRegistered(gvk.Group), s.IsVersionRegistered(gvk.GroupVersion())})
	}
	for _, name := range smallNames {
		object := smallObjects()[name]
		gvks, unversioned, err := s.ObjectKinds(object)
		r.add("an_object_has_the_kinds_of_its_type_in_order_of_registration", name,
			ourOutcome(s, map[string]any{"kinds": kindTexts(gvks), "unversioned": unversioned}, err))
		is, known := s.IsUnversioned(object)
		r.add("unversioned_types_are_known", name, []bool{is, known})
	}
	for _, version := range []string{"example.com/v1", "example.com/__internal", "v1", "b.example.com/v2", "none/v1"} {
		names := map[string]string{}
		for kind, t := range s.KnownTypes(groupVersion(version)) {
			names[kind] = t.Name()
		}
		r.add("a_version_knows_its_types_by_kind", version, names)
	}
	for _, label := range []string{"metadata.name", "metadata.namespace", "spec.color", "", "a\"b", "color", "bad"} {
		for _, kind := range []string{"example.com/v1 Thing", "example.com/v1beta1 Thing"} {
			hub, value, err := s.ConvertFieldLabel(kindOf(kind), label, "x")
			r.add("field_labels_are_converted_by_function_or_only_meta", []string{kind, label}, ourOutcome(s, []string{hub, value}, err))
		}
	}
}

func recordOrders(r *recorder) {
	for _, text := range []string{"", "g/v1", "g/v2 g/v1", "g/v9 g/v1", "g/v1 h/v1", "h/v1 g/v1 h/v2", "g/__internal", "g/v1 g/", "h/v1 g/__internal", "/v1 g/v1"} {
		s := runtime.NewScheme()
		for _, version := range []string{"g/v1", "g/v2", "h/v1beta1", "g/v3", "g/__internal", "h/v1"} {
			s.AddKnownTypes(groupVersion(version), &Thing{})
		}
		var versions []schema.GroupVersion
		for word := range strings.FieldsSeq(text) {
			versions = append(versions, groupVersion(word))
		}
		err := s.SetVersionPriority(versions...)
		all, preferred := versionTexts(s.PrioritizedVersionsAllGroups()), versionTexts(s.PreferredVersionAllGroups())
		// Go's order of groups is random.
		slices.Sort(preferred)
		slices.Sort(all)
		r.add("a_priority_goes_before_the_order_of_registration", text, ourOutcome(s, map[string]any{
			"g": versionTexts(s.PrioritizedVersionsForGroup("g")), "h": versionTexts(s.PrioritizedVersionsForGroup("h")),
			"none": versionTexts(s.PrioritizedVersionsForGroup("none")), "all": all, "preferred": preferred,
		}, err))
	}
}

// recordPanics records the messages of invalid registrations.
func recordPanics(r *recorder) {
	for _, what := range []string{"same twice", "other type", "no version", "unversioned name taken", "unversioned twice"} {
		s := small()
		said := func() (text any) {
			defer func() {
				if reason := recover(); reason != nil {
					text = ours(s, reason.(string))
				}
			}()
			switch what {
			case "same twice":
				s.AddKnownTypeWithName(kindOf("example.com/v1 Thing"), &Thing{})
			case "other type":
				s.AddKnownTypeWithName(kindOf("example.com/v1 Thing"), &Stray{})
			case "no version":
				s.AddKnownTypeWithName(schema.GroupVersionKind{Group: "g", Kind: "Stray"}, &Stray{})
			case "unversioned name taken":
				s.AddKnownTypeWithName(kindOf("v2 Anywhere"), &Anywhere{})
				s.AddUnversionedTypes(groupVersion("v2"), &Anywhere{})
				takeAnywhere(s)
			case "unversioned twice":
				s.AddUnversionedTypes(groupVersion("v1"), &Anywhere{})
			}
			return nil
		}()
		r.add("a_wrong_registration_panics", what, said)
	}
}

func recordConversions(r *recorder, s *runtime.Scheme) {
	versioners := []string{"internal", "disabled", "example.com/v1", "example.com/v1beta1", "example.com/v2", "example.com/__internal", "v1", "b.example.com/v2",
		"b.example.com/v1", "[example.com/v1beta1,example.com/v1]", "[none/v1]", "multi example.com/v1 a.example.com example.com", "coercing example.com/v1",
		"coercing b.example.com/v2 Twice.a.example.com"}
	for _, name := range append(slices.Clone(smallNames), "Unstructured") {
		for _, versioner := range versioners {
			in := smallObjects()[name]
			if name == "Unstructured" {
				in = unstructuredThing("example.com/v1beta1")
			}
			out, err := s.ConvertToVersion(in, versionerOf(versioner))
			r.add("an_object_is_converted_to_the_chosen_kind", []string{name, versioner}, ourOutcome(s, shown(out), err))
		}
	}
	for _, from := range []string{"Thing", "OldThing", "InternalThing", "Anywhere", "Stray", "Unstructured"} {
		for _, to := range []string{"Thing", "InternalThing", "Anywhere", "Unstructured"} {
			for _, context := range []string{"", "example.com/v1beta1"} {
				var target any
				if context != "" {
					target = versionerOf(context)
				}
				in, out := smallObjects()[from], smallZero(to)
				if from == "Unstructured" {
					in = unstructuredThing("example.com/v1")
				}
				err := s.Convert(in, out, target)
				r.add("an_object_is_converted_into_another", []string{from, to, context}, ourOutcome(s, shown(out), err))
			}
		}
	}
	for _, content := range []map[string]any{{}, {"kind": "Thing"}, {"apiVersion": "example.com/v1"}, {"kind": "Nothing", "apiVersion": "example.com/v1"},
		{"kind": "Thing", "apiVersion": "a/b/c"}, {"kind": "Anywhere", "apiVersion": "x/v9", "name": "n"}} {
		gvks, _, err := s.ObjectKinds(&unstructured.Unstructured{Object: content})
		r.add("an_unstructured_object_is_what_it_says", content, ourOutcome(s, kindTexts(gvks), err))
	}
}

// recordConverter records which of several functions takes precedence.
func recordConverter(r *recorder) {
	for _, what := range []string{"", "generated", "custom", "ignored", "generated custom", "custom generated", "generated ignored custom", "custom custom2", "generated generated2"} {
		c := conversion.NewConverter(nil)
		from, to := 7, "as it was"
		for word := range strings.FieldsSeq(what) {
			function := func(_, b any, _ conversion.Scope) error { *b.(*string) = word; return nil }
			switch strings.TrimSuffix(word, "2") {
			case "generated":
				must(0, c.RegisterGeneratedUntypedConversionFunc(&from, &to, function))
			case "custom":
				must(0, c.RegisterUntypedConversionFunc(&from, &to, function))
			case "ignored":
				must(0, c.RegisterIgnoredConversion(&from, &to))
			}
		}
		err := c.Convert(&from, &to, nil)
		r.add("ignored_pairs_go_before_custom_functions_and_those_before_generated_ones", what, outcome(to, err))
	}
	for _, texts := range [][]string{{}, {"1"}, {""}, {"0"}, {"FALSE"}, {"falſe"}, {"no"}, {"-12", "7"}, {"+5"}, {"1_000"}, {"0x10"}, {"9223372036854775808"}, {" 1"}} {
		var text string
		var truth bool
		var number int64
		s := runtime.NewScheme()
		must(0, s.Convert(&texts, &text, nil))
		must(0, s.Convert(&texts, &truth, nil))
		err := s.Convert(&texts, &number, nil)
		r.add("of_the_texts_of_a_query_the_first_counts", texts, []any{text, truth, outcome(number, err)})
	}
}
