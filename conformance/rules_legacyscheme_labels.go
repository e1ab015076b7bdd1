package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// recordFieldLabels tries all labels that any conversion supports on every kind that may have its own, and three that
// none supports.
func recordFieldLabels(r *recorder, kinds []schema.GroupVersionKind) {
	labels := append(labelsInSource(), "", "metadata.uid", "Metadata.Name")
	for _, kind := range kinds {
		if isRequest(kind) || strings.HasSuffix(kind.Kind, "List") || kind.Version == "__internal" {
			continue
		}
		// Most kinds have only the two labels that every kind has; these are tried once.
		own := slices.ContainsFunc(labels, func(label string) bool {
			_, _, err := scheme.ConvertFieldLabel(kind, label, "x")
			return err == nil && !strings.HasPrefix(label, "metadata.name")
		})
		for _, label := range labels {
			name, value, err := scheme.ConvertFieldLabel(kind, label, "x=y")
			if own || err == nil || label == "metadata.uid" {
				r.add("field_labels", []string{kindPath(kind), label}, outcome([]string{name, value}, err))
			}
		}
	}
	for _, text := range absurdKinds {
		for _, label := range []string{"metadata.name", "spec.nodeName"} {
			name, value, err := scheme.ConvertFieldLabel(parseKindPath(text), label, "x=y")
			r.add("field_labels", []string{text, label}, outcome([]string{name, value}, err))
		}
	}
}

// labelsInSource returns all strings that functions for label conversion compare with.
func labelsInSource() []string {
	root := strings.TrimSpace(string(must(exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "k8s.io/kubernetes").Output())))
	labels := map[string]bool{}
	err := filepath.WalkDir(filepath.Join(root, "pkg", "apis"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != "conversion.go" {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.CaseClause:
				addTexts(labels, node.List)
			case *ast.KeyValueExpr:
				// An entry of a map from labels to those of the hub.
				if _, ok := node.Value.(*ast.BasicLit); ok {
					addTexts(labels, []ast.Expr{node.Key})
				}
			}
			return true
		})
		return nil
	})
	must(labels, err)
	return slices.Sorted(maps.Keys(labels))
}

func addTexts(texts map[string]bool, expressions []ast.Expr) {
	for _, expression := range expressions {
		if literal, ok := expression.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			texts[must(strconv.Unquote(literal.Value))] = true
		}
	}
}
