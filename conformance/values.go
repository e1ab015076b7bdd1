package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand"
	"strings"
	"time"
	"unicode/utf8"
)

// Texts that are difficult for codecs: special words of YAML, indicators, white space, control and format characters,
// texts that look like numbers or times.
var oddTexts = []string{
	"", " ", "yes", "No", "on", "OFF", "y", "N", "true", "False", "null", "Null", "~", "<<", "=", "0", "-0", "+1", "007",
	"0x1F", "0b101", "0o17", "1_000", "1e3", "1E+3", ".5", "5.", ".inf", "-.Inf", ".NaN", "12:30:45", "190:20", "1.5e",
	"2001-01-01", "2001-12-14t21:59:43.10-05:00", "2001-1-1 1:1:1", "a: b", "a:b", ": a", "# c", "a #c", "a# c", "- x",
	"-x", "--- x", "---", "...", "? q", "?q", "! t", "!!str x", "&anchor", "*alias", "%p", "@at", "`tick", "|", ">", "|-\n x",
	"{", "}", "[]", "[a, b]", "{a: b}", ",", "a, b", "'", "''", "\"", "\"dq\"", "it's", "\\", "\\n", "a\\", "tab\there",
	"\tlead", " lead", "trailing ", "trailing\t", "line one\nline two", "line one\nline two\n", "\n", "\n\n", "\nlead",
	"a\n\n\nb\n\n", "  indented\nless", "a\n  b\n", "cr\rhere", "crlf\r\nx", "\u0000", "x\u0000y", "\u0001", "\u0007\b\f\v",
	"\u001b[0m", "\u0085", "\u00a0", "\u00ad", "\u2028", "\u2029", "a\u2028b", "\ufffd", "\U0001f600", "\U0010ffff", "日本語", "e\u0301", "<b>&amp;</b>", "<script>", "a/b", "https://x.example/?a=b&c=d#e",
	"nginx", "nginx:latest", "nginx:1.27", "reg.example:5000/a/b", "a@sha256:0123", "a:latest@sha256:0123", "UPPER:Tag",
	strings.Repeat("word ", 30), strings.Repeat("x", 200), strings.Repeat("ab\n", 12), "key with spaces: " + strings.Repeat("wrap me ", 14),
	"a: " + strings.Repeat("é ", 60), strings.Repeat("日本 ", 40), "'" + strings.Repeat(" q", 50), "\t" + strings.Repeat(" t", 60),
}

// Texts that JSON writes unescaped and YAML then rejects; rare, since they make a whole object unusable.
var unwritable = []string{"\u007f", "a\u0080b", "\u009f", "\ufeff", "a\ufeff", "\ufffe", "\uffff"}

var quantities = []string{
	"0", "1", "-1", "100m", "1500m", "1.5", "0.5", "-0.5", "1.500", "1Gi", "1.5Gi", "0.5Mi", "128974848", "129e6", "129M", "123Mi",
	"1e3", "1E3", "1E-3", "1e-9", "5k", "5Ki", "1P", "1Ei", "8Ei", "100n", "1u", "0.1u", "1m", "0.0001", "0.000000000001", "00100m",
	"+5", "+1.0", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "12345678901234567890", "1000000000000000000000",
	"1.0000000000000000001", "999999999999999999n", "1e20", "1E", "0.10Gi", "1000Ki", "1024Ki", "0m", "-0", "0.0", "00", "1.", ".5",
}

var annotationKeys = []string{
	"deprecated.deployment.rollback.to", "deprecated.daemonset.template.generation", "deployment.kubernetes.io/revision",
	"kubectl.kubernetes.io/last-applied-configuration", "scheduler.alpha.kubernetes.io/critical-pod",
	"volume.beta.kubernetes.io/storage-class", "service.beta.kubernetes.io/external-traffic", "pod.beta.kubernetes.io/init-containers",
	"autoscaling.alpha.kubernetes.io/metrics", "autoscaling.alpha.kubernetes.io/behavior", "batch.kubernetes.io/job-tracking",
	"autoscaling.alpha.kubernetes.io/scale-up-tolerance", "autoscaling.alpha.kubernetes.io/scale-down-tolerance",
	"flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares",
}

var annotationTexts = []string{"0", "1", "-5", "007", "+3", "9223372036854775807", "9223372036854775808", "1.0", "x", "", " 1", "[]", "{}", "[{\"name\":\"x\"}]"}

