package main

import (
	"math"
	"math/rand"
)

// A cborDamage changes one thing in a document, or nothing if it does not apply.
type cborDamage func(r *rand.Rand, document *item)

var cborDamages = []cborDamage{
	replaceItem, replaceItem, replaceItem, replaceItem, tagItems, tagItems, respellItem, respellItem, openItem, openItem,
	unknownEntry, unknownEntry, repeatEntry, repeatEntry, otherKey, moveEntry,
}

func isMap(one *item) bool     { return one.major == mapItem && one.raw == nil }
func isEntries(one *item) bool { return isMap(one) && len(one.parts) > 0 }
func isString(one *item) bool {
	return (one.major == bytesItem || one.major == textItem) && one.raw == nil && !one.open
}

// oddStrings are contents of strings that only some fields accept.
var oddStrings = []string{
	"", "a", "kind", "name", "YQ==", "YQ", "Y\nQ=\r=", " YQ==", "Zg==Zg==", "aGk=", "hi", "1", "-7", "1.5", "100m", " 1Gi ", "1e3", "0x1", "50%", "null", "true", "{}", "[1]",
	"2020-01-02T03:04:05Z", "2020-01-02T03:04:05.678901Z", "2020-01-02T03:04:05,5+02:00", "2020-01-02t03:04:05z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:60Z", "2020-13-01T00:00:00Z",
	"5s", "1h2m", "\xff", "a\x80b", "é", "日本", "<&>\u2028", "v1", "apps/v1", "a/b/c", "Pod", "Status", "spec", "a long text of more than twenty-four bytes, as many are",
}

var oddTags = []uint64{0, 1, 2, 3, 4, 21, 21, 22, 22, 23, 23, 24, 32, 99, 55799, 55799, 1 << 32, math.MaxUint64}

func randomItem(r *rand.Rand, depth int) *item {
	kind := r.Intn(12)
	if depth <= 0 && kind >= 8 {
		kind = r.Intn(8)
	}
	switch kind {
	case 0:
		return &item{major: byte(r.Intn(2)), argument: pick(r, []uint64{
			0, 1, 5, 23, 24, 255, 256, 65535, 65536, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63, math.MaxUint64,
		}), width: pick(r, []int{0, 0, 0, 1, 2, 4, 8})}
	case 1:
		return randomFloat(r)
	case 2:
		return rawItem(pick(r, []string{
			"\xf4", "\xf5", "\xf6", "\xf7", "\xe0", "\xf0", "\xf3", "\xf8\x20", "\xf8\xff", "\xf8\x18", "\xf8\x14", "\xf8\x00", "\x1c", "\x3d", "\x5e", "\x7c", "\x9d", "\xbe", "\xdf",
			"\xfc", "\xff", "\x1f", "\x5b\x80\x00\x00\x00\x00\x00\x00\x00", "\x9b\xff\xff\xff\xff\xff\xff\xff\xff", "\x9a\x7f\xff\xff\xff", "\x9a\x80\x00\x00\x00",
			"\xba\x00\x20\x00\x00", "\xba\x00\x20\x00\x01", "\x5a\x00\x10\x00\x00", "\x5f\x5f\x41a\xff\xff", "\x5f\x61a\xff", "\x7f\x41a\xff", "\x7f\x61\xc3\x61\xa9\xff", "\xbf\x41a\xff",
		}))
	case 3, 4, 5:
		return stringItem(pick(r, []byte{bytesItem, bytesItem, textItem}), pick(r, oddStrings))
	case 6, 7:
		return rawItem(pick(r, []string{"\xf5", "\xf6", "\xf6", "\xf7", "\xa0", "\x80", "\x40", "\x01", "\x20"}))
	case 8, 9:
		list := &item{major: listItem}
		for range r.Intn(4) {
			list.parts = append(list.parts, randomItem(r, depth-1))
		}
		return list
	case 10:
		entries := &item{major: mapItem}
		for range r.Intn(4) {
			entries.parts = append(entries.parts, randomKey(r), randomItem(r, depth-1))
		}
		return entries
	default:
		return tagged(pick(r, oddTags), randomItem(r, depth-1))
	}
}

