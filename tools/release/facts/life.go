package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"strconv"
	"strings"
)

// life is the life cycle of a kind.
type life struct {
	Introduced  string `json:"introduced,omitempty"`
	Deprecated  string `json:"deprecated,omitempty"`
	Removed     string `json:"removed,omitempty"`
	Replacement string `json:"replacement,omitempty"`
}

// lifeMarker starts the markers from which Kubernetes generates the methods `APILifecycle…`. The facts contain the
// markers rather than the methods, because the methods also contain releases that the generator computed.
const lifeMarker = "k8s:prerelease-lifecycle-gen"

// life returns the life cycle that the markers of a type declare.
func (m markers) life() life {
	return life{
		Introduced:  m.first(lifeMarker + ":introduced"),
		Deprecated:  m.first(lifeMarker + ":deprecated"),
		Removed:     m.first(lifeMarker + ":removed"),
		Replacement: m.first(lifeMarker + ":replacement"),
	}
}

// add adds what methods declare and markers do not.
func (l *life) add(methods *life) {
	if methods == nil {
		return
	}
	l.Introduced = cmp.Or(l.Introduced, methods.Introduced)
	l.Deprecated = cmp.Or(l.Deprecated, methods.Deprecated)
	l.Removed = cmp.Or(l.Removed, methods.Removed)
	l.Replacement = cmp.Or(l.Replacement, methods.Replacement)
}

// lives reads the methods `APILifecycle…` that are written by hand, as in `lifecycle.go` of core/v1.
func (s *source) lives() (map[string]*life, error) {
	lives := map[string]*life{}
	for _, file := range s.files {
		if ast.IsGenerated(file) {
			continue
		}
		for _, declaration := range file.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok || function.Recv == nil || !strings.HasPrefix(function.Name.Name, "APILifecycle") {
				continue
			}
			name := strings.TrimPrefix(typeText(file, function.Recv.List[0].Type), "*")
			if lives[name] == nil {
				lives[name] = &life{}
			}
			if err := lives[name].read(function); err != nil {
				return nil, fmt.Errorf("%s.%s: %w", name, function.Name.Name, err)
			}
		}
	}
	return lives, nil
}

func (l *life) read(function *ast.FuncDecl) error {
	results, err := returned(function)
	if err != nil {
		return err
	}
	switch function.Name.Name {
	case "APILifecycleIntroduced":
		l.Introduced, err = version(results)
	case "APILifecycleDeprecated":
		l.Deprecated, err = version(results)
	case "APILifecycleRemoved":
		l.Removed, err = version(results)
	case "APILifecycleReplacement":
		l.Replacement, err = replacement(results)
	default:
		err = fmt.Errorf("unknown method of a life cycle")
	}
	return err
}

// returned returns the values of a body that only returns.
func returned(function *ast.FuncDecl) ([]ast.Expr, error) {
	if len(function.Body.List) == 1 {
		if result, ok := function.Body.List[0].(*ast.ReturnStmt); ok {
			return result.Results, nil
		}
	}
	return nil, fmt.Errorf("expected a body with a single return")
}

// version returns `1.37` for `return 1, 37`.
func version(results []ast.Expr) (string, error) {
	var numbers []string
	for _, result := range results {
		if literal, ok := result.(*ast.BasicLit); ok && isNumber(literal.Value) {
			numbers = append(numbers, literal.Value)
		}
	}
	if len(numbers) != 2 || len(results) != 2 {
		return "", fmt.Errorf("expected two numbers")
	}
	return strings.Join(numbers, "."), nil
}

// replacement returns `group,version,kind` of a GroupVersionKind.
func replacement(results []ast.Expr) (string, error) {
	literal, ok := results[0].(*ast.CompositeLit)
	if !ok || len(literal.Elts) != 3 {
		return "", fmt.Errorf("expected a GroupVersionKind")
	}
	parts := map[string]string{}
	for _, element := range literal.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			return "", fmt.Errorf("expected fields with names")
		}
		value, isText := pair.Value.(*ast.BasicLit)
		text, err := strconv.Unquote(literalText(value, isText))
		if err != nil {
			return "", fmt.Errorf("expected text in a GroupVersionKind")
		}
		key, _ := pair.Key.(*ast.Ident)
		if key != nil {
			parts[key.Name] = text
		}
	}
	return parts["Group"] + "," + parts["Version"] + "," + parts["Kind"], nil
}