// Raw JSON in managed fields and raw extensions, whose exact text must be preserved.
var rawTexts = []string{
	`{}`, `{"f:metadata":{"f:labels":{".":{},"f:app":{}}}}`, `{ "b" : 1.0 , "a" : [ 1e2 , -0 , "\u00e9\/" ] }`, `{"a":{"a":{}},"a":2}`,
	"{\n\t\"x\" : \"<&>\u2028\"\n}", `{"n":12345678901234567890,"f":0.10}`, `{"k:{\"name\":\"x\"}":{".":{},"f:y":null}}`,
}

// JSON of any type; an empty one means a random string.
var anyTexts = append([]string{
	"", "", "", "0", "1", "-1", "3", "1.0", "1.5", "1e3", "1e21", "-2.5e-10", "9223372036854775807", "9223372036854775808", "-0", "true", "false",
	"null", "[]", `[1,"a",null,[2.0]]`, `{"b":[{"c":null}],"a":""}`,
}, rawTexts...)

var integers = []int64{0, 1, 2, 3, 5, 30, 64, 80, 420, 443, 511, 1000, 8080, 65535, -1, -30, math.MaxInt32, math.MinInt32}
var longIntegers = []int64{math.MaxInt64, math.MinInt64, 1 << 53, 1<<53 + 1, math.MaxInt32 + 1, math.MinInt32 - 1}
var floats = []float64{0, 1, -1, 0.5, 1e21, 1e-7, 1e20, 123456789, 0.1, -2.5e-10, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Copysign(0, -1)}

func pick[T any](r *rand.Rand, from []T) T { return from[r.Intn(len(from))] }

// chance returns true with the probability p.
func chance(r *rand.Rand, p float64) bool { return r.Float64() < p }

func randomText(r *rand.Rand) string {
	if chance(r, 0.0005) {
		return pick(r, unwritable)
	}
	switch r.Intn(8) {
	case 0, 1, 2:
		return pick(r, oddTexts)
	case 3:
		return randomRunes(r)
	case 4:
		return pick(r, oddTexts) + pick(r, oddTexts)
	default:
		return randomName(r)
	}
}

func randomName(r *rand.Rand) string {
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789-."
	name := make([]byte, 1+r.Intn(10))
	for i := range name {
		name[i] = letters[r.Intn(len(letters))]
	}
	return string(name)
}

func randomRunes(r *rand.Rand) string {
	ranges := [][2]rune{
		{0, 0x20}, {0x20, 0x7f}, {0x20, 0x7f}, {0xa0, 0x250}, {0x300, 0x3f0}, {0x600, 0x700}, {0x900, 0xa00}, {0xe00, 0xe80},
		{0x2000, 0x2200}, {0x2460, 0x2500}, {0x3000, 0x3100}, {0x4e00, 0x4fff}, {0xff00, 0xfffe}, {0x1f300, 0x1f700},
	}
	var text strings.Builder
	for range 1 + r.Intn(12) {
		span := pick(r, ranges)
		if char := span[0] + rune(r.Intn(int(span[1]-span[0]))); utf8.ValidRune(char) {
			text.WriteRune(char)
		}
	}
	return text.String()
}

func randomInteger(r *rand.Rand, bits int) int64 {
	if bits > 32 && chance(r, 0.3) {
		return pick(r, longIntegers)
	}
	return pick(r, integers)
}

// randomTime returns a time in the years that RFC 3339 supports, usually close to the present.
func randomTime(r *rand.Rand) time.Time {
	if chance(r, 0.1) {
		return time.Unix(r.Int63n(250_000_000_000)-60_000_000_000, 0).UTC()
	}
	return time.Unix(r.Int63n(4_000_000_000), r.Int63n(1_000_000_000)).UTC()
}

// quoted returns a text as JSON, half of the time without Go's HTML escapes.
func quoted(r *rand.Rand, text string) string {
	if chance(r, 0.5) {
		encoded, _ := json.Marshal(text)
		return string(encoded)
	}
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text)
	return strings.TrimSuffix(out.String(), "\n")
}

// respelt returns a text as JSON with more escapes than necessary; some are unpaired surrogates.
func respelt(r *rand.Rand, text string) string {
	out := strings.Builder{}
	out.WriteByte('"')
	for _, char := range text {
		switch {
		case char == '/' && chance(r, 0.5):
			out.WriteString(`\/`)
		case char > 0xffff || chance(r, 0.05):
			fmt.Fprintf(&out, `\u%04X`, 0xd800+r.Intn(0x800))
		case char < 0x20 || char == '"' || char == '\\' || chance(r, 0.5):
			fmt.Fprintf(&out, `\u%04x`, char)
		default:
			out.WriteRune(char)
		}
	}
	out.WriteByte('"')
	return out.String()
}
