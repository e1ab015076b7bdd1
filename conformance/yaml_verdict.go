package main

import (
	"bufio"
	"encoding/base64"
	"flag"
	"os"

	"sigs.k8s.io/yaml"
)

// yamlVerdict is what sigs.k8s.io/yaml says of one document.
type yamlVerdict struct {
	// ID names the document, if it has a name.
	ID string `json:"id,omitempty"`
	// JSON is what the document becomes, if it becomes something.
	JSON *string `json:"json,omitempty"`
	// YAML is what a JSON text becomes.
	YAML *string `json:"yaml,omitempty"`
	// Error says why it becomes nothing.
	Error string `json:"err,omitempty"`
	// Strict is the error of strict reading, where plain reading has none.
	Strict string `json:"strict,omitempty"`
}

// verdictOfYAML reads the document.
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

// verdictOfJSON writes the JSON text as YAML.
func verdictOfJSON(text []byte) yamlVerdict {
	document, err := yaml.JSONToYAML(text)
	if err != nil {
		return yamlVerdict{Error: err.Error()}
	}
	return yamlVerdict{YAML: new(string(document))}
}

// yamlVerdicts runs the subcommand `yaml-verdicts`: a document in base64 on every line of the
// standard input, its verdict on every line of the standard output.
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
