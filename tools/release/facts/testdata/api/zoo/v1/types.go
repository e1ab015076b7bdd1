package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +genclient
// +genclient:nonNamespaced
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +k8s:prerelease-lifecycle-gen:introduced=1.2

// Keeper feeds animals.
type Keeper struct {
	metav1.TypeMeta `json:""`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`

	// +required
	Names []string `json:"names" patchStrategy:"merge" protobuf:"bytes,2,rep,name=titles"`
	// +default="Day"
	// +listType=map
	// +listMapKey=a
	// +listMapKey=b
	Shift *Shift `json:"shift,omitempty,omitzero" protobuf:"bytes,3,opt,name=shift,casttype=Shift"`

	Habits `json:",inline" protobuf:"bytes,4,name=habits"`

	hidden, secret int64
	Call           func() `json:"-"`
}

// Habits is embedded, and has no markers: those above belong to Keeper.
type Habits struct {
	Any map[string]any `json:"any,omitempty"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.2
// +k8s:prerelease-lifecycle-gen:deprecated=1.4

type KeeperList struct {
	metav1.TypeMeta `json:",inline"`
	Items           []Keeper `json:"items" protobuf:"bytes,2,rep,name=items"`
}

// +enum
type Shift string

const (
	Day   Shift = "Day"
	Night Shift = "Night"
	Both        = "Both" // a text, not a Shift
	Again Shift = "Day"
)

type Alias = Habits
