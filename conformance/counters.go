package main

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Sizes in a file of Go's coverage counters, as internal/coverage describes it: a header, segments, a footer.
const (
	counterHeader = 32
	flavorAt      = 24
	flavorULEB    = 2
	segmentHeader = 16
)

var errCounters = errors.New("coverage counters of an unknown form")

// readCounters adds the statements that ran, according to the first segment; a running program writes only one.
func readCounters(file []byte, into evidence) error {
	if len(file) < counterHeader+segmentHeader || file[flavorAt] != flavorULEB {
		return errCounters
	}
	segment := file[counterHeader:]
	functions := binary.LittleEndian.Uint64(segment)
	texts := binary.LittleEndian.Uint32(segment[8:]) + binary.LittleEndian.Uint32(segment[12:])
	at := (counterHeader + segmentHeader + int(texts) + 3) &^ 3
	numbers := numberReader{rest: file[min(at, len(file)):]}
	for range functions {
		count, pkg, function := numbers.next(), numbers.next(), numbers.next()
		for i := range count {
			if numbers.next() > 0 {
				into[fmt.Sprintf("#%d.%d.%d", pkg, function, i)] = true
			}
		}
		if numbers.failed {
			return errCounters
		}
	}
	return nil
}

type numberReader struct {
	rest   []byte
	failed bool
}

func (n *numberReader) next() uint64 {
	value, length := binary.Uvarint(n.rest)
	if length <= 0 {
		n.failed = true
		return 0
	}
	n.rest = n.rest[length:]
	return value
}
