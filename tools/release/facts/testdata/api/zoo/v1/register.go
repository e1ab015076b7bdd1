package v1

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

const GroupName = "zoo.example.com"

var SchemeGroupVersion = schema.GroupVersion{Group: GroupName, Version: "v1"}

func addKnownTypes(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(SchemeGroupVersion, &Keeper{}, &KeeperList{})
	scheme.AddKnownTypeWithName(SchemeGroupVersion.WithKind("Warden"), &Keeper{})
	scheme.AddKnownTypes(schema.GroupVersion{Group: "other"}, &Habits{})
	return nil
}
