package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	kruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/cbor"
	"sigs.k8s.io/yaml"
)

// schemeCalls is the number of calls of the scheme in a pass.
const schemeCalls = 10_000

// aheadPart is the part of the objects, at least one, that is processed untimed before the others: fetching code and
// tables into the caches is not part of the cost of an object.
const aheadPart = 10

// window is the time in nanoseconds for which a single object is repeated, because the clock has a resolution of
// microseconds.
const window = 500_000

// bench runs the subcommand `bench`, the peer of a benchmark that sends lines: first the number of documents, then each
// of them as compact JSON. It responds with `ready`. From then on, each line names an operation. The program performs
// it once on all documents, a tenth of them untimed, or repeatedly on a single document, and responds with the
// nanoseconds of CPU time for all documents, extrapolated from the timed ones. After the word `usage`, it keeps the
// results and responds with the mean number of allocations and of bytes kept; after `result`, it responds with each
// result in base64.
func bench() error {
	addServers()
	b := bencher{lines: bufio.NewScanner(os.Stdin)}
	b.lines.Buffer(nil, 256<<20)
	if err := b.load(); err != nil {
		return err
	}
	for b.lines.Scan() {
		if err := b.answer(b.lines.Text()); err != nil {
			return err
		}
	}
	return b.lines.Err()
}

type bencher struct {
	lines   *bufio.Scanner
	objects []benchObject
}

// benchObject is an object with the encoded forms from which decoding starts.
type benchObject struct {
	object  kruntime.Object
	kind    schema.GroupVersionKind
	encoded map[string][]byte
}

func (b *bencher) load() error {
	b.lines.Scan()
	count, err := strconv.Atoi(b.lines.Text())
	if err != nil {
		return err
	}
	for len(b.objects) < count && b.lines.Scan() {
		object, kind, err := laxJSON.Decode(b.lines.Bytes(), nil, nil)
		if err != nil {
			return err
		}
		encoded := map[string][]byte{"json": bytes.Clone(b.lines.Bytes())}
		b.objects = append(b.objects, benchObject{object: object, kind: *kind, encoded: encoded})
	}
	fmt.Println("ready")
	return b.lines.Err()
}

// prepare encodes the input of a decoding operation.
func (b *bencher) prepare(work string) error {
	format, isDecoding := strings.CutSuffix(work, "-decode")
	for i := range b.objects {
		o := &b.objects[i]
		if !isDecoding || o.encoded[format] != nil {
			continue
		}
		encoded, err := benchWorks[format+"-encode"](o)
		if err != nil {
			return err
		}
		o.encoded[format] = encoded.([]byte)
	}
	return nil
}

func (b *bencher) answer(line string) error {
	if work, isUsage := strings.CutPrefix(line, "usage "); isUsage {
		return b.usage(work)
	}
	if work, isResult := strings.CutPrefix(line, "result "); isResult {
		return b.pass(work, 0, b.units(work), func(result any) { fmt.Println(base64.StdEncoding.EncodeToString(result.([]byte))) })
	}
	if err := b.prepare(line); err != nil {
		return err
	}
	return b.time(line)
}

// time responds with the time of an operation.
func (b *bencher) time(work string) error {
	sweep()
	units := b.units(work)
	ahead := max(units/aheadPart, 1)
	first, err := b.timed(work, 0, ahead, 1)
	if err != nil {
		return err
	}
	from, repeats := ahead, int64(1)
	if ahead == units {
		from, repeats = 0, max(window/max(first, 1_000), 1)
	}
	took, err := b.timed(work, from, units, repeats)
	if err != nil {
		return err
	}
	fmt.Println(took * int64(units) / int64(units-from))
	return nil
}

// timed performs an operation repeatedly on some of the objects and returns the time of one repetition.
func (b *bencher) timed(work string, from, to int, repeats int64) (int64, error) {
	start, err := cpuTime()
	if err != nil {
		return 0, err
	}
	for range repeats {
		if err := b.pass(work, from, to, func(any) {}); err != nil {
			return 0, err
		}
	}
	end, err := cpuTime()
	return (end - start) / repeats, err
}

// nobodys is memory larger than the caches of one core. It is not part of the heap, whose size determines when garbage
// is collected.
var nobodys [8 << 20]byte

