// Records results of the Kubernetes code, with which the tests of this repository compare.
package main

import (
	"errors"
	"fmt"
	"os"
)

var errUsage = errors.New(`usage:
  conformance cases -out FOLDER [-seed N] [-cases N] [-decode N] GROUP/VERSION/KIND[@SEED,...]...
  conformance cbor -out FOLDER [-seed N] [-cases N] GROUP/VERSION/KIND...
  conformance cbor-objects FILE
  conformance choose [-seed N] [-tries N] [-size BYTES] GROUP/VERSION/KIND...
  conformance complete OBJECTS LISTS
  conformance rules -out FOLDER [AREA...]
  conformance yaml-suite -out FOLDER PACKAGE
  conformance yaml-verdicts [-from-json] < LINES
  conformance bench < LINES`)

func main() {
	if err := command(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func command(args []string) error {
	if len(args) == 0 {
		return errUsage
	}
	switch args[0] {
	case "cases":
		return makeCases(args[1:])
	case "cbor":
		return makeCBOR(args[1:])
	case "cbor-objects":
		return recordCBORObjects(args[1:])
	case "choose":
		return chooseSeeds(args[1:])
	case "complete":
		return completeLists(args[1:])
	case "rules":
		return recordRules(args[1:])
	case "yaml-suite":
		return yamlSuite(args[1:])
	case "yaml-verdicts":
		return yamlVerdicts(args[1:])
	case "bench":
		return bench()
	default:
		return errUsage
	}
}
