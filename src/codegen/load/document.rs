//! Documents: the parsed content of definition files, in which names are still unresolved words.

use std::sync::Arc;

use super::yaml::Node;
use crate::codegen::files::{Span, Word};
use crate::codegen::model::{Empty, Leaf, Limits, Merge, Omit, Scalar};

/// The documents of all groups, sorted by folder. Those of the built-in groups are shared by all runs in a process.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    pub(crate) groups: Vec<Arc<GroupDoc>>,
}

/// The documents of a folder, which defines one group.
#[derive(Debug)]
pub(crate) struct GroupDoc {
    pub(crate) folder: String,
    pub(crate) external: bool,
    /// The start of the first file.
    pub(crate) place: Span,
    pub(crate) internal: Option<InternalDoc>,
    pub(crate) versions: Vec<VersionDoc>,
}

/// The content of `internal.yaml`.
#[derive(Debug, Default)]
pub(crate) struct InternalDoc {
    pub(crate) file: String,
    pub(crate) group: Option<Word>,
    pub(crate) doc: String,
    pub(crate) hub: Option<Word>,
    pub(crate) versions: Option<Vec<Word>>,
    pub(crate) storage: Vec<(Word, Word)>,
    pub(crate) peers: Vec<Word>,
    pub(crate) types: Vec<TypeDoc>,
    pub(crate) conversion: Vec<ConversionDoc>,
}

/// The merged content of all files of a version.
#[derive(Debug, Default)]
pub(crate) struct VersionDoc {
    pub(crate) name: String,
    pub(crate) files: Vec<String>,
    pub(crate) group: Option<Word>,
    pub(crate) doc: String,
    pub(crate) kinds: Vec<KindDoc>,
    pub(crate) types: Vec<TypeDoc>,
    pub(crate) defaults: Vec<DefaultsDoc>,
    /// True if the file contains `defaults: none`.
    pub(crate) undefaulted: bool,
    /// True if the file contains `conversion: none`.
    pub(crate) unconverted: bool,
    pub(crate) conversion: Vec<ConversionDoc>,
}

#[derive(Debug)]
pub(crate) struct KindDoc {
    pub(crate) name: Word,
    pub(crate) doc: Option<String>,
    pub(crate) ty: Option<Word>,
    pub(crate) resource: Option<Word>,
    pub(crate) singular: Option<Word>,
    pub(crate) short_names: Option<Vec<Word>>,
    pub(crate) categories: Option<Vec<Word>>,
    pub(crate) scope: Option<Word>,
    pub(crate) list: Option<bool>,
    pub(crate) unversioned: bool,
    pub(crate) type_meta: bool,
    pub(crate) query: bool,
    pub(crate) verbs: Option<Vec<Word>>,
    pub(crate) subresources: Vec<SubresourceDoc>,
    /// Pairs of the label in this version and, if it differs, the label in the hub.
    pub(crate) selectable: Vec<(Word, Option<Word>)>,
    pub(crate) columns: Vec<ColumnDoc>,
    pub(crate) introduced: Option<Word>,
    pub(crate) deprecated: Option<Word>,
    pub(crate) removed: Option<Word>,
    pub(crate) replacement: Option<Word>,
    pub(crate) deprecation_warning: Option<String>,
    pub(crate) served: bool,
}

#[derive(Debug)]
pub(crate) struct SubresourceDoc {
    pub(crate) name: Word,
    pub(crate) kind: Option<Word>,
    pub(crate) verbs: Option<Vec<Word>>,
    pub(crate) ty: Option<Word>,
    pub(crate) spec_replicas: Option<Word>,
    pub(crate) status_replicas: Option<Word>,
    pub(crate) label_selector: Option<Word>,
}

#[derive(Debug)]
pub(crate) struct ColumnDoc {
    pub(crate) name: Word,
    pub(crate) ty: Option<Word>,
    pub(crate) format: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) priority: Option<u64>,
    pub(crate) json_path: Option<Word>,
}

/// A type, declared in a `.proto` file, in YAML or in both.
#[derive(Debug)]
pub(crate) struct TypeDoc {
    pub(crate) name: Word,
    pub(crate) doc: String,
    pub(crate) from_proto: bool,
    pub(crate) body: BodyDoc,
    pub(crate) limits: Limits,
}

#[derive(Debug)]
pub(crate) enum BodyDoc {
    Struct {
        fields: Vec<FieldDoc>,
        inline: Vec<Word>,
        one_of: OneOfDoc,
        union: bool,
    },
    Text {
        values: Vec<Word>,
        closed: bool,
    },
    Alias(TypeExpr),
    /// An invalid body, which has been reported.
    Bad,
}

/// The keys `oneOf` and `discriminator` of a struct.
#[derive(Debug, Default)]
pub(crate) struct OneOfDoc {
    /// The value of the discriminator, if the definitions contain it, and the field of each member.
    pub(crate) members: Vec<(Option<Word>, Word)>,
    pub(crate) discriminator: Option<Word>,
}

