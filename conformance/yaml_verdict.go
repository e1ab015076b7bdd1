package main

import (
	"bufio"
	"encoding/base64"
	"flag"
	"os"

	"sigs.k8s.io/yaml"
)

// yamlVerdict contains the results of sigs.k8s.io/yaml for one document.
type yamlVerdict struct {
	// ID is the name of the document, if it has one.
	ID string `json:"id,omitempty"`
	// JSON is the document as JSON, if it is valid.
	JSON *string `json:"json,omitempty"`
	// YAML is the YAML form of a JSON text.
	YAML *string `json:"yaml,omitempty"`
	// Error is the error of the conversion.
	Error string `json:"err,omitempty"`
	// Strict is the error of strict decoding, if lax decoding succeeds.
	Strict string `json:"strict,omitempty"`
}

// verdictOfYAML converts a YAML document.
func verdictOfYAML(document []byte) yamlVerdict {
	text, err := yaml.YAMLToJSON(document)
	if err != nil {
		return yamlVerdict{Error: err.Error()}
	}
	found := yamlVerdict{JSON: new(string(text))}
	if _, err := yaml.YAMLToJSONStrict(document); err != nil {
		found.Strict = err.Error()
	}
	return found
}

// verdictOfJSON converts a JSON text to YAML.
func verdictOfJSON(text []byte) yamlVerdict {
	document, err := yaml.JSONToYAML(text)
	if err != nil {
		return yamlVerdict{Error: err.Error()}
	}
	return yamlVerdict{YAML: new(string(document))}
}

// yamlVerdicts runs the subcommand `yaml-verdicts`: it reads a document in base64 from every line of the standard input
// and writes its verdict as a line to the standard output.
func yamlVerdicts(args []string) error {
	flags := flag.NewFlagSet("yaml-verdicts", flag.ExitOnError)
	fromJSON := flags.Bool("from-json", false, "the documents are JSON, to be written as YAML")
	if err := flags.Parse(args); err != nil {
		return err
	}
	judge := verdictOfYAML
	if *fromJSON {
		judge = verdictOfJSON
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	out := bufio.NewWriter(os.Stdout)
	for lines.Scan() {
		document, err := base64.StdEncoding.DecodeString(lines.Text())
		if err != nil {
			return err
		}
		line, err := jsonText(judge(document))
		if err != nil {
			return err
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return out.Flush()
}
