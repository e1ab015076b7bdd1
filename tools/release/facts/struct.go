package main

import (
	"fmt"
	"go/ast"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// structFacts are the facts of a struct.
type structFacts struct {
	Fields []fieldFacts        `json:"fields"`
	Tags   map[string][]string `json:"tags,omitempty"`
}

// fieldFacts are the facts of a field.
type fieldFacts struct {
	Name      string              `json:"name"`
	JSON      string              `json:"json,omitempty"`
	Inline    bool                `json:"inline,omitempty"`
	Omit      string              `json:"omit,omitempty"`
	Type      string              `json:"type"`
	Proto     *int                `json:"proto,omitempty"`
	Wire      string              `json:"wire,omitempty"`
	Repeated  bool                `json:"repeated,omitempty"`
	ProtoName string              `json:"protoName,omitempty"`
	Optional  bool                `json:"optional,omitempty"`
	Required  bool                `json:"required,omitempty"`
	Tags      map[string][]string `json:"tags,omitempty"`
}

func (s *source) structs() (map[string]structFacts, error) {
	structs := map[string]structFacts{}
	var failed error
	s.declared(func(file *ast.File, spec *ast.TypeSpec, marks markers) {
		of, ok := spec.Type.(*ast.StructType)
		if !ok {
			return
		}
		read := structFacts{Fields: []fieldFacts{}, Tags: marks.tags()}
		for _, field := range of.Fields.List {
			fields, err := fieldsOf(file, field)
			if err != nil && failed == nil {
				failed = fmt.Errorf("%s: %w", spec.Name.Name, err)
			}
			read.Fields = append(read.Fields, fields...)
		}
		structs[spec.Name.Name] = read
	})
	return structs, failed
}

// fieldsOf returns the fields of a declaration such as `A, B string`.
func fieldsOf(file *ast.File, field *ast.Field) ([]fieldFacts, error) {
	read := fieldFacts{Type: typeText(file, field.Type)}
	if read.Type == "" {
		return nil, nil
	}
	embedded := len(field.Names) == 0
	if err := read.applyTag(field.Tag, embedded); err != nil {
		return nil, err
	}
	marks := readMarkers(field.Doc)
	read.Optional, read.Required = marks.has("optional"), marks.has("required")
	marks.remove("optional", "required")
	marks.fromStructTag(field.Tag)
	read.Tags = marks.tags()
	if embedded {
		read.Name = read.Type[strings.LastIndexAny(read.Type, ".*")+1:]
		return []fieldFacts{read}, nil
	}
	var all []fieldFacts
	for _, name := range field.Names {
		read.Name = name.Name
		all = append(all, read)
	}
	return all, nil
}

// applyTag reads the tags `json` and `protobuf`. An embedded field without a name in JSON is inline.
func (f *fieldFacts) applyTag(literal *ast.BasicLit, embedded bool) error {
	if literal == nil {
		return nil
	}
	text, err := strconv.Unquote(literal.Value)
	if err != nil {
		return err
	}
	tag := reflect.StructTag(text)
	if options, ok := tag.Lookup("json"); ok {
		words := strings.Split(options, ",")
		f.JSON = words[0]
		f.Inline = words[0] == "" && (embedded || slices.Contains(words, "inline"))
		var omit []string
		for _, word := range words[1:] {
			if after, ok := strings.CutPrefix(word, "omit"); ok {
				omit = append(omit, after)
			}
		}
		f.Omit = strings.Join(omit, ",")
	}
	return f.applyProtobuf(tag.Get("protobuf"))
}

// applyProtobuf reads a tag such as `bytes,1,opt,name=metadata`.
func (f *fieldFacts) applyProtobuf(tag string) error {
	words := strings.Split(tag, ",")
	if len(words) < 2 {
		return nil
	}
	number, err := strconv.Atoi(words[1])
	if err != nil {
		return fmt.Errorf("invalid Protobuf tag %q: %w", tag, err)
	}
	f.Wire, f.Proto = words[0], &number
	for _, word := range words[2:] {
		f.Repeated = f.Repeated || word == "rep"
		if name, ok := strings.CutPrefix(word, "name="); ok && name != f.JSON {
			f.ProtoName = name
		}
	}
	return nil
}
