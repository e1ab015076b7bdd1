package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strconv"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// benchTypes make a new object, by what the benchmarks in ../benches call such objects.
var benchTypes = map[string]func() any{
	"pods":        func() any { return &corev1.PodTemplateSpec{} },
	"deployments": func() any { return &appsv1.Deployment{} },
	"configmaps":  func() any { return &corev1.ConfigMap{} },
}

// yamlBench runs the subcommand `yaml-bench OBJECTS`, the peer of a benchmark that asks it line by
// line: first for the number of documents, then for each in base64. It answers each with what it
// decoded, as JSON and as YAML. From then on it works through all documents once for every line
// `decode` or `encode`, and answers `done`.
func yamlBench(args []string) error {
	if len(args) != 1 || benchTypes[args[0]] == nil {
		return errUsage
	}
	bench := yamlBencher{lines: bufio.NewScanner(os.Stdin), make: benchTypes[args[0]]}
	bench.lines.Buffer(nil, 64<<20)
	if err := bench.load(); err != nil {
		return err
	}
	for bench.lines.Scan() {
		pass := bench.decode
		if bench.lines.Text() == "encode" {
			pass = bench.encode
		}
		if err := pass(); err != nil {
			return err
		}
		fmt.Println("done")
	}
	return bench.lines.Err()
}

type yamlBencher struct {
	lines     *bufio.Scanner
	make      func() any
	documents [][]byte
	objects   []any
}

func (b *yamlBencher) load() error {
	b.lines.Scan()
	count, err := strconv.Atoi(b.lines.Text())
	if err != nil {
		return err
	}
	for len(b.documents) < count && b.lines.Scan() {
		document, err := base64.StdEncoding.DecodeString(b.lines.Text())
		if err != nil {
			return err
		}
		object := b.make()
		if err := yaml.Unmarshal(document, object); err != nil {
			return err
		}
		b.documents, b.objects = append(b.documents, document), append(b.objects, object)
		written, err := yaml.Marshal(object)
		if err != nil {
			return err
		}
		answer, err := jsonText(map[string]any{"json": object, "yaml": string(written)})
		if err != nil {
			return err
		}
		fmt.Println(string(answer))
	}
	return b.lines.Err()
}

func (b *yamlBencher) decode() error {
	for _, document := range b.documents {
		if err := yaml.Unmarshal(document, b.make()); err != nil {
			return err
		}
	}
	return nil
}

func (b *yamlBencher) encode() error {
	for _, object := range b.objects {
		if _, err := yaml.Marshal(object); err != nil {
			return err
		}
	}
	return nil
}
