package main

import "reflect"

// states adds the state of each field of a document that can be empty in more than one way: absent, null, empty or
// filled.
func states(ty reflect.Type, at *node, into evidence) {
	for ty.Kind() == reflect.Pointer {
		ty = ty.Elem()
	}
	switch {
	case isLeaf(ty):
	case ty.Kind() == reflect.Slice && at.kind == '[':
		for _, item := range at.items {
			states(ty.Elem(), item, into)
		}
	case ty.Kind() == reflect.Map && at.kind == '{':
		for _, member := range at.members {
			states(ty.Elem(), member.value, into)
		}
	case isUnion(ty):
		if field, found := fieldFor(ty, at); found {
			states(field, at, into)
		}
	case ty.Kind() == reflect.Struct && at.kind == '{':
		for name, field := range fieldsOf(ty) {
			value := at.find(name)
			switch field.Kind() {
			case reflect.Slice, reflect.Map, reflect.Pointer:
				into[ty.PkgPath()+"."+ty.Name()+"."+name+" "+stateOf(value)] = true
			}
			if value != nil {
				states(field, value, into)
			}
		}
	}
}

func stateOf(value *node) string {
	switch {
	case value == nil:
		return "absent"
	case value.text == "null":
		return "null"
	case value.text == `""`, value.kind != 0 && len(value.items)+len(value.members) == 0:
		return "empty"
	default:
		return "filled"
	}
}
