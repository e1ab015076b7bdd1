package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// behavior is the code of a release that defaults and converts objects.
type behavior struct {
	// functions maps `apps/v1 SetDefaults_Deployment` to the source without comments.
	functions map[string]string
	// byHand has the functions that are not generated.
	byHand map[string]bool
	// gates maps the feature gates to whether they are on by default.
	gates map[string]bool
}

// behaviorFiles are the files of a version in pkg/apis that decide on defaults, conversions and field labels.
var behaviorFiles = []string{"defaults.go", "conversion.go", "zz_generated.defaults.go", "zz_generated.conversion.go"}

// readBehavior reads k8s.io/kubernetes, and the API servers inside it.
func readBehavior(of release) (behavior, error) {
	read := behavior{functions: map[string]string{}, byHand: map[string]bool{}, gates: map[string]bool{}}
	modules := []struct{ path, version string }{
		{"k8s.io/kubernetes", of.server()}, {"k8s.io/apiextensions-apiserver", of.staging()}, {"k8s.io/kube-aggregator", of.staging()},
	}
	for _, each := range modules {
		module, err := download(each.path, each.version)
		if err == nil {
			err = read.addModule(filepath.Join(module.Dir, "pkg"))
		}
		if err != nil {
			return read, err
		}
	}
	return read, nil
}

func (b *behavior) addModule(pkg string) error {
	for _, name := range behaviorFiles {
		for _, pattern := range []string{"*/" + name, "*/*/" + name} {
			paths, err := filepath.Glob(filepath.Join(pkg, "apis", pattern))
			if err != nil {
				return err
			}
			for _, path := range paths {
				folder, err := filepath.Rel(filepath.Join(pkg, "apis"), filepath.Dir(path))
				if err == nil {
					err = b.addFunctions(filepath.ToSlash(folder), path)
				}
				if err != nil {
					return err
				}
			}
		}
	}
	text, err := os.ReadFile(filepath.Join(pkg, "features", "kube_features.go"))
	if os.IsNotExist(err) {
		return nil
	}
	b.addGates(string(text))
	return err
}

func (b *behavior) addFunctions(folder, path string) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, 0)
	if err != nil {
		return err
	}
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok || function.Recv != nil || function.Name.Name == "init" {
			continue
		}
		var text bytes.Buffer
		if err := printer.Fprint(&text, token.NewFileSet(), function); err != nil {
			return err
		}
		name := folder + " " + function.Name.Name
		b.functions[name], b.byHand[name] = text.String(), !strings.HasPrefix(filepath.Base(path), "zz_generated")
	}
	return nil
}

var (
	gateSpecs   = regexp.MustCompile(`(?m)^\t(?:genericfeatures\.)?(\w+): \{\n((?:\t\t.*\n)+)\t\},`)
	gateDefault = regexp.MustCompile(`Default: (true|false)`)
	gateUse     = regexp.MustCompile(`features\.(\w+)`)
)

// addGates reads the table of gates. The last line of a gate is its state in the release.
func (b *behavior) addGates(text string) {
	for _, found := range gateSpecs.FindAllStringSubmatch(text, -1) {
		if states := gateDefault.FindAllStringSubmatch(found[2], -1); len(states) > 0 {
			b.gates[found[1]] = states[len(states)-1][1] == "true"
		}
	}
}

// consulted returns the gates that functions consult, each with the functions.
func (b *behavior) consulted() map[string][]string {
	found := map[string][]string{}
	for _, name := range sortedKeys(b.functions) {
		for _, use := range gateUse.FindAllStringSubmatch(b.functions[name], -1) {
			if !slices.Contains(found[use[1]], name) {
				found[use[1]] = append(found[use[1]], name)
			}
		}
	}
	return found
}

// place returns the definition or function in this repository that implements a function of Kubernetes.
func place(function string) string {
	folder, name, _ := strings.Cut(function, " ")
	group, version, hasVersion := strings.Cut(folder, "/")
	if !hasVersion {
		return "`api-defs/" + group + "/internal.yaml`"
	}
	file := "`api-defs/" + group + "/" + version + ".yaml`"
	code := ", `src/apis/functions/" + group + "`"
	switch {
	case strings.HasPrefix(name, "SetDefaults_"):
		return file + " `defaults." + strings.TrimPrefix(name, "SetDefaults_") + "`" + code
	case strings.HasPrefix(name, "Convert_"):
		from, _, _ := strings.Cut(strings.TrimPrefix(name, "Convert_"), "_To_")
		_, kind, _ := strings.Cut(from, "_")
		return file + " `conversion." + kind + "`" + code
	case strings.HasPrefix(strings.ToLower(name), "addfieldlabel"):
		return file + " `kinds.<Kind>.selectableFields`"
	}
	return file + code
}
