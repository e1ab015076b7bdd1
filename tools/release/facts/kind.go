package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// kindFacts are the facts of a registered kind.
type kindFacts struct {
	Kind       string `json:"kind"`
	Type       string `json:"type"`
	Resource   bool   `json:"resource,omitempty"`
	Namespaced bool   `json:"namespaced,omitempty"`
	life
}

// groupVersion is the group and version of a package.
type groupVersion struct {
	group, version string
}

// internalVersion is the version of a package with hub types.
const internalVersion = "__internal"

// kinds returns the kinds that the package registers in its own group and version, in the order of the registration.
func (s *source) kinds() ([]kindFacts, groupVersion, error) {
	home, isVersion, err := s.home()
	if err != nil || !isVersion {
		return nil, home, err
	}
	lives, err := s.lives()
	if err != nil {
		return nil, home, err
	}
	marks := s.typeMarkers()
	var kinds []kindFacts
	for _, file := range s.files {
		ast.Inspect(file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			for _, kind := range registered(file, call) {
				of := marks[kind.Type]
				if of.has("genclient") {
					kind.Resource, kind.Namespaced = true, !of.has("genclient:nonNamespaced")
				}
				kind.life = of.life()
				kind.life.add(lives[kind.Type])
				kinds = append(kinds, kind)
			}
			return true
		})
	}
	return kinds, home, nil
}

func (s *source) typeMarkers() map[string]markers {
	marks := map[string]markers{}
	s.declared(func(_ *ast.File, spec *ast.TypeSpec, of markers) {
		marks[spec.Name.Name] = of
	})
	return marks
}

// registered returns the kinds of a call such as `scheme.AddKnownTypes(SchemeGroupVersion, &Pod{}, &PodList{})`.
func registered(file *ast.File, call *ast.CallExpr) []kindFacts {
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) < 2 {
		return nil
	}
	switch {
	case method.Sel.Name == "AddKnownTypes" && isName(call.Args[0], "SchemeGroupVersion"):
		var kinds []kindFacts
		for _, argument := range call.Args[1:] {
			if name := pointed(file, argument); name != "" {
				kinds = append(kinds, kindFacts{Kind: name[strings.LastIndex(name, ".")+1:], Type: name})
			}
		}
		return kinds
	case method.Sel.Name == "AddKnownTypeWithName":
		with, ok := call.Args[0].(*ast.CallExpr)
		if !ok || len(with.Args) != 1 {
			return nil
		}
		name, ok := with.Fun.(*ast.SelectorExpr)
		if !ok || !isName(name.X, "SchemeGroupVersion") {
			return nil
		}
		literal, ok := with.Args[0].(*ast.BasicLit)
		kind, err := strconv.Unquote(literalText(literal, ok))
		if of := pointed(file, call.Args[1]); err == nil && of != "" {
			return []kindFacts{{Kind: kind, Type: of}}
		}
	}
	return nil
}

func literalText(literal *ast.BasicLit, ok bool) string {
	if !ok {
		return ""
	}
	return literal.Value
}

func isName(expression ast.Expr, name string) bool {
	identifier, ok := expression.(*ast.Ident)
	return ok && identifier.Name == name
}

// pointed returns the type of an expression such as `&Pod{}`.
func pointed(file *ast.File, expression ast.Expr) string {
	address, ok := expression.(*ast.UnaryExpr)
	if !ok || address.Op != token.AND {
		return ""
	}
	literal, ok := address.X.(*ast.CompositeLit)
	if !ok {
		return ""
	}
	return typeText(file, literal.Type)
}

// home returns the value of `SchemeGroupVersion`.
func (s *source) home() (groupVersion, bool, error) {
	constants := map[string]string{}
	var declared *ast.CompositeLit
	s.variables(func(name string, value ast.Expr) {
		if literal, ok := value.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			constants[name], _ = strconv.Unquote(literal.Value)
		}
		if literal, ok := value.(*ast.CompositeLit); ok && name == "SchemeGroupVersion" {
			declared = literal
		}
	})
	if declared == nil {
		return groupVersion{}, false, nil
	}
	var home groupVersion
	for _, element := range declared.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			return home, false, fmt.Errorf("SchemeGroupVersion has fields without names")
		}
		text, err := textOf(pair.Value, constants)
		switch {
		case err != nil:
			return home, false, err
		case isName(pair.Key, "Group"):
			home.group = text
		case isName(pair.Key, "Version"):
			home.version = text
		}
	}
	return home, true, nil
}

func textOf(expression ast.Expr, constants map[string]string) (string, error) {
	switch of := expression.(type) {
	case *ast.BasicLit:
		return strconv.Unquote(of.Value)
	case *ast.Ident:
		if text, ok := constants[of.Name]; ok {
			return text, nil
		}
	case *ast.SelectorExpr:
		switch of.Sel.Name {
		case "APIVersionInternal":
			return internalVersion, nil
		case "GroupName":
			return "", fmt.Errorf("the group of SchemeGroupVersion belongs to another package")
		}
	}
	return "", fmt.Errorf("the value of SchemeGroupVersion is no constant of the package")
}

// variables calls a function with each constant and variable of the package.
func (s *source) variables(visit func(name string, value ast.Expr)) {
	for _, file := range s.files {
		for _, declaration := range file.Decls {
			general, ok := declaration.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range general.Specs {
				values, ok := spec.(*ast.ValueSpec)
				for i := 0; ok && i < len(values.Values); i++ {
					visit(values.Names[i].Name, values.Values[i])
				}
			}
		}
	}
}
