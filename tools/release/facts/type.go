package main

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
)

// namedFacts are the facts of a named type that is not a struct.
type namedFacts struct {
	Base   string   `json:"base"`
	Enum   bool     `json:"enum,omitempty"`
	Values []string `json:"values,omitempty"`
}

// named returns the named types that are neither structs nor interfaces nor functions.
func (s *source) named() map[string]namedFacts {
	types := map[string]namedFacts{}
	s.declared(func(file *ast.File, spec *ast.TypeSpec, marks markers) {
		switch spec.Type.(type) {
		case *ast.StructType, *ast.InterfaceType, *ast.FuncType, *ast.ChanType:
			return
		}
		base := typeText(file, spec.Type)
		if base == "" || spec.TypeParams != nil {
			return
		}
		types[spec.Name.Name] = namedFacts{Base: base, Enum: marks.has("enum"), Values: s.values(spec.Name.Name)}
	})
	return types
}

// values returns the string constants of a type, in the order of the source.
func (s *source) values(of string) []string {
	var values []string
	for _, file := range s.files {
		for _, declaration := range file.Decls {
			general, ok := declaration.(*ast.GenDecl)
			if !ok || general.Tok != token.CONST {
				continue
			}
			for _, spec := range general.Specs {
				for _, value := range constantsOf(spec.(*ast.ValueSpec), of) {
					if !slices.Contains(values, value) {
						values = append(values, value)
					}
				}
			}
		}
	}
	return values
}

// constantsOf returns the texts of a declaration such as `A, B Type = "a", "b"`.
func constantsOf(spec *ast.ValueSpec, of string) []string {
	if spec.Type == nil || !isName(spec.Type, of) {
		return nil
	}
	var values []string
	for _, value := range spec.Values {
		literal, ok := value.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			continue
		}
		if text, err := strconv.Unquote(literal.Value); err == nil {
			values = append(values, text)
		}
	}
	return values
}

// typeText returns a type as in the facts: `*T`, `[]T`, `map[K]V`, a bare name, or a name with the path of its package.
// It returns an empty text for a type that no definition can have, such as a function.
func typeText(file *ast.File, expression ast.Expr) string {
	inside := func(prefix string, expression ast.Expr) string {
		if text := typeText(file, expression); text != "" {
			return prefix + text
		}
		return ""
	}
	switch of := expression.(type) {
	case *ast.Ident:
		if of.Name == "any" {
			return "interface"
		}
		return of.Name
	case *ast.StarExpr:
		return inside("*", of.X)
	case *ast.ArrayType:
		if of.Len == nil {
			return inside("[]", of.Elt)
		}
	case *ast.MapType:
		if key := typeText(file, of.Key); key != "" {
			return inside("map["+key+"]", of.Value)
		}
	case *ast.SelectorExpr:
		if name, ok := of.X.(*ast.Ident); ok {
			return imported(file, name.Name) + "." + of.Sel.Name
		}
	case *ast.InterfaceType:
		return "interface"
	case *ast.ParenExpr:
		return typeText(file, of.X)
	}
	return ""
}