// sweep evicts everything else from the caches of the core, so that all passes start in the same state. It first writes
// the memory, because pages that were never written share one physical page.
func sweep() (sum byte) {
	for i := 0; i < len(nobodys); i += 64 {
		if nobodys[i] == 0 {
			nobodys[i] = 1
		}
		sum += nobodys[i]
	}
	return sum
}

// cpuTime returns the CPU time of this process in nanoseconds, on which other work on the machine has little influence.
func cpuTime() (int64, error) {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0, err
	}
	return usage.Utime.Nano() + usage.Stime.Nano(), nil
}

func (b *bencher) usage(work string) error {
	if err := b.prepare(work); err != nil {
		return err
	}
	units := b.units(work)
	kept := make([]any, 0, units)
	var before, after runtime.MemStats
	// Excludes values that are created once, and pools that survive one collection.
	if err := b.pass(work, 0, units, func(any) {}); err != nil {
		return err
	}
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&before)
	if err := b.pass(work, 0, units, func(result any) { kept = append(kept, result) }); err != nil {
		return err
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	count := float64(len(kept))
	fmt.Println(float64(after.Mallocs-before.Mallocs)/count, (float64(after.HeapAlloc)-float64(before.HeapAlloc))/count)
	runtime.KeepAlive(kept)
	return nil
}

var benchCBOR = cbor.NewSerializer(scheme, scheme)

// benchWorks are the operations on each object.
var benchWorks = map[string]func(o *benchObject) (any, error){
	"json-decode": func(o *benchObject) (any, error) { return benchDecode(laxJSON, o.encoded["json"]) },
	"json-encode": func(o *benchObject) (any, error) { return kruntime.Encode(laxJSON, o.object) },
	"pb-decode":   func(o *benchObject) (any, error) { return benchDecode(storage, o.encoded["pb"]) },
	"pb-encode":   func(o *benchObject) (any, error) { return kruntime.Encode(storage, o.object) },
	"cbor-decode": func(o *benchObject) (any, error) { return benchDecode(benchCBOR, o.encoded["cbor"]) },
	"cbor-encode": func(o *benchObject) (any, error) { return kruntime.Encode(benchCBOR, o.object) },
	"deep-copy":   func(o *benchObject) (any, error) { return o.object.DeepCopyObject(), nil },
	"yaml-decode": func(o *benchObject) (any, error) {
		object, err := scheme.New(o.kind)
		if err != nil {
			return nil, err
		}
		return object, yaml.Unmarshal(o.encoded["yaml"], object)
	},
	"yaml-encode": func(o *benchObject) (any, error) { return yaml.Marshal(o.object) },
	// Converts the bytes of one version to apps/v1.
	"convert": func(o *benchObject) (any, error) {
		hub, err := decodeHub(o.encoded["json"])
		if err != nil {
			return nil, err
		}
		text, err := encodeTo(hub, schema.GroupVersion{Group: "apps", Version: "v1"})
		return []byte(text), err
	},
}

// schemeWorks look up the kind of the first object in the scheme.
var schemeWorks = map[string]func(o *benchObject) (any, error){
	"scheme-recognize": func(o *benchObject) (any, error) { return scheme.Recognizes(o.kind), nil },
	"scheme-new":       func(o *benchObject) (any, error) { return scheme.New(o.kind) },
}

func benchDecode(decoder kruntime.Decoder, data []byte) (any, error) {
	object, _, err := decoder.Decode(data, nil, nil)
	return object, err
}

// units returns the number of repetitions in a pass: one for each object, or the number of calls of the scheme.
func (b *bencher) units(work string) int {
	if schemeWorks[work] != nil {
		return schemeCalls
	}
	return len(b.objects)
}

// pass performs an operation on a range of units and passes each result to a function.
func (b *bencher) pass(work string, from, to int, result func(any)) error {
	do, objects := benchWorks[work], b.objects
	if do == nil {
		do, objects = schemeWorks[work], b.objects[:1]
	}
	if do == nil {
		return errUsage
	}
	for i := from; i < to; i++ {
		done, err := do(&objects[i%len(objects)])
		if err != nil {
			return err
		}
		result(done)
	}
	return nil
}
