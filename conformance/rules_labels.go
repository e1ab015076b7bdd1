package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Conversions between the forms of label selectors.
func init() {
	area("labels", func(r *recorder) {
		for _, text := range selectorTexts {
			r.add("a_selector_is_read_from_text", text, outcome(metav1.ParseToLabelSelector(text)))
		}
		for _, selector := range selectors {
			r.add("a_selector_becomes_labels", selector, outcome(metav1.LabelSelectorAsMap(selector)))
			r.add("a_selector_is_shown_as_text", selector, metav1.FormatLabelSelector(selector))
		}
		for _, labels := range []map[string]string{nil, {}, {"b": "2", "a": "1"}} {
			r.add("labels_become_a_selector", labels, metav1.SetAsLabelSelector(labels))
		}
	})
}

var selectorTexts = []string{
	"", " ", "app", "!app", "! app", "app=web", "app==web", "app = web , tier=back", "app=", "app=,tier",
	"app!=web", "app>1", "app<x", "app in (b,a,b)", "app notin (a)", "app in ()", "app in (,a)", "app in (a,,b)",
	"app in (a,)", "app in (in,notin)", "in in (a)", "notin", "app in a", "app in (a", "app in (a b)", "app in (=)",
	"app in (a,=", "app in", "app=!", "app=a b", "app,", ",app", "app,,tier", "=", "(app)", "!", "!!app", "!app=web",
	"app web", "app===web", "-app", "app=-web", "example.com/app=web", "/app", "Example.com/app", "a/b/c", "a/",
	"app in (-a,-b)", "b=1,a=2,b=3", "b,a in (x),!c", "app\tin\n(a)", "é=1", "app=é", "app>-", "app>5",
	"app=\x00", "app=\x00,tier=1", "app\x00=1", "app\x00", "\x00app", "app=a\x00b", "app=a \x00,tier", "app in\x00(a\x00,b)\x00", "app=\x00\x00,tier",
	"aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggg=1",
	"a=aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggg",
}

var selectors = []*metav1.LabelSelector{
	nil,
	{},
	{MatchLabels: map[string]string{}},
	{MatchLabels: map[string]string{"b": "2", "a": "1"}},
	expressions(expression("a", "In", "1")),
	expressions(expression("a", "In", "2", "1")),
	expressions(expression("a", "In")),
	expressions(expression("a", "NotIn", "1")),
	expressions(expression("a", "Exists")),
	expressions(expression("a", "Exists", "1")),
	expressions(expression("a", "DoesNotExist")),
	expressions(expression("a", "Gt", "1")),
	expressions(expression("-a", "Exists")),
	expressions(expression("b", "Exists"), expression("a", "NotIn", "y", "x")),
	{MatchLabels: map[string]string{"a": "-"}},
	{
		MatchLabels:      map[string]string{"a": "1"},
		MatchExpressions: []metav1.LabelSelectorRequirement{expression("a", "In", "2"), expression("b", "In", "3")},
	},
}

func expressions(all ...metav1.LabelSelectorRequirement) *metav1.LabelSelector {
	return &metav1.LabelSelector{MatchExpressions: all}
}

func expression(key, operator string, values ...string) metav1.LabelSelectorRequirement {
	return metav1.LabelSelectorRequirement{Key: key, Operator: metav1.LabelSelectorOperator(operator), Values: values}
}
