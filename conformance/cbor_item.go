package main

import (
	"encoding/binary"
	"math/rand"
)

// The kinds of items, by the first three bits of their heads.
const (
	unsignedItem = iota
	negativeItem
	bytesItem
	textItem
	listItem
	mapItem
	tagItem
	simpleItem
)

// item is one item of CBOR, possibly in an unusual encoding.
type item struct {
	major byte
	// A number, a tag, or the bits of a simple value.
	argument uint64
	// The size of the argument: 1, 2, 4 or 8 bytes, 0 for the shortest.
	width int
	bytes []byte
	// Items of a list, alternating keys and values of a map, chunks of a string, or the content of a tag.
	parts []*item
	// True for an indefinite length, terminated by a break.
	open bool
	// Raw bytes, used instead of all other fields.
	raw []byte
}

func stringItem(major byte, bytes string) *item { return &item{major: major, bytes: []byte(bytes)} }

func tagged(tag uint64, inner *item) *item {
	return &item{major: tagItem, argument: tag, parts: []*item{inner}}
}

func rawItem(bytes string) *item { return &item{raw: []byte(bytes)} }

// parseItem reads an item written by Kubernetes, and returns the bytes after it.
func parseItem(data []byte) (*item, []byte) {
	first, data := data[0], data[1:]
	one := &item{major: first >> 5, argument: uint64(first & 31)}
	if info := first & 31; info >= 24 {
		size := 1 << (info - 24)
		one.argument = binary.BigEndian.Uint64(append(make([]byte, 8-size), data[:size]...))
		data = data[size:]
		if one.major == simpleItem {
			one.width = size
		}
	}
	count := 0
	switch one.major {
	case bytesItem, textItem:
		one.bytes, data = data[:one.argument], data[one.argument:]
	case listItem:
		count = int(one.argument)
	case mapItem:
		count = 2 * int(one.argument)
	case tagItem:
		count = 1
	}
	for range count {
		var part *item
		part, data = parseItem(data)
		one.parts = append(one.parts, part)
	}
	return one, data
}

// print appends the item.
func (one *item) print(out []byte) []byte {
	if one.raw != nil {
		return append(out, one.raw...)
	}
	argument := one.argument
	switch one.major {
	case bytesItem, textItem:
		argument = uint64(len(one.bytes))
	case listItem:
		argument = uint64(len(one.parts))
	case mapItem:
		argument = uint64(len(one.parts) / 2)
	}
	if one.open {
		out = append(out, one.major<<5|31)
	} else {
		out = append(head(out, one.major, argument, one.width), one.bytes...)
	}
	for _, part := range one.parts {
		out = part.print(out)
	}
	if one.open {
		out = append(out, 0xff)
	}
	return out
}

// head appends the head of an item. An argument that does not fit into the width is written in its own width.
func head(out []byte, major byte, argument uint64, width int) []byte {
	shortest := 0
	switch {
	case argument >= 1<<32:
		shortest = 8
	case argument >= 1<<16:
		shortest = 4
	case argument >= 1<<8:
		shortest = 2
	case argument >= 24:
		shortest = 1
	}
	width = max(width, shortest)
	if width == 0 {
		return append(out, major<<5|byte(argument))
	}
	info := map[int]byte{1: 24, 2: 25, 4: 26, 8: 27}[width]
	out = append(out, major<<5|info)
	return append(out, binary.BigEndian.AppendUint64(nil, argument)[8-width:]...)
}

// walk visits the item and all items inside.
func (one *item) walk(visit func(*item)) {
	visit(one)
	for _, part := range one.parts {
		part.walk(visit)
	}
}

// where returns a random item that matches, or nil.
func (one *item) where(r *rand.Rand, is func(*item) bool) *item {
	var found []*item
	one.walk(func(each *item) {
		if is(each) {
			found = append(found, each)
		}
	})
	if len(found) == 0 {
		return nil
	}
	return pick(r, found)
}

// insert adds an entry to a map.
func (one *item) insert(at int, key, value *item) {
	one.parts = append(one.parts[:2*at:2*at], append([]*item{key, value}, one.parts[2*at:]...)...)
}

// remove removes an entry of a map.
func (one *item) remove(at int) {
	one.parts = append(one.parts[:2*at:2*at], one.parts[2*at+2:]...)
}

func copyOfItem(one *item) *item {
	again := *one
	again.parts = nil
	for _, part := range one.parts {
		again.parts = append(again.parts, copyOfItem(part))
	}
	return &again
}