#[derive(Debug)]
pub(crate) struct FieldDoc {
    pub(crate) name: Word,
    pub(crate) doc: String,
    /// `None` in YAML that extends a field of a `.proto` file or of the hub's base version.
    pub(crate) ty: Option<TypeExpr>,
    /// The value of the option `(api.type)`.
    pub(crate) named: Option<Word>,
    pub(crate) number: Option<u32>,
    pub(crate) omit: Option<Omit>,
    pub(crate) inline: bool,
    pub(crate) boxed: bool,
    pub(crate) default: Option<Node>,
    pub(crate) merge: Merge,
    pub(crate) markers: Markers,
    pub(crate) limits: Limits,
}

/// The locations of the keys that control how lists and maps are merged, for diagnostics.
#[derive(Clone, Debug)]
pub(crate) struct Markers {
    /// The location of `listType`.
    pub(crate) list: Span,
    /// The locations of the items of `listMapKeys`.
    pub(crate) keys: Vec<Span>,
    /// The location of `mapType`.
    pub(crate) map: Span,
}

impl Markers {
    /// Uses `place` as the location of every marker, as for a field in a `.proto` file, whose options have no locations
    /// of their own.
    pub(crate) fn at(place: Span, keys: usize) -> Markers {
        Markers { list: place, keys: vec![place; keys], map: place }
    }

    /// Returns the location of the first item of `listMapKeys`, or of `listType` if the list is empty.
    pub(crate) fn keys(&self) -> Span {
        self.keys.first().copied().unwrap_or(self.list)
    }
}

/// A type reference in which names are unresolved.
#[derive(Clone, Debug)]
pub(crate) struct TypeExpr {
    pub(crate) optional: bool,
    pub(crate) shape: Shape,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Scalar(Scalar),
    Leaf(Leaf),
    Name(String),
    List(Box<Shape>),
    Map(Box<Shape>),
    /// An invalid type, which has been reported.
    Bad,
}

#[derive(Debug)]
pub(crate) struct DefaultsDoc {
    pub(crate) ty: Word,
    pub(crate) steps: Vec<StepDoc>,
}

#[derive(Debug, Default)]
pub(crate) struct StepDoc {
    pub(crate) span: Span,
    pub(crate) set: Vec<(Word, Node)>,
    pub(crate) copy: Vec<(Word, Word)>,
    pub(crate) function: bool,
    pub(crate) when: Vec<(Word, Vec<Node>)>,
    pub(crate) present: Vec<Word>,
    pub(crate) absent: Vec<Word>,
    pub(crate) gate: Option<Word>,
    pub(crate) or_empty: bool,
}

#[derive(Debug)]
pub(crate) struct ConversionDoc {
    pub(crate) ty: Word,
    pub(crate) fields: Vec<RuleDoc>,
    pub(crate) absent: Vec<RuleDoc>,
    pub(crate) functions: Option<Vec<Word>>,
    pub(crate) drops: Vec<(Word, Word)>,
    pub(crate) preserve: Option<PreserveDoc>,
    pub(crate) to: Option<Word>,
}

/// A key of a rule that converts the value to another representation.
#[derive(Clone, Debug)]
pub(crate) enum TransformDoc {
    Unit(Word),
    Scale(i64),
    As(Word),
    /// The names of the fields with key and value.
    Entries(Word, Word),
    /// The separator of texts.
    Texts(Word),
    Keys(Vec<(Word, Word)>),
}

/// The key `preserve` of a type.
#[derive(Debug)]
pub(crate) struct PreserveDoc {
    pub(crate) span: Span,
    /// The annotation of a kind; `None` for other types.
    pub(crate) annotation: Option<Word>,
    pub(crate) fields: PreservedFields,
}

/// The fields of the version that are preserved although the hub has no counterpart.
#[derive(Debug)]
pub(crate) enum PreservedFields {
    None,
    Paths(Vec<Word>),
    /// All fields of the type without a rule.
    All,
}

#[derive(Debug, Default)]
pub(crate) struct RuleDoc {
    /// The path to which the rule applies.
    pub(crate) path: Word,
    /// The location of the rule's value.
    pub(crate) span: Span,
    pub(crate) to: Option<Word>,
    pub(crate) empty: Option<(Empty, Span)>,
    pub(crate) values: Option<Vec<(Word, Word)>>,
    pub(crate) transforms: Vec<TransformDoc>,
    pub(crate) function: Option<Word>,
    pub(crate) alias: Option<Word>,
    pub(crate) annotation: Option<Word>,
    pub(crate) label: Option<Word>,
    /// The separator, and the paths of the parts on the other side.
    pub(crate) split: Option<(Word, Vec<Word>)>,
    /// The key of the entry in the map `to`.
    pub(crate) key: Option<Word>,
    pub(crate) set: Option<Node>,
    pub(crate) drop: Option<Word>,
    /// True if a mistake in the rule has been reported.
    pub(crate) bad: bool,
}