func randomFloat(r *rand.Rand) *item {
	number := pick(r, []float64{0, math.Copysign(0, -1), 1, 3, -2.5, 0.1, 65504, 65505, 1e300, 5e-324, 6e-8, 3e9, 1e19, -62135596801, 253402300800, 1.5e9, math.NaN(), math.Inf(1), math.Inf(-1)})
	switch r.Intn(3) {
	case 0:
		return &item{major: simpleItem, argument: math.Float64bits(number), width: 8}
	case 1:
		return &item{major: simpleItem, argument: uint64(math.Float32bits(float32(number))), width: 4}
	default:
		return &item{major: simpleItem, argument: pick(r, []uint64{0, 0x8000, 1, 0x3ff, 0x400, 0x3c00, 0x4200, 0x7bff, 0x7c00, 0x7e00, 0xfc00, uint64(r.Intn(1 << 16))}), width: 2}
	}
}

func randomKey(r *rand.Rand) *item {
	switch r.Intn(8) {
	case 0:
		return randomItem(r, 1)
	case 1:
		return tagged(pick(r, oddTags), stringItem(bytesItem, pick(r, oddStrings)))
	default:
		return stringItem(pick(r, []byte{bytesItem, bytesItem, textItem}), pick(r, oddStrings))
	}
}

func replaceItem(r *rand.Rand, document *item) {
	*document.where(r, func(*item) bool { return true }) = *randomItem(r, 3)
}

func tagItems(r *rand.Rand, document *item) {
	one := document.where(r, func(*item) bool { return true })
	for range 1 + r.Intn(2)*r.Intn(3) {
		*one = *tagged(pick(r, oddTags), copyOfItem(one))
	}
}

// respellItem gives a head a longer argument than necessary, or changes the type of a string.
func respellItem(r *rand.Rand, document *item) {
	one := document.where(r, func(one *item) bool { return one.raw == nil && one.major != simpleItem && !one.open })
	if one == nil {
		return
	}
	if isString(one) && chance(r, 0.5) {
		one.major ^= bytesItem ^ textItem
		return
	}
	one.width = pick(r, []int{1, 2, 4, 8})
}

// openItem makes a length indefinite; a string is split into chunks.
func openItem(r *rand.Rand, document *item) {
	one := document.where(r, func(one *item) bool { return isMap(one) || one.major == listItem || isString(one) })
	if one == nil {
		return
	}
	if isString(one) {
		at := r.Intn(len(one.bytes) + 1)
		one.parts = []*item{stringItem(one.major, string(one.bytes[:at])), stringItem(one.major, string(one.bytes[at:]))}
		one.bytes = nil
	}
	one.open = true
}

func unknownEntry(r *rand.Rand, document *item) {
	if object := document.where(r, isMap); object != nil {
		object.insert(r.Intn(len(object.parts)/2+1), randomKey(r), randomItem(r, 3))
	}
}

func repeatEntry(r *rand.Rand, document *item) {
	object := document.where(r, isEntries)
	if object == nil {
		return
	}
	at := r.Intn(len(object.parts) / 2)
	key, value := copyOfItem(object.parts[2*at]), copyOfItem(object.parts[2*at+1])
	if chance(r, 0.5) {
		value = randomItem(r, 2)
	}
	if chance(r, 0.5) {
		pick(r, []cborDamage{tagItems, respellItem, openItem})(r, key)
	}
	object.insert(r.Intn(len(object.parts)/2+1), key, value)
}

func otherKey(r *rand.Rand, document *item) {
	if object := document.where(r, isEntries); object != nil {
		key := object.parts[2*r.Intn(len(object.parts)/2)]
		if chance(r, 0.3) {
			*key = *randomKey(r)
		} else {
			pick(r, []cborDamage{tagItems, respellItem, openItem})(r, key)
		}
	}
}

func moveEntry(r *rand.Rand, document *item) {
	if object := document.where(r, isEntries); object != nil {
		at := r.Intn(len(object.parts) / 2)
		key, value := object.parts[2*at], object.parts[2*at+1]
		object.remove(at)
		object.insert(r.Intn(len(object.parts)/2+1), key, value)
	}
}

// brokenBytes truncates a document, flips bits in it or appends to it.
func brokenBytes(r *rand.Rand, data []byte) []byte {
	switch at := r.Intn(len(data)); r.Intn(4) {
	case 0:
		return data[:at]
	case 1:
		return append(data, pick(r, []string{"\x00", "\xff", "\xf6", "\xd9\xd9\xf7\xa0"})...)
	default:
		data[at] ^= 1 << r.Intn(8)
		return data
	}
}
