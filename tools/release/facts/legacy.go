package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
)

// legacyPackage has the kinds that a package lost, in the form of the last release that had them.
type legacyPackage struct {
	Path    string                 `json:"path"`
	Group   *string                `json:"group,omitempty"`
	Version string                 `json:"version,omitempty"`
	Release string                 `json:"release,omitempty"`
	Kinds   []legacyKind           `json:"kinds,omitempty"`
	Structs map[string]structFacts `json:"structs"`
	Types   map[string]namedFacts  `json:"types,omitempty"`
}

type legacyKind struct {
	kindFacts
	FirstSeen string `json:"firstSeen,omitempty"`
	LastSeen  string `json:"lastSeen,omitempty"`
}

// addLegacy adds the kinds of the facts in `oldPath`, of a release, that those in `newPath` lack to the facts of removed
// kinds.
func addLegacy(path, oldPath, newPath string, of release) error {
	var legacy []legacyPackage
	var old, next []packageFacts
	for _, file := range []struct {
		path string
		into any
	}{{path, &legacy}, {oldPath, &old}, {newPath, &next}} {
		if err := readJSON(file.path, file.into); err != nil {
			return err
		}
	}
	gone, err := removedKinds(old, next, fmt.Sprintf("1.%d", of.number()))
	if err != nil {
		return err
	}
	for _, each := range gone {
		legacy = insert(legacy, each)
	}
	return write(path, legacy, nil)
}

// insert adds a package after those of the same path, or replaces the one of the same release.
func insert(legacy []legacyPackage, added legacyPackage) []legacyPackage {
	at := len(legacy)
	for i, other := range legacy {
		if other.Path != added.Path {
			continue
		}
		if other.Release == added.Release {
			legacy[i] = added
			return legacy
		}
		at = i + 1
	}
	return slices.Insert(legacy, at, added)
}

// removedKinds returns the kinds that only the old facts have, with the types that they use and the new facts lack.
func removedKinds(old, next []packageFacts, last string) ([]legacyPackage, error) {
	walk := walk{old: byPath(old), next: byPath(next), found: map[string]*legacyPackage{}, release: last}
	for _, each := range old {
		for _, kind := range each.Kinds {
			if each.Version == internalVersion || slices.ContainsFunc(walk.next[each.Path].Kinds, kind.isSame) {
				continue
			}
			lost := walk.lost(each)
			lost.Kinds = append(lost.Kinds, legacyKind{kindFacts: kind, LastSeen: last})
			if err := walk.visit(each.Path, kind.Type, true); err != nil {
				return nil, err
			}
		}
	}
	var gone []legacyPackage
	for _, path := range sortedKeys(walk.found) {
		gone = append(gone, *walk.found[path])
	}
	return gone, nil
}

func (k kindFacts) isSame(other kindFacts) bool { return k.Kind == other.Kind }

func byPath(packages []packageFacts) map[string]packageFacts {
	found := map[string]packageFacts{}
	for _, each := range packages {
		found[each.Path] = each
	}
	return found
}

// walk collects the types that removed kinds use.
type walk struct {
	old, next map[string]packageFacts
	found     map[string]*legacyPackage
	release   string
}

// lost returns the legacy package of a package.
func (w *walk) lost(of packageFacts) *legacyPackage {
	if w.found[of.Path] == nil {
		w.found[of.Path] = &legacyPackage{
			Path: of.Path, Group: of.Group, Version: of.Version, Release: w.release,
			Structs: map[string]structFacts{}, Types: map[string]namedFacts{},
		}
	}
	return w.found[of.Path]
}

// typeName finds the names in a type such as `map[ResourceName]k8s.io/apimachinery/pkg/api/resource.Quantity`.
var typeName = regexp.MustCompile(`(?:[\w./-]+\.)?\w+`)

// visit adds the type `name` of a package, and those that it uses. Types that the new facts have are left out, unless
// the type is that of a removed kind.
func (w *walk) visit(path, name string, always bool) error {
	from, ok := w.old[path]
	if !ok {
		return nil
	}
	_, hasStruct := w.next[path].Structs[name]
	_, hasType := w.next[path].Types[name]
	if (hasStruct || hasType) && !always {
		return nil
	}
	var used []string
	if found, ok := from.Structs[name]; ok {
		lost := w.lost(from)
		if _, seen := lost.Structs[name]; seen {
			return nil
		}
		lost.Structs[name] = found
		for _, field := range found.Fields {
			used = append(used, field.Type)
		}
	} else if found, ok := from.Types[name]; ok {
		lost := w.lost(from)
		if _, seen := lost.Types[name]; seen {
			return nil
		}
		lost.Types[name] = found
		used = append(used, found.Base)
	} else if always {
		return fmt.Errorf("%s: the facts have no type %s", path, name)
	}
	for _, text := range used {
		for _, other := range typeName.FindAllString(text, -1) {
			if err := w.visitName(path, other); err != nil {
				return err
			}
		}
	}
	return nil
}

// visitName visits a name as used in a package: bare, or with the path of another package.
func (w *walk) visitName(home, name string) error {
	for path := range maps.Keys(w.old) {
		if len(name) > len(path) && name[:len(path)] == path && name[len(path)] == '.' {
			return w.visit(path, name[len(path)+1:], false)
		}
	}
	return w.visit(home, name, false)
}
