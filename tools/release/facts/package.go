package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// packageFacts are the facts of a Go package.
type packageFacts struct {
	Path    string                 `json:"path"`
	Group   *string                `json:"group,omitempty"`
	Version string                 `json:"version,omitempty"`
	Kinds   []kindFacts            `json:"kinds,omitempty"`
	Structs map[string]structFacts `json:"structs"`
	Types   map[string]namedFacts  `json:"types,omitempty"`
}

// source is the syntax of a Go package, without its tests.
type source struct {
	path  string
	files []*ast.File
}

// typeFacts reads all packages with exported structs.
func typeFacts(of release) ([]packageFacts, error) {
	var all []packageFacts
	for _, staging := range stagingModules {
		module, err := download(staging.path, of.staging())
		if err != nil {
			return nil, err
		}
		for _, folder := range staging.folders {
			found, err := readTree(module, folder)
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
		}
	}
	return all, nil
}

// readTree reads the packages in a folder and below, in the order of their paths.
func readTree(module module, folder string) ([]packageFacts, error) {
	var all []packageFacts
	err := filepath.WalkDir(filepath.Join(module.Dir, folder), func(dir string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if name := entry.Name(); name == "testdata" || name == "testapigroup" || strings.HasPrefix(name, "_") {
			return fs.SkipDir
		}
		below, err := filepath.Rel(module.Dir, dir)
		if err != nil {
			return err
		}
		source, err := parseFolder(dir, path.Join(module.Path, filepath.ToSlash(below)))
		if err != nil {
			return err
		}
		facts, err := source.facts()
		if err != nil {
			return fmt.Errorf("%s: %w", source.path, err)
		}
		if len(facts.Structs) > 0 {
			all = append(all, facts)
		}
		return nil
	})
	return all, err
}

// parseFolder parses the files of a folder, in the order of their names.
func parseFolder(dir, importPath string) (*source, error) {
	read := &source{path: importPath}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		read.files = append(read.files, file)
	}
	return read, nil
}

func (s *source) facts() (packageFacts, error) {
	structs, err := s.structs()
	if err != nil {
		return packageFacts{}, err
	}
	facts := packageFacts{Path: s.path, Structs: structs, Types: s.named()}
	kinds, home, err := s.kinds()
	if err != nil || len(kinds) == 0 {
		return facts, err
	}
	facts.Kinds, facts.Group, facts.Version = kinds, &home.group, home.version
	return facts, nil
}

// declared calls a function with each exported type of the package and its markers.
func (s *source) declared(visit func(file *ast.File, spec *ast.TypeSpec, marks markers)) {
	for _, file := range s.files {
		for _, declaration := range file.Decls {
			general, ok := declaration.(*ast.GenDecl)
			if !ok || general.Tok != token.TYPE {
				continue
			}
			for _, spec := range general.Specs {
				named := spec.(*ast.TypeSpec)
				if !named.Name.IsExported() {
					continue
				}
				if general.Lparen.IsValid() {
					visit(file, named, readMarkers(named.Doc))
				} else {
					visit(file, named, readMarkers(detached(file, general), general.Doc))
				}
			}
		}
	}
}

// detached returns the comment that an empty line separates from the comment of a declaration. Markers such as
// `+genclient` are written there.
func detached(file *ast.File, declaration *ast.GenDecl) *ast.CommentGroup {
	start := declaration.Pos()
	if declaration.Doc != nil {
		start = declaration.Doc.Pos()
	}
	var last *ast.CommentGroup
	for _, comment := range file.Comments {
		if comment.End() < start {
			last = comment
		}
	}
	for _, other := range file.Decls {
		if last != nil && other != declaration && other.End() > last.Pos() && other.Pos() < start {
			return nil
		}
	}
	return last
}

// imported returns the import path of a name that a file uses for a package.
func imported(file *ast.File, name string) string {
	for _, spec := range file.Imports {
		where := strings.Trim(spec.Path.Value, `"`)
		if spec.Name != nil && spec.Name.Name == name || spec.Name == nil && path.Base(where) == name {
			return where
		}
	}
	return name
}
