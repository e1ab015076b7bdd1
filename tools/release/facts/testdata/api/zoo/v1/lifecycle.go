package v1

import "k8s.io/apimachinery/pkg/runtime/schema"

func (in *Keeper) APILifecycleDeprecated() (major, minor int) {
	return 1, 9
}

func (in *Keeper) APILifecycleReplacement() schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: "", Version: "v2", Kind: "Keeper"}
}
