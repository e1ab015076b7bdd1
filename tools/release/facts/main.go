// Makes the facts of a release of Kubernetes from its Go modules.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
)

var errUsage = errors.New(`usage:
  facts types -release 1.MINOR.PATCH -out FILE
  facts served -release 1.MINOR.PATCH -out FILE
  facts report -from 1.MINOR.PATCH -release 1.MINOR.PATCH -out FILE
  facts groups -release 1.MINOR.PATCH -out FILE
  facts legacy -release 1.MINOR.PATCH -old FILE -new FILE -out FILE
  facts versions -release 1.MINOR.PATCH -out FILE [-swagger FOLDER]`)

func main() {
	if err := command(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func command(args []string) error {
	if len(args) == 0 {
		return errUsage
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	out := flags.String("out", "", "file to write")
	number := flags.String("release", "", "release of Kubernetes, such as 1.37.2")
	from := flags.String("from", "", "release with which the report compares")
	old := flags.String("old", "", "types of the release")
	next := flags.String("new", "", "types of the next release")
	swagger := flags.String("swagger", "", "folder with files RELEASE.json, instead of downloads")
	if err := flags.Parse(args[1:]); err != nil || *out == "" || flags.NArg() > 0 {
		return errors.Join(err, errUsage)
	}
	release, err := parseRelease(*number)
	if err != nil {
		return err
	}
	switch args[0] {
	case "types":
		packages, err := typeFacts(release)
		return write(*out, packages, err)
	case "served":
		groups, err := servedFacts(release)
		return write(*out, groups, err)
	case "report":
		previous, err := parseRelease(*from)
		if err != nil {
			return err
		}
		return writeReport(*out, previous, release)
	case "groups":
		return writeGroups(*out, release)
	case "legacy":
		return addLegacy(*out, *old, *next, release)
	case "versions":
		return addVersions(*out, release, *swagger)
	default:
		return errUsage
	}
}

// write writes facts as JSON, unless making them failed. A path that ends with `.gz` is compressed; the same facts always
// become the same bytes.
func write(path string, facts any, err error) error {
	if err != nil {
		return err
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(facts); err != nil {
		return err
	}
	if !strings.HasSuffix(path, ".gz") {
		return os.WriteFile(path, text.Bytes(), 0o644)
	}
	var packed bytes.Buffer
	packer, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = packer.Write(text.Bytes())
	}
	if err == nil {
		err = packer.Close()
	}
	if err != nil {
		return err
	}
	return os.WriteFile(path, packed.Bytes(), 0o644)
}
