package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// knownValues reads the constants of every named string type from the source of the modules, because reflection does
// not include constants. The key is the package path and name of the type.
func knownValues(modules ...string) (map[string][]string, error) {
	values := map[string][]string{}
	for _, module := range modules {
		root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
		if err != nil {
			return nil, err
		}
		if err := readModule(values, module, strings.TrimSpace(string(root))); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// allKnownValues returns the constants of all modules with API types.
func allKnownValues() (map[string][]string, error) {
	return knownValues("k8s.io/api", "k8s.io/apiextensions-apiserver", "k8s.io/apimachinery", "k8s.io/kube-aggregator")
}

func readModule(values map[string][]string, module, root string) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		readConstants(values, module+"/"+filepath.ToSlash(folder), file)
		return nil
	})
}

func readConstants(values map[string][]string, pkg string, file *ast.File) {
	for _, declaration := range file.Decls {
		block, ok := declaration.(*ast.GenDecl)
		if !ok || block.Tok != token.CONST {
			continue
		}
		for _, spec := range block.Specs {
			constant := spec.(*ast.ValueSpec)
			named, ok := constant.Type.(*ast.Ident)
			if !ok || len(constant.Values) != 1 {
				continue
			}
			if literal, ok := constant.Values[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
				if text, err := strconv.Unquote(literal.Value); err == nil {
					key := pkg + "." + named.Name
					values[key] = append(values[key], text)
				}
			}
		}
	}
}
